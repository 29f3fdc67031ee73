"""
The first frame of the full screen, painted while the toolkit that draws the others still loads.

It has the bars of the screen where they will be and says what is going on, so that whoever starts
the program sees at once that it has started, and sees no jump when the screen is there.
"""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from typing import IO

from rich.cells import set_cell_size

from showdown.protocol.plain import plain

OTHER_SCREEN, BACK = "\x1b[?1049h", "\x1b[?1049l"
HIDE, SHOW = "\x1b[?25l", "\x1b[?25h"
CLEAR = "\x1b[2J"
BAR = "\x1b[7m{}\x1b[0m"
AT = "\x1b[{};1H"


def frame(text: str, columns: int, rows: int) -> str:
    """A bar above, a text below it, and a bar at the end."""
    bar = BAR.format(" " * columns)
    line = set_cell_size(f" {plain(text)}", columns)
    return CLEAR + AT.format(1) + bar + AT.format(2) + line + AT.format(rows) + bar


@contextmanager
def first_frame(out: IO[str], text: str) -> Iterator[None]:
    """
    Show a text on the whole terminal while the block loads what will draw there.

    If that fails, the terminal is as it was before.
    """
    try:
        columns, rows = os.get_terminal_size(out.fileno())
    except OSError:
        columns, rows = 80, 24
    out.write(OTHER_SCREEN + HIDE + frame(text, columns or 80, rows or 24))
    out.flush()
    try:
        yield
    except BaseException:
        out.write(SHOW + BACK)
        out.flush()
        raise
