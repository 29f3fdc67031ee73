"""Draw poker with a few buckets, whose chances are made up."""

import random

import numpy as np

from showdown.bots.strong.buckets import MOST_DRAWN
from showdown.bots.strong.training.dealing import GRAIN, Chances


def small_chances(seed=1, before=5, after=7):
    """Better hands become better ones, and who draws more moves farther."""
    rng = random.Random(seed)
    steps = round(1 / GRAIN)
    drawn = np.zeros((MOST_DRAWN + 1, before, after))
    for count in range(MOST_DRAWN + 1):
        for bucket in range(before):
            middle = bucket * after // before
            weights = [
                rng.randint(1, 9) if abs(place - middle) <= count else 0 for place in range(after)
            ]
            parts = [steps * each // sum(weights) for each in weights]
            parts[middle] += steps - sum(parts)
            drawn[count, bucket] = np.array(parts) * GRAIN
    return Chances(
        before=tuple((number,) for number in range(before)),
        after=tuple((number,) for number in range(after)),
        dealt=np.full(before, 1 / before),
        drawn=drawn,
    )
