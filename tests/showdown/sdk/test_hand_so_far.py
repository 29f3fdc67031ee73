"""Putting a hand together from events, snapshots and gaps."""

from showdown.protocol import messages as msg
from showdown.protocol.codec import decode_events
from showdown.rules import table as rules
from showdown.rules.ruleset import HandId
from showdown.rules.seen import Hidden
from showdown.sdk.hand_so_far import HandSoFar, played_hand
from tests.showdown.sdk.small_table import BLUE, OTHER, SmallTable


def seated():
    table = SmallTable()
    table.sit(msg.Sit(id="1", table=BLUE))
    return table


def add(hand, update):
    for event in decode_events(update.events):
        hand.add(event)


def test_a_hand_is_whole_from_its_start_to_its_end():
    table, hand = seated(), HandSoFar()
    add(hand, table.deal())
    add(hand, table.play(msg.Fold(), 1))
    played = hand.take(1)
    assert played is not None
    assert (played.hand, played.seat, played.net) == (1, 1, -5)
    assert played.events == decode_events(table.stored().events)


def test_a_hand_is_taken_once():
    table, hand = seated(), HandSoFar()
    add(hand, table.deal())
    add(hand, table.play(msg.Fold(), 1))
    assert hand.take(1) is not None
    assert hand.take(1) is None


def test_what_happens_at_the_table_meanwhile_is_no_part_of_the_hand():
    table, hand = seated(), HandSoFar()
    add(hand, table.deal())
    add(hand, table.do(rules.SitOut(account=OTHER)))
    add(hand, table.play(msg.Fold(), 1))
    played = hand.take(1)
    assert played is not None
    assert "SatOut" not in [type(event).__name__ for event in played.events]


def test_a_hand_that_was_given_up_counts_for_nothing():
    table, hand = seated(), HandSoFar()
    add(hand, table.deal())
    add(hand, table.do(rules.AbortHand(reason="a fault")))
    assert hand.take(1) is None


def test_a_seat_that_was_not_dealt_in_has_played_no_hand():
    table = seated()
    table.deal()
    table.play(msg.Fold(), 1)
    stored = decode_events(table.stored().events)
    events = tuple(event for event in stored if not isinstance(event, Hidden))
    assert played_hand(events, 3) is None
    assert played_hand(events, None) is None
    assert played_hand((), 1) is None


def test_after_a_gap_the_hand_that_goes_on_is_missed_until_it_is_over():
    table, hand = seated(), HandSoFar()
    add(hand, table.deal())
    hand.begin_again(table.snapshot().view)
    assert hand.missed(running=HandId(1)) == ()
    assert hand.missed() == hand.missed() == (1,)
    hand.found(HandId(1))
    assert hand.missed() == ()


def test_after_a_gap_both_the_hand_before_and_the_one_that_runs_are_missed():
    table, hand = seated(), HandSoFar()
    add(hand, table.deal())
    table.play(msg.Fold(), 1)
    table.deal()
    hand.begin_again(table.snapshot().view)
    assert hand.missed(running=HandId(2)) == (1,)
    hand.found(HandId(1))
    assert hand.missed() == (2,)


def test_a_newcomer_has_missed_nothing():
    table, hand = SmallTable(), HandSoFar()
    hand.begin_again(table.snapshot().view)
    assert hand.missed() == ()
