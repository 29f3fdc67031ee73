"""Products that come out the same in whatever order they are added up."""

import random
from fractions import Fraction

import numpy as np

from showdown.bots.strong.training import exact
from tests.showdown.bots.strong.training.small import small_chances


def test_no_product_is_rounded_beyond_the_grid(seed):
    rng = random.Random(seed)
    into = small_chances(before=40, after=60).drawn[3]
    for grain, most, chances in (
        (exact.REACHES, 1 / 40, into),
        (exact.VALUES, 16, into.T),
    ):
        left = np.array([[rng.uniform(0, most) for _ in chances]])
        rounded = [round(each / grain) * Fraction(grain) for each in left[0]]
        wanted = [
            sum(part * Fraction(chance) for part, chance in zip(rounded, column, strict=True))
            for column in chances.T
        ]
        assert [Fraction(each) for each in exact.times(left, chances, grain)[0]] == wanted
