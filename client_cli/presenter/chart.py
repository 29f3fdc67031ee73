"""
A line over the hands of a selection, in lines of text.
"""

from collections.abc import Iterator, Sequence

_DOTS = ((0x01, 0x08), (0x02, 0x10), (0x04, 0x20), (0x40, 0x80))
"""The bits of a Braille sign, by row and column."""

_BRAILLE, _ROWS, _COLUMNS = 0x2800, 4, 2


def chart(
    values: Sequence[float], labels: Sequence[str], *, width: int, height: int, ascii: bool = False
) -> Iterator[str]:
    r"""
    A chart of values, with the largest and the least of them named at its left edge.

    >>> print(*chart([0, 1, 2, 1, 0], ["2", "0"], width=5, height=3, ascii=True), sep="\n")
    2 |  *
      | * *
    0 |*   *

    Args:
        values: at least one; drawn from left to right, closer together if there is no room.
        labels: for the largest and the least.
        width: of the line itself, in characters.
        ascii: stars, where Braille signs cannot be shown.
    """
    rows, columns = (1, 1) if ascii else (_ROWS, _COLUMNS)
    points = _points(values, min(width, len(values)) * columns if ascii else width * columns)
    least, most = min(values), max(values)
    span = (most - least) or 1
    levels = [round((value - least) / span * (height * rows - 1)) for value in points]
    edge = max(map(len, labels))
    for line in range(height):
        label = labels[0] if line == 0 else labels[1] if line == height - 1 else ""
        signs = _stars(levels, height - 1 - line) if ascii else _dots(levels, height - 1 - line)
        yield f"{label:>{edge}} {'|' if ascii else '┤'}{signs}".rstrip()


def _points(values: Sequence[float], count: int) -> list[float]:
    """So many values along the line; between two of them it is straight."""
    if count < 2 or len(values) == 1:
        return [values[-1]] * max(1, count)
    points = []
    for number in range(count):
        at = number * (len(values) - 1) / (count - 1)
        before = int(at)
        after = min(before + 1, len(values) - 1)
        points.append(values[before] + (values[after] - values[before]) * (at - before))
    return points


def _stars(levels: Sequence[int], line: int) -> str:
    return "".join("*" if level == line else " " for level in levels)


def _dots(levels: Sequence[int], line: int) -> str:
    """A line of signs, each two columns of four rows; a step is filled from level to level."""
    signs = []
    for start in range(0, len(levels), _COLUMNS):
        bits = 0
        for column in range(min(_COLUMNS, len(levels) - start)):
            at = start + column
            here, before = levels[at], levels[at - 1] if at else levels[at]
            # What lies between two neighbours belongs to the second, so that the line holds.
            low, high = sorted((here, before + (here > before) - (here < before)))
            for row in range(_ROWS):
                level = line * _ROWS + _ROWS - 1 - row
                if low <= level <= high:
                    bits |= _DOTS[row][column]
        signs.append(chr(_BRAILLE + bits) if bits else " ")
    return "".join(signs)
