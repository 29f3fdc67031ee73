"""Which node runs which table, and who sits there."""

from collections.abc import Collection, Iterable, Mapping
from typing import Protocol

from msgspec import Struct

from showdown.rules.ruleset import TableId
from showdown.rules.seating import Seating


class Claimed(Struct, frozen=True):
    """A table as the database has it."""

    table: TableId
    epoch: int
    """How often it has changed hands, counted from 1."""
    owner: str | None
    """Who has claimed it last, as that one writes itself; None if nobody has."""


class ClaimsMade(Struct, frozen=True, kw_only=True):
    """What became of claims."""

    taken: Mapping[TableId, int]
    """Those that were made, and in which epochs; tables in mid-hand first."""
    refused: tuple[Claimed, ...]
    """The tables of the others as they are; one that is missing is there no more."""


class Claims(Protocol):
    """Who has which table: the database decides, and who lives is none of its business."""

    async def make(self, tables: Mapping[TableId, Seating]) -> None:
        """
        See to it that there are these tables; those that are there already stay as they are.

        Raises:
            StorageError: the database cannot do it now.
        """

    async def look(self, tables: Collection[TableId] | None = None) -> tuple[Claimed, ...]:
        """
        Tables as they are, all there are if none are named.

        Raises:
            StorageError: the database cannot do it now.
        """

    async def claim(self, known: Mapping[TableId, int]) -> ClaimsMade:
        """
        Claim tables, each for as long as it has the epoch that is named here.

        Who had one before can store nothing there any more; what he had under way is stored or
        never will be. Open each of them with the journal next.

        Raises:
            StorageError: the database cannot do it now; each may have been claimed all the same.
        """

    async def read_ahead(self, tables: Collection[TableId]) -> None:
        """
        Read tables that were claimed, many at once, before the journal opens each.

        Raises:
            StorageError: the database cannot do it now.
        """

    def end(self, tables: Iterable[TableId]) -> None:
        """Store nothing more at these tables, which others may have by now."""


class Seatings(Protocol):
    """Who sits where, for those who do not run the tables."""

    async def read(self, tables: Collection[TableId]) -> Mapping[TableId, Seating]:
        """
        Tables as they were between two hands, but for who has sat down or got up since.

        One that is not there, or that cannot be read, is left out.

        Raises:
            StorageError: the database cannot do it now.
        """
