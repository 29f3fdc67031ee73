"""
Products of matrices that come out the same on every machine.

A library adds up in an order of its own, which differs between processors, and so would the last
bits. Here both sides are rounded to a grid so coarse that no sum of their products needs more than
the 53 bits of a float: nothing is rounded on the way, and the order does not matter.
"""

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]

REACHES = 2.0**-30
"""The grid of chances, which sum to one."""

VALUES = 2.0**-25
"""The grid of values, of which none is above 128 big blinds."""


def times(left: Floats, right: Floats, grain: float) -> Floats:
    """
    The product of two matrices, the first rounded to a grid.

    Args:
        right: chances in multiples of 2^-20.
    """
    product: Floats = (np.rint(left / grain) * grain) @ right
    return product
