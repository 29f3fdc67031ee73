"""
Taking a seat, and chips between hands.
"""

import pytest

from showdown import Call, Fold, Refusal, Ruleset
from showdown.rules.seat_events import SatIn, SatOut, Seated, StackChanged, TopUpAsked
from showdown.rules.table import (
    ApplyTopUp,
    Leave,
    Play,
    SitIn,
    SitOut,
    TopUp,
    can_start,
    pending_top_ups,
    replay,
)
from tests.showdown.rules.room import ADA, BOB, CYD, Room, lose_everything


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
    room.start_with_button(2)
    room.do(room.sit(CYD))
    assert 3 not in room.hand.seats
    room.play_out()
    room.start()
    assert 3 in room.hand.seats


# ---- coming back ---------------------------------------------------------------------------------


def with_winnings(minutes_away) -> Room:
    """Ada has left with 2300 and wants to come back."""
    room = Room(ADA, BOB)
    room.set_stack(ADA, 2300)
    room.do(Leave(account=ADA))
    room.wait(minutes_away)
    return room


@pytest.mark.parametrize("minutes", [0, 90, 120])
def test_who_comes_back_in_time_brings_at_least_what_he_took_away(minutes):
    room = with_winnings(minutes)
    assert room.refuse(room.sit(ADA, 1000)) is Refusal.BUY_IN_TOO_SMALL
    assert room.refuse(room.sit(ADA, 2299)) is Refusal.BUY_IN_TOO_SMALL
    room.do(room.sit(ADA, 2300))
    assert room.stack(ADA) == 2300


def test_after_two_hours_the_usual_limits_hold():
    room = with_winnings(121)
    assert room.refuse(room.sit(ADA, 2300)) is Refusal.BUY_IN_TOO_LARGE
    room.do(room.sit(ADA, 400))


def test_what_one_took_away_is_nothing_to_another():
    room = with_winnings(1)
    room.do(room.sit(CYD, 400))


def test_empty_visits_do_not_shorten_the_time():
    """Leave rich, return, change your mind, return: tables elsewhere forgot at the second visit."""
    room = with_winnings(60)
    assert room.refuse(room.sit(ADA, 400)) is Refusal.BUY_IN_TOO_SMALL
    room.do(room.sit(ADA, 2300))
    room.do(Leave(account=ADA))
    room.wait(90)
    assert room.refuse(room.sit(ADA, 400)) is Refusal.BUY_IN_TOO_SMALL
    room.wait(31)
    room.do(room.sit(ADA, 400))


def test_who_took_away_little_brings_what_everybody_brings():
    room = Room(ADA, BOB)
    room.set_stack(ADA, 150)
    room.do(Leave(account=ADA))
    assert room.refuse(room.sit(ADA, 150)) is Refusal.BUY_IN_TOO_SMALL
    room.do(room.sit(ADA, 400))
    room.set_stack(ADA, 0)
    room.do(Leave(account=ADA))
    room.do(room.sit(ADA, 400))


def after_a_long_turn(*, chips=1000):
    """Ada has used 45 of the 60 seconds of her time bank and is gone after the hand."""
    room = Room(ADA, BOB)
    room.start()
    while room.hand.seat_to_act != room.state.seating.of(ADA).seat:
        room.play(Call(room.asked))
    room.do(Play(action=Fold(room.asked), overtime_ms=45_000))
    room.play_out()
    room.set_stack(ADA, chips)
    room.do(Leave(account=ADA))
    return room


@pytest.mark.parametrize("chips", [1000, 0])
def test_a_time_bank_is_not_full_again_for_who_gets_up_and_sits_down(chips):
    room = after_a_long_turn(chips=chips)
    room.wait(60)
    room.do(room.sit(ADA))
    assert room.state.seating.of(ADA).bank_ms == 15_000
    assert replay(room.empty, room.events) == room.state


def test_after_the_time_in_which_a_table_remembers_a_time_bank_is_full():
    room = after_a_long_turn()
    room.wait(121)
    room.do(room.sit(ADA))
    assert room.state.seating.of(ADA).bank_ms == 60_000


def test_nobody_has_the_time_bank_that_another_left():
    room = after_a_long_turn()
    room.do(room.sit(CYD))
    assert room.state.seating.of(CYD).bank_ms == 60_000


def test_a_table_may_forget_at_once():
    room = Room(ADA, BOB, ruleset=Ruleset(sb=5, bb=10, rejoin_minutes=0))
    room.set_stack(ADA, 2300)
    room.do(Leave(account=ADA))
    room.do(room.sit(ADA, 400))


def test_who_leaves_in_a_hand_is_remembered_from_its_end():
    room = Room(ADA, BOB, CYD)
    room.start()
    room.do(Leave(account=ADA))
    room.wait(5)
    room.play_out()
    assert room.state.seating.of(ADA) is None
    (departure,) = room.state.seating.departures
    assert (departure.account, departure.at_s) == (ADA, 300)


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
