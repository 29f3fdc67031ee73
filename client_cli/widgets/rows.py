"""
Rows of text in pieces, cut by how wide signs are and not by how many there are.

Whatever a name or a chat line holds, it stays in its place: signs that move a cursor or turn the
direction of writing are not shown, and no markup is read in it.
"""

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from rich.cells import cell_len, set_cell_size
from rich.segment import Segment
from rich.style import Style
from textual.strip import Strip

from client_cli.widgets.colours import Styles
from showdown.protocol.plain import plain

CUT = "…"
CUT_ASCII = "."
_IN_ASCII = str.maketrans("…━─←→↑↓", ".=-<>^v")
"""Our own signs; what others have written is theirs."""


class Piece(NamedTuple):
    """Some text, and the name of its style."""

    text: str
    style: str = ""
    key: str | None = None
    """The key that it stands for, for those who have a mouse."""


Row = tuple[Piece, ...]


def fitted(text: str, width: int, *, ascii: bool = False) -> str:
    """
    A text that is exactly so wide, cut where it is too long.

    >>> fitted("Ada", 5), fitted("Alexandra", 5), fitted("日本語", 5)
    ('Ada  ', 'Alex…', '日本…')
    """
    return set_cell_size(cut(text, width, ascii=ascii), width)


def cut(text: str, width: int, *, ascii: bool = False) -> str:
    """A text that is at most so wide."""
    text = plain(text)
    if cell_len(text) <= width:
        return text
    if width < 1:
        return ""
    return set_cell_size(text, width - 1).rstrip() + (CUT_ASCII if ascii else CUT)


def strip_of(row: Iterable[Piece], width: int, styles: Styles) -> Strip:
    """A row as a widget shows it, filled up or cut to its width."""
    return Strip(_segments(row, styles)).adjust_cell_length(width, styles(""))


def _segments(row: Iterable[Piece], styles: Styles) -> Iterator[Segment]:
    for text, name, key in row:
        if styles.ascii:
            text = text.translate(_IN_ASCII)
        style = styles(name)
        if key is not None:
            style += Style(meta={"@click": f"app.simulate_key({key!r})"})
        yield Segment(plain(text), style)
