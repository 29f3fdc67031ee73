"""
Charts as SVG that needs no script: winnings with their bands, and intervals on one scale.

Lengths are per cent of the place that there is, so that a chart fits a telephone and a wall, and
letters keep their size. Nothing is told by colour alone: each line has a pattern of its own, too.
"""

from collections.abc import Iterable, Iterator, Sequence
from math import ceil, floor, log10

from msgspec import Struct

from client_cli.html.page import escaped
from client_cli.languages import spoken
from client_cli.presenter import words
from showdown.arena.result import Estimate, Point

COLOURS = 6
"""How many bots one chart can tell apart."""

_TOP, _BOTTOM = 3.0, 91.0
"""Between which per cent of the height a chart of curves lies; below are its labels."""
_TICKS = 5


class Curve(Struct, frozen=True, kw_only=True):
    """A line, and the band around it."""

    name: str
    points: tuple[Point, ...]
    kind: int = 0
    """Which colour and pattern, below :data:`COLOURS`."""


class Scale(Struct, frozen=True):
    """From a figure to per cent of a length."""

    low: float
    high: float

    def at(self, value: float) -> float:
        """Where it lies; 0 is the low end."""
        return 100 * (value - self.low) / (self.high - self.low)

    def ticks(self, most: int = _TICKS) -> tuple[float, ...]:
        """
        Round numbers on the scale.

        >>> Scale(-130, 420).ticks()
        (0, 200, 400)
        """
        step = _round_step((self.high - self.low) / most)
        first, last = ceil(self.low / step), floor(self.high / step)
        return tuple(number * step for number in range(first, last + 1))


def scale_of(values: Iterable[float], margin: float = 0.04) -> Scale:
    """
    A scale that has room for all of them and for zero.

    >>> scale_of([5, 10], margin=0)
    Scale(low=0, high=10)
    >>> scale_of([])
    Scale(low=-1.0, high=1.0)
    """
    known = [0, *values]
    low, high = min(known), max(known)
    if low == high:
        return Scale(-1.0, 1.0)
    room = margin * (high - low)
    return Scale(low - room if low < 0 else low, high + room if high > 0 else high)


def _round_step(rough: float) -> float:
    """The next of 1, 2, 5, 10, 20, 50, ..."""
    power: float = 10.0 ** floor(log10(rough))
    step = next(size * power for size in (1, 2, 5, 10) if size * power >= rough)
    return int(step) if step >= 1 else step


def curves_chart(curves: Sequence[Curve], scale: Scale, label: str, css: str = "") -> str:
    """All of these curves in one chart, on a scale that others may share."""
    hands = max((point.hands for curve in curves for point in curve.points), default=1)
    across = Scale(0, hands)
    parts = [
        f'<svg class="curves {css}" role="img" aria-label="{escaped(label)}">',
        *_grid(scale),
        f'<svg x="0" y="{_TOP}%" width="100%" height="{_BOTTOM - _TOP}%" viewBox="0 0 1000 1000"'
        ' preserveAspectRatio="none">',
        *(_band(curve, scale, across) for curve in curves),
        *(_line(curve, scale, across) for curve in curves),
        "</svg>",
        *_labels(scale, across),
        "</svg>",
    ]
    return "".join(parts)


def _height(scale: Scale, figure: float) -> float:
    return _BOTTOM - (_BOTTOM - _TOP) * scale.at(figure) / 100


def _grid(scale: Scale) -> Iterator[str]:
    for tick in scale.ticks():
        y, css = _height(scale, tick), "zero" if tick == 0 else "grid"
        yield f'<line class="{css}" x1="0" x2="100%" y1="{y:.2f}%" y2="{y:.2f}%"/>'


def _labels(scale: Scale, across: Scale) -> Iterator[str]:
    for tick in scale.ticks():
        y, won = _height(scale, tick), words.BIG_BLINDS.format(number=signed(tick))
        yield f'<text x="0" y="{y:.2f}%" dy="-3">{won}</text>'
    ticks = across.ticks(4)
    for tick in ticks:
        last = tick == ticks[-1]
        end = "start" if tick == 0 else "end" if last else "middle"
        number = spoken().number(f"{tick:,.0f}")
        yield (
            f'<text x="{across.at(tick):.2f}%" y="100%" dy="-4" text-anchor="{end}">'
            f"{words.LAST_HAND.format(number=number) if last else number}</text>"
        )


def _place(point_hands: float, won: float, scale: Scale, across: Scale) -> str:
    return f"{10 * across.at(point_hands):.1f},{1000 - 10 * scale.at(won):.1f}"


def _line(curve: Curve, scale: Scale, across: Scale) -> str:
    places = [_place(0, 0, scale, across)]
    places += [_place(p.hands, p.adjusted, scale, across) for p in curve.points]
    return (
        f'<polyline class="path k{curve.kind}" points="{" ".join(places)}">'
        f"<title>{escaped(curve.name)}</title></polyline>"
    )


def _band(curve: Curve, scale: Scale, across: Scale) -> str:
    known = [point for point in curve.points if point.adjusted_band is not None]
    over = [_place(p.hands, p.adjusted + (p.adjusted_band or 0), scale, across) for p in known]
    under = [_place(p.hands, p.adjusted - (p.adjusted_band or 0), scale, across) for p in known]
    return f'<polygon class="band k{curve.kind}" points="{" ".join([*over, *reversed(under)])}"/>'


def swatch(kind: int) -> str:
    """A bit of the line, for a legend."""
    return (
        '<svg viewBox="0 0 32 12" aria-hidden="true">'
        f'<path class="path k{kind}" d="M0 6h32"/></svg>'
    )


def interval(sure: Estimate, raw: Estimate, scale: Scale, kind: int, label: str) -> str:
    """A dot in its interval, and below it the interval of the raw figure."""
    return "".join(
        [
            f'<svg class="interval" role="img" aria-label="{escaped(label)}">',
            _upright(scale.at(0)),
            _whisker(sure, scale, f"whisker k{kind}", 42),
            f'<circle class="k{kind}" cx="{scale.at(sure.mean):.2f}%" cy="42%" r="4.5"/>',
            _whisker(raw, scale, f"raw k{kind}", 74),
            "</svg>",
        ]
    )


def _upright(x: float) -> str:
    return f'<line class="zero" x1="{x:.2f}%" x2="{x:.2f}%" y1="0" y2="100%"/>'


def _whisker(figure: Estimate, scale: Scale, css: str, y: float) -> str:
    if figure.low is None or figure.high is None:
        return ""
    low, high = scale.at(figure.low), scale.at(figure.high)
    return f'<line class="{css}" x1="{low:.2f}%" x2="{high:.2f}%" y1="{y}%" y2="{y}%"/>'


def signed(figure: float, places: int = 0) -> str:
    """
    A figure with its sign, as people write it.

    >>> signed(1234.5), signed(-3.21, 1), signed(0)
    ('+1,234', '−3.2', '0')
    """
    text = spoken().number(f"{abs(figure):,.{places}f}")
    if not any(digit in text for digit in "123456789"):
        return text
    return f"{'−' if figure < 0 else '+'}{text}"
