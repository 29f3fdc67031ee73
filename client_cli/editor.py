"""
A line that is being typed: keys go in, finished lines come out. No terminal in here.
"""

from enum import Enum, auto
from typing import NamedTuple

from rich.cells import cell_len


class Key(Enum):
    """Keys that are not signs."""

    UP = auto()
    DOWN = auto()
    LEFT = auto()
    RIGHT = auto()
    HOME = auto()
    END = auto()
    DELETE = auto()


_SEQUENCES = {
    "A": Key.UP,
    "B": Key.DOWN,
    "C": Key.RIGHT,
    "D": Key.LEFT,
    "H": Key.HOME,
    "F": Key.END,
    "1~": Key.HOME,
    "7~": Key.HOME,
    "3~": Key.DELETE,
    "4~": Key.END,
    "8~": Key.END,
}
"""What follows ``ESC [`` or ``ESC O``."""

ESCAPE, ENTER, BACKSPACE = "\x1b", "\r\n", "\x7f\x08"
START, BACK, END_OF_INPUT, LINE_END, FORWARD = "\x01", "\x02", "\x04", "\x05", "\x06"
CUT_REST, CUT_LINE, CUT_WORD, NEXT, PREVIOUS = "\x0b", "\x15", "\x17", "\x0e", "\x10"

HISTORY = 100
"""So many lines can be had back with the arrow keys."""


class Shown(NamedTuple):
    """The part of the line that fits on the screen."""

    text: str
    cursor: int
    """Cells from its start to the cursor."""


class Editor:
    """The text, the cursor in it, and the lines before."""

    def __init__(self) -> None:
        self.text = ""
        self.cursor = 0
        self.ended = False
        """Whether Ctrl-D was typed on an empty line."""
        self._escape = ""
        self._history: list[str] = []
        self._place = 0

    def feed(self, typed: str) -> list[str]:
        """Take what was typed; returns the lines that it finished."""
        lines: list[str] = []
        previous = ""
        for sign in typed:
            if self._escape or sign == ESCAPE:
                self._in_sequence(sign)
            elif sign in ENTER:
                if not (sign == "\n" and previous == "\r"):
                    lines.append(self._finish())
            elif sign in _EDITS:
                _EDITS[sign](self)
            elif sign == END_OF_INPUT and not self.text:
                self.ended = True
            elif sign.isprintable():
                self._insert(sign)
            previous = sign
        return lines

    def shown(self, room: int) -> Shown:
        """
        What to show in this many cells: all of it, or the part around the cursor.

        >>> editor = Editor()
        >>> _ = editor.feed("raise 60")
        >>> editor.shown(5)
        Shown(text='e 60', cursor=4)
        """
        start = 0
        while cell_len(self.text[start : self.cursor]) >= room:
            start += 1
        end = len(self.text)
        while cell_len(self.text[start:end]) >= room:
            end -= 1
        return Shown(self.text[start:end], cell_len(self.text[start : self.cursor]))

    # Keys.

    def _in_sequence(self, sign: str) -> None:
        """Collect an escape sequence; one that we do not know does nothing."""
        self._escape += sign
        introducer = self._escape[1:2]
        if introducer == "" or (introducer in "[O" and len(self._escape) == 2):
            return
        if introducer == "[" and not "@" <= sign <= "~":
            return
        key = _SEQUENCES.get(self._escape[2:]) if introducer in "[O" else None
        self._escape = ""
        if key is not None:
            _KEYS[key](self)

    def _insert(self, sign: str) -> None:
        self.text = self.text[: self.cursor] + sign + self.text[self.cursor :]
        self.cursor += 1

    def _finish(self) -> str:
        line = self.text
        if line.strip() and (not self._history or self._history[-1] != line):
            self._history = [*self._history, line][-HISTORY:]
        self._place = len(self._history)
        self.text, self.cursor = "", 0
        return line

    def _cut(self, start: int, end: int) -> None:
        self.text = self.text[: max(0, start)] + self.text[end:]
        self.cursor = max(0, start)

    def _cut_word(self) -> None:
        before = self.text[: self.cursor].rstrip()
        self._cut(before.rfind(" ") + 1, self.cursor)

    def _move(self, to: int) -> None:
        self.cursor = min(max(0, to), len(self.text))

    def _recall(self, step: int) -> None:
        place = self._place + step
        if 0 <= place <= len(self._history):
            self._place = place
            self.text = self._history[place] if place < len(self._history) else ""
            self.cursor = len(self.text)


_KEYS = {
    Key.UP: lambda editor: editor._recall(-1),
    Key.DOWN: lambda editor: editor._recall(1),
    Key.LEFT: lambda editor: editor._move(editor.cursor - 1),
    Key.RIGHT: lambda editor: editor._move(editor.cursor + 1),
    Key.HOME: lambda editor: editor._move(0),
    Key.END: lambda editor: editor._move(len(editor.text)),
    Key.DELETE: lambda editor: editor._cut(editor.cursor, editor.cursor + 1),
}

_EDITS = {
    **dict.fromkeys(BACKSPACE, lambda editor: editor._cut(editor.cursor - 1, editor.cursor)),
    START: _KEYS[Key.HOME],
    LINE_END: _KEYS[Key.END],
    BACK: _KEYS[Key.LEFT],
    FORWARD: _KEYS[Key.RIGHT],
    PREVIOUS: _KEYS[Key.UP],
    NEXT: _KEYS[Key.DOWN],
    CUT_REST: lambda editor: editor._cut(editor.cursor, len(editor.text)),
    CUT_LINE: lambda editor: editor._cut(0, editor.cursor),
    CUT_WORD: lambda editor: editor._cut_word(),
}
