"""
When a hand starts, who is dealt in, and who pays.
"""

from showdown import Check, Draw, Fold, Refusal, Ruleset
from showdown.rules import events as ev
from showdown.rules.deal import deck_order
from showdown.rules.ruleset import AccountId, ButtonRule, HandId
from showdown.rules.seat_events import ButtonMoved, DebtsChanged, Left
from showdown.rules.table import (
    AbortHand,
    Leave,
    Play,
    PostNow,
    SitIn,
    SitOut,
    StartHand,
    TableEvent,
    advance,
    can_start,
    replay,
)
from tests.showdown.rules.room import ADA, BLINDS, BOB, CYD, DAN, EVE, NAMES, Room


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
    assert hand.cards == [deck[0:15:3], deck[1:15:3], deck[2:15:3]]


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


# ---- entering ------------------------------------------------------------------------------------


def at_a_game(*newcomers, ruleset=BLINDS) -> Room:
    """Seats 1, 2 and 3 have played a hand with the button in seat 1; then others sit down."""
    room = Room(ADA, BOB, CYD, ruleset=ruleset)
    room.start_with_button(1)
    room.play_out()
    for account in newcomers:
        room.do(room.sit(account))
    return room


def posted(told) -> list[tuple[int, int, int]]:
    """Seat, live and dead part of what was posted besides the blinds."""
    return [
        (event.seat, event.amount, event.dead)
        for event in told
        if isinstance(event, ev.BlindPosted) and event.kind is ev.BlindKind.POST
    ]


def test_in_the_first_hand_nobody_waits():
    room = Room(ADA, BOB, CYD, DAN)
    room.start_with_button(1)
    assert (room.positions, room.dealt_in) == ("1/2/3", [1, 2, 3, 4])
    assert not any(each.is_in_debt for each in room.state.seating.occupants)


def test_a_newcomer_pays_his_entry_as_big_blind():
    room = at_a_game(DAN)
    told = room.start()
    assert (room.positions, room.dealt_in) == ("2/3/4", [1, 2, 3, 4])
    assert DebtsChanged(seat=4) in told
    assert not room.sitting(4).is_in_debt


def test_a_newcomer_who_is_not_big_blind_waits_until_he_is():
    room = at_a_game(DAN, EVE)
    room.start()
    assert (room.positions, room.dealt_in) == ("2/3/4", [1, 2, 3, 4])
    room.play_out()
    room.start()
    assert (room.positions, room.dealt_in) == ("3/4/5", [1, 2, 3, 4, 5])


def test_a_newcomer_who_asks_to_post_is_dealt_in_at_once():
    room = at_a_game(DAN, EVE)
    room.do(PostNow(account=EVE))
    assert posted(room.start()) == [(5, 10, 0)]
    assert (room.positions, room.dealt_in) == ("2/3/4", [1, 2, 3, 4, 5])
    assert not room.sitting(5).asks_to_post


def test_who_has_missed_both_blinds_posts_both_or_waits():
    room = at_a_game(DAN)
    room.do(SitOut(account=DAN))
    room.start()
    assert room.positions == "2/3/1"
    four = room.sitting(4)
    assert (four.owes_bb, four.owes_sb, four.missed) == (True, True, 1)
    room.play_out()
    room.do(SitIn(account=DAN))
    room.start()  # between button and big blind he waits even if he asks
    assert (room.positions, room.dealt_in) == ("3/1/2", [1, 2, 3])
    room.do(PostNow(account=DAN))
    room.play_out()
    assert posted(room.start()) == [(4, 10, 5)]
    assert (room.positions, room.dealt_in) == ("1/2/3", [1, 2, 3, 4])
    assert not room.sitting(4).is_in_debt


def test_who_has_missed_both_blinds_pays_the_big_one_if_he_waits_for_it():
    room = at_a_game(DAN)
    room.do(SitOut(account=DAN))
    room.start()
    room.do(SitIn(account=DAN))
    room.play_out()
    for _ in range(2):
        room.start()
        assert room.dealt_in == [1, 2, 3]
        room.play_out()
    assert posted(room.start()) == []
    assert (room.positions, room.dealt_in) == ("2/3/4", [1, 2, 3, 4])
    assert not room.sitting(4).is_in_debt


def test_a_missed_small_blind_is_posted_dead():
    room = at_a_game(DAN)
    room.start()
    room.do(SitOut(account=DAN))  # he was big blind
    room.play_out()
    room.start()
    assert room.positions == "3/1/2"
    four = room.sitting(4)
    assert (four.owes_bb, four.owes_sb) == (False, True)
    room.play_out()
    room.do(SitIn(account=DAN))
    room.do(PostNow(account=DAN))
    room.start()
    assert (room.positions, room.dealt_in) == ("1/2/3", [1, 2, 3, 4])
    assert room.hand.dead == 5


def test_after_three_missed_big_blinds_a_seat_is_free():
    room = at_a_game(DAN)
    room.do(SitOut(account=DAN))
    missed = []
    while room.state.seating.of(DAN) is not None:
        room.start()
        missed.append(room.sitting(4).missed)
        room.play_out()
    assert missed == [1, 1, 1, 2, 2, 2, 3]
    assert room.events[-1] == Left(seat=4, account=DAN, stack=1000)


def test_who_was_dealt_in_has_missed_no_blind():
    room = at_a_game(DAN)
    room.do(SitOut(account=DAN))
    room.start()
    room.play_out()
    room.do(SitIn(account=DAN))
    for _ in range(3):
        room.start()
        room.play_out()
    assert (room.positions, room.sitting(4).missed) == ("2/3/4", 0)


def test_while_too_few_play_nobody_misses_a_blind():
    room = at_a_game()
    room.do(SitOut(account=ADA))
    room.do(SitOut(account=BOB))
    assert not can_start(room.state)
    before = room.state.seating.last
    room.do(SitIn(account=BOB))
    assert room.state.seating.last == before
    assert not room.sitting(1).is_in_debt


def test_a_big_blind_whose_seat_is_taken_by_another_has_no_button():
    room = Room(ADA, BOB, CYD)
    room.start_with_button(1)
    room.play_out()
    for account in (ADA, BOB, CYD):
        room.do(Leave(account=account))
    room.do(room.sit(DAN, seat=3))
    room.do(room.sit(EVE, seat=5))
    buttons = set()
    for number in range(20):
        told = advance(room.state, StartHand(hand=HandId(9), hand_key=bytes([number] * 32))).events
        assert isinstance(told[0], ButtonMoved)
        buttons.add(told[0].button)
    assert buttons == {3, 5}


def test_with_a_dead_button_the_small_blind_of_who_has_left_is_not_posted():
    room = at_a_game(DAN, ruleset=Ruleset(sb=5, bb=10, button_rule=ButtonRule.DEAD))
    room.do(Leave(account=CYD))
    told = room.start()
    assert (room.positions, room.dealt_in) == ("2/(3)/4", [1, 2, 4])
    assert [event.kind for event in told if isinstance(event, ev.BlindPosted)] == ["big"]
    room.play_out()
    room.start()
    assert room.positions == "3/4/1"  # the button is where nobody sits
    assert room.hand.seats == (4, 1, 2)
