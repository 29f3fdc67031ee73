"""
The last row: which keys do something now.
"""

from collections.abc import Iterator, Sequence

from rich.cells import cell_len

from client_cli.presenter import words
from client_cli.widgets.page import Hint
from client_cli.widgets.painted import Painted
from client_cli.widgets.rows import Piece, Row


class KeyBar(Painted):
    """Keys and what they do, as many as there is room for; they can be clicked on."""

    DEFAULT_CSS = "KeyBar { height: 1; dock: bottom; }"

    def __init__(self) -> None:
        super().__init__(id="keys")
        self._hints: Sequence[Hint] = ()

    def show(self, hints: Sequence[Hint]) -> None:
        """Show these."""
        if hints != self._hints:
            self._hints = hints
            self.repaint()

    def rows(self, width: int, height: int) -> Sequence[Row]:
        """One row."""
        return (tuple(self._row(width)),)

    def _row(self, width: int) -> Iterator[Piece]:
        used = 0
        for hint in self._hints:
            name = hint.shown or key_name(hint.key)
            need = cell_len(name) + cell_len(hint.label) + 3
            if used + need > width:
                break
            used += need
            yield Piece(f" {name}", "bar.key", hint.key)
            yield Piece(f" {hint.label} ", "bar", hint.key)
        yield Piece(" " * (width - used), "bar")


def key_name(key: str) -> str:
    """What a key is called, where Textual's name for it is none that people use."""
    named = words.KEY_NAMES.get(key)
    return words.KEY_SIGNS.get(key, key) if named is None else str(named)
