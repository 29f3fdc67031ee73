"""
What tables give to a journal: people sit down and play hand after hand, as chance will have it.
"""

from collections.abc import Sequence
from random import Random

from server.ports import Account, Entry
from server.tables.money import postings
from server.tables.notes import HandNotes
from server.tables.telling import Batch
from showdown.rules import table as rules
from showdown.rules.actions import Action, Call, Check, Draw
from showdown.rules.events import TurnKind
from showdown.rules.hand import HandState
from showdown.rules.legal import legal_actions
from showdown.rules.rejoining import buy_in_limits
from showdown.rules.ruleset import HandId, Ruleset, TableId
from showdown.rules.seating import Seating
from showdown.rules.table import TableAction, TableState
from showdown.testing.generators import any_action

SEATS, SEED = 6, 1
RULESET = Ruleset(sb=5, bb=10)
NOON = 1_796_040_000
CHANCE = 0.15
"""How often a player does just anything."""
HANDS_APART = 1_000_000
"""Between the first hands of two tables, so that no two hands have the same number."""


class Session:
    """A table where six people play without end; the same seed brings the same entries."""

    def __init__(self, number: int, players: Sequence[Account], seed: int) -> None:
        self.table = TableId(f"table-{number}")
        self.state = TableState(seating=Seating(ruleset=RULESET))
        self._rng = Random(f"{seed} {number}")
        self._players = players
        self._hand = number * HANDS_APART
        self._seq = 0
        self._time = NOON + number
        self._notes = HandNotes(self.table)

    def next(self) -> Entry:
        """What is accepted or dealt next."""
        while True:
            before = self.state
            action = self._next_action()
            played = rules.advance(before, action, self._time)
            if played.events:
                return self._entry(before, played, action)

    def _next_action(self) -> TableAction:
        running, seating = self.state.running, self.state.seating
        if running is not None:
            return rules.dealer_action(self.state) or rules.Play(action=self._move(running))
        for pending in rules.pending_top_ups(self.state):
            return rules.ApplyTopUp(seat=pending.seat, funds=RULESET.usual_buy)
        for player in self._players:
            occupant = seating.of(player.account)
            if occupant is None:
                least = buy_in_limits(RULESET, seating.departures, player.account, self._time)[0]
                buy_in = max(RULESET.usual_buy, least)
                return rules.Sit(account=player.account, name=player.name, buy_in=buy_in)
            if occupant.stack < RULESET.min_buy:
                return rules.TopUp(account=player.account, to=RULESET.usual_buy)
            if occupant.sitting_out:
                return rules.SitIn(account=player.account)
        self._hand += 1
        self._time += 60
        return rules.StartHand(hand=HandId(self._hand), hand_key=self._rng.randbytes(32))

    def _move(self, hand: HandState) -> Action:
        """Mostly check, call and draw; now and then anything."""
        if self._rng.random() < CHANCE:
            return any_action(self._rng, hand, folds=0.2)
        legal = legal_actions(hand)
        assert legal is not None
        if legal.kind is TurnKind.DRAW:
            cards = hand.cards[hand.seats.index(legal.seat)]
            return Draw(legal.seat, cards[: self._rng.randrange(4)])
        return Check(legal.seat) if legal.check else Call(legal.seat)

    def _entry(self, before: TableState, played: rules.Played, action: TableAction) -> Entry:
        after = played.state
        record = self._notes.record(played, self._time)
        hand = after.hand.hand if after.hand is not None else None
        by_player = isinstance(action, rules.Play)
        entry = Entry(
            table=self.table,
            seq=self._seq + 1,
            events=played.events,
            hand=hand if after.running or record else None,
            turn=before.running.turn if by_player and before.running else None,
            account=self._players[0].account if by_player else None,
            action_id=f"{self._rng.getrandbits(64):016x}" if by_player else None,
            postings=postings(self.table, self._seq + 1, before, played.events),
            record=record,
            checkpoint=after.seating if after.running is None else None,
        )
        self._seq += len(played.events)
        self.state = after
        self._notes.follow(Batch(self._seq, played.events))
        return entry


def sessions(players: Sequence[Account], seed: int) -> list[Session]:
    """As many tables as these players fill."""
    groups = [players[first : first + SEATS] for first in range(0, len(players), SEATS)]
    return [Session(number, group, seed) for number, group in enumerate(groups, 1)]
