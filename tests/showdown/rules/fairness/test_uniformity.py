"""
Each order is as likely as any other, whatever clients do with their openings.

Of three contributors one opens always, one sees what the others opened and then takes what he likes
better of opening and silence, and one is silent as often as not. Over n permutations of m cards the
sum of (seen - n/m)^2 / (n/m) over all cells, times (m-1)/m, is chi-square with (m-1)^2 degrees of
freedom.
"""

from math import sqrt

import pytest

from showdown.rules.cards import DECK
from showdown.rules.fairness import sealing
from showdown.rules.fairness.deck import SealedDeck
from showdown.rules.fairness.hashing import DIGEST_SIZE, commitment, hand_tag
from showdown.rules.fairness.pool import SealedPool, stub_leaves
from showdown.rules.fairness.sealing import Contributor

HANDS = 100
"""Each round."""
OPENED = 4
"""So often each hand is opened for: seals take the most time, and each opening decides anew."""
NUMBERS = {card: number for number, card in enumerate(DECK)}
ELIGIBLE = DECK[4::4]
"""As many as there are where eight hold five cards each."""
LINEUP = (1, 2, 3)
LAST, SILENT = 2, 3
"""Who chooses when the others have opened, and who is silent half of the time."""
ACE = NUMBERS[DECK[-1]]


class Cells:
    """How often each card was seen in each place."""

    def __init__(self, cards):
        self._cards = [card.index for card in cards]
        self._seen = [[0] * len(DECK) for _ in cards]
        self.orders = 0

    def add(self, order):
        self.orders += 1
        for row, card in zip(self._seen, order, strict=True):
            row[card.index] += 1

    @property
    def deviation(self):
        """From what chi-square is on average, in standard deviations."""
        many = len(self._cards)
        wanted = self.orders / many
        cells = [row[card] for row in self._seen for card in self._cards]
        assert sum(cells) == self.orders * many
        chi_square = sum((cell - wanted) ** 2 for cell in cells) / wanted * (many - 1) / many
        freedom = (many - 1) ** 2
        return (chi_square - freedom) / sqrt(2 * freedom)


def opened(rng, seal, values, likes):
    """Who contributes to the next part, and the entropy of this one."""
    listed = [Contributor(seat, commitment(value)) for seat, value in values.items()]
    said = {s: value for s, value in values.items() if s != SILENT or rng.random() < 0.5}
    choices = [said, {seat: value for seat, value in said.items() if seat != LAST}]
    sealed = seal(listed)
    entropies = [sealing.entropy(sealed, listed, each) for each in choices]
    best = min(range(len(choices)), key=lambda each: likes(entropies[each]))
    return choices[best], entropies[best]


def first_to_be_an_ace(entropy):
    """A number that is early in the deck may lie at a leaf of his; it is hidden where."""
    return sealing.card_names(len(DECK), entropy).index(ACE)


def first_leaf(entropy):
    return stub_leaves(len(ELIGIBLE), entropy, 1)[0]


def some_deals(rng, number):
    """The cards of all leaves, and those of a reshuffle, each time from other openings."""
    key, previous, tag = rng.randbytes(32), rng.randbytes(32), hand_tag("chance", str(number))
    deck, pool = SealedDeck(key, tag, DECK), SealedPool(key, tag, 1, ELIGIBLE, NUMBERS)

    def deal_seal(listed):
        return sealing.deal_seal(previous, tag, len(DECK), LINEUP, listed, deck.root)

    def pool_seal(listed):
        size, hashed, orders = len(ELIGIBLE), pool.pool_hash, arrangements
        return sealing.pool_seal(dealt, tag, 1, 1, size, listed, hashed, orders)

    arrangements = pool.arrangements
    for _ in range(OPENED):
        secrets = {seat: rng.randbytes(DIGEST_SIZE) for seat in LINEUP}
        values = {seat: commitment(secret) for seat, secret in secrets.items()}
        said, dealt = opened(rng, deal_seal, values, first_to_be_an_ace)
        _, drawn = opened(rng, pool_seal, {seat: secrets[seat] for seat in said}, first_leaf)
        yield deck.cards(dealt), pool.new_stub(drawn)


@pytest.mark.soak(slice=2)
def test_every_card_is_as_likely_at_every_leaf_and_in_every_place_of_a_new_stub(
    rounds, soaking, capsys
):
    deal, stub = Cells(DECK), Cells(ELIGIBLE)
    for rng in rounds:
        for _ in range(HANDS):
            for dealt, drawn in some_deals(rng, deal.orders):
                deal.add(dealt)
                stub.add(drawn)
    if soaking:
        with capsys.disabled():
            print(  # noqa: T201 - what a soak has seen
                f"\n{deal.orders:,} deals and reshuffles: chi-square is {deal.deviation:+.2f} and "
                f"{stub.deviation:+.2f} standard deviations from what it should be"
            )
    assert abs(deal.deviation) < 5
    assert abs(stub.deviation) < 5


def test_a_card_that_is_likelier_somewhere_is_noticed():
    cells = Cells(ELIGIBLE)
    for number in range(10_000):
        turn = number % len(ELIGIBLE) if number % 20 else 0
        cells.add(ELIGIBLE[turn:] + ELIGIBLE[:turn])
    assert cells.deviation > 5
