"""Which digests prove leaves to who has seen others, and which to who has seen none."""

from random import Random

from showdown.rules.fairness.tree import closed_ranges, leaves_of, ranges_closed_since


def test_who_has_seen_leaves_is_sent_the_digests_that_he_lacks():
    rng = Random(7)
    for _ in range(3_000):
        size = rng.randrange(1, 61)
        now = rng.getrandbits(size) & rng.getrandbits(size)
        before = now & rng.getrandbits(size) if rng.random() < 0.8 else 0
        had = closed_ranges(size, leaves_of(before)) if before else ()
        lacking = [each for each in closed_ranges(size, leaves_of(now)) if each not in had]
        assert list(ranges_closed_since(size, before, now)) == lacking
