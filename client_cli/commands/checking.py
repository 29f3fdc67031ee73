"""
``showdown replay --check``: real hands through the engine, a line for each.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from enum import StrEnum
from pathlib import Path

import msgspec
from msgspec import Struct

from client_cli.commands.files import located, read_chunks, size_of
from client_cli.commands.progress import Advance, progress
from client_cli.console import printable
from client_cli.presenter import words
from showdown.errors import FormatError
from showdown.history import check
from showdown.history.readers import stream_facts


class Verdict(StrEnum):
    """What came of a hand."""

    HOLDS = "holds"
    DIFFERS = "differs"
    UNREADABLE = "unreadable"


class Line(Struct, frozen=True, kw_only=True):
    """One hand."""

    file: str
    hand: str
    verdict: Verdict
    sentence: str
    """The line as it is printed."""


def check_files(paths: Sequence[Path], *, json: bool) -> int:
    """
    Check every hand in these files; the exit code, 1 if any does not hold.

    Raises:
        UsageError: a file is not there; then nothing is checked.
    """
    sizes = [size_of(path) for path in paths]
    counts: Counter[Verdict] = Counter()
    with progress(sum(sizes), str(words.CHECKING)) as advance:
        for path in paths:
            for line in _check(path, advance):
                counts[line.verdict] += 1
                print(msgspec.json.encode(line).decode() if json else printable(line.sentence))
    if not json:
        print(_total(counts))
    return 0 if counts[Verdict.HOLDS] == counts.total() else 1


def _check(path: Path, advance: Advance) -> Iterator[Line]:
    for hand in stream_facts(read_chunks(path, advance)):
        if isinstance(hand, FormatError):
            yield Line(
                file=str(path), hand="", verdict=Verdict.UNREADABLE, sentence=located(path, hand)
            )
            continue
        result = check(hand)
        verdict = Verdict.HOLDS if result.ok else Verdict.DIFFERS
        sentence = words.CHECKED[verdict].format(
            file=path, hand=result.title, sentence=result.sentence
        )
        yield Line(file=str(path), hand=result.title, verdict=verdict, sentence=sentence)


def _total(counts: Counter[Verdict]) -> str:
    parts = [
        words.CHECKED_COUNTS[each].format(count=counts[each]) for each in Verdict if counts[each]
    ]
    return words.CHECKED_TOTAL.format(count=counts.total(), parts=", ".join(parts))
