"""
The rake of a site, laid onto the pots as it prints them.
"""

import pytest

from showdown import DECK, Call, Draw, RaiseTo, Ruleset, parse_cards
from showdown.history.raking import given_rake, rake_as_printed
from showdown.rules import events as ev
from showdown.testing.decks import stacked_deck
from showdown.testing.watched import WatchedHand

NL = Ruleset(sb=1, bb=2)


def three_way_all_in(deck=DECK, **how) -> WatchedHand:
    """Seats with 20, 100 and 100 are all in: a main pot of 60 and a side pot of 160."""
    hand = WatchedHand(NL, {1: 20, 2: 100, 3: 100}, button=3, deck=deck, **how)
    for action in (RaiseTo(3, 100), Call(1), Call(2), Draw(1), Draw(2), Draw(3)):
        hand.act(action)
    return hand


def of(kind, events):
    return [event for event in events if isinstance(event, kind)]


def test_every_pot_is_raked_as_it_is_printed():
    events = tuple(three_way_all_in(rake=0).events)
    raked = rake_as_printed(events, 11, (57, 152))
    assert of(ev.Raked, raked) == [ev.Raked(pot=0, amount=3), ev.Raked(pot=1, amount=8)]
    assert sum(award.amount for award in of(ev.PotAwarded, raked)) == 220 - 11
    (ended,) = of(ev.HandEnded, raked)
    assert (ended.rake, [pot.amount for pot in ended.pots]) == (11, [60, 160])
    assert sum(each.stack for each in ended.stacks) == 220 - 11


def test_the_winners_and_all_that_came_before_stay_as_they_were():
    events = tuple(three_way_all_in(rake=0).events)
    raked = rake_as_printed(events, 11, (57, 152))
    awards = [(award.seat, award.pot) for award in of(ev.PotAwarded, events)]
    assert [(award.seat, award.pot) for award in of(ev.PotAwarded, raked)] == awards
    assert events[0].rake == 0
    assert raked[0].rake == 11
    first = next(n for n, event in enumerate(events) if isinstance(event, ev.PotAwarded))
    assert raked[1:first] == events[1:first]


@pytest.mark.parametrize("printed", [(60, 160), (57, 151), (66, 143), (209,)])
def test_printed_pots_that_do_not_say_it_leave_the_rake_to_the_main_pot(printed):
    raked = rake_as_printed(tuple(three_way_all_in(rake=0).events), 11, printed)
    assert raked == tuple(three_way_all_in(rake=11).events)


def test_a_shared_pot_is_shared_after_its_rake():
    same = {2: parse_cards("AhKhQhJh9s"), 3: parse_cards("AsKsQsJs9h")}
    hand = three_way_all_in(deck=stacked_deck((1, 2, 3), same), rake=0)
    assert [each.amount for each in of(ev.PotAwarded, hand.events) if each.pot == 1] == [80, 80]
    raked = rake_as_printed(tuple(hand.events), 5, (60, 155))
    assert [each.amount for each in of(ev.PotAwarded, raked) if each.pot == 1] == [78, 77]


def test_without_rake_or_without_printed_pots_nothing_changes():
    events = tuple(three_way_all_in().events)
    assert rake_as_printed(events, 0, (60, 160)) is events
    assert rake_as_printed(events, None, (60, 160)) is events
    assert rake_as_printed(events, 11, ()) is events


def test_a_hand_without_its_end_has_nothing_to_rake():
    hand = WatchedHand(NL, {1: 20, 2: 100}, button=1)
    assert rake_as_printed(tuple(hand.events), 2, (10, 10)) == tuple(hand.events)


def test_a_hand_with_printed_pots_is_played_without_rake_first():
    assert given_rake(7, ()) == 7
    assert given_rake(None, ()) is None
    assert given_rake(7, (60, 160)) == 0
