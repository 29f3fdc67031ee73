"""
The table of what the strong bot does: one byte for how likely each action is, the last left out.

A line of JSON says what the table is for and how it was made; then come the bytes of each decision
in the order of :func:`decisions`, by action, cards drawn and bucket.
"""

from collections.abc import Iterator
from functools import cache, cached_property
from math import prod

import msgspec
from msgspec import Struct

from showdown.bots.strong.buckets import MOST_DRAWN, Bucket
from showdown.bots.strong.games import GAMES, Solved
from showdown.bots.strong.lines import BIG_BLIND, BUTTON, Betting
from showdown.errors import FormatError

VERSION = 1
"""Of the format, and of what buckets and lines mean."""

COUNTS = MOST_DRAWN + 1
"""How many numbers of cards there are to draw."""

FULL = 255
"""The byte of what is always done."""

Name = tuple[str, str]
"""
Names a decision: the line before the draw, and in the same hand the line after it.

Before the draw the second is ``before``, at the draw ``draw`` for the big blind, which goes first,
and ``answer`` for the button.
"""


class Decided(Struct, frozen=True):
    """A decision of the game, and what the strategy for it depends on."""

    name: Name
    player: int
    actions: int
    cells: tuple[int, ...]
    """How many there are: draws of the big blind, of the button, as far as known, and buckets."""


class Header(Struct, frozen=True, kw_only=True):
    """What a table is for and how it was made."""

    version: int
    game: str
    """The name of what was solved."""
    before: tuple[Bucket, ...]
    """The buckets before the draw."""
    after: tuple[Bucket, ...]
    """Those after it."""
    chances: str
    """SHA-256 of the chances of the cards that it was made with."""
    rounds: int
    """Of training."""
    exploitability: float
    """What a best response wins from this very table in the abstract game, in big blinds a hand."""


def decisions(game: Solved, before: int, after: int) -> Iterator[Decided]:
    """All decisions of a game with so many buckets, in the order of the table."""
    for line in game.before.decisions:
        yield _betting((line, "before"), game.before, line, (before,))
    for line in game.before.goes_on:
        yield Decided((line, "draw"), BIG_BLIND, COUNTS, (before,))
        yield Decided((line, "answer"), BUTTON, COUNTS, (COUNTS, before))
        for later in () if "a" in line else game.after.decisions:
            yield _betting((line, later), game.after, later, (COUNTS, COUNTS, after))


def _betting(name: Name, betting: Betting, line: str, cells: tuple[int, ...]) -> Decided:
    return Decided(name, betting.actor(line), len(betting.actions(line)), cells)


class Table:
    """
    A strategy that was read.

    Raises:
        FormatError: it is of another version, or of another size than it says.
    """

    def __init__(self, packed: bytes) -> None:
        head, _, self._bytes = packed.partition(b"\n")
        try:
            self.header = msgspec.json.decode(head, type=Header)
        except msgspec.DecodeError as error:
            raise FormatError(f"This is no table of a strategy: {error}.", line=1) from None
        if self.header.version != VERSION:
            raise FormatError(
                f"The table is of version {self.header.version}, not {VERSION}.",
                line=1,
                found=self.header.version,
                wanted=VERSION,
            )
        if self.header.game not in GAMES:
            raise FormatError(
                f"The table is for {self.header.game}; games are {', '.join(GAMES)}.",
                line=1,
                found=self.header.game,
                wanted=", ".join(GAMES),
            )
        self.game = GAMES[self.header.game]
        self._places: dict[Name, tuple[int, Decided]] = {}
        size = 0
        buckets = len(self.header.before), len(self.header.after)
        for each in decisions(self.game, *buckets):
            self._places[each.name] = size, each
            size += (each.actions - 1) * prod(each.cells)
        if len(self._bytes) != size:
            raise FormatError(
                f"The table has {len(self._bytes)} bytes of strategy, not {size}.",
                line=2,
                found=len(self._bytes),
                wanted=size,
            )

    @cached_property
    def before(self) -> dict[Bucket, int]:
        """The numbers of the buckets before the draw."""
        return {bucket: number for number, bucket in enumerate(self.header.before)}

    @cached_property
    def after(self) -> dict[Bucket, int]:
        """The numbers of the buckets after it."""
        return {bucket: number for number, bucket in enumerate(self.header.after)}

    def part(self, name: Name) -> bytes:
        """The bytes of a decision: by action but the last, then by cell."""
        start, decided = self._places[name]
        return self._bytes[start : start + (decided.actions - 1) * prod(decided.cells)]

    def __contains__(self, name: Name) -> bool:
        return name in self._places

    def chances(self, name: Name, cell: tuple[int, ...]) -> list[int]:
        """
        How likely each action of a decision is, in 255ths.

        Args:
            cell: what is known, as :class:`Decided` says.
        """
        start, decided = self._places[name]
        place = 0
        for size, each in zip(decided.cells, cell, strict=True):
            place = place * size + each
        step = prod(decided.cells)
        said = [self._bytes[start + step * nth + place] for nth in range(decided.actions - 1)]
        return [*said, FULL - sum(said)]


@cache
def shipped(game: str) -> Table:
    """The table of a game that comes with the package."""
    from importlib.resources import files

    return Table((files("showdown.bots.strong") / f"{game}.bin").read_bytes())
