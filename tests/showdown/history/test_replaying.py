"""
Playing a record again.
"""

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from showdown import Call, Check, Deal, Draw, Fold, Ruleset, Timeout, advance, replay, start_hand
from showdown.history import HandRecord, Kind, check, from_pokerstars
from showdown.history.replaying import deck_of, deeds, play_again
from showdown.rules import events as ev
from showdown.rules.deal import deck_order
from showdown.rules.ruleset import TableId
from showdown.rules.start import Player
from showdown.testing.generators import any_hand, play_out
from tests.showdown.history.any_records import any_record
from tests.showdown.history.hands import SIDE_POT, TWO_PAIR, record_of

KEY = bytes(range(32))
DECK_OF_KEY = deck_order(KEY)


def record(events) -> HandRecord:
    return HandRecord(table=TableId("a"), events=tuple(events))


@given(st.integers(0, 2**32))
def test_every_hand_that_was_played_here_plays_again_to_the_chip(seed):
    hand = any_hand(Random(seed))
    play_out(Random(seed), hand)
    assert play_again(record(hand.events)) == []


def slow_hand() -> HandRecord:
    """Heads-up: time banks are used, and run out."""
    events = start_hand(
        Ruleset(sb=5, bb=10),
        {1: 100, 2: 100},
        button=1,
        players={1: Player(name="Ada", bank_ms=3000), 2: Player(name="Bob", bank_ms=0)},
        hand_key=KEY,
    )
    state = replay(events)
    for action, overtime_ms in (
        (Deal(DECK_OF_KEY), 0),
        (Call(1), 1000),
        (Check(2), 700),
        (Draw(2), 0),
        (Timeout(1), 5000),
        (Timeout(2), 0),
        (Check(1), 0),
    ):
        played = advance(state, action, overtime_ms)
        events, state = events + played.events, played.state
    return record(events)


def test_clocks_that_ran_out_and_time_banks_play_again_too():
    slow = slow_hand()
    assert sum(isinstance(event, ev.BankSpent) for event in slow.events) == 3
    assert play_again(slow) == []
    assert [type(deed.action) for deed in deeds(slow)].count(Timeout) == 2


def test_the_deck_comes_back_from_the_hands_and_the_stub():
    dealt = next(event for event in slow_hand().events if isinstance(event, ev.CardsDealt))
    assert deck_of(dealt) == DECK_OF_KEY


def test_a_hand_that_was_given_up_plays_again_as_far_as_it_went():
    slow = slow_hand()
    stacks = (ev.SeatStack(seat=2, stack=100), ev.SeatStack(seat=1, stack=100))
    turns = [n for n, event in enumerate(slow.events, 1) if isinstance(event, ev.Turn)]
    aborted = (*slow.events[: turns[1]], ev.HandAborted(stacks=stacks, reason="a test"))
    assert play_again(replace(slow, events=aborted)) == []
    assert check(replace(slow, events=aborted)).sentence == ("Given up; every stack is as before.")


def changed(events, kind, **fields):
    """The events with the first of a kind changed."""
    place = next(n for n, event in enumerate(events) if isinstance(event, kind))
    return (*events[:place], replace(events[place], **fields), *events[place + 1 :])


@pytest.mark.parametrize(
    ("kind", "fields", "sentence"),
    [
        (ev.PotAwarded, {"amount": 82}, "Event 26 (PotAwarded) has amount 82 in the record and 81"),
        (ev.Raked, {"amount": 3}, "(Raked) has amount 3 in the record and 4 by the rules."),
        (ev.BlindPosted, {"amount": 4}, "(BlindPosted) has amount 4 in the record and 5"),
        (ev.HandEnded, {"rake": 5}, "(HandEnded) has rake 5 in the record and 4 by the rules."),
        (ev.HandShown, {"seat": 4}, "(HandShown) has seat 4 in the record and 1 by the rules."),
    ],
)
def test_an_event_that_the_rules_would_make_otherwise_is_named(kind, fields, sentence):
    original = record_of(from_pokerstars(TWO_PAIR))
    (difference,) = play_again(replace(original, events=changed(original.events, kind, **fields)))
    assert difference.kind is Kind.EVENTS
    assert sentence in difference.sentence


def test_secret_cards_are_not_told_in_a_difference():
    original = record_of(from_pokerstars(TWO_PAIR))
    drawn = next(event for event in original.events if isinstance(event, ev.CardsDrawn))
    events = changed(original.events, ev.CardsDrawn, cards=drawn.cards[::-1] + drawn.cards[:1])
    (difference,) = play_again(replace(original, events=events))
    assert "(CardsDrawn) has other cards than by the rules" in difference.sentence


def test_an_action_that_the_rules_refuse_is_named():
    original = record_of(from_pokerstars(TWO_PAIR))
    events = changed(original.events, ev.Acted, to=70)
    (difference,) = play_again(replace(original, events=events))
    assert difference.kind is Kind.ACTION
    assert "A raise to 70 is above the maximum of 20" in difference.sentence


def test_a_deck_with_a_card_twice_is_no_deck():
    original = record_of(from_pokerstars(TWO_PAIR))
    dealt = next(event for event in original.events if isinstance(event, ev.CardsDealt))
    events = changed(original.events, ev.CardsDealt, stub=dealt.stub[:-1] + dealt.stub[:1])
    (difference,) = play_again(replace(original, events=events))
    assert difference.kind is Kind.ACTION
    assert "is not the 52 cards there are" in difference.sentence


def test_a_record_that_breaks_off_is_told_so():
    original = record_of(from_pokerstars(TWO_PAIR))
    found = check(replace(original, events=original.events[:9]))
    assert {difference.kind for difference in found.differences} == {Kind.BREAKS_OFF}


def test_an_event_too_many_is_told():
    slow = slow_hand()
    (difference,) = play_again(replace(slow, events=(*slow.events, slow.events[-1])))
    assert difference.sentence == (
        f"The record has {len(slow.events) + 1} events; the rules make {len(slow.events)}."
    )


@pytest.mark.parametrize("events", [(), (ev.HandMucked(seat=1),)], ids=["none", "another first"])
def test_a_record_that_does_not_begin_as_a_hand_begins_is_a_difference_too(events):
    found = check(record(events))
    assert not found.ok
    assert "begins with HandStarted" in found.sentence


def test_a_ruleset_for_which_the_stacks_are_wrong_is_a_difference():
    slow = slow_hand()
    started = replace(slow.started, lineup=slow.started.lineup[:1])
    (difference,) = play_again(replace(slow, events=(started, *slow.events[1:])))
    assert difference.kind is Kind.SETUP


def test_rake_by_pot_plays_again_as_the_text_prints_it():
    original = record_of(from_pokerstars(SIDE_POT))
    assert [event.amount for event in original.events if isinstance(event, ev.Raked)] == [600, 800]
    assert play_again(original) == []
    assert not any(isinstance(deed.action, Fold) for deed in deeds(original))


def test_a_hand_may_be_shown_when_all_is_over_but_no_other_one():
    record = next(
        record
        for record in (any_record(Random(seed)) for seed in range(1000))
        if isinstance(record.events[-1], ev.HandShown)
    )
    assert check(record).ok
    shown = record.events[-1]
    assert isinstance(shown, ev.HandShown)
    other = replace(shown, cards=shown.cards[::-1])
    found = check(replace(record, events=(*record.events[:-1], other)))
    assert found.sentence == f"Seat {shown.seat} shows what it did not hold."
