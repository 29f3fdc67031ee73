"""
What the tables need from outside, and nothing about how it is done.

``storage`` fills these ports with a database; tests fill them in memory. Every call that changes
something returns when the change is durable, and only then.
"""

from server.ports.accounts import HOUSE, Account, Accounts, Credentials, SignedOut, Token
from server.ports.claims import Claimed, Claims, ClaimsMade, Seatings
from server.ports.failures import (
    FAILING,
    AccountDisabled,
    HasPassword,
    InsufficientFunds,
    MissingKey,
    NameTaken,
    NewerForm,
    PasswordWanted,
    SessionOver,
    StaleTable,
    StorageError,
    UnknownOutcome,
)
from server.ports.history import (
    HandQuery,
    Hands,
    ImportedHand,
    PlayerResult,
    Selection,
    Source,
    StoredHand,
)
from server.ports.journal import (
    Damage,
    Entry,
    FinishedHand,
    Journal,
    Posting,
    PostingKind,
    StoredEntry,
    StoredTable,
    as_stored,
)
from server.ports.opened import MostOpen, OpenedTable, OpenedTables, TooManyTables
from server.ports.sessions import ResumeToken, Reused, Session, SessionId, Sessions

__all__ = [
    "FAILING",
    "HOUSE",
    "Account",
    "AccountDisabled",
    "Accounts",
    "Claimed",
    "Claims",
    "ClaimsMade",
    "Credentials",
    "Damage",
    "Entry",
    "FinishedHand",
    "HandQuery",
    "Hands",
    "HasPassword",
    "ImportedHand",
    "InsufficientFunds",
    "Journal",
    "MissingKey",
    "MostOpen",
    "NameTaken",
    "NewerForm",
    "OpenedTable",
    "OpenedTables",
    "PasswordWanted",
    "PlayerResult",
    "Posting",
    "PostingKind",
    "ResumeToken",
    "Reused",
    "Seatings",
    "Selection",
    "Session",
    "SessionId",
    "SessionOver",
    "Sessions",
    "SignedOut",
    "Source",
    "StaleTable",
    "StorageError",
    "StoredEntry",
    "StoredHand",
    "StoredTable",
    "Token",
    "TooManyTables",
    "UnknownOutcome",
    "as_stored",
]
