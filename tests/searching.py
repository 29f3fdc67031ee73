"""
Searching bytes for cards, in every way in which we write them.

Three cards in a row are short enough to be found wherever a hand or a deck begins, and too long to
be there by chance; as bytes or numbers it takes more of them, and in a digest, too. What looks like
a row of cards somewhere is compared with the rows that are really in the hands.
"""

import re
from base64 import b64decode
from collections.abc import Callable, Iterable, Iterator
from typing import NamedTuple

from showdown.rules import events as ev
from showdown.rules.cards import DECK, JOKERS, Card

Run = tuple[Card, ...]
CARDS = (*DECK, *JOKERS)
_TEXT = rb"(?:[2-9TJQKA][cdhs]|X[12])"
_NUMBER = rb"(?:[1-4]?[0-9]|5[0-3])"
_DIGEST = re.compile(rb"(?<![A-Za-z0-9_-])(?:[A-Za-z0-9_-]{22}|[A-Za-z0-9_-]{43})(?![A-Za-z0-9_-])")
"""A salt or a digest: of thousands one has three cards of a hand in it now and then."""


def runs_of(events: Iterable[ev.HandEvent]) -> Iterator[Run]:
    """Every row of cards of a hand, in the order in which it could be written down."""
    for event in events:
        match event:
            case ev.CardsDealt():
                dealt = tuple(card for hand in event.hands for card in hand.cards)
                yield dealt + event.stub
                yield event.stub
                yield from (hand.cards for hand in event.hands)
            case ev.Reshuffled():
                yield event.order
            case (
                ev.Discarded()
                | ev.DrawChosen()
                | ev.CardsDrawn()
                | ev.HandShown()
                | ev.HandMucked()
                | ev.OpenersShown()
            ):
                yield event.cards
            case _:
                pass


class Spelling(NamedTuple):
    """A way to write cards in a row, and how many make it certain that they are meant."""

    name: str
    least: int
    card: bytes
    """A pattern for one card."""
    between: bytes
    read: Callable[[bytes], Card]
    in_digests: bool = True
    """Whether it is looked for in salts and digests, too."""

    def windows(self, content: bytes) -> set[Run]:
        """All rows of that many cards that are in there."""
        if not self.in_digests:
            content = _DIGEST.sub(b"", content)
        row = self.between.join([rb"(%s)" % self.card] * self.least)
        return {
            tuple(map(self.read, found))
            for found in re.findall(rb"(?=%s)" % row, content, re.DOTALL)
        }


def _by_text(text: bytes) -> Card:
    return Card(text.decode())


def _by_number(text: bytes) -> Card:
    return CARDS[int(text)]


def _by_hex(text: bytes) -> Card:
    return CARDS[int(text, 16)]


def _by_byte(byte: bytes) -> Card:
    return CARDS[byte[0]]


SPELLINGS = (
    Spelling("AhKd", 3, _TEXT, rb"", _by_text, in_digests=False),
    Spelling("AhKd in a digest", 6, _TEXT, rb"", _by_text),
    Spelling("Ah Kd, or Ah,Kd", 3, _TEXT, rb"[ ,;\n]", _by_text),
    Spelling("Ah, Kd", 3, _TEXT, rb", ", _by_text),
    Spelling('"Ah","Kd", as JSON', 3, _TEXT, rb'", ?"', _by_text),
    Spelling("'Ah', 'Kd', as Python says texts", 3, _TEXT, rb"', '", _by_text),
    Spelling("the same as MessagePack", 3, _TEXT, rb"\xa2", _by_text),
    Spelling("numbers of cards", 5, rb"(?<![0-9])%s(?![0-9])" % _NUMBER, rb"[ ,] ?", _by_number),
    Spelling("numbers of cards as bytes", 8, rb"[\x00-\x35]", rb"", _by_byte),
    Spelling("the same in hexadecimal", 5, rb"(?:[0-2][0-9a-f]|3[0-5])", rb"", _by_hex),
    Spelling("the same as Python says bytes", 5, rb"(?:[0-2][0-9a-f]|3[0-5])", rb"\\x", _by_hex),
)


def found_in(content: bytes, runs: Iterable[Run]) -> list[str]:
    """Where cards of these hands are in there: a sentence for each way in which they are."""
    wanted = {spelling.least: set[Run]() for spelling in SPELLINGS}
    for run in runs:
        for least, windows in wanted.items():
            windows.update(run[first : first + least] for first in range(len(run) - least + 1))
    readings = {"": content} | dict(_decoded(content))
    return [
        f"{' '.join(map(str, row))} as {spelling.name}{how}"
        for how, reading in readings.items()
        for spelling in SPELLINGS
        for row in spelling.windows(reading) & wanted[spelling.least]
    ]


def _decoded(content: bytes) -> Iterator[tuple[str, bytes]]:
    """What is in base64 in there; it may begin at any sign, so it is read from four of them."""
    rows = re.findall(rb"[A-Za-z0-9+/_-]{8,}", content)
    table = bytes.maketrans(b"-_", b"+/")
    for first in range(4):
        cut = (row[first:].translate(table) for row in rows)
        whole = (row[: len(row) // 4 * 4] for row in cut)
        yield f", in base64 from sign {first}", b"\n\n".join(b64decode(row) for row in whole)
