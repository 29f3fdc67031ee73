"""The client's count of its misses agrees with the table's, as far as it has seen it."""

from random import Random

from showdown.protocol.listing import Listing
from showdown.rules import events as ev
from showdown.rules.contributing import LISTINGS, MISSES_ALLOWED, after_openings, contributors
from showdown.rules.fairness.telling import Opening
from showdown.rules.fairness.texts import to_text
from showdown.rules.ruleset import Seat
from tests.showdown.rules.proven_table import ProvenTable


def asked_times(listing, times, missed=False):
    for _ in range(times):
        listing.asked(missed=missed)


def test_who_knows_nothing_of_the_past_may_be_resting_and_not_for_ever():
    listing = Listing()
    for _ in range(LISTINGS):
        assert listing.may_rest
        listing.passed_over()
    assert not listing.may_rest


def test_who_was_asked_just_now_rests_only_for_misses():
    listing = Listing()
    listing.asked(missed=False)
    assert not listing.may_rest
    listing.asked(missed=True)  # and two before that we know nothing of
    assert listing.may_rest


def test_who_knows_a_hundred_listings_rests_for_three_misses_and_no_less():
    listing = Listing()
    asked_times(listing, LISTINGS)
    asked_times(listing, MISSES_ALLOWED - 1, missed=True)
    assert not listing.may_rest
    listing.asked(missed=True)
    assert listing.may_rest


def test_after_a_rest_that_was_seen_misses_are_counted_anew():
    listing = Listing()
    asked_times(listing, MISSES_ALLOWED, missed=True)
    for _ in range(LISTINGS):
        listing.passed_over()
    asked_times(listing, MISSES_ALLOWED - 1, missed=True)
    assert not listing.may_rest


def test_who_loses_sight_knows_nothing():
    listing = Listing()
    asked_times(listing, LISTINGS)
    listing.loses_sight()
    assert listing.may_rest


def test_whoever_the_table_lets_rest_may_rest_and_nobody_else():
    rng = Random(1)
    table = ProvenTable(rng, players=2)
    table.anchor(table.state.seating.occupants[0].account)
    seating, listing = table.state.seating, Listing()
    listing.asked(missed=False)
    asked_times(listing, LISTINGS)  # so that all that counts was seen
    rested = 0
    for hand in range(3000):
        is_asked = any(each.seat == 1 for each in contributors(seating, (1,)))
        assert is_asked is not listing.may_rest
        openings: tuple[Opening, ...] = ()
        missed: tuple[Seat, ...] = ()
        if not is_asked:
            rested += 1
            listing.passed_over()
        elif rng.random() < (0.04 if hand % 1000 < 500 else 0.01):
            missed = (1,)
            listing.asked(missed=True)
        else:
            openings = (Opening(seat=1, value=to_text(bytes(32))),)
            listing.asked(missed=False)
        event = ev.EntropyOpened(part=0, openings=openings, missed=missed)
        seating = after_openings(seating, event)
    assert rested > 2 * LISTINGS
