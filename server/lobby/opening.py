"""
Tables that players open, from templates that the operator has made.

Such a table is closed when nobody has sat there for a while. Its id ends in a number that no other
table has or will have, so that what is stored of it is never taken for another table's.
"""

import asyncio
from collections import Counter
from collections.abc import Iterable
from functools import partial

import structlog
from msgspec import Struct

from server.hosts import Hosts
from server.lobby.lobby import Lobby
from server.ports import Journal, OpenedTable, OpenedTables
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


class Opening:
    """Opens tables for players, and closes them."""

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
        self._coming: list[tuple[str, AccountId]] = []
        """Template and player of tables that are on their way into the database."""

    @property
    def templates(self) -> tuple[msg.TemplateSummary, ...]:
        """What a player may open."""
        counted = Counter(template for template, _ in self._all())
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

    def opener(self, table: TableId) -> AccountId | None:
        """Who has opened a table; None for one of the operator's."""
        known = self._open.get(table)
        return None if known is None else known.account

    async def reopen(self) -> None:
        """
        Open those that were open when the server ended; before the lobby runs.

        Raises:
            StorageError: the database cannot do it now.
        """
        again = [self._reopen(each) for each in await self._stored.all()]
        # All at once: they share a few commits.
        for result in await asyncio.gather(*again, return_exceptions=True):
            if result is not None:
                raise result

    async def _reopen(self, opened: OpenedTable) -> None:
        template = self._templates.get(opened.template)
        if template is None:
            log.warning("template is gone", template=opened.template, table=opened.table)
            await self._begin(opened, STORED, PLAIN)
        else:
            await self._hand_over(opened, template)
            await self._begin(opened, template.ruleset, template.setup)

    async def open(self, account: AccountId, template: str, label: str | None) -> TableId:
        """
        Open a table for a player; he does not sit there yet.

        Args:
            label: how its name begins; by default as the template is called.

        Raises:
            Refused: there is no such template, or too many tables are open.
            StorageError: the database cannot do it now.
        """
        known = self._checked(account, template)
        coming = (template, account)
        self._coming.append(coming)
        try:
            seating = Seating(ruleset=known.ruleset)
            opened = await self._stored.add(label or template, template, account, seating)
            await self._hand_over(opened, known)
            await self._begin(opened, known.ruleset, known.setup)
        finally:
            self._coming.remove(coming)
        log.info("table opened", table=opened.table, template=template, account=account)
        return opened.table

    async def _hand_over(self, opened: OpenedTable, template: Template) -> None:
        """Let who has opened a table be its host; before anybody else sees it."""
        if template.private:
            await self._hosts.be_private(opened.table, opened.account)
        else:
            await self._hosts.be_hosted(opened.table, opened.account)

    def _checked(self, account: AccountId, template: str) -> Template:
        known = self._templates.get(template)
        if known is None:
            names = ", ".join(self._templates)
            raise Refused(
                "no_such_template",
                f"There is no template {template!r}; the templates are: {names or 'none'}.",
                found=template,
                wanted=names,
            )
        every = self._all()
        of_template = sum(name == template for name, _ in every)
        own = sum(opener == account for _, opener in every)
        limits = self._limits
        for found, most, whose in (
            (own, limits.each, "of yours"),
            (of_template, known.most, f"of the template {template}"),
            (len(every), limits.together, "that players have opened"),
        ):
            if found >= most:
                raise Refused(
                    "too_many_tables",
                    f"There are {found} tables {whose} already, and {most} may be open; "
                    "one that nobody sits at closes by itself.",
                    found=found,
                    wanted=most,
                )
        return known

    def _all(self) -> list[tuple[str, AccountId]]:
        opened = [(each.template, each.account) for each in self._open.values()]
        return opened + self._coming

    async def _begin(self, opened: OpenedTable, ruleset: Ruleset, setup: TableSetup) -> None:
        # What onlookers may not know yet is known as long as the table is there.
        seconds = max(self._limits.empty_seconds, setup.spectator_delay)
        prepare = partial(self._give_an_end, seconds)
        desk = await self._lobby.open(opened.table, ruleset, setup, prepare)
        self._open[desk.actor.table] = opened

    def _give_an_end(self, seconds: float, actor: TableActor) -> None:
        async def close() -> None:
            if actor.table not in self._hosts.private:  # whose hands stay its guests' own
                await self._hosts.forget(actor.table)
            await self._journal.close_table(actor.table)
            self._open.pop(actor.table, None)
            self._lobby.remove(actor.table)
            log.info("table closed", table=actor.table)

        actor.vacancy = Vacancy(actor, seconds, close)
