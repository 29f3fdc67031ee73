"""
Where button and blinds go, and what hands make of the table around them.
"""

import pytest

from showdown import CorruptHistory, Ruleset
from showdown.rules import events as ev
from showdown.rules.ruleset import AccountId
from showdown.rules.seating import (
    BANK_REFILL_HANDS,
    ButtonMoved,
    LeaveAsked,
    Left,
    SatIn,
    SatOut,
    Seated,
    Seating,
    StackChanged,
    TopUpAsked,
    full_bank,
    hand_event,
    next_button,
    seat_event,
)

BLINDS = Ruleset(sb=5, bb=10)
ANTES = Ruleset(ante=1, min_bet=2)


def blinds(text):
    """``1/2/3`` is button, small and big blind."""
    button, small, big = map(int, text.split("/"))
    return ButtonMoved(button=button, small_blind=small, big_blind=big)


# ---- button and blinds ---------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("ready", "last", "then"),
    [
        ([1, 2, 3, 4], "1/2/3", "2/3/4"),
        ([1, 2, 3, 4], "4/1/2", "1/2/3"),
        ([1, 3, 4], "1/2/3", "3/4/1"),  # the small blind has left: the button skips him
        ([1, 2], "1/2/3", "2/2/1"),
        ([1, 3], "1/2/3", "3/3/1"),  # the last big blind gets the button
        ([2, 3], "1/2/3", "3/3/2"),
        ([1, 4], "1/1/4", "4/4/1"),  # heads-up it goes to and fro
        ([1, 4], "4/4/1", "1/1/4"),
        ([1, 2, 4], "1/1/4", "2/4/1"),  # a third player joins
        ([2, 5, 6], "3/5/6", "5/6/2"),  # the button has left
    ],
)
def test_the_button_moves_to_the_next_player(ready, last, then):
    assert next_button(BLINDS, ready, blinds(last), drawn=ready[0]) == blinds(then)


@pytest.mark.parametrize(
    ("ready", "drawn", "then"),
    [([1, 2, 5], 2, "2/5/1"), ([1, 2, 5], 5, "5/1/2"), ([3, 4], 4, "4/4/3")],
)
def test_the_first_button_of_a_table_is_the_one_that_was_drawn(ready, drawn, then):
    assert next_button(BLINDS, ready, None, drawn) == blinds(then)


def test_without_blinds_only_the_button_moves():
    last = ButtonMoved(button=2)
    assert next_button(ANTES, [1, 2, 4], last, drawn=1) == ButtonMoved(button=4)
    assert next_button(ANTES, [1, 2], last, drawn=1) == ButtonMoved(button=1)


@pytest.mark.parametrize("players", range(2, 9))
def test_while_nobody_comes_or_goes_everybody_posts_in_turn(players):
    ready = list(range(1, players + 1))
    moved, posted = None, []
    for _ in range(3 * players):
        before = moved
        moved = next_button(BLINDS, ready, moved, drawn=1)
        posted.append(moved.big_blind or 0)
        assert before is None or moved.button != before.button
        assert before is None or moved.big_blind != before.big_blind
        assert moved.small_blind != moved.big_blind
    assert sorted(posted) == sorted(3 * ready)


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


def test_a_hand_cannot_pay_a_seat_where_nobody_sits():
    with pytest.raises(CorruptHistory, match="Nobody sits in seat 2"):
        hand_event(table(1), ended(s1=1000, s2=1000))


def test_other_events_of_a_hand_leave_the_table_alone():
    seating = table(1)
    assert hand_event(seating, ev.HandMucked(seat=1)) is seating
    assert hand_event(seating, acted(1, timed_out=False)) is seating
