"""Which digests prove leaves to who has seen others, and which to who has seen none."""

from random import Random

from showdown.rules.fairness.tree import (
    Range,
    closed_ranges,
    halves,
    leaves_of,
    ranges_closed_since,
)


def closed_half_by_half(over, opened):
    """The largest subtrees in which nothing is opened, found as RFC 6962 defines a tree."""
    if not any(over.first <= leaf < over.end for leaf in opened):
        return (over,)
    if over.end - over.first == 1:
        return ()
    left, right = halves(over)
    return closed_half_by_half(left, opened) + closed_half_by_half(right, opened)


def test_what_is_closed_is_found_row_by_row_as_half_by_half():
    rng = Random(11)
    for _ in range(1_000):
        size = rng.randrange(1, 61)
        opened = leaves_of(rng.getrandbits(size) & rng.getrandbits(size) & rng.getrandbits(size))
        assert closed_ranges(size, opened) == closed_half_by_half(Range(0, size), opened)


def test_who_has_seen_leaves_is_sent_the_digests_that_he_lacks():
    rng = Random(7)
    for _ in range(3_000):
        size = rng.randrange(1, 61)
        now = rng.getrandbits(size) & rng.getrandbits(size)
        before = now & rng.getrandbits(size) if rng.random() < 0.8 else 0
        had = closed_ranges(size, leaves_of(before)) if before else ()
        lacking = [each for each in closed_ranges(size, leaves_of(now)) if each not in had]
        assert list(ranges_closed_since(size, before, now)) == lacking
