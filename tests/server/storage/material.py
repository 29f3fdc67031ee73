"""What goes into a database: a table where chance plays, and the entries that come of it."""

import asyncio
from collections.abc import Iterable, Iterator
from decimal import Decimal
from random import Random

from server.ledger import account_changes
from server.ports import Account, Accounts, Entry, FinishedHand, Journal, Posting
from server.tables.money import postings
from showdown.rules import events as ev
from showdown.rules import table as tables
from showdown.rules.rejoining import buy_in_limits
from showdown.rules.ruleset import AccountId, Game, HandId, Ruleset, TableId
from showdown.rules.seating import Seating
from showdown.rules.table import TableAction, TableState
from showdown.testing.generators import any_action

BLINDS = Ruleset(sb=5, bb=10)
RAKED = Ruleset(game=Game.FIXED_LIMIT, sb=5, bb=10, ante=1, rake=Decimal("0.05"))
EMPTY = Seating(ruleset=BLINDS)
MAIN = TableId("main")


class ChanceTable:
    """
    A table where people sit, play, top up and leave by chance.

    ``state`` and ``chips`` are what the table and the accounts must be after the entries so far;
    ``finished`` are the hands that ended.
    """

    def __init__(
        self,
        rng: Random,
        players: list[Account],
        table: TableId = MAIN,
        ruleset: Ruleset = BLINDS,
        first_hand: int = 1,
    ) -> None:
        self.rng, self.table, self.players = rng, table, players
        self.state = TableState(seating=Seating(ruleset=ruleset))
        self.chips = {each.account: each.chips for each in players}
        self.finished: list[FinishedHand] = []
        self._seq, self._hand = 0, first_hand
        self._events: list[ev.HandEvent] = []

    def play(self, hands: int) -> Iterator[Entry]:
        """Entries that play so many hands; the next is decided when the last was taken."""
        last = self._hand + hands
        while self._hand < last:
            for action in self._between_hands():
                yield from self._perform(action)
            if tables.can_start(self.state):
                yield from self._hand_of_chance()

    def first_entries(self, number: int, hands: int = 50) -> list[Entry]:
        """The first entries of a long session."""
        entries = self.play(hands)
        return [next(entries) for _ in range(number)]

    def _between_hands(self) -> Iterator[TableAction]:
        seating = self.state.seating
        for player in self.players:
            occupant = seating.of(player.account)
            funds = self.chips[player.account]
            if occupant is None:
                least = buy_in_limits(seating.ruleset, seating.departures, player.account, 0)[0]
                if funds >= least and seating.free_seats:
                    yield tables.Sit(account=player.account, name=player.name, buy_in=least)
            elif occupant.stack < seating.ruleset.min_buy and funds:
                yield tables.TopUp(account=player.account, to=seating.ruleset.min_buy)
                yield tables.ApplyTopUp(seat=occupant.seat, funds=funds)
            elif self.rng.random() < 0.1:
                yield tables.Leave(account=player.account)
            elif occupant.sitting_out and occupant.stack:
                yield tables.SitIn(account=player.account)

    def _hand_of_chance(self) -> Iterator[Entry]:
        key = self.rng.randbytes(32)
        yield from self._perform(tables.StartHand(hand=HandId(self._hand), hand_key=key))
        self._hand += 1
        while (running := self.state.running) is not None:
            dealer = tables.dealer_action(self.state)
            action = dealer or tables.Play(action=any_action(self.rng, running, folds=0.05))
            yield from self._perform(action)

    def _perform(self, action: TableAction) -> Iterator[Entry]:
        played = tables.advance(self.state, action)
        if not played.events:
            return
        self._events += ev.hand_events(played.events)
        moved = postings(self.table, self._seq + 1, self.state, played.events)
        entry = self._entry(played, moved)
        yield entry
        for account, change in account_changes(moved).items():
            self.chips[account] = self.chips.get(account, 0) + change
        self.state = played.state
        self._seq += len(played.events)
        if entry.record is not None:
            self.finished.append(entry.record)

    def _entry(self, played: tables.Played, moved: tuple[Posting, ...]) -> Entry:
        running, after = self.state.running, played.state.running
        hand = after or (running and played.state.hand)
        record = None
        if running is not None and after is None:
            record = FinishedHand(
                hand=running.hand,
                table=self.table,
                ended_at=f"2026-11-30T12:00:{running.hand % 60:02}Z",
                events=tuple(self._events),
            )
            self._events = []
        return Entry(
            table=self.table,
            seq=self._seq + 1,
            events=played.events,
            hand=hand.hand if hand else None,
            postings=moved,
            record=record,
            checkpoint=played.state.seating if after is None else None,
        )


async def guests(accounts: Accounts, count: int = 4, chips: int = 5_000) -> list[Account]:
    """So many people with an account."""
    return [(await accounts.add_guest(f"P{number}", chips))[0] for number in range(1, count + 1)]


async def append_all(journal: Journal, entries: Iterable[Entry]) -> None:
    """Append without waiting in between, in order: they share commits."""
    await asyncio.gather(*(journal.append(entry) for entry in entries))


async def chips_of(accounts: Accounts, players: list[Account]) -> dict[AccountId, int]:
    """What these accounts have now."""
    return {each.account: (await accounts.get(each.account)).chips for each in players}
