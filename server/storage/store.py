"""
A database as the rest of the storage sees it: units of work, a place to read, and the hot path.

Everything but the appending of entries is written once, for every engine, as units in SQLAlchemy
Core. Each engine has a folder of its own that fills :class:`Store`.
"""

from collections.abc import Callable
from contextlib import AbstractAsyncContextManager
from typing import Protocol, TypeVar

from sqlalchemy import Connection
from sqlalchemy.ext.asyncio import AsyncConnection

from server.storage.entries import MakeRows

T = TypeVar("T")
Unit = Callable[[Connection], T]
"""Writes, and returns what its caller gets once that is durable; it may be run a second time."""


class Store(Protocol):
    """One database; open it in the loop that uses it."""

    async def write(self, unit: Unit[T], *, first: bool = False) -> T:
        """
        Run a unit as if it were alone with the database; its result comes when it is durable.

        Cancelling does not take it back: it is written all the same, or has been.

        Args:
            first: whether a table waits for it, which goes before everybody else.

        Raises:
            StorageError: the database cannot do it now, and nothing of the unit has happened.
            UnknownOutcome: whether it has happened is not known.
        """

    async def look(self, unit: Unit[T]) -> T:
        """
        Run a unit that only reads, and that in no time, on the database as it is now.

        It is the quickest way to look something up by its key; what takes longer holds up others.

        Raises:
            StorageError: the database cannot do it now.
        """

    def reading(self) -> AbstractAsyncContextManager[AsyncConnection]:
        """
        See the database as it is now, unchanged until the block ends; nothing can be written.

        Raises:
            StorageError: the database cannot do it now.
        """

    async def append(self, make_rows: MakeRows) -> None:
        """
        Make an entry of a journal durable, with all that goes with it, or nothing of it.

        Raises:
            StaleTable: it is not the next one of its table, or its table has another epoch.
            InsufficientFunds: an account cannot pay.
            StorageError: the database cannot do it now, and nothing of it has happened.
            UnknownOutcome: whether it has happened is not known.
        """

    @property
    def waiting(self) -> int:
        """How many writes have not begun."""

    async def close(self) -> None:
        """Finish what was asked for, then let go of the database."""
