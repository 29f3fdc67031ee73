"""
A hand as it is kept, and what it was for each seat.
"""

import zlib
from random import Random

import pytest
from msgspec.structs import replace

from showdown import CorruptHistory, Ruleset, start_hand
from showdown.history import HandRecord, from_json, from_pokerstars, results, to_json
from showdown.history.record import Person, display
from showdown.rules import events as ev
from showdown.rules.ruleset import AccountId, TableId
from showdown.rules.start import Player
from showdown.testing.generators import any_hand, play_out
from showdown.testing.rulesets import any_ruleset
from tests.showdown.history.hands import SIDE_POT, TWO_PAIR, WALK, record_of


def read(text: str) -> HandRecord:
    return record_of(from_pokerstars(text))


def net(record: HandRecord) -> dict[int, int]:
    return {result.seat: result.net for result in results(record)}


def test_the_winner_wins_what_the_others_lose_and_the_house_takes():
    record = read(TWO_PAIR)
    assert net(record) == {1: 81 - 40, 2: -5, 4: -40}
    assert sum(net(record).values()) == -4
    assert [result.won for result in results(record)] == [81, 0, 0]


def test_who_was_in_when_hands_were_compared_came_to_the_showdown():
    assert [result.showdown for result in results(read(TWO_PAIR))] == [True, False, True]
    assert not any(result.showdown for result in results(read(WALK)))


def test_returned_chips_are_neither_won_nor_lost():
    assert net(read(WALK)) == {1: 5, 2: 0, 4: -5}
    assert [result.won for result in results(read(WALK))] == [10, 0, 0]


def test_each_pot_counts_for_its_winner():
    assert net(read(SIDE_POT)) == {1: 15200 - 12000, 2: 11400 - 4000, 4: -12000}


def test_a_hand_that_was_given_up_was_nothing_for_anybody():
    record = read(TWO_PAIR)
    stacks = tuple(ev.SeatStack(seat=d.seat, stack=d.stack) for d in record.started.lineup)
    aborted = replace(
        record, events=(*record.events[:6], ev.HandAborted(stacks=stacks, reason="a test"))
    )
    assert net(aborted) == {1: 0, 2: 0, 4: 0}


def test_a_winner_who_shows_afterwards_did_not_come_to_a_showdown():
    record = read(WALK)
    shown = ev.HandShown(seat=1, cards=record.events[3].hands[0].cards)
    assert not any(r.showdown for r in results(replace(record, events=(*record.events, shown))))


def test_a_record_that_breaks_off_has_no_results():
    record = read(TWO_PAIR)
    with pytest.raises(CorruptHistory, match="breaks off"):
        results(replace(record, events=record.events[:-1]))


@pytest.mark.parametrize("events", [(), "without its first"])
def test_a_record_that_does_not_begin_as_a_hand_begins_is_corrupt(events):
    record = read(TWO_PAIR)
    with pytest.raises(CorruptHistory, match="begins with HandStarted"):
        _ = replace(record, events=record.events[1:] if events else ()).started


def test_players_are_named_by_seat_with_their_accounts():
    events = start_hand(
        Ruleset(sb=5, bb=10),
        {3: 100, 1: 100},
        button=1,
        players={3: Player(account=AccountId(7), name="Ada"), 1: Player(account=AccountId(8))},
    )
    record = HandRecord(table=TableId("a"), events=events)
    assert record.players == (
        Person(1, "", AccountId(8)),
        Person(3, "Ada", AccountId(7)),
    )
    assert (record.name_of(3), record.name_of(1)) == ("Ada", "seat 1")
    assert (record.hand, record.ruleset) == (1, Ruleset(sb=5, bb=10))


@pytest.mark.parametrize(
    ("amount", "scale", "text"),
    [(0, 100, "0.00"), (7, 100, "0.07"), (-105, 100, "-1.05"), (1234, 1, "1234"), (5, 10, "0.5")],
)
def test_amounts_are_displayed_in_whole_units_and_their_parts(amount, scale, text):
    assert display(amount, scale) == text


def test_a_finished_hand_fits_into_two_kilobytes_at_rest():
    rng = Random(3)
    sizes = []
    for number in range(60):
        hand = any_hand(rng, any_ruleset(rng))
        play_out(rng, hand)
        record = HandRecord(table=TableId(f"table {number}"), events=tuple(hand.events))
        assert from_json(to_json(record)) == record
        sizes.append(len(zlib.compress(to_json(record).encode())))
    assert max(sizes) < 2048
