"""
From the sentences of a case to its parts.

Before a hand has said what it expects, each sentence must be understood. Afterwards a sentence
without backquotes is a comment; one with backquotes says something, so it must be understood too.
"""

import re
from collections.abc import Callable
from typing import Any

from showdown.errors import FormatError
from showdown.testing.cases import grammar
from showdown.testing.cases import notation as note
from showdown.testing.cases.blocks import Block, Sentence
from showdown.testing.cases.grammar import Unreadable, unreadable

_STATEMENTS = re.compile(r"(?:([^`]+): )?(`.+)")

_POSTS = r"\d+ (?:sb\+bb|sb|bb)"
_PIECES: tuple[tuple[str, str, Callable[[str], Any]], ...] = (
    (r"Button (\d+)", "button", int),
    (rf"Stacks ({grammar.PAIRS})", "stacks", grammar.pairs),
    (rf"Hands ({grammar.HANDS})", "hands", grammar.hands),
    (rf"Carried in ({grammar.PAIRS})", "carried_in", grammar.pairs),
    (rf"Posts ({_POSTS}(?: {_POSTS})*)", "posts", grammar.posts),
    (rf"Stub top ({grammar.CARDS})", "stub_top", grammar.cards),
    (rf"New stub after reshuffle starts ({grammar.CARDS})", "new_stubs", grammar.cards),
    (r"Acts: ?`([^`]*)`", "steps", grammar.steps),
    (r"Expect: (.+)", "expected", grammar.expectations),
)
"""The sentences of a hand that is played, each with the field that it fills."""

_NEEDED = {"button": "Button", "stacks": "Stacks", "steps": "Acts:", "expected": "Expect:"}


def read_case(block: Block) -> note.Case:
    """
    Read a case.

    Raises:
        FormatError: something in it is not in the notation; with its line in the file.
    """
    reading = _Reading()
    for sentence in block.sentences():
        try:
            reading.take(sentence)
        except Unreadable as error:
            raise FormatError(str(error), line=sentence.line, found=sentence.text) from error
    try:
        reading.finish()
    except Unreadable as error:
        raise FormatError(str(error), line=block.line, found=block.name) from error
    return note.Case(
        name=block.name, title=block.title, line=block.line, parts=tuple(reading.parts)
    )


class _Reading:
    def __init__(self) -> None:
        self.parts: list[note.Part] = []
        self.play: dict[str, Any] | None = None

    def take(self, sentence: Sentence) -> None:
        text = sentence.text
        if self._take_header(text) or self._take_piece(text):
            return
        if self.play is None:
            found = _STATEMENTS.fullmatch(text)
            if found:
                self.parts += grammar.statements(found[1], found[2])
                return
            if self.parts and "`" not in text:
                return  # a comment
        unreadable(text, "no such sentence is in the notation")

    def _take_header(self, text: str) -> bool:
        settings = grammar.settings(text)
        if settings is None:
            return False
        if self.play is not None:
            unreadable(text, "the hand before it has no Expect:")
        self.play = {"settings": settings}
        return True

    def _take_piece(self, text: str) -> bool:
        for pattern, field, read in _PIECES:
            if found := re.fullmatch(pattern, text):
                self._put(text, field, read(found[1]))
                return True
        return False

    def _put(self, text: str, field: str, value: Any) -> None:
        if self.play is None:
            unreadable(text, "a hand begins with its structure, as in NL 5/10")
        if field == "new_stubs":
            value = (*self.play.get(field, ()), value)
        elif field in self.play:
            unreadable(text, "it is there twice")
        self.play[field] = value
        if field == "expected":
            self._close()

    def _close(self) -> None:
        assert self.play is not None
        for field, word in _NEEDED.items():
            if field not in self.play:
                unreadable(f"{word} ...", "the hand has none")
        self.parts.append(note.Play(**self.play))
        self.play = None

    def finish(self) -> None:
        if self.play is not None:
            self._close()
        if not self.parts:
            unreadable("", "there is nothing in this case that could be checked")
