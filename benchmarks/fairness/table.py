"""
Six call stations at a table whose deals are proven, or not, each hand from the same stacks.
"""

from random import Random
from typing import Any, NamedTuple

from showdown import Call, Check, Draw, Ruleset
from showdown.rules.actions import Open
from showdown.rules.fairness.chain import Chain
from showdown.rules.fairness.telling import Opening
from showdown.rules.fairness.texts import to_text
from showdown.rules.hand import HandState
from showdown.rules.legal import to_call
from showdown.rules.phases import Phase
from showdown.rules.proven import asked_openings, waits_for_openings
from showdown.rules.ruleset import AccountId, HandId, TableId
from showdown.rules.seating import Seating
from showdown.rules.table import (
    Play,
    SetAnchor,
    Sit,
    StartHand,
    TableAction,
    TableEvent,
    TableState,
    advance,
    dealer_action,
)

SEATS, STACK, PARTS = 6, 200, 4
TABLE = TableId("bench")

Batches = list[tuple[TableEvent, ...]]
"""What happened, as it is stored and told at once."""


class Kind(NamedTuple):
    """What is played."""

    name: str
    drawn: int
    """How many cards everybody draws, and may draw."""


SHORT = Kind("no reshuffle", 3)
LONG = Kind("a reshuffle", 5)
"""Thirty cards are dealt and thirty drawn, so that the last to draw finds too few."""


class ProvenTable:
    """Six players who open for each hand."""

    def __init__(self, kind: Kind, *, proven: bool = True) -> None:
        self._random = Random(1)
        self._kind, self._table = kind, TABLE if proven else None
        self._hands = 0
        self._values: dict[int, list[str]] = {}
        ruleset = Ruleset(sb=1, bb=2, max_draw=kind.drawn)
        self._ready = TableState(seating=Seating(ruleset=ruleset))
        for number in range(1, SEATS + 1):
            account = AccountId(number)
            self._do(Sit(account=account, name=f"P{number}", buy_in=STACK))
            chain = Chain(self._random.randbytes(32), PARTS)
            self._do(SetAnchor(account=account, anchor=to_text(chain.anchor)))
            self._values[number] = [to_text(chain.open()) for _ in range(PARTS)]

    def _do(self, action: TableAction) -> None:
        self._ready = advance(self._ready, action).state

    def play(self) -> Batches:
        """A hand in which everybody checks or calls, and draws all that he may."""
        self._hands += 1
        key = self._random.randbytes(32)
        start = StartHand(hand=HandId(self._hands), hand_key=key, table=self._table)
        played = advance(self._ready, start)
        batches = [played.events]
        while played.state.running is not None:
            played = advance(played.state, self._next(played.state))
            batches.append(played.events)
        return batches

    def _next(self, state: TableState) -> TableAction:
        if (action := dealer_action(state)) is not None:
            return action
        hand = state.running
        assert hand is not None
        if waits_for_openings(hand):
            return Play(action=Open(self._openings(hand)))
        return Play(action=self._call_station(hand))

    def _openings(self, hand: HandState) -> tuple[Opening, ...]:
        asked = asked_openings(hand)
        assert asked is not None
        return tuple(
            Opening(seat=seat, value=self._values[seat][asked.part]) for seat in asked.commitments
        )

    def _call_station(self, hand: HandState) -> Check | Call | Draw:
        place = hand.asked[0]
        seat = hand.seats[place]
        if hand.phase is Phase.DRAWING:
            return Draw(seat, hand.cards[place][: self._kind.drawn])
        return Call(seat) if to_call(hand, place) else Check(seat)


def some_hands(kind: Kind, many: int = 32) -> list[Any]:
    """Hands to work on."""
    table = ProvenTable(kind)
    return [table.play() for _ in range(many)]
