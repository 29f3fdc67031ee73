"""A table in a test's hands; its dealer deals, reshuffles and acts for leavers by himself."""

from copy import copy
from hashlib import sha256
from itertools import count

import pytest

from showdown import Call, Check, Draw, Fold, IllegalAction, RaiseTo, Refusal, Ruleset, rank
from showdown.rules.deal import first_button
from showdown.rules.hand import HandState
from showdown.rules.phases import Phase
from showdown.rules.ruleset import AccountId, HandId
from showdown.rules.seat_events import StackChanged
from showdown.rules.seating import Occupant, Seating
from showdown.rules.table import (
    Play,
    Sit,
    StartHand,
    TableEvent,
    TableState,
    advance,
    dealer_action,
    decide,
    replay,
)

BLINDS = Ruleset(sb=5, bb=10)
ADA, BOB, CYD, DAN, EVE = (AccountId(number) for number in (11, 22, 33, 44, 55))
NAMES = {ADA: "Ada", BOB: "Bob", CYD: "Cyd", DAN: "Dan", EVE: "Eve"}


class Room:
    """A table with its dealer."""

    def __init__(self, *accounts, ruleset=BLINDS, buy_in=1000):
        self.state = self.empty = TableState(seating=Seating(ruleset=ruleset))
        self.events: list[TableEvent] = []
        self.hands = 0
        self.now_s = 0
        for account in accounts:
            self.do(self.sit(account, buy_in))

    def sit(self, account, buy_in=1000, seat=None):
        return Sit(account=account, name=NAMES[account], buy_in=buy_in, seat=seat)

    def do(self, action) -> tuple[TableEvent, ...]:
        played = advance(self.state, action, self.now_s)
        self.state = played.state
        self.events = [*self.events, *played.events]
        told = played.events
        while (following := dealer_action(self.state)) is not None:
            told += self.do(following)
        return told

    def start(self, key: bytes | None = None) -> tuple[TableEvent, ...]:
        self.hands += 1
        key = key or sha256(bytes([self.hands])).digest()
        return self.do(StartHand(hand=HandId(self.hands), hand_key=key))

    def start_with_button(self, seat) -> tuple[TableEvent, ...]:
        """Begin the first hand of a table with a key that draws this button."""
        ready = [each.seat for each in self.state.seating.ready]
        keys = (sha256(bytes([number])).digest() for number in count())
        return self.start(next(key for key in keys if first_button(key, ready) == seat))

    def wait(self, minutes) -> None:
        self.now_s += round(minutes * 60)

    @property
    def positions(self) -> str:
        """Button, small and big blind as in docs/rules.md: 1/2/3, or 1/(2)/3."""
        last = self.state.seating.last
        assert last is not None
        small = f"({last.small_blind})" if last.dead_small else last.small_blind
        return f"{last.button}/{small}/{last.big_blind}"

    @property
    def dealt_in(self) -> list[int]:
        return sorted(self.hand.seats)

    @property
    def hand(self) -> HandState:
        assert self.state.running is not None
        return self.state.running

    @property
    def asked(self) -> int:
        seat = self.hand.seat_to_act
        assert seat is not None
        return seat

    def sitting(self, seat) -> Occupant:
        occupant = self.state.seating.at(seat)
        assert occupant is not None
        return occupant

    def play(self, *actions) -> tuple[TableEvent, ...]:
        told: tuple[TableEvent, ...] = ()
        for action in actions:
            told = self.do(Play(action=action))
        return told

    def fold_to_one(self) -> None:
        """Everybody folds as long as somebody is asked."""
        while self.state.running is not None:
            self.play(Fold(self.asked))

    def play_out(self):
        """Everybody checks, calls and stands pat."""
        while (hand := self.state.running) is not None:
            seat = self.asked
            if hand.phase is Phase.DRAWING:
                self.play(Draw(seat))
            elif hand.round.bet > hand.bets[hand.seats.index(seat)]:
                self.play(Call(seat))
            else:
                self.play(Check(seat))

    def refuse(self, action) -> Refusal:
        before = self.state
        with pytest.raises(IllegalAction) as refused:
            decide(self.state, action, self.now_s)
        assert self.state is before
        assert str(refused.value).endswith(".")
        return refused.value.refusal

    def stack(self, account):
        occupant = self.state.seating.of(account)
        return None if occupant is None else occupant.stack

    def set_stack(self, account, chips):
        """Give a player other chips, as a hand would have."""
        occupant = self.state.seating.of(account)
        assert occupant is not None
        change = StackChanged(seat=occupant.seat, stack=chips)
        self.state = replay(self.state, [change])
        self.events.append(change)


def lose_everything(room: Room, account, *meanwhile):
    """A hand that is all-in at once, everybody pat, from a key whose cards lose for this player."""
    for number in count():
        key = sha256(b"for the loser" + bytes([number])).digest()
        room_after = copy(room)
        room_after.start(key)
        hand = room_after.hand
        values = dict(zip(hand.started.lineup, map(rank, hand.cards), strict=True))
        loser = min(values, key=lambda dealt: values[dealt])
        if loser.account == account and len(set(values.values())) == 2:
            break
    room.start(key)
    room.play(RaiseTo(room.asked, 1000))
    for action in meanwhile:
        room.do(action)
    room.play(Call(room.asked))
    room.play_out()
