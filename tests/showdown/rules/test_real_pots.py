"""
Pots of 38 real hands of other games, chosen for their side pots, splits and odd chips.

What everybody put in and who folded gives the pots; who collected which of them, and the rake,
gives what each collector was paid.
"""

import json
from collections import Counter
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest

from showdown import HandState, Pot, Ruleset, parse_cards, split_pots
from showdown.history.raking import given_rake, rake_as_printed
from showdown.rules import events as ev
from showdown.rules.phases import Phase
from showdown.rules.ruleset import HandId
from showdown.rules.settlement import settle
from showdown.rules.start import deal_order

FACTS = Path(__file__).parents[4] / "shared" / "data" / "pots" / "facts.jsonl"
HANDS: list[dict[str, Any]] = (
    [json.loads(line) for line in FACTS.read_text(encoding="utf-8").splitlines()]
    if FACTS.is_file()
    else []
)
pytestmark = pytest.mark.skipif(not HANDS, reason="the shared data is not here")
each_hand = pytest.mark.parametrize("hand", HANDS, ids=lambda hand: hand["id"])

# A pot of 1.90 among four: at these stakes the site paid in chips of 5 cents, since 48, 48, 47 and
# 47 cents became 50, 50, 45 and 45.
FIVE_CENTS = "stars-14402833808"
# The site cut the main pot also where somebody was all-in for his ante while he sat out, and so had
# folded: 90 and 905. Nobody plays for a pot up to there alone, so here they are one (RULES 12.2).
CUT_AT_A_FOLD = "stars-47656382023"
# Seven-card stud in which the best and the lowest hand have half each: to pots two equal winners.
HIGH_AND_LOW = "stars-29356803849"


def whole(hand, amount: str) -> int:
    """A decimal amount in cents, or in chips of a tournament."""
    return int(Decimal(amount) * (1 if hand["currency"] == "chips" else 100))


def seat_numbers(hand) -> dict[str, int]:
    return {place["name"]: place["seat"] for place in hand["seats"]}


def stakes_of(hand) -> dict[int, int]:
    seats = seat_numbers(hand)
    return {seats[name]: whole(hand, amount) for name, amount in hand["contributions"].items()}


def folded_in(hand) -> set[int]:
    seats = seat_numbers(hand)
    return {seats[name] for name in hand["folded"]} & stakes_of(hand).keys()


def layers(hand) -> tuple[Pot, ...]:
    seats = seat_numbers(hand)
    return tuple(
        Pot(whole(hand, amount), tuple(sorted(seats[name] for name in names)))
        for amount, names in hand["layers_before_rake"]
    )


@each_hand
def test_pots_follow_from_what_everybody_put_in_and_who_folded(hand):
    assert split_pots(stakes_of(hand), folded_in(hand)) == layers(hand)


# ---- paying them ---------------------------------------------------------------------------------

STRAIGHTS = ("AcKdQhJsTc", "KcQdJhTs9c", "QcJdTh9s8c", "JcTd9h8s7c")
NOTHING = parse_cards("7c5d4h3s2c")


def pot_number(name: str, pots: int) -> int:
    """The site calls them pot, main pot, side pot, side pot-1, side pot-2."""
    if name in ("pot", "main pot"):
        return 0
    return int(name.partition("-")[2] or 1) if pots > 1 else 0


def winners_of(hand) -> list[set[int]]:
    """Who collected of each pot, main pot first."""
    seats, pots = seat_numbers(hand), len(hand["layers_before_rake"])
    found: list[set[int]] = [set() for _ in range(pots)]
    for name, _, pot in hand["collected"]:
        found[pot_number(pot, pots)].add(seats[name])
    return found


def settled(hand, unit: int = 1) -> tuple[ev.HandEvent, ...]:
    """What the engine makes of the hand when those have the best cards who won."""
    stakes = stakes_of(hand)
    order = deal_order(stakes, hand["button_seat"] or max(stakes))
    printed = [whole(hand, pot) for pot in (hand.get("main_pot", "0"), *hand.get("side_pots", ()))]
    several = len(hand["layers_before_rake"]) > 1
    rake = whole(hand, hand["rake"])
    started = ev.HandStarted(
        hand=HandId(1),
        ruleset=Ruleset(ante=unit, min_bet=unit, unit=unit),
        button=order[-1],
        lineup=tuple(ev.Dealt(seat=seat, stack=stakes[seat]) for seat in order),
        rake=given_rake(rake, printed if several else ()),
    )
    cards = dict.fromkeys(order, NOTHING)
    for straight, winners in reversed(list(zip(STRAIGHTS, winners_of(hand), strict=False))):
        cards |= dict.fromkeys(winners, parse_cards(straight))
    live = [seat not in folded_in(hand) for seat in order]
    state = HandState(started)
    state.phase, state.draw_reached, state.street = Phase.BETTING, True, 1
    state.stacks = [0] * len(order)
    state.paid = [stakes[seat] for seat in order]
    state.live = live
    state.in_hand = tuple(place for place, there in enumerate(live) if there)
    state.cards = [cards[seat] for seat in order]
    return rake_as_printed((started, *settle(state)), rake, printed if several else ())


def collected(hand) -> Counter[int]:
    seats = seat_numbers(hand)
    paid = Counter[int]()
    for name, amount, _ in hand["collected"]:
        paid[seats[name]] += whole(hand, amount)
    return paid


def awarded(events) -> Counter[int]:
    paid = Counter[int]()
    for event in events:
        if isinstance(event, ev.PotAwarded):
            paid[event.seat] += event.amount
    return paid


@each_hand
def test_each_collector_is_paid_to_the_cent(hand):
    events = settled(hand, unit=5 if hand["id"] == FIVE_CENTS else 1)
    assert awarded(events) == collected(hand)
    assert sum(event.amount for event in events if isinstance(event, ev.Raked)) == whole(
        hand, hand["rake"]
    )


# ---- three hands that need a word ----------------------------------------------------------------


def one(name: str):
    return next(hand for hand in HANDS if hand["id"] == name)


def test_in_chips_of_a_cent_the_four_way_split_would_be_48_48_47_47():
    hand = one(FIVE_CENTS)
    assert sorted(awarded(settled(hand)).values()) == [47, 47, 48, 48]
    assert sorted(collected(hand).values()) == [45, 45, 50, 50]
    # The larger shares go to the first two left of the button all the same.
    seats = seat_numbers(hand)
    first = deal_order(stakes_of(hand), hand["button_seat"])[:2]
    assert set(first) == {seats["Hero"], seats["P8"]}


def test_a_pot_is_not_cut_where_somebody_folded_all_in():
    hand = one(CUT_AT_A_FOLD)
    assert "layer_mismatch" in hand["tags"]
    assert [hand["main_pot"], *hand["side_pots"]] == ["90", "905"]
    assert [pot.amount for pot in layers(hand)] == [995]
    # Nine players had 10 in before the one who sat out was all-in.
    assert whole(hand, hand["main_pot"]) == 9 * 10
    assert min(stakes_of(hand).values()) == 10
    # The same player won both.
    assert len(awarded(settled(hand))) == 1


def test_of_a_high_low_pot_each_half_has_a_winner_and_that_is_a_split():
    hand = one(HIGH_AND_LOW)
    assert "HI/LO" in hand["header"]
    assert set(collected(hand).values()) == {220}
    assert len(layers(hand)) == 1


def test_there_are_side_pots_splits_and_rakes_among_them():
    assert len(HANDS) == 38
    assert sum(len(layers(hand)) > 1 for hand in HANDS) >= 20
    assert max(len(layers(hand)) for hand in HANDS) == 3
    assert sum(any(len(each) > 1 for each in winners_of(hand)) for hand in HANDS) >= 10
    assert sum(whole(hand, hand["rake"]) > 0 for hand in HANDS) >= 5
