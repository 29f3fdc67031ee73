"""
The cards as chances: how often a hand before the draw is of each bucket, and what it becomes.

Hands that differ only in suits are the same unless four or five of their cards are of one suit. So
16,796 hands, each standing for so many, are all 2,598,960 of the deck, and every draw to each of
them is counted. Nothing is drawn at random.
"""

from collections import Counter
from collections.abc import Iterator
from itertools import combinations_with_replacement
from math import comb, prod

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from showdown.bots.strong.buckets import (
    MOST_DRAWN,
    Bucket,
    bucket_after,
    bucket_before,
    buckets_after,
    thrown,
)
from showdown.rules.cards import DECK, HAND_SIZE, Card
from showdown.rules.census import Census

Floats = NDArray[np.float64]

GRAIN = 2.0**-20
"""Chances of draws are multiples of it; see :mod:`showdown.bots.strong.training.exact`."""


class Chances(Struct, frozen=True, kw_only=True):
    """What the cards do in the abstract game."""

    before: tuple[Bucket, ...]
    """The buckets before the draw."""
    after: tuple[Bucket, ...]
    """Those after it, the weakest first."""
    dealt: Floats
    """How likely each bucket before the draw is."""
    drawn: Floats
    """``drawn[count, before, after]``: what becomes of a bucket that draws so many cards."""


def chances() -> Chances:
    """Those of five-card draw with 52 cards; takes half a minute."""
    after = buckets_after()
    number = {bucket: place for place, bucket in enumerate(after)}
    census = Census(lambda value: number[bucket_after(value)])
    ways: Counter[Bucket] = Counter()
    counts: dict[Bucket, NDArray[np.int64]] = {}
    for hand, many in hands():
        bucket = bucket_before(hand)
        ways[bucket] += many
        found = counts.setdefault(bucket, np.zeros((MOST_DRAWN + 1, len(after)), np.int64))
        for count in range(MOST_DRAWN + 1):
            gone = thrown(hand, count)
            kept = [card for card in hand if card not in gone]
            for place, draws in census.drawn(hand, kept).items():
                found[count, place] += many * draws
    before = tuple(sorted(ways))
    drawn = np.stack([counts[bucket] for bucket in before], axis=1)
    return Chances(
        before=before,
        after=after,
        dealt=np.array([ways[bucket] / comb(len(DECK), HAND_SIZE) for bucket in before]),
        drawn=_on_the_grid(drawn),
    )


def _on_the_grid(counts: NDArray[np.int64]) -> Floats:
    """Counts as chances, in multiples of the grain; what rounding leaves goes to the likeliest."""
    steps = round(1 / GRAIN)
    parts = counts * steps // counts.sum(axis=2, keepdims=True)
    left = steps - parts.sum(axis=2)
    likeliest = parts.argmax(axis=2)
    np.put_along_axis(parts, likeliest[..., None], (parts.max(axis=2) + left)[..., None], axis=2)
    on_grid: Floats = parts * GRAIN
    return on_grid


def hands() -> Iterator[tuple[tuple[Card, ...], int]]:
    """Hands, and how many of the deck each stands for."""
    for ranks in combinations_with_replacement(range(13), HAND_SIZE):
        many = Counter(ranks)
        if max(many.values()) > 4:
            continue
        suited = list(_suited(many))
        yield from suited
        rest = prod(comb(4, each) for each in many.values()) - sum(ways for _, ways in suited)
        yield _mixed(many), rest


def _suited(many: Counter[int]) -> Iterator[tuple[tuple[Card, ...], int]]:
    """Those of these ranks in which four or five cards are of one suit."""
    clubs = tuple(DECK[4 * rank] for rank in many)
    if len(clubs) == HAND_SIZE:
        yield clubs, 4
        for place, rank in enumerate(many):
            yield (*clubs[:place], DECK[4 * rank + 1], *clubs[place + 1 :]), 4 * 3
    if len(clubs) == HAND_SIZE - 1:
        pair = next(rank for rank in many if many[rank] == 2)
        yield (*clubs, DECK[4 * pair + 1]), 4 * 3


def _mixed(many: Counter[int]) -> tuple[Card, ...]:
    """One in which no four are of one suit."""
    suits = {rank: place for place, rank in enumerate(many)}
    return tuple(
        DECK[4 * rank + (suits[rank] + nth) % 4] for rank in many for nth in range(many[rank])
    )
