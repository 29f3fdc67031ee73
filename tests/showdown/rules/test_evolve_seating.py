"""
What happens at a table makes of the players there, and what a hand leaves behind.
"""

import pytest

from showdown import CorruptHistory, Ruleset
from showdown.rules import events as ev
from showdown.rules.evolve_seating import hand_event, seat_event
from showdown.rules.positions import Positions
from showdown.rules.rejoining import Departure
from showdown.rules.ruleset import AccountId, DrawMode, HandId
from showdown.rules.seat_events import (
    ButtonMoved,
    CarryForfeited,
    CarryMatched,
    CarryPaid,
    CarryRestored,
    DebtsChanged,
    LeaveAsked,
    Left,
    PostAsked,
    SatIn,
    SatOut,
    Seated,
    StackChanged,
    TopUpAsked,
)
from showdown.rules.seating import BANK_REFILL_HANDS, Seating, full_bank
from showdown.rules.start import NO_CARRY, Carry

BLINDS = Ruleset(sb=5, bb=10)
ANTES = Ruleset(ante=1, min_bet=2)


# ---- who sits there ------------------------------------------------------------------------------


def table(*seats, ruleset=BLINDS) -> Seating:
    seating = Seating(ruleset=ruleset)
    for seat in seats:
        seating = seat_event(seating, seated(seat))
    return seating


def seated(seat, stack=1000):
    return Seated(seat=seat, account=AccountId(seat * 11), name=f"P{seat}", stack=stack)


def occupant(seating, seat):
    found = seating.at(seat)
    assert found is not None
    return found


def test_who_sits_down_is_ready_for_the_next_hand_with_a_full_bank():
    seating = table(4, 2)
    assert [each.seat for each in seating.ready] == [2, 4]
    assert occupant(seating, 4).bank_ms == full_bank(BLINDS) == 60_000
    assert seating.free_seats == (1, 3, 5, 6)
    assert seating.of(AccountId(22)) == occupant(seating, 2)
    assert seating.of(AccountId(33)) is None


def test_who_sits_out_leaves_or_has_no_chips_is_not_ready():
    seating = table(1, 2, 3, 4, 5)
    for event in (SatOut(seat=1), LeaveAsked(seat=2), StackChanged(seat=3, stack=0)):
        seating = seat_event(seating, event)
    assert [each.seat for each in seating.ready] == [4, 5]
    seating = seat_event(seating, SatIn(seat=1))
    assert [each.seat for each in seating.ready] == [1, 4, 5]
    seating = seat_event(seating, Left(seat=2, account=AccountId(22), stack=1000))
    assert seating.at(2) is None


def test_a_top_up_is_remembered_until_the_stack_changes():
    seating = seat_event(table(1), TopUpAsked(seat=1, to=900))
    assert occupant(seating, 1).top_up_to == 900
    seating = seat_event(seating, StackChanged(seat=1, stack=900))
    assert (occupant(seating, 1).stack, occupant(seating, 1).top_up_to) == (900, None)


def test_in_a_game_with_blinds_a_newcomer_owes_the_big_blind():
    assert (occupant(table(1), 1).owes_bb, occupant(table(1), 1).owes_sb) == (True, False)
    assert not occupant(table(1, ruleset=ANTES), 1).is_in_debt


def test_debts_are_what_the_last_event_says():
    seating = seat_event(table(1, 2), DebtsChanged(seat=2, owes_bb=True, owes_sb=True, missed=1))
    assert occupant(seating, 2).as_sitter.owes_sb
    assert occupant(seating, 2).missed == 1
    seating = seat_event(seating, DebtsChanged(seat=2))
    assert not occupant(seating, 2).is_in_debt
    assert occupant(seating, 2).as_sitter.clean


def test_who_asked_to_post_is_done_with_it_when_he_owes_nothing_or_sits_out():
    asked = seat_event(table(1), PostAsked(seat=1))
    assert occupant(asked, 1).asks_to_post
    for event, still in (
        (DebtsChanged(seat=1, owes_sb=True), True),
        (DebtsChanged(seat=1), False),
        (SatOut(seat=1), False),
        (SatIn(seat=1), True),
    ):
        assert occupant(seat_event(asked, event), 1).asks_to_post is still


def test_what_a_player_takes_away_is_remembered_for_as_long_as_the_table_says():
    seating = seat_event(table(1, 2), left(1, stack=2300, at_s=100))
    assert seating.departures == (Departure(account=AccountId(11), stack=2300, at_s=100),)
    seating = seat_event(seating, left(2, stack=50, at_s=100 + 120 * 60 + 1))
    assert [each.stack for each in seating.departures] == [50]


def left(seat, stack=1000, at_s=0):
    return Left(seat=seat, account=AccountId(seat * 11), stack=stack, at_s=at_s)


def test_when_the_last_big_blind_has_left_whoever_takes_his_seat_is_another():
    seating = seat_event(table(1, 2, 3), ButtonMoved(button=1, small_blind=2, big_blind=3))
    assert seating.last == Positions(button=1, small_blind=2, big_blind=3)
    seating = seat_event(seating, left(2))
    assert not seating.last.big_left
    seating = seat_event(seat_event(seating, left(3)), seated(3))
    assert seating.last.big_left


def test_an_event_of_an_empty_seat_is_corrupt():
    with pytest.raises(CorruptHistory, match="Nobody sits in seat 3"):
        seat_event(table(1), SatOut(seat=3))


# ---- what a hand makes of the table --------------------------------------------------------------


def ended(**stacks):
    return ev.HandEnded(
        stacks=tuple(
            ev.SeatStack(seat=int(name[1:]), stack=chips) for name, chips in stacks.items()
        ),
        pots=(),
        rake=0,
    )


def test_the_end_of_a_hand_settles_the_stacks():
    seating = hand_event(table(1, 2, 3), ended(s1=1020, s2=980))
    assert [occupant(seating, seat).stack for seat in (1, 2, 3)] == [1020, 980, 1000]
    assert [occupant(seating, seat).hands for seat in (1, 2, 3)] == [1, 1, 0]


def acted(seat, *, timed_out):
    return ev.Acted(seat=seat, move=ev.Move.FOLD, timed_out=timed_out)


def test_timeouts_are_counted_in_a_row():
    seating = table(1, 2)
    for timed_out, count in ((True, 1), (True, 2), (False, 0), (True, 1)):
        seating = hand_event(seating, acted(1, timed_out=timed_out))
        assert occupant(seating, 1).timeouts == count
    seating = hand_event(seating, ev.Discarded(seat=1, cards=(), timed_out=True))
    assert occupant(seating, 1).timeouts == 2
    assert occupant(seating, 2).timeouts == 0
    assert occupant(seat_event(seating, SatIn(seat=1)), 1).timeouts == 0


def test_the_time_bank_is_full_again_after_fifty_hands():
    seating = hand_event(table(1), ev.BankSpent(seat=1, bank_ms=1_500))
    for _ in range(BANK_REFILL_HANDS - 1):
        seating = hand_event(seating, ended(s1=1000))
    assert occupant(seating, 1).bank_ms == 1_500
    seating = hand_event(seating, ended(s1=1000))
    assert occupant(seating, 1).bank_ms == 60_000


def test_in_a_simultaneous_draw_a_timeout_counts_when_the_choice_was_made():
    seating = table(1, 2, ruleset=Ruleset(sb=5, bb=10, draw_mode=DrawMode.SIMULTANEOUS))
    seating = hand_event(seating, ev.DrawChosen(seat=1, cards=(), timed_out=True))
    seating = hand_event(seating, ev.Discarded(seat=1, cards=()))
    assert occupant(seating, 1).timeouts == 1


# ---- the carry -----------------------------------------------------------------------------------


def carrying(**shares):
    return Carry(shares={int(name[1:]): chips for name, chips in shares.items()}, passed_out=1)


def passed_out(seating, **shares):
    """A deal of jackpots that nobody opened; each paid his share from a stack of 1000."""
    carried = carrying(**shares).shares
    over = ev.CarriedOver(shares=tuple(ev.Share(seat=s, amount=c) for s, c in carried.items()))
    end = ev.HandEnded(
        stacks=tuple(ev.SeatStack(seat=seat, stack=1000 - carried[seat]) for seat in carried),
        pots=(),
        rake=0,
        passed_out=True,
    )
    return hand_event(hand_event(seating, over), end)


def test_a_passed_out_deal_leaves_a_carry_and_counts():
    seating = passed_out(table(1, 2, 3, ruleset=ANTES), s1=1, s2=1, s3=1)
    assert seating.carry == carrying(s1=1, s2=1, s3=1)
    assert seating.chips == 3000


def test_while_it_is_played_for_the_carry_is_in_the_pot():
    seating = passed_out(table(1, 2, ruleset=ANTES), s1=1, s2=1)
    seating = hand_event(seating, hand_started(1, 2))
    assert (seating.carry.total, seating.carry.passed_out) == (0, 1)
    assert hand_event(seating, ended(s1=1000, s2=1000)).carry == NO_CARRY


def hand_started(*seats):
    lineup = tuple(ev.Dealt(seat=seat, stack=1000) for seat in seats)
    return ev.HandStarted(hand=HandId(1), ruleset=ANTES, button=seats[0], lineup=lineup)


def test_a_carry_is_matched_forfeited_and_paid():
    seating = passed_out(table(1, 2, 3, ruleset=ANTES), s1=1, s2=1)
    seating = seat_event(seat_event(seating, PostAsked(seat=3)), CarryMatched(seat=3, amount=1))
    assert (occupant(seating, 3).stack, occupant(seating, 3).asks_to_post) == (999, False)
    assert seating.carry == carrying(s1=1, s2=1, s3=1)
    for seat in (1, 3):
        seating = seat_event(seating, CarryForfeited(seat=seat, amount=1))
    assert (seating.carry.shares, seating.carry.forfeited) == ({2: 1}, (1, 1))
    seating = seat_event(seating, CarryPaid(seat=2, amount=3))
    assert (occupant(seating, 2).stack, seating.carry) == (1002, NO_CARRY)
    assert seating.chips == 3000


def test_a_carry_comes_back_from_a_hand_that_was_given_up():
    seating = passed_out(table(1, 2, ruleset=ANTES), s1=1, s2=1)
    before = seating.carry
    seating = hand_event(seating, hand_started(1, 2))
    shares = tuple(ev.Share(seat=seat, amount=1) for seat in (1, 2))
    assert seat_event(seating, CarryRestored(shares=shares)).carry == before


# ---- a hand that is given up ---------------------------------------------------------------------


def test_a_hand_that_was_given_up_does_not_count_for_button_and_blinds():
    first, second, third = (
        ButtonMoved(button=button, small_blind=button + 1, big_blind=button + 2)
        for button in (1, 2, 3)
    )
    seating = seat_event(table(1, 2, 3, 4, 5), first)
    seating = hand_event(seating, ended(s1=1000))
    assert seating.last_counted == Positions(button=1, small_blind=2, big_blind=3)
    for event in (second, third):  # twice in a row
        seating = seat_event(seating, event)
        assert seating.last_counted.button == event.button
        seating = hand_event(seating, ev.HandAborted(stacks=(), reason="a test wants it"))
        assert (seating.last.button, seating.last_counted.button) == (event.button, 1)


def test_a_hand_cannot_pay_a_seat_where_nobody_sits():
    with pytest.raises(CorruptHistory, match="Nobody sits in seat 2"):
        hand_event(table(1), ended(s1=1000, s2=1000))


def test_other_events_of_a_hand_leave_the_table_alone():
    seating = table(1)
    assert hand_event(seating, ev.HandMucked(seat=1)) is seating
    assert hand_event(seating, acted(1, timed_out=False)) is seating
