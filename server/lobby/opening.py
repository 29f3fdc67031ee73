"""
Tables that players open, from templates that the operator has made.

Such a table is closed when nobody has sat there for a while. Its id ends in a number that no other
table has or will have, so that what is stored of it is never taken for another table's.
"""

import asyncio
from collections import Counter
from collections.abc import Awaitable, Callable, Iterable, KeysView
from functools import partial
from typing import NamedTuple

import structlog
from msgspec import Struct

from server.hosts import Hosts
from server.lobby.lobby import Lobby
from server.ports import Journal, MostOpen, OpenedTable, OpenedTables
from server.tables.actor import TableActor
from server.tables.refusing import Refused
from server.tables.setup import PLAIN, TableSetup
from server.tables.vacancy import Vacancy
from showdown.protocol import messages as msg
from showdown.rules.ruleset import AccountId, Ruleset, TableId
from showdown.rules.seating import Seating

log = structlog.get_logger()


STORED = Ruleset(ante=1, min_bet=1)
"""Stands for what is stored of a table: that is what is played there, whatever is said later."""


class Template(Struct, frozen=True, kw_only=True):
    """What tables of one kind have in common."""

    name: str
    ruleset: Ruleset
    setup: TableSetup = PLAIN
    most: int = 20
    """So many of them may be open at once."""
    private: bool = False
    """Only who is invited can find it."""


class OpeningLimits(Struct, frozen=True, kw_only=True):
    """How many tables players may have open, and for how long without people."""

    each: int = 2
    """By one player."""
    together: int = 100
    empty_seconds: float = 60


USUAL = OpeningLimits()


class Plan(NamedTuple):
    """How a table is run."""

    ruleset: Ruleset
    """What is played at a new table; at one that is stored, what is stored of it is played."""
    setup: TableSetup = PLAIN
    prepare: Callable[[TableActor], None] = lambda _: None
    """Is called before anything happens there."""


class Opening:
    """
    The tables that players have opened, and may open: what there is, and how each is run.

    Where one is run is not its business: ``begin`` sees to that.
    """

    def __init__(
        self,
        lobby: Lobby,
        journal: Journal,
        opened: OpenedTables,
        templates: Iterable[Template],
        hosts: Hosts,
        limits: OpeningLimits = USUAL,
    ) -> None:
        self._lobby = lobby
        self._journal = journal
        self._stored = opened
        self._templates = {each.name: each for each in templates}
        self._limits = limits
        self._hosts = hosts
        self._open: dict[TableId, OpenedTable] = {}
        self.begin: Callable[[OpenedTable], Awaitable[None]] = self._begin_here
        """Sees to it that a table is run that was just stored."""
        self.on_closed: Callable[[TableId], None] = lambda _: None
        """Is told of a table that was closed here."""

    # What there is.

    @property
    def templates(self) -> tuple[msg.TemplateSummary, ...]:
        """What a player may open."""
        counted = Counter(each.template for each in self._open.values())
        return tuple(
            msg.TemplateSummary(
                name=each.name,
                ruleset=each.ruleset,
                bots=len(each.setup.bots),
                open=counted[each.name],
                most=each.most,
            )
            for each in self._templates.values()
        )

    @property
    def tables(self) -> KeysView[TableId]:
        """Those that are open."""
        return self._open.keys()

    def opener(self, table: TableId) -> AccountId | None:
        """Who has opened a table; None for one of the operator's."""
        known = self._open.get(table)
        return None if known is None else known.account

    def setup_of(self, table: TableId) -> TableSetup:
        """How a table is run as its template says; a plain one where that is gone."""
        opened = self._open.get(table)
        template = None if opened is None else self._templates.get(opened.template)
        return PLAIN if template is None else template.setup

    async def load(self) -> frozenset[TableId]:
        """
        Find those that are open, whoever opened them; gives those that are open no more.

        Raises:
            StorageError: the database cannot do it now.
        """
        before = frozenset(self._open)
        found = {each.table: each for each in await self._stored.all()}
        self._open |= found
        return before - found.keys()

    def add(self, opened: OpenedTable) -> None:
        """A table is open, at whichever node that was."""
        self._open[opened.table] = opened

    def remove(self, table: TableId) -> None:
        """It is not any more."""
        self._open.pop(table, None)

    # How each is run.

    async def plan(self, table: TableId) -> Plan | None:
        """
        How a table is to be run; None for one that players have not opened.

        Raises:
            StorageError: the database cannot do it now.
        """
        opened = self._open.get(table)
        if opened is None:
            return None
        template = self._templates.get(opened.template)
        if template is None:
            log.warning("template is gone", template=opened.template, table=opened.table)
            return self._plan(STORED, PLAIN)
        await self._hand_over(opened, template)
        return self._plan(template.ruleset, template.setup)

    def _plan(self, ruleset: Ruleset, setup: TableSetup) -> Plan:
        # What onlookers may not know yet is known as long as the table is there.
        seconds = max(self._limits.empty_seconds, setup.spectator_delay)
        return Plan(ruleset, setup, partial(self._give_an_end, seconds))

    async def reopen(self) -> None:
        """
        Open those that were open when the server ended, all of them here; before the lobby runs.

        Raises:
            StorageError: the database cannot do it now.
        """
        await self.load()
        again = [self._begin_here(each) for each in tuple(self._open.values())]
        # All at once: they share a few commits.
        for result in await asyncio.gather(*again, return_exceptions=True):
            if result is not None:
                raise result

    async def open(self, account: AccountId, template: str, label: str | None) -> TableId:
        """
        Open a table for a player; he does not sit there yet.

        Args:
            label: how its name begins; by default as the template is called.

        Raises:
            Refused: there is no such template.
            TooManyTables: too many tables are open.
            StorageError: the database cannot do it now.
        """
        known = self._template(template)
        limits = self._limits
        most = MostOpen(each=limits.each, of_template=known.most, together=limits.together)
        seating = Seating(ruleset=known.ruleset)
        opened = await self._stored.add(label or template, template, account, seating, most)
        try:
            # Here, since where it will be run the template may not be known yet.
            await self._hand_over(opened, known)
        finally:
            self.add(opened)  # it is there, and is closed when nobody sits there
        await self.begin(opened)
        log.info("table opened", table=opened.table, template=template, account=account)
        return opened.table

    async def _hand_over(self, opened: OpenedTable, template: Template) -> None:
        """Let who has opened a table be its host; before anybody else sees it."""
        if template.private:
            await self._hosts.be_private(opened.table, opened.account)
        else:
            await self._hosts.be_hosted(opened.table, opened.account)

    def _template(self, name: str) -> Template:
        known = self._templates.get(name)
        if known is None:
            names = ", ".join(self._templates)
            raise Refused(
                "no_such_template",
                f"There is no template {name!r}; the templates are: {names or 'none'}.",
                found=name,
                wanted=names,
            )
        return known

    async def _begin_here(self, opened: OpenedTable) -> None:
        plan = await self.plan(opened.table)
        assert plan is not None
        await self._lobby.open(opened.table, plan.ruleset, plan.setup, plan.prepare)

    def _give_an_end(self, seconds: float, actor: TableActor) -> None:
        async def close() -> None:
            if actor.table not in self._hosts.private:  # whose hands stay its guests' own
                await self._hosts.forget(actor.table)
            await self._journal.close_table(actor.table)
            self.remove(actor.table)
            self._lobby.remove(actor.table)
            self.on_closed(actor.table)
            log.info("table closed", table=actor.table)

        actor.vacancy = Vacancy(actor, seconds, close)
