"""A place in hands that are over."""

import pytest

from client_cli.desk.reel import SPEEDS, Reel
from client_cli.story import from_record
from showdown.history import HandRecord, read_hands
from showdown.rules import seen
from tests.client_cli.texts import MUCKED, POKERSTARS


@pytest.fixture
def reel():
    text = f"{POKERSTARS}\n\n{MUCKED}"
    return Reel([from_record(e, ascii=True) for e in read_hands(text) if isinstance(e, HandRecord)])


def kind(reel):
    return type(reel.step.event)


def test_before_anything_has_happened_the_players_are_there(reel):
    assert (reel.place, reel.step, list(reel.lines)) == (0, None, [])
    assert [seat.name for seat in reel.view.seats] == ["P1", "P2", "Hero"]


def test_a_step_on_and_back_is_where_it_was(reel):
    assert reel.forward()
    assert kind(reel) is seen.HandStarted
    assert reel.back()
    assert not reel.back()


def test_at_the_end_it_goes_no_further(reel):
    assert reel.to_end()
    assert reel.at_end
    assert not reel.forward()
    assert list(reel.lines)[-1].startswith("Hand 1001 is over")


def test_from_decision_to_decision(reel):
    told = []
    while reel.to_next_decision():
        told.append(reel.step.lines[0])
    assert told == [
        "P2 raises to $3.00.",
        "Hero calls $2.50.",
        "P1 folds.",
        "Hero discards Jh.",
        "P2 draws 3 cards.",
        "Hero bets $5.00.",
        "P2 calls $5.00.",
    ]
    assert reel.to_last_decision()
    assert reel.step.lines == ("Hero bets $5.00.",)


def test_from_part_to_part(reel):
    parts = []
    while reel.to_next_part():
        parts.append(kind(reel))
    assert parts[:4] == [seen.CardsDealt, seen.Discarded, seen.Acted, seen.HandShown]
    assert reel.at_end
    back = 0
    while reel.to_last_part():
        back += 1
    assert (back, reel.place) == (5, 0)


def test_from_hand_to_hand(reel):
    assert not reel.last_hand()
    reel.to_end()
    assert reel.next_hand()
    assert (reel.number, reel.place) == (1, 0)
    assert not reel.next_hand()
    assert reel.last_hand()


def test_playing_goes_on_to_the_end_and_pauses_there(reel):
    reel.play()
    ticks = 0
    while reel.playing:
        assert reel.tick()
        ticks += 1
    assert (ticks, reel.at_end) == (reel.length, True)
    assert not reel.tick()
    reel.play()
    assert reel.place == 0


def test_faster_and_slower_as_far_as_there_is(reel):
    for _ in SPEEDS:
        reel.faster()
    assert reel.speed == max(SPEEDS)
    for _ in SPEEDS:
        reel.slower()
    assert reel.speed == min(SPEEDS)


def test_a_hand_that_was_mucked_is_known_where_the_viewer_may_see_it(reel):
    reel.to_end()
    assert reel.cards_listed == {}
