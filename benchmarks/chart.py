"""
A chart of bars on a scale where each step doubles, as SVG.
"""

import math
from collections.abc import Iterator, Sequence
from html import escape
from typing import NamedTuple

ROW, NAMES, WIDTH, MARGIN = 18, 330, 420, 24
"""Pixels: of a line, for its name, for its bar, and around all."""
HEAD = 18
"""For what it is about."""
FEWEST, MOST = -4, 4
"""Doublings on either side of 1 that there is room for."""
KEPT, MISSED, GRID, TEXT = "#2a7f62", "#b3412e", "#c8c8c8", "#333333"


class Bar(NamedTuple):
    """A name and how often a budget is in what there is."""

    name: str
    ratio: float


def drawn(bars: Sequence[Bar]) -> str:
    """
    The chart as text.

    >>> "MISSED" in drawn([Bar("speed", 0.5)]), "MISSED" in drawn([Bar("speed", 1.5)])
    (True, False)
    """
    height = 2 * MARGIN + HEAD + ROW * len(bars)
    width = NAMES + WIDTH + 3 * MARGIN + 60
    return "\n".join(
        (
            f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" '
            f'viewBox="0 0 {width} {height}" font-family="sans-serif" font-size="11">',
            f'<rect width="{width}" height="{height}" fill="white"/>',
            f'<text x="{MARGIN}" y="{MARGIN - 6}" font-weight="bold" fill="{TEXT}">'
            f"How often what a budget wants is there: 1 keeps it</text>",
            *_grid(height),
            *(line for place, bar in enumerate(bars) for line in _bar(place, bar)),
            "</svg>",
            "",
        )
    )


def _at(ratio: float) -> float:
    """Where a ratio is, from the left."""
    doublings = max(FEWEST, min(MOST, math.log2(max(ratio, 1e-9))))
    return MARGIN + NAMES + WIDTH * (doublings - FEWEST) / (MOST - FEWEST)


def _grid(height: int) -> Iterator[str]:
    for doublings in range(FEWEST, MOST + 1):
        ratio = 2.0**doublings
        x, strong = _at(ratio), 2 if doublings == 0 else 1
        yield (
            f'<line x1="{x:.1f}" x2="{x:.1f}" y1="{MARGIN + HEAD}" y2="{height - MARGIN}" '
            f'stroke="{GRID}" stroke-width="{strong}"/>'
        )
        yield (
            f'<text x="{x:.1f}" y="{MARGIN + HEAD - 6}" text-anchor="middle" '
            f'fill="{TEXT}">{ratio:g}</text>'
        )


def _bar(place: int, bar: Bar) -> Iterator[str]:
    y = MARGIN + HEAD + ROW * place + 4
    begin, end = sorted((_at(1), _at(bar.ratio)))
    colour, word = (KEPT, "") if bar.ratio >= 1 else (MISSED, " MISSED")
    yield (
        f'<text x="{MARGIN + NAMES - 8}" y="{y + 10}" text-anchor="end" fill="{TEXT}">'
        f"{escape(bar.name)}</text>"
    )
    yield (
        f'<rect x="{begin:.1f}" y="{y}" width="{max(end - begin, 1):.1f}" height="{ROW - 6}" '
        f'fill="{colour}"/>'
    )
    yield (f'<text x="{end + 4:.1f}" y="{y + 10}" fill="{TEXT}">{bar.ratio:.2f}{word}</text>')
