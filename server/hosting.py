"""
Tables that have a host, and those that only who is invited can find.

A private table has two codes: one for guests, one for who is to be its host. They are secrets as
passwords are: whoever knows one is let in.
"""

import secrets
from collections.abc import Callable
from typing import Protocol

from msgspec import Struct

from server.ports import Posting
from showdown.rules.ruleset import AccountId, Chips, TableId

_SIGNS = "23456789abcdefghjkmnpqrstuvwxyz"
"""None of them looks like another one, so that a code can be read aloud."""

_GROUPS, _GROUP = 4, 4
HOST_CODE = "host"
"""What a host's code begins with, so that nobody sends it to his guests by mistake."""


class Codes(Struct, frozen=True, kw_only=True):
    """The codes of a private table."""

    invite: str
    """For guests."""
    host: str
    """Who comes with this one is its host."""


def new_codes(choose: Callable[[str], str] = secrets.choice) -> Codes:
    """Codes that nobody can guess: 79 bits each."""
    return Codes(invite=_code(choose), host=f"{HOST_CODE}-{_code(choose)}")


def _code(choose: Callable[[str], str]) -> str:
    return "-".join("".join(choose(_SIGNS) for _ in range(_GROUP)) for _ in range(_GROUPS))


def code_key(code: str) -> str:
    """
    What all ways to type a code have in common.

    >>> code_key("K7QP-2m4x 9tzc-h3nd")
    'k7qp2m4x9tzch3nd'
    """
    return "".join(sign for sign in code.casefold() if not sign.isspace() and sign != "-")


class HostedTable(Struct, frozen=True, kw_only=True):
    """What is known of a table beside its game."""

    table: TableId
    host: AccountId | None = None
    private: bool = False
    """Only who is invited, or has a seat, can find it."""
    codes: Codes | None = None
    """Of a private table; None if they cannot be read any more."""
    banned: frozenset[AccountId] = frozenset()
    muted: frozenset[AccountId] = frozenset()
    granted_on: str = ""
    """The day on which the host granted chips last, in universal time."""
    granted: Chips = 0
    """How many on that day."""


Change = Callable[[HostedTable], HostedTable]
"""Makes something else of a table."""


class HostedTables(Protocol):
    """Where it is kept."""

    async def load(self, table: TableId | None = None) -> tuple[HostedTable, ...]:
        """
        All of them, or the one of a table if there is one.

        Raises:
            StorageError: the database cannot do it now.
        """

    async def change(self, table: TableId, change: Change) -> HostedTable:
        """
        Make a table as ``change`` makes it of how it is stored, whoever stored that.

        Args:
            change: may be called again, and where others wait for it; what it raises is raised.

        Raises:
            StorageError: the database cannot do it now.
        """

    async def grant(
        self, table: TableId, change: Change, posting: Posting, who: str
    ) -> HostedTable:
        """
        Do the same, with chips that the table's host has granted, and note that he has.

        Args:
            who: what he is called.

        Raises:
            StorageError: the database cannot do it now.
        """

    async def forget(self, table: TableId) -> None:
        """
        Let a table be as any other.

        Raises:
            StorageError: the database cannot do it now.
        """
