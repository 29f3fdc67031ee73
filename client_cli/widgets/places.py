"""
Where seats stand: around an oval where there is room, else in three columns.
"""

from collections.abc import Sequence
from typing import NamedTuple

Slot = tuple[int, int]
"""Column 0, 1 or 2 and row 0, 1 or 2 of the ring; (1, 1) is its middle."""

SLOTS: dict[int, Sequence[Slot]] = {
    0: (),
    1: ((1, 0),),
    2: ((0, 0), (2, 0)),
    3: ((0, 0), (1, 0), (2, 0)),
    4: ((0, 1), (0, 0), (2, 0), (2, 1)),
    5: ((0, 1), (0, 0), (1, 0), (2, 0), (2, 1)),
    6: ((0, 2), (0, 1), (0, 0), (2, 0), (2, 1), (2, 2)),
    7: ((0, 2), (0, 1), (0, 0), (1, 0), (2, 0), (2, 1), (2, 2)),
    8: ((1, 2), (0, 2), (0, 1), (0, 0), (1, 0), (2, 0), (2, 1), (2, 2)),
}
"""By how many seats there are beside yours, clockwise from your left."""


class Box(NamedTuple):
    """Some columns and rows."""

    x: int
    y: int
    width: int
    height: int


class Ring(NamedTuple):
    """Boxes for the seats, and the room in the middle."""

    seats: tuple[Box, ...]
    slots: tuple[Slot, ...]
    middle: Box


def rows_of(seats: int) -> int:
    """How many rows of seats there are; the middle wants a second one."""
    return max(1 + max((row for _, row in SLOTS[seats]), default=0), 2)


def in_columns(seats: int, width: int, height: int, block: int) -> Ring:
    """Three columns of blocks that are ``block`` rows high."""
    column = width // 3
    rest = width - 3 * column
    starts = (0, column + rest // 2, width - column)
    slots = tuple(SLOTS[seats])
    boxes = tuple(Box(starts[x], y * block, column, block) for x, y in slots)
    top = block if any(slot == (1, 0) for slot in slots) else 0
    bottom = 2 * block if any(slot == (1, 2) for slot in slots) else height
    return Ring(boxes, slots, Box(starts[1], top, column, max(1, bottom - top)))


def around(seats: int, width: int, height: int, box: tuple[int, int]) -> Ring:
    """An oval of boxes: those in the corners stand further in."""
    wide, high = box
    rows = rows_of(seats)
    inset = (width - wide) // 9
    boxes = []
    for column, row in SLOTS[seats]:
        edge = row == 0 or (rows > 2 and row == rows - 1)
        x = column * (width - wide) // 2
        if edge and column != 1:
            x += inset if column == 0 else -inset
        down = row * (height - high) // (rows - 1)
        if rows == 2:
            down = down * 3 // 4  # the sides of the oval, not its end
        boxes.append(Box(x, down, wide, high))
    taken = set(SLOTS[seats])
    top = high + 1 if (1, 0) in taken else 1
    bottom = height - (high + 1 if (1, 2) in taken else 1)
    middle = Box(wide + 2, top, max(1, width - 2 * wide - 4), max(1, bottom - top))
    return Ring(tuple(boxes), tuple(SLOTS[seats]), middle)
