"""A table whose deals are proven, with players who open, are silent and change their anchors."""

from typing import Any

from showdown.rules import actions as act
from showdown.rules.cards import Card
from showdown.rules.fairness.chain import Chain
from showdown.rules.fairness.telling import Opening
from showdown.rules.fairness.texts import to_text
from showdown.rules.hand import HandState
from showdown.rules.legal import legal_actions
from showdown.rules.proven import asked_openings, waits_for_openings
from showdown.rules.ruleset import AccountId, DrawMode, HandId, ReshuffleMode, Ruleset, TableId
from showdown.rules.seat_events import SeatingEvent
from showdown.rules.seating import Seating
from showdown.rules.table import (
    Play,
    SetAnchor,
    Sit,
    StartHand,
    TableState,
    advance,
    can_start,
    dealer_action,
)
from showdown.rules.wild import Wild

TABLE = TableId("proven")


def any_ruleset(rng):
    return Ruleset(
        sb=1,
        bb=2,
        max_seats=8,
        wild=rng.choice((Wild.NONE, Wild.WILD)),
        draw_mode=rng.choice(list(DrawMode)),
        reshuffle=rng.choice(list(ReshuffleMode)),
        burn=rng.random() < 0.3,
        **rng.choice(({}, {}, {"max_draw": 3, "ace4": True}, {"max_draw": 4})),
    )


class ProvenTable:
    def __init__(self, rng, players=None, ruleset=None, silent=0.1):
        self.rng, self.silent = rng, silent
        self.state = TableState(seating=Seating(ruleset=ruleset or any_ruleset(rng)))
        self.chains: dict[int, Chain] = {}
        self.hands = 0
        self.events: list[Any] = []
        self.batches: list[tuple[Any, ...]] = []
        for number in range(1, 1 + (players or rng.randint(2, 8))):
            account = AccountId(number)
            self.do(Sit(account=account, name=f"P{number}", buy_in=100))
            if rng.random() < 0.8:
                self.anchor(account)

    def anchor(self, account):
        seat = self.state.seating.of(account).seat
        self.chains[seat] = Chain(self.rng.randbytes(32), 60)
        self.do(SetAnchor(account=account, anchor=to_text(self.chains[seat].anchor)))

    def do(self, action):
        played = advance(self.state, action)
        self.state = played.state
        self.events += played.events
        self.batches.append(played.events)
        return played.events

    @property
    def hand(self) -> HandState:
        assert self.state.hand is not None
        return self.state.hand

    def play(self):
        """A whole hand; returns its events."""
        if not can_start(self.state):
            return None
        self.hands += 1
        begun = len(self.events)
        key = self.rng.randbytes(32)
        self.do(StartHand(hand=HandId(self.hands), hand_key=key, table=TABLE))
        while self.state.running is not None:
            self.do(self.next_action())
        return [event for event in self.events[begun:] if not is_of_the_table(event)]

    def next_action(self):
        if (action := dealer_action(self.state)) is not None:
            return action
        if waits_for_openings(self.hand):
            return Play(action=act.Open(self.openings()))
        seat = self.hand.seats[self.rng.choice(self.hand.asked)]
        return Play(action=self.choose(seat))

    def openings(self):
        asked = asked_openings(self.hand)
        return tuple(
            Opening(seat=seat, value=to_text(self.chains[seat].open()))
            for seat in asked.commitments
            if self.rng.random() >= self.silent
        )

    def choose(self, seat):
        legal = legal_actions(self.hand, seat)
        place = self.hand.seats.index(seat)
        if legal.draw is not None:
            most = legal.draw - legal.keeps_ace
            held: tuple[Card, ...] = self.hand.cards[place]
            return act.Draw(seat, tuple(self.rng.sample(held, self.rng.choice((most, most, 0)))))
        if self.rng.random() < 0.15:
            return act.Fold(seat)
        return act.Check(seat) if legal.check else act.Call(seat)


def is_of_the_table(event):
    return isinstance(event, SeatingEvent)
