"""The luck of all-in draws is taken out without taking sides."""

from fractions import Fraction
from itertools import combinations
from math import sqrt

import pytest

from showdown import Ruleset, Wild, perform
from showdown import parse_cards as cards
from showdown.arena.dealing import SeededDeal
from showdown.arena.luck import MOST_COUNTED, PARTS, expected_nets
from showdown.rules import actions as act
from showdown.rules.start import begin_hand
from showdown.testing.decks import stacked_deck
from tests.showdown.arena.players import RULES, Gambler, Maniac, pieces, plan

HANDS = {1: cards("AhAdAc5s2h"), 2: cards("KhKdKcKs3h"), 3: cards("QhJh9h4h2c")}
SAMPLER = SeededDeal(1, 1, RULES).sampler


def all_in(throws, stub_top=(), stacks=None, ruleset=RULES):
    """A hand in which all are all-in before the draw, then throw these cards."""
    stacks = stacks or {1: 100, 2: 100}
    begun, state = begin_hand(ruleset, stacks, button=max(stacks))
    dealt = {seat: HANDS[seat] for seat in stacks}
    order = stacked_deck(state.seats, dealt, stub_top=stub_top, deck=ruleset.deck)
    events = [*begun, *perform(state, act.Deal(order))]
    while not state.draw_reached:
        seat = state.seats[state.asked[0]]
        most = max(stacks.values())
        raises = state.round.bet < most and stacks[seat] == most
        events += perform(state, act.RaiseTo(seat, most) if raises else act.Call(seat))
    while state.asked:
        seat = state.seats[state.asked[0]]
        events += perform(state, act.Draw(seat, cards(throws.get(seat, ""))))
    return state, events


def test_with_one_card_to_come_it_is_the_mean_over_all_cards():
    # Seat 1 needs the last ace to beat four kings.
    state, events = all_in({1: "5s"})
    expected = expected_nets(state, events, SAMPLER)
    assert expected == (
        100 * PARTS * (1 - 41) // 42,
        PARTS * -100 + PARTS * 200 * 41 // 42,
    )


def test_where_all_is_counted_it_is_the_mean_of_the_hands_played_with_each_card():
    unseen = [card for card in RULES.deck if card not in (*HANDS[1], *HANDS[2])]
    for throws, draws in (({1: "5s"}, 1), ({2: "3h"}, 1)):
        nets = []
        for top in combinations(unseen, draws):
            state, _ = all_in(throws, stub_top=top)
            nets.append(state.stacks[0] - 100)
        state, events = all_in(throws)
        expected = expected_nets(state, events, SAMPLER)
        assert expected is not None
        assert expected[0] == pytest.approx(Fraction(sum(nets) * PARTS, len(nets)), abs=1)


def test_where_it_is_sampled_it_is_near_the_mean_and_the_same_again():
    # Two cards each: 861 times 780 possibilities.
    state, events = all_in({1: "5s 2h", 2: "3h Ks"})
    once, again = (expected_nets(state, events, SAMPLER) for _ in range(2))
    assert once == again
    other = expected_nets(state, events, SeededDeal(1, 2, RULES).sampler)
    assert once != other
    assert once is not None
    assert abs(sum(once)) <= 2


def test_side_pots_go_to_who_could_win_them():
    state, events = all_in({3: "2c"}, stacks={1: 20, 2: 100, 3: 100})
    expected = expected_nets(state, events, SAMPLER)
    assert expected is not None
    # Seat 1 cannot win: three aces are behind four kings. A straight flush of seat 3 wins all:
    # eight and ten of hearts make none with Q J 9 4; so kings win always.
    assert expected == (-20 * PARTS, 120 * PARTS, -100 * PARTS)


def test_wild_cards_count_as_in_the_game():
    wild = Ruleset(sb=1, bb=2, wild=Wild.WILD)
    state, events = all_in({1: "5s"}, ruleset=wild)
    expected = expected_nets(state, events, SAMPLER)
    # The fourth ace or the joker make four aces, of 43 cards.
    assert expected is not None
    assert expected[1] == PARTS * -100 + PARTS * 200 * 41 // 43


def test_more_possibilities_than_are_counted_are_sampled():
    assert MOST_COUNTED < 861 * 780


def test_only_hands_without_betting_after_the_draw_are_adjusted():
    maniacs = pieces(plan(Maniac, Maniac, hands=20))
    assert all(len(piece.luck) == 10 for piece in maniacs)
    callers = pieces(plan("caller", "tight", hands=20))
    assert not any(piece.luck for piece in callers)


@pytest.mark.parametrize("duplicate", [False, True])
def test_adjusting_is_unbiased_and_takes_scatter_out(duplicate):
    match = plan(Gambler, Maniac, hands=1000, duplicate=duplicate, session=500)
    raw, adjusted = [], []
    for piece in pieces(match):
        for round_, net in enumerate(piece.nets[0]):
            if round_ in piece.luck:
                raw.append(net)
                adjusted.append(piece.luck[round_][0] / PARTS)
    wrong = [one - other for one, other in zip(raw, adjusted, strict=True)]
    mean = sum(wrong) / len(wrong)
    error = sqrt(sum(each**2 for each in wrong)) / len(wrong)
    assert len(wrong) > 150
    assert abs(mean) < 3 * error
    assert sum(each**2 for each in adjusted) < 0.75 * sum(each**2 for each in raw)
