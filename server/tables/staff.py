"""
The house bots of a table: they fill its seats, and make room for people.

They take seats as long as nobody waits for one. When a person wants to sit and no seat is free, a
bot gets up, after its hand if it is in one; it comes back when seats are free for longer. With
``fill`` they keep the table at so many players, so that each person who comes sends one of them
away. A bot that has lost its chips buys new ones.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from itertools import islice
from types import MappingProxyType
from typing import TYPE_CHECKING

import structlog
from msgspec import Struct

from server.ports import NameTaken
from server.tables.clock import Timer
from server.tables.desk import Desk
from server.tables.house import Decider, HouseBot
from showdown.rules import table as rules
from showdown.rules.ruleset import AccountId, Seat
from showdown.rules.seating import Occupant, Seating

if TYPE_CHECKING:
    from server.tables.actor import TableActor

log = structlog.get_logger()

ROOM_SECONDS = 60.0
"""So long bots leave a seat free for somebody who has asked for one and could not have it."""


class BotOfTheHouse(Struct, frozen=True, kw_only=True):
    """A bot that may sit here, by the name of its account."""

    name: str
    decide: Decider


class Staff:
    """The bots that play at one table when there is room."""

    def __init__(
        self,
        desk: Desk,
        bots: Iterable[BotOfTheHouse],
        fill: int | None = None,
        delay: float = 0.8,
        former: frozenset[AccountId] = frozenset(),
    ) -> None:
        """
        Nobody sits yet: :meth:`open`, before the table's actor runs.

        Args:
            fill: how many players bots and people are together; None is as many as there are bots.
            delay: how many seconds a bot seems to think.
            former: bots that sit here and are not to any more, since the operator has so decided.
        """
        self._former = former
        self._desk = desk
        self._bots = {each.name: each for each in bots}
        self._fill = fill
        self._delay = delay
        self._accounts: dict[str, AccountId] = {}
        self._asked: dict[AccountId, float] = {}
        """Who wanted a seat when there was none, and until when one is left free for him."""
        self._timer: Timer | None = None
        self._settled: Seating | None = None
        """The table for which all was done when it was looked at last."""

    @property
    def _is_settled(self) -> bool:
        """Whether nobody has come, gone or waited since, and no hand has ended."""
        actor = self._actor
        same = actor.state.seating is self._settled
        return same and not self._asked and not actor.waiting.places

    @property
    def _actor(self) -> TableActor:
        return self._desk.actor

    async def open(self, known: Mapping[str, AccountId] = MappingProxyType({})) -> None:
        """
        Find the bots that sit here since before a restart, and seat the others.

        One whose name a person has, or one that looks like it, stays away: nobody keeps a server
        from starting by calling himself so.

        Args:
            known: house bots that there are already; for others the database is asked.

        Raises:
            StorageError: the database cannot do it now.
        """
        if self._actor.parked is not None:
            return
        self._actor.house |= self._former
        for name in tuple(self._bots):
            try:
                account = known.get(name) or await self._account_of(name)
            except NameTaken as error:
                log.warning("house bot stays away", table=self._actor.table, reason=str(error))
                del self._bots[name]
                continue
            self._accounts[name] = account
            self._actor.house |= {account}
        self._former -= set(self._accounts.values())
        for bot in self._seated():
            if bot.account not in self._former:
                self._show(bot.name, bot.account)
        await self.come_back()
        if len(self._seated()) < len(self._bots) and self._fill is None:
            log.warning("no seat is free for a house bot", table=self._actor.table)

    async def _account_of(self, name: str) -> AccountId:
        return (await self._actor.world.accounts.house_player(name, 0)).account

    # What happens around each hand.

    async def go_on(self) -> None:
        """Bots without chips buy some; those who are too many get up, if they are in no hand."""
        if self._is_settled:
            return
        former = [each for each in self._idle() if each.account in self._former]
        await self._let_go(former)
        await self._refill()
        spare = len(self._seated()) - self._wanted()
        await self._let_go(islice(reversed(self._idle()), max(spare, 0)))

    async def come_back(self) -> None:
        """Seat those for whom there is room."""
        if self._is_settled:
            return
        here = {each.account for each in self._seated()}
        away = [name for name, account in self._accounts.items() if account not in here]
        for name in away[: max(0, self._wanted() - len(here))]:
            seat = self._free_seat()
            if seat is not None:
                await self._sit(name, seat)
        quiet = not self._asked and not self._actor.waiting.places
        self._settled = self._actor.state.seating if quiet else None

    async def make_room(self, account: AccountId) -> None:
        """Somebody wants a seat, and all are taken: a bot gets up now, or after its hand."""
        self._asked[account] = self._actor.world.clock.now() + ROOM_SECONDS
        await self.go_on()
        self._arm()

    def stop(self) -> None:
        """Leave no seat free for anybody any more."""
        if self._timer is not None:
            self._timer.cancel()
        self._timer = None

    async def dismiss(self) -> None:
        """Let all bots get up; only between two hands."""
        await self._let_go(self._seated())

    async def _let_go(self, bots: Iterable[Occupant]) -> None:
        for bot in bots:
            await self._actor.perform(rules.Leave(account=bot.account))

    @property
    def is_making_room(self) -> bool:
        """Whether a bot will get up after the hand that runs."""
        return len(self._seated()) > self._wanted()

    # How many.

    def _seated(self) -> list[Occupant]:
        """Bots who sit here, by seat."""
        house = self._actor.house
        return [each for each in self._actor.state.seating.occupants if each.account in house]

    def _idle(self) -> list[Occupant]:
        """Those of them who are in no hand."""
        return [each for each in self._seated() if not self._actor.state.is_dealt_in(each.seat)]

    def _wanted(self) -> int:
        """How many bots are to sit here."""
        seating, now = self._actor.state.seating, self._actor.world.clock.now()
        people = len(seating.occupants) - len(self._seated())
        self._asked = {
            each: until
            for each, until in self._asked.items()
            if until > now and seating.of(each) is None
        }
        waiting = {each.account for each in self._actor.waiting.places}
        room = seating.ruleset.max_seats - people - len(waiting | self._asked.keys())
        most = len(self._accounts)
        if self._fill is not None:
            most = min(most, self._fill - people)
        return max(0, min(most, room))

    def _arm(self) -> None:
        """Look again when nobody has taken the seat that was left free."""
        self.stop()
        if self._asked:
            actor = self._actor
            when = min(self._asked.values())
            self._timer = actor.world.clock.call_at(when, lambda: actor.post(actor.go_on))

    # One of them.

    async def _refill(self) -> None:
        """Bots play on: they sit in again and buy chips when they are broke."""
        actor = self._actor
        for occupant in self._seated():
            if not occupant.sitting_out or actor.state.is_dealt_in(occupant.seat):
                continue
            if not occupant.stack:
                to = actor.state.ruleset.usual_buy
                await actor.world.accounts.house_player(occupant.name, to)
                await actor.perform(rules.TopUp(account=occupant.account, to=to))
                await actor.dealing.apply_top_ups()
            await actor.perform(rules.SitIn(account=occupant.account))

    def _free_seat(self) -> Seat | None:
        kept = {each.seat for each in self._actor.waiting.places}
        free = (seat for seat in self._actor.state.seating.free_seats if seat not in kept)
        return next(free, None)

    async def _sit(self, name: str, seat: Seat) -> None:
        actor, account = self._actor, self._accounts[name]
        buy_in = max(actor.state.ruleset.usual_buy, actor.least_buy_in(account))
        await actor.world.accounts.house_player(name, buy_in)
        await actor.perform(rules.Sit(account=account, name=name, buy_in=buy_in, seat=seat))
        self._show(name, account)

    def _show(self, name: str, account: AccountId) -> None:
        decide = self._bots[name].decide
        self._actor.show(HouseBot(account, name, self._desk, decide, self._delay))
