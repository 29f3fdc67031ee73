"""Clients that are signed in, by tokens of which each is followed by another one."""

from typing import NewType, Protocol

from msgspec import Struct

from server.ports.accounts import Account
from showdown.rules.ruleset import AccountId

ResumeToken = NewType("ResumeToken", str)
"""Who shows it goes on with a session; stored hashed, told once, and followed by another one."""

SessionId = NewType("SessionId", str)
"""One client's being signed in, over all its connections."""


class Session(Struct, frozen=True, kw_only=True):
    """A client that is signed in."""

    session: SessionId
    who: Account
    token: ResumeToken | None = None
    """By which it comes back next; None if none could be stored, and the last one stays good."""
    entrance: int = 0
    """
    Of two times that somebody came in, at whichever node, the later has the greater number; 0 if
    none could be had.
    """

    @property
    def account(self) -> AccountId:
        """Whose session it is."""
        return self.who.account


class Reused(Struct, frozen=True, kw_only=True):
    """A resume token was shown after one that followed it: one of the two was copied."""

    session: SessionId
    account: AccountId


class Sessions(Protocol):
    """
    Who is signed in, by tokens of which each is followed by another one.

    A client may never hear of a token that it is given, so the one that it came with stays good
    until one of those that followed it is shown. One that is shown later still has been copied:
    its session is over, for nobody can tell who the thief is.
    """

    async def begin(self, who: Account, window_s: int, *, first: bool = False) -> Session:
        """
        Begin a session that can be resumed for so many seconds; the oldest of many makes way.

        Args:
            first: whether the account was just made, so that his client may not know of it yet.

        Raises:
            StorageError: the database cannot do it now.
        """

    async def resume(self, token: str, window_s: int) -> Session | Reused:
        """
        Go on with the session of a token, for so many seconds more.

        Raises:
            SessionOver: there is none.
            AccountDisabled: nobody may sign in to its account.
            StorageError: the database cannot do it now.
        """

    async def account_of(self, token: str) -> Account:
        """
        Whose session a token is of, without going on with it.

        Raises:
            SessionOver: there is none, or the token is not its last.
            AccountDisabled: nobody may sign in to its account.
            StorageError: the database cannot do it now.
        """

    async def end(self, session: SessionId) -> None:
        """
        Let a session be resumed no more.

        Raises:
            StorageError: the database cannot do it now.
        """
