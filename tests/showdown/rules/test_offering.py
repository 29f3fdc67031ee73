"""
What players offer of their own accord: to post sooner, to show a hand that is over.
"""

import pytest

from showdown import Call, Check, Fold, RaiseTo, Refusal, Ruleset, rank
from showdown.rules import events as ev
from showdown.rules.ruleset import Openers
from showdown.rules.seat_events import PostAsked
from showdown.rules.table import AbortHand, Leave, PostNow, ShowHand, SitOut
from tests.showdown.rules.room import ADA, BLINDS, BOB, CYD, DAN, Room

# ---- posting -------------------------------------------------------------------------------------


def test_who_owes_nothing_has_nothing_to_post():
    room = Room(ADA, BOB, CYD)
    room.start()
    assert room.refuse(PostNow(account=ADA)) is Refusal.NOTHING_OWED
    assert room.refuse(PostNow(account=DAN)) is Refusal.NOT_SEATED


def test_asking_to_post_twice_is_asking_once():
    room = Room(ADA)
    assert room.do(PostNow(account=ADA)) == (PostAsked(seat=1),)
    assert room.do(PostNow(account=ADA)) == ()


def test_who_sits_out_sits_in_before_he_posts():
    room = Room(ADA)
    room.do(SitOut(account=ADA))
    assert room.refuse(PostNow(account=ADA)) is Refusal.ILLEGAL_ACTION


# ---- showing -------------------------------------------------------------------------------------


def with_a_winner(ruleset=BLINDS) -> Room:
    """Seat 2 has won without a showdown: the button folded, the big blind to a raise."""
    room = Room(ADA, BOB, CYD, ruleset=ruleset)
    room.start_with_button(1)
    room.play(Fold(1), RaiseTo(2, 30), Fold(3))
    return room


def test_a_winner_without_showdown_may_show_his_five_cards():
    room = with_a_winner()
    cards = room.state.hand.cards[room.state.hand.seats.index(2)]
    before = room.state.seating
    told = room.do(ShowHand(account=BOB))
    assert told == (ev.HandShown(seat=2, cards=cards, rank=rank(cards)),)
    assert room.state.seating == before
    assert room.refuse(ShowHand(account=BOB)) is Refusal.ILLEGAL_ACTION  # shown already


def test_who_has_folded_or_was_not_dealt_in_has_nothing_to_show():
    room = with_a_winner()
    room.do(room.sit(DAN))
    assert room.refuse(ShowHand(account=ADA)) is Refusal.NOT_IN_HAND
    assert room.refuse(ShowHand(account=CYD)) is Refusal.NOT_IN_HAND
    assert room.refuse(ShowHand(account=DAN)) is Refusal.NOT_IN_HAND


def test_a_hand_is_shown_after_its_end_and_before_the_next_begins():
    room = Room(ADA, BOB, CYD)
    assert room.refuse(ShowHand(account=BOB)) is Refusal.WRONG_PHASE
    room.start_with_button(1)
    room.play(Fold(1), RaiseTo(2, 30))
    assert room.refuse(ShowHand(account=BOB)) is Refusal.WRONG_PHASE
    room.play(Fold(3))
    room.start()
    assert room.refuse(ShowHand(account=BOB)) is Refusal.WRONG_PHASE


def test_who_has_left_shows_nothing_even_if_he_is_back():
    room = with_a_winner()
    room.do(Leave(account=BOB))
    assert room.refuse(ShowHand(account=BOB)) is Refusal.NOT_SEATED
    room.do(room.sit(BOB, 1010, seat=2))
    assert room.refuse(ShowHand(account=BOB)) is Refusal.NOT_IN_HAND


def test_a_hand_that_was_given_up_is_not_shown():
    room = Room(ADA, BOB, CYD)
    room.start()
    room.do(AbortHand(reason="a failed invariant"))
    assert room.refuse(ShowHand(account=ADA)) is Refusal.WRONG_PHASE


def showdown_with(ruleset) -> tuple[Room, int]:
    """A hand that everybody checked to the end, and a seat whose hand was mucked."""
    for _ in range(50):
        room = Room(ADA, BOB, CYD, ruleset=ruleset)
        for _ in range(50):
            room.start()
            room.play_out()
            mucked = [event.seat for event in room.events if isinstance(event, ev.HandMucked)]
            if mucked:
                return room, mucked[0]
    raise AssertionError("nobody has mucked")


@pytest.mark.parametrize("auto_muck", [True, False])
def test_a_beaten_player_may_show_where_hands_are_not_mucked_at_once(auto_muck):
    room, seat = showdown_with(Ruleset(sb=5, bb=10, auto_muck=auto_muck))
    account = room.sitting(seat).account
    if auto_muck:
        assert room.refuse(ShowHand(account=account)) is Refusal.ILLEGAL_ACTION
        return
    (shown,) = room.do(ShowHand(account=account))
    assert isinstance(shown, ev.HandShown)
    assert shown.seat == seat


def test_nobody_shows_in_a_deal_that_was_passed_out():
    rules = Ruleset(ante=1, min_bet=2, jacks=Openers.JACKS, auto_muck=False, min_buy=100)
    room = Room(ADA, BOB, CYD, ruleset=rules, buy_in=100)
    room.start()
    room.play(*(Check(seat) for seat in room.hand.seats))
    assert room.state.running is None
    assert room.refuse(ShowHand(account=ADA)) is Refusal.ILLEGAL_ACTION


def test_whoever_shows_shows_it_after_the_hand_to_everybody():
    room = with_a_winner()
    room.do(ShowHand(account=BOB))
    place = room.state.hand.seats.index(2)
    assert room.state.hand.shown[place]
    assert room.state.hand.ended


def test_a_caller_of_an_all_in_has_shown_already():
    room = Room(ADA, BOB)
    room.start_with_button(1)
    room.play(RaiseTo(1, 1000), Call(2))
    room.play_out()
    for account in (ADA, BOB):
        assert room.refuse(ShowHand(account=account)) is Refusal.ILLEGAL_ACTION
