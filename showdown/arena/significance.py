"""
How sure a mean is: Student's intervals and two-sided tests, the same digits on every machine.

The libraries for exp and log of different systems differ in their last digit, and a result has to
be the same byte for byte; so what goes beyond the four operations and the square root, which are
exact everywhere, is done in :mod:`decimal`, whose functions are correctly rounded by definition.
"""

from collections.abc import Sequence
from decimal import Context, Decimal, localcontext
from functools import cache

CONFIDENCE = 0.95

_DIGITS = Context(prec=30)
_PI = Decimal("3.14159265358979323846264338328")
_SMALL, _MIDDLE, _DEPTH = Decimal("1e-25"), Decimal(4), 120
_FAR = Decimal(37)
"""Beyond so many standard deviations the tail is no number that a machine holds."""


def two_sided(t: float, freedom: int) -> float:
    """
    How likely Student's t is so far from zero or farther, by chance.

    >>> round(two_sided(2.228, 10), 4), round(two_sided(1.96, 10**6), 4)
    (0.05, 0.05)

    Source: Hill, "Algorithm 395: Student's t-distribution" (Communications of the ACM, 1970): t as
    a deviate of the normal distribution; its tail by the series and the continued fraction of
    Abramowitz and Stegun, 26.2.11 and 26.2.14.
    """
    with localcontext(_DIGITS):
        return float(_tail(_normal_deviate(Decimal(abs(t)), freedom)))


@cache
def quantile(freedom: int) -> float:
    """
    How many standard errors an interval of 95 % reaches to either side.

    >>> [round(quantile(freedom), 3) for freedom in (4, 9, 30, 1000)]
    [2.776, 2.262, 2.042, 1.962]
    """
    with localcontext(_DIGITS):
        outside = 1 - Decimal(str(CONFIDENCE))

        def beyond(t: Decimal) -> Decimal:
            return _tail(_normal_deviate(t, freedom)) - outside

        # The secant through two places near by; it is there after four or five.
        before, here = Decimal(2), Decimal(2) + Decimal(2) / freedom
        wrong = beyond(before)
        while abs(here - before) > Decimal("1e-15"):
            still = beyond(here)
            if still == wrong:
                break
            before, here, wrong = here, here - still * (here - before) / (still - wrong), still
        return float(here)


def _normal_deviate(t: Decimal, freedom: int) -> Decimal:
    a = freedom - Decimal("0.5")
    b = 48 * a * a
    y = a * (1 + t * t / freedom).ln()
    inner = ((Decimal("-0.4") * y - Decimal("3.3")) * y - 24) * y - Decimal("85.5")
    return ((inner / (Decimal("0.8") * y * y + 100 + b) + y + 3) / b + 1) * y.sqrt()


def _tail(z: Decimal) -> Decimal:
    """Both tails of the normal distribution beyond a deviate."""
    if z > _FAR:
        return Decimal(0)
    density = (-z * z / 2).exp() / (2 * _PI).sqrt()
    return 1 - 2 * density * _series(z) if z < _MIDDLE else 2 * density * _fraction(z)


def _series(z: Decimal) -> Decimal:
    """From zero to z, in units of the density there."""
    total = term = z
    odd = 3
    while term > _SMALL:
        term = term * z * z / odd
        total += term
        odd += 2
    return total


def _fraction(z: Decimal) -> Decimal:
    """From z outwards, in units of the density there."""
    value = z
    for number in range(_DEPTH, 0, -1):
        value = z + number / value
    return 1 / value


def holm(chances: Sequence[float]) -> tuple[float, ...]:
    """
    The same chances, corrected for how many there are.

    >>> holm((0.01, 0.04, 0.03))
    (0.03, 0.06, 0.06)

    Source: Holm, "A simple sequentially rejective multiple test procedure" (Scandinavian Journal of
    Statistics, 1979).
    """
    many = len(chances)
    corrected = [0.0] * many
    least = 0.0
    for rank, place in enumerate(sorted(range(many), key=lambda place: chances[place])):
        least = max(least, min(1.0, (many - rank) * chances[place]))
        corrected[place] = least
    return tuple(corrected)
