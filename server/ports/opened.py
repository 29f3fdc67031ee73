"""Tables that players open."""

from typing import Protocol

from msgspec import Struct

from server.ports.failures import StorageError
from showdown.rules.ruleset import AccountId, TableId
from showdown.rules.seating import Seating


class OpenedTable(Struct, frozen=True, kw_only=True):
    """A table that a player has opened."""

    table: TableId
    template: str
    """By the name that the operator gave it."""
    account: AccountId
    """Who has opened it."""


class TooManyTables(StorageError):
    """Players have so many tables open that one more may not be."""

    code = "too_many_tables"


class MostOpen(Struct, frozen=True, kw_only=True):
    """How many tables may be open."""

    each: int
    """By one player."""
    of_template: int
    together: int

    def check(self, template: str, *, own: int, of_template: int, together: int) -> None:
        """
        See to it that one more may be opened where there are so many.

        Raises:
            TooManyTables: it may not.
        """
        for found, most, whose in (
            (own, self.each, "of yours"),
            (of_template, self.of_template, f"of the template {template}"),
            (together, self.together, "that players have opened"),
        ):
            if found >= most:
                raise TooManyTables(
                    f"There are {found} tables {whose} already, and {most} may be open; "
                    "one that nobody sits at closes by itself.",
                    found=found,
                    wanted=most,
                )


class OpenedTables(Protocol):
    """Those that are open; `Journal.close_table` ends one."""

    async def add(
        self, label: str, template: str, account: AccountId, seating: Seating, most: MostOpen
    ) -> OpenedTable:
        """
        Store a new table, whose name begins with the label and which no other has or will have.

        Raises:
            TooManyTables: so many are open already, whichever node opened them.
            StorageError: the database cannot do it now.
        """

    async def all(self) -> tuple[OpenedTable, ...]:
        """
        All that are open, the oldest first.

        Raises:
            StorageError: the database cannot do it now.
        """
