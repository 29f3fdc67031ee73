"""
Which tables there are to be run, and how: those of the configuration, and those of players.
"""

from collections.abc import Iterator, Mapping
from itertools import chain

from server.lobby.lobby import Lobby
from server.lobby.opening import Opening, Plan
from server.ports import Accounts
from server.tables.handed_over import HandedOver
from showdown.rules.ruleset import TableId
from showdown.rules.seating import Seating


class Catalogue:
    """All tables of a server, whoever runs each."""

    def __init__(
        self,
        configured: Mapping[TableId, Plan],
        opening: Opening,
        lobby: Lobby,
        accounts: Accounts,
    ) -> None:
        self.opening = opening
        self._configured = configured
        self._lobby, self._accounts = lobby, accounts

    @property
    def tables(self) -> Iterator[TableId]:
        """All that are to be run."""
        return chain(self._configured, self.opening.tables)

    def __contains__(self, table: TableId) -> bool:
        return table in self._configured or table in self.opening.tables

    def spectator_delay(self, table: TableId) -> float:
        """How many seconds later than it is played onlookers see a table."""
        plan = self._configured.get(table)
        setup = self.opening.setup_of(table) if plan is None else plan.setup
        return setup.spectator_delay

    @property
    def configured(self) -> dict[TableId, Seating]:
        """Those of the configuration, as they begin where they are new."""
        return {table: Seating(ruleset=plan.ruleset) for table, plan in self._configured.items()}

    async def look_again(self) -> frozenset[TableId]:
        """
        Find those that players have opened, and all house bots that there are by now.

        Returns:
            Tables that are there no more.

        Raises:
            StorageError: the database cannot do it now.
        """
        self._lobby.know_bots(await self._accounts.house_players())
        return await self.opening.load()

    async def run_here(self, table: TableId, *, handed_over: HandedOver | None = None) -> None:
        """
        Run a table here that was claimed.

        Args:
            handed_over: by its owner, so that nothing has failed.

        Raises:
            StorageError: the database cannot do it now.
        """
        plan = self._configured.get(table) or await self.opening.plan(table)
        if plan is not None:
            await self._lobby.open(
                table, plan.ruleset, plan.setup, plan.prepare, handed_over=handed_over
            )
