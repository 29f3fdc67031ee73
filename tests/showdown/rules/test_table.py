"""
A table: sitting down, leaving, chips between hands, and the hand in between.
"""

from copy import copy
from hashlib import sha256
from itertools import count
from random import Random

import pytest

from showdown import (
    BetTo,
    Call,
    Check,
    Draw,
    Fold,
    IllegalAction,
    RaiseTo,
    Refusal,
    Ruleset,
    Timeout,
    rank,
)
from showdown.rules import events as ev
from showdown.rules.actions import Action
from showdown.rules.deal import deck_order
from showdown.rules.hand import HandState
from showdown.rules.phases import Phase
from showdown.rules.ruleset import AccountId, HandId
from showdown.rules.seat_events import (
    ButtonMoved,
    LeaveAsked,
    Left,
    SatIn,
    SatOut,
    Seated,
    StackChanged,
    TopUpAsked,
)
from showdown.rules.seating import Occupant, Seating
from showdown.rules.table import (
    AbortHand,
    ApplyTopUp,
    Leave,
    Play,
    Sit,
    SitIn,
    SitOut,
    StartHand,
    TableAction,
    TableEvent,
    TableState,
    TopUp,
    advance,
    can_start,
    dealer_action,
    decide,
    pending_top_ups,
    replay,
)

BLINDS = Ruleset(sb=5, bb=10)
ADA, BOB, CYD, DAN = (AccountId(number) for number in (11, 22, 33, 44))
NAMES = {ADA: "Ada", BOB: "Bob", CYD: "Cyd", DAN: "Dan"}


class Room:
    """A table with its dealer: deals, reshuffles and acts for leavers by itself."""

    def __init__(self, *accounts, ruleset=BLINDS, buy_in=1000):
        self.state = self.empty = TableState(seating=Seating(ruleset=ruleset))
        self.events: list[TableEvent] = []
        self.hands = 0
        for account in accounts:
            self.do(self.sit(account, buy_in))

    def sit(self, account, buy_in=1000, seat=None):
        return Sit(account=account, name=NAMES[account], buy_in=buy_in, seat=seat)

    def do(self, action) -> tuple[TableEvent, ...]:
        played = advance(self.state, action)
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
            decide(self.state, action)
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


# ---- sitting down --------------------------------------------------------------------------------


def test_a_player_gets_the_seat_he_names_or_the_lowest_free_one():
    room = Room()
    assert room.do(room.sit(ADA, seat=2)) == (Seated(seat=2, account=ADA, name="Ada", stack=1000),)
    assert room.do(room.sit(BOB, 400)) == (Seated(seat=1, account=BOB, name="Bob", stack=400),)
    room.do(room.sit(CYD))
    assert [each.seat for each in room.state.seating.occupants] == [1, 2, 3]


@pytest.mark.parametrize(
    ("buy_in", "refusal"),
    [
        (399, Refusal.BUY_IN_TOO_SMALL),
        (1001, Refusal.BUY_IN_TOO_LARGE),
        (-400, Refusal.BUY_IN_TOO_SMALL),
    ],
)
def test_a_buy_in_is_within_the_limits_of_the_table(buy_in, refusal):
    room = Room()
    assert room.refuse(room.sit(ADA, buy_in)) is refusal
    room.do(room.sit(ADA, 400))
    room.do(room.sit(BOB, 1000))


def test_a_buy_in_is_a_multiple_of_the_unit():
    room = Room(ruleset=Ruleset(sb=5, bb=10, unit=5))
    assert room.refuse(room.sit(ADA, 403)) is Refusal.BAD_AMOUNT


def test_seats_are_refused_that_are_taken_or_not_there():
    room = Room(ADA, ruleset=Ruleset(sb=5, bb=10, max_seats=2))
    assert room.refuse(room.sit(ADA)) is Refusal.ALREADY_SEATED
    assert room.refuse(room.sit(BOB, seat=1)) is Refusal.SEAT_TAKEN
    assert room.refuse(room.sit(BOB, seat=3)) is Refusal.NO_SUCH_SEAT
    assert room.refuse(room.sit(BOB, seat=0)) is Refusal.NO_SUCH_SEAT
    room.do(room.sit(BOB))
    assert room.refuse(room.sit(CYD)) is Refusal.TABLE_FULL
    assert room.refuse(room.sit(CYD, seat=2)) is Refusal.TABLE_FULL


@pytest.mark.parametrize(
    "action",
    [Leave(account=BOB), SitOut(account=BOB), SitIn(account=BOB), TopUp(account=BOB, to=500)],
)
def test_who_has_no_seat_is_told_so(action):
    assert Room(ADA).refuse(action) is Refusal.NOT_SEATED


def test_who_sits_down_during_a_hand_waits_for_the_next():
    room = Room(ADA, BOB)
    room.start()
    room.do(room.sit(CYD))
    assert 3 not in room.hand.seats
    room.play_out()
    room.start()
    assert 3 in room.hand.seats


# ---- when a hand starts --------------------------------------------------------------------------


def test_a_hand_needs_two_players_who_are_ready():
    room = Room(ADA)
    assert not can_start(room.state)
    start = StartHand(hand=HandId(1), hand_key=bytes(32))
    assert room.refuse(start) is Refusal.WRONG_PHASE
    room.do(room.sit(BOB))
    room.do(SitOut(account=ADA))
    assert not can_start(room.state)
    room.do(SitIn(account=ADA))
    assert can_start(room.state)


def test_while_a_hand_runs_no_other_starts():
    room = Room(ADA, BOB)
    room.start()
    assert not can_start(room.state)
    assert room.refuse(StartHand(hand=HandId(9), hand_key=bytes(32))) is Refusal.WRONG_PHASE


def test_a_hand_begins_with_the_button_and_is_dealt_from_its_key():
    room = Room(ADA, BOB, CYD)
    told = room.start()
    moved = told[0]
    assert isinstance(moved, ButtonMoved)
    started = next(event for event in told if isinstance(event, ev.HandStarted))
    assert (started.button, started.small_blind, started.big_blind) == (
        moved.button, moved.small_blind, moved.big_blind,
    )  # fmt: skip
    assert {(each.seat, each.account, each.name) for each in started.lineup} == {
        (1, ADA, "Ada"), (2, BOB, "Bob"), (3, CYD, "Cyd"),
    }  # fmt: skip
    hand = room.hand
    deck = deck_order(started.hand_key)
    assert hand.cards == (deck[0:15:3], deck[1:15:3], deck[2:15:3])


def test_button_and_blinds_wander_from_hand_to_hand():
    room = Room(ADA, BOB, CYD)
    buttons = []
    for _ in range(6):
        told = room.start()
        assert isinstance(told[0], ButtonMoved)
        buttons.append(told[0].button)
        room.play_out()
    assert buttons[3:] == buttons[:3]
    assert sorted(buttons[:3]) == [1, 2, 3]


def test_without_a_hand_nothing_can_be_played():
    room = Room(ADA, BOB)
    assert room.refuse(Play(action=Fold(1))) is Refusal.WRONG_PHASE
    assert room.refuse(AbortHand(reason="none")) is Refusal.WRONG_PHASE


def test_a_reshuffle_comes_from_the_key_as_well():
    room = Room(ADA, BOB, CYD, DAN, ruleset=Ruleset(ante=1, min_bet=2, max_seats=8), buy_in=100)
    for number in range(5, 9):
        NAMES.setdefault(AccountId(number), f"P{number}")
        room.do(room.sit(AccountId(number), 100))
    room.start()
    hand = room.hand
    for seat in hand.seats:
        room.play(Check(seat))
    told: tuple[TableEvent, ...] = ()
    for place, seat in enumerate(hand.seats):
        told += room.play(Draw(seat, hand.cards[place]))
    assert any(isinstance(event, ev.Reshuffled) for event in told)
    assert replay(room.empty, room.events) == room.state


# ---- chips between hands -------------------------------------------------------------------------


def ask_during_a_hand(room: Room, account, to):
    room.set_stack(account, 730)
    room.start()
    room.do(TopUp(account=account, to=to))
    assert not pending_top_ups(room.state)
    room.play_out()


def apply(room: Room, funds=10_000):
    (waiting,) = pending_top_ups(room.state)
    return room.do(ApplyTopUp(seat=waiting.seat, funds=funds))


def test_a_top_up_that_is_asked_for_during_a_hand_is_had_after_it():
    room = Room(ADA, BOB)
    ask_during_a_hand(room, ADA, 900)
    assert apply(room) == (StackChanged(seat=1, stack=900),)
    assert room.stack(ADA) == 900


def test_a_top_up_to_less_than_there_is_does_nothing():
    room = Room(ADA, BOB)
    ask_during_a_hand(room, ADA, 900)
    room.state = replay(room.state, [StackChanged(seat=1, stack=950), TopUpAsked(seat=1, to=900)])
    apply(room)
    assert room.stack(ADA) == 950


@pytest.mark.parametrize(
    ("to", "stack", "sits_out"), [(900, 900, False), (400, 400, False), (300, 0, True)]
)
def test_for_who_has_lost_everything_a_top_up_is_a_rebuy(to, stack, sits_out):
    room = Room(ADA, BOB)
    lose_everything(room, ADA, TopUp(account=ADA, to=to))
    assert room.stack(ADA) == 0
    assert [each.seat for each in pending_top_ups(room.state)] == [1]
    told = apply(room)
    assert room.stack(ADA) == stack
    assert (SatOut(seat=1) in told) is sits_out
    assert can_start(room.state) is not sits_out


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


def test_a_player_without_chips_sits_out_until_he_has_some():
    room = Room(ADA, BOB)
    lose_everything(room, ADA)
    loser = room.sitting(1)
    assert (loser.stack, loser.sitting_out) == (0, True)
    assert room.refuse(SitIn(account=loser.account)) is Refusal.NO_CHIPS
    room.do(TopUp(account=loser.account, to=500))
    apply(room)
    assert room.do(SitIn(account=loser.account)) == (SatIn(seat=loser.seat),)
    assert can_start(room.state)


def test_an_account_pays_what_it_can():
    room = Room(ADA, BOB)
    room.set_stack(ADA, 100)
    room.do(TopUp(account=ADA, to=900))
    apply(room, funds=250)
    assert room.stack(ADA) == 350


def test_a_rebuy_that_the_account_cannot_pay_is_void():
    room = Room(ADA, BOB)
    room.set_stack(ADA, 0)
    room.do(TopUp(account=ADA, to=900))
    assert SatOut(seat=1) in apply(room, funds=399)
    assert room.stack(ADA) == 0


@pytest.mark.parametrize(
    ("to", "refusal"), [(1001, Refusal.BUY_IN_TOO_LARGE), (903, Refusal.BAD_AMOUNT)]
)
def test_a_top_up_is_a_whole_number_of_chips_up_to_the_largest_buy_in(to, refusal):
    room = Room(ADA, BOB, ruleset=Ruleset(sb=5, bb=10, unit=1 if to == 1001 else 5))
    assert room.refuse(TopUp(account=ADA, to=to)) is refusal


def test_a_top_up_that_nobody_asked_for_is_refused():
    room = Room(ADA, BOB)
    assert room.refuse(ApplyTopUp(seat=1, funds=500)) is Refusal.WRONG_PHASE
    assert room.refuse(ApplyTopUp(seat=5, funds=500)) is Refusal.WRONG_PHASE
    room.start()
    room.do(TopUp(account=ADA, to=900))
    assert room.refuse(ApplyTopUp(seat=1, funds=500)) is Refusal.WRONG_PHASE


# ---- sitting out and leaving ---------------------------------------------------------------------


def test_sitting_out_takes_effect_with_the_next_hand():
    room = Room(ADA, BOB, CYD)
    room.start()
    assert room.do(SitOut(account=ADA)) == (SatOut(seat=1),)
    assert room.do(SitOut(account=ADA)) == ()
    assert room.state.is_dealt_in(1)
    room.play_out()
    room.start()
    assert not room.state.is_dealt_in(1)


def test_between_hands_a_player_leaves_at_once_with_his_chips():
    room = Room(ADA, BOB)
    assert room.do(Leave(account=ADA)) == (Left(seat=1, account=ADA, stack=1000),)
    assert room.state.seating.of(ADA) is None


def test_who_leaves_on_his_turn_is_folded_at_once():
    room = Room(ADA, BOB, CYD)
    room.start()
    seat = room.asked
    leaver = next(each for each in room.state.seating.occupants if each.seat == seat)
    told = room.do(Leave(account=leaver.account))
    assert told[0] == LeaveAsked(seat=seat)
    assert ev.Acted(seat=seat, move=ev.Move.FOLD, to=0) in told
    assert room.do(Leave(account=leaver.account)) == ()
    room.play_out()
    assert room.state.seating.of(leaver.account) is None
    assert [event for event in room.events if isinstance(event, Left)] == [
        Left(seat=seat, account=leaver.account, stack=1000)
    ]


def test_who_leaves_before_his_turn_is_folded_when_it_comes_even_if_checking_is_free():
    room = Room(ADA, BOB, CYD)
    told = room.start()
    assert isinstance(told[0], ButtonMoved)
    big = told[0].big_blind
    assert big is not None
    account = room.sitting(big).account
    room.do(Leave(account=account))
    room.play(Call(room.asked))
    told = room.play(Call(room.asked))
    assert ev.Acted(seat=big, move=ev.Move.FOLD, to=10) in told
    room.play_out()
    left = next(event for event in room.events if isinstance(event, Left))
    assert (left.account, left.stack) == (account, 990)


def test_a_leaver_who_is_all_in_stands_pat_and_takes_what_he_wins():
    room = Room(ADA, BOB)
    room.start()
    hand, first = room.hand, room.asked
    other = next(seat for seat in hand.seats if seat != first)
    room.play(RaiseTo(first, 1000), Call(other))
    account = room.sitting(first).account
    room.do(Leave(account=account))
    room.play_out()
    stands_pat = [e for e in room.events if isinstance(e, ev.Discarded) and e.seat == first]
    assert stands_pat == [ev.Discarded(seat=first, cards=())]
    left = next(event for event in room.events if isinstance(event, Left))
    ended = next(event for event in room.events if isinstance(event, ev.HandEnded))
    assert left.stack == {each.seat: each.stack for each in ended.stacks}[first]


# ---- time ----------------------------------------------------------------------------------------


def test_after_two_timeouts_in_a_row_a_player_sits_out():
    room = Room(ADA, BOB, CYD)
    room.start()
    late = room.asked
    room.play(Timeout(late))
    room.play_out()
    assert not room.sitting(late).sitting_out
    room.start()
    room.play(RaiseTo(room.asked, 30))
    room.play(Fold(room.asked))
    assert room.asked == late
    told = room.play(Timeout(late))
    assert told[-1] == SatOut(seat=late)
    assert room.sitting(late).sitting_out


def test_an_action_in_between_makes_a_timeout_the_first_again():
    room = Room(ADA, BOB, CYD)
    room.start()
    late = room.asked
    room.play(Timeout(late))
    room.play_out()
    room.start()
    room.play_out()
    room.start()
    while room.asked != late:
        room.play(Call(room.asked))
    room.play(Timeout(late))
    room.play_out()
    assert (room.sitting(late).timeouts, room.sitting(late).sitting_out) == (1, False)


def test_the_bank_that_was_spent_is_missing_in_the_next_hand():
    room = Room(ADA, BOB)
    room.start()
    seat = room.asked
    room.do(Play(action=Fold(seat), overtime_ms=20_000))
    assert room.sitting(seat).bank_ms == 40_000
    room.start()
    lineup = {dealt.seat: dealt.bank_ms for dealt in room.hand.started.lineup}
    assert lineup[seat] == 40_000


# ---- a hand that is given up ---------------------------------------------------------------------


def test_an_aborted_hand_leaves_every_stack_as_it_was_and_is_dealt_anew_from_the_same_button():
    room = Room(ADA, BOB, CYD)
    before = room.start()[0]
    room.play(RaiseTo(room.asked, 500))
    told = room.do(AbortHand(reason="a card was there twice"))
    assert isinstance(told[0], ev.HandAborted)
    assert [room.stack(account) for account in (ADA, BOB, CYD)] == [1000, 1000, 1000]
    again = room.start()
    assert again[0] == before
    room.play_out()
    assert room.start()[0] != before


@pytest.mark.parametrize("change", ["leaves", "sits out"])
def test_after_an_abort_button_and_blinds_move_if_others_would_have_to_post(change):
    room = Room(ADA, BOB, CYD)
    room.start()
    room.play_out()
    before = room.start()[0]
    assert isinstance(before, ButtonMoved)
    room.do(AbortHand(reason="a failed invariant"))
    if change == "leaves":
        room.do(Leave(account=room.sitting(before.button).account))
    else:
        room.do(SitOut(account=room.sitting(before.small_blind or 0).account))
    moved = room.start()[0]
    assert isinstance(moved, ButtonMoved)
    # It is as if that hand had never been: of the two who are left the same is big blind.
    assert moved.small_blind == moved.button
    assert moved.big_blind == before.big_blind


def test_who_asked_to_leave_goes_when_the_hand_is_given_up():
    room = Room(ADA, BOB, CYD)
    room.start()
    waiting = next(e for e in room.state.seating.occupants if e.seat != room.asked)
    room.do(Leave(account=waiting.account))
    told = room.do(AbortHand(reason="a failed invariant"))
    assert told[-1] == Left(seat=waiting.seat, account=waiting.account, stack=1000)


# ---- laws ----------------------------------------------------------------------------------------


def wishes(room: Room, rng: Random) -> list[TableAction]:
    account = rng.choice([ADA, BOB, CYD, DAN])
    actions: list[TableAction] = [
        room.sit(account, rng.choice((400, 1000))),
        Leave(account=account),
        SitOut(account=account),
        SitIn(account=account),
        TopUp(account=account, to=rng.randint(300, 1000)),
    ]
    actions += [
        ApplyTopUp(seat=waiting.seat, funds=rng.randint(0, 1000))
        for waiting in pending_top_ups(room.state)
    ]
    if can_start(room.state):
        room.hands += 1
        actions += [StartHand(hand=HandId(room.hands), hand_key=rng.randbytes(32))] * 6
    hand = room.state.running
    if hand is not None and (seat := hand.seat_to_act) is not None:
        held = hand.cards[hand.seats.index(seat)]
        plays: list[Action] = [
            Fold(seat),
            Check(seat),
            Call(seat),
            Draw(seat, held[: rng.randint(0, 5)]),
        ]
        plays += [BetTo(seat, rng.randint(10, 1000)), RaiseTo(seat, rng.randint(20, 1000))]
        actions += [Play(action=play) for play in plays] * 2
        actions.append(Play(action=Timeout(seat)))
    return actions


@pytest.mark.soak(slice=40)
def test_whatever_is_asked_chips_only_come_and_go_with_players(rounds):
    """Chips at the table change by buy-ins, top-ups, departures and rake, and by nothing else."""
    for rng in rounds:
        room = Room(ADA, BOB)
        for _ in range(60):
            before = len(room.events)
            chips = on_the_table(room.state)
            action = rng.choice(wishes(room, rng))
            try:
                room.do(action)
            except IllegalAction:
                assert len(room.events) == before
                continue
            changed = sum(bought(event, room) for event in room.events[before:])
            topped_up = 0
            if isinstance(action, ApplyTopUp):
                topped_up = on_the_table(room.state) - chips - changed
                assert 0 <= topped_up <= action.funds
            assert on_the_table(room.state) == chips + changed + topped_up
        assert replay(room.empty, room.events) == room.state


def on_the_table(state: TableState) -> int:
    """All chips: stacks, and what of a running hand is in the middle."""
    dealt_in = state.running.seats if state.running else ()
    outside = sum(each.stack for each in state.seating.occupants if each.seat not in dealt_in)
    inside = sum(state.running.stacks) + state.running.pot if state.running else 0
    return outside + inside


def bought(event: TableEvent, room: Room) -> int:
    match event:
        case Seated():
            return event.stack
        case Left():
            return -event.stack
    return 0
