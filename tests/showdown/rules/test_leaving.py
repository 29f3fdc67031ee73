"""
Sitting out and leaving, the clock, and a hand that is given up.
"""

import pytest

from showdown import Call, Fold, RaiseTo, Timeout
from showdown.rules import events as ev
from showdown.rules.seat_events import ButtonMoved, LeaveAsked, Left, SatOut
from showdown.rules.table import AbortHand, Leave, Play, PostNow, SitIn, SitOut
from tests.showdown.rules.room import ADA, BOB, CYD, DAN, EVE, Room


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


def test_debts_that_a_hand_has_cleared_are_owed_again_when_it_is_given_up():
    room = Room(ADA, BOB, CYD)
    room.start_with_button(1)
    room.play_out()
    for account in (DAN, EVE):
        room.do(room.sit(account))
    room.do(PostNow(account=EVE))
    before = room.state.seating.occupants
    room.start()
    assert not room.sitting(5).is_in_debt
    room.do(AbortHand(reason="a failed invariant"))
    for was in before:
        now = room.sitting(was.seat)
        assert (now.owes_bb, now.owes_sb, now.asks_to_post, now.stack) == (
            was.owes_bb, was.owes_sb, was.asks_to_post, was.stack,
        )  # fmt: skip
    room.start()
    assert (room.positions, room.dealt_in) == ("2/3/4", [1, 2, 3, 4, 5])


def test_blinds_that_were_missed_at_a_hand_that_is_given_up_are_not():
    room = Room(ADA, BOB, CYD, DAN)
    room.start_with_button(1)
    room.play_out()
    room.do(SitOut(account=DAN))
    room.start()
    assert (room.sitting(4).owes_bb, room.sitting(4).missed) == (True, 1)
    room.do(AbortHand(reason="a failed invariant"))
    assert not room.sitting(4).is_in_debt
    assert room.sitting(4).missed == 0
    room.do(SitIn(account=DAN))
    room.start()  # the same button and blinds: it is not his big blind now
    assert (room.positions, room.dealt_in) == ("2/3/1", [1, 2, 3, 4])


def test_two_hands_given_up_in_a_row_change_nothing_either():
    room = Room(ADA, BOB, CYD)
    room.start_with_button(1)
    room.play_out()
    for _ in range(2):
        room.start()
        assert room.positions == "2/3/1"
        room.do(AbortHand(reason="a failed invariant"))
    room.do(Leave(account=CYD))
    room.start()
    assert room.positions == "2/2/1"  # as after 1/2/3
