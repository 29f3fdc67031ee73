"""
One of a few: the arrows go from one to the next, and a sign says which it is.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from textual.events import Click, Key
from textual.message import Message

from client_cli.widgets.listing import NO_POINTER, POINTER, moved
from client_cli.widgets.painted import Painted
from client_cli.widgets.rows import Piece, Row, cut

CHOSEN, NOT_CHOSEN = "(*) ", "( ) "


class Choice(Painted, can_focus=True):
    """A row for each of them; it is as high as they are many."""

    DEFAULT_CSS = "Choice { height: auto; }"

    @dataclass
    class Changed(Message):
        """Another one was chosen."""

        choice: "Choice"

        @property
        def control(self) -> "Choice":
            """By which handlers find it."""
            return self.choice

    def __init__(self, names: Sequence[str], chosen: int | None = 0, *, id: str) -> None:
        """None is chosen at first where there need be none."""
        super().__init__(id=id)
        self.names = names
        self.chosen = chosen
        self.styles.height = len(names)

    def rows(self, width: int, height: int) -> Sequence[Row]:
        """All of them."""
        return [self._row(number, width) for number in range(len(self.names))]

    def _row(self, number: int, width: int) -> Row:
        chosen = number == self.chosen
        pointer = POINTER if chosen and self.has_focus else NO_POINTER
        text = f"{pointer}{CHOSEN if chosen else NOT_CHOSEN}{self.names[number]}"
        return (Piece(cut(text, width), "you" if chosen else ""),)

    def on_focus(self) -> None:
        """Say that keys go here."""
        self.repaint()

    def on_blur(self) -> None:
        """Say that keys go elsewhere."""
        self.repaint()

    def on_key(self, event: Key) -> None:
        """Choose another one."""
        at = -1 if self.chosen is None else self.chosen
        place = moved(at, event.key, len(self.names), len(self.names))
        if place is not None and event.key not in ("j", "k"):
            event.stop()
            self.choose(place)

    def on_click(self, event: Click) -> None:
        """Choose with the mouse."""
        event.stop()
        if event.y < len(self.names):
            self.focus()
            self.choose(event.y)

    def choose(self, number: int) -> None:
        """Choose this one."""
        if number != self.chosen:
            self.chosen = number
            self.repaint()
            self.post_message(self.Changed(self))
