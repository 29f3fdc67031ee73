"""
Each order is as likely as any other, whatever clients do with their openings.

Over n permutations of 52 the sum of (seen - n/52)^2 / (n/52) over all cells, times 51/52, is
chi-square with 2,601 degrees of freedom: mean 2,601, standard deviation 72.
"""

from collections import Counter

import pytest

from showdown.rules.cards import DECK
from showdown.rules.fairness import sealing
from showdown.rules.fairness.deck import SealedDeck
from showdown.rules.fairness.hashing import commitment, hand_tag
from showdown.rules.fairness.sealing import Contributor

DEVIATION = 72
FIVE = 5 * DEVIATION


def who_chooses_last(rng, seal, listed, openings):
    """Of a value and silence the one that gives him what he likes better; he cannot do more."""
    with_all = sealing.entropy(seal, listed, openings)
    without = sealing.entropy(seal, listed, {1: openings[1]})
    return min(with_all, without)


def who_is_silent_by_chance(rng, seal, listed, openings):
    said = {seat: opening for seat, opening in openings.items() if rng.random() < 0.5}
    return sealing.entropy(seal, listed, said)


@pytest.mark.parametrize("way", [who_chooses_last, who_is_silent_by_chance])
@pytest.mark.soak(slice=500)
def test_every_card_is_as_likely_at_every_leaf(rounds, way):
    seen: Counter[tuple[int, object]] = Counter()
    deals = 0
    for rng in rounds:
        deals += 1
        tag = hand_tag("chance", str(deals))
        deck = SealedDeck(rng.randbytes(32), tag, DECK)
        openings = {seat: rng.randbytes(32) for seat in (1, 2)}
        listed = [Contributor(seat, commitment(each)) for seat, each in openings.items()]
        seal = sealing.deal_seal(rng.randbytes(32), tag, 52, (1, 2), listed, deck.root)
        seen.update(enumerate(deck.cards(way(rng, seal, listed, openings))))
    wanted = deals / 52
    cells = sum((seen[place, card] - wanted) ** 2 for place in range(52) for card in DECK)
    assert abs(cells / wanted * 51 / 52 - 2601) < FIVE
