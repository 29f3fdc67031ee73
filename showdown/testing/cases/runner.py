"""
Says of each case whether it holds.
"""

from collections import Counter
from collections.abc import Iterable, Iterator
from enum import StrEnum

from msgspec import Struct

from showdown.errors import FormatError
from showdown.testing.cases.blocks import Block, case_blocks
from showdown.testing.cases.player import differences
from showdown.testing.cases.reader import read_case
from showdown.testing.cases.support import missing


class Verdict(StrEnum):
    """What became of a case."""

    OK = "ok"
    FAILED = "failed"
    """It does not hold, or it cannot be read."""
    UNSUPPORTED = "unsupported"
    """It needs what the engine does not play yet."""


class Result(Struct, frozen=True, kw_only=True):
    """A case and what became of it."""

    name: str
    title: str
    line: int
    verdict: Verdict
    reasons: tuple[str, ...] = ()
    """The differences, what cannot be read, or what the engine lacks."""

    def __str__(self) -> str:
        if self.verdict is Verdict.FAILED:
            return "\n    ".join([f"{self.name} FAILED (line {self.line})", *self.reasons])
        if self.verdict is Verdict.UNSUPPORTED:
            return f"{self.name} unsupported: {', '.join(self.reasons)}"
        return f"{self.name} ok"


def run_cases(text: str) -> Iterator[Result]:
    r"""
    Play every case of a Markdown text, in order.

    >>> text = "**P1. A pair**\nNo wild cards: `2c2d3h4s5c > AcKdQhJs9c`."
    >>> [str(result) for result in run_cases(text)]
    ['P1 ok']
    """
    return (_run(block) for block in case_blocks(text))


def _run(block: Block) -> Result:
    verdict, reasons = _judge(block)
    return Result(
        name=block.name, title=block.title, line=block.line, verdict=verdict, reasons=reasons
    )


def _judge(block: Block) -> tuple[Verdict, tuple[str, ...]]:
    try:
        case = read_case(block)
    except FormatError as error:
        return Verdict.FAILED, (f"line {error.line}: {error}",)
    wrong: list[str] = []
    lacking: list[str] = []
    for part in case.parts:
        if needs := missing(part):
            lacking += needs
        else:
            wrong += differences(part)
    if wrong:
        return Verdict.FAILED, tuple(wrong)
    if lacking:
        return Verdict.UNSUPPORTED, tuple(dict.fromkeys(lacking))
    return Verdict.OK, ()


def summary(verdicts: Iterable[Verdict]) -> str:
    """
    How many cases there were and what became of them.

    >>> summary([Verdict.OK, Verdict.OK, Verdict.UNSUPPORTED])
    '3 cases: 2 ok, 0 failed, 1 unsupported'
    """
    count = Counter(verdicts)
    parts = ", ".join(f"{count[verdict]} {verdict}" for verdict in Verdict)
    return f"{count.total()} cases: {parts}"
