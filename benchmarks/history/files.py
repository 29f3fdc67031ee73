"""
The same hands read, played again and written in every format.

pokerkit reads our PHH with the lines that docs/formats.md gives for it, and it and we play the
hands to their end: reading is not believing.
"""

import random
import re
import warnings
from collections.abc import Callable, Iterable
from datetime import UTC, datetime
from functools import cache
from pathlib import Path
from typing import Any

from benchmarks.contest import Contest, Peer, Runner, module, named
from benchmarks.rules.hands import play
from showdown import DECK
from showdown.history import HandRecord, check, read_hands
from showdown.history.writers import FORMATS
from showdown.rules.ruleset import TableId

PAGE = Path(__file__).parents[2] / "docs" / "formats.md"
HANDS = 100


@cache
def records() -> tuple[HandRecord, ...]:
    """The hands that engines are measured by: six call stations that draw three."""
    rng, deck = random.Random(1), list(DECK)
    hands = []
    for _ in range(HANDS):
        rng.shuffle(deck)
        events, _ = play(tuple(deck))
        hands.append(
            HandRecord(
                table=TableId("bench"),
                played=datetime(2026, 3, 1, 20, 15, tzinfo=UTC),
                events=tuple(events),
            )
        )
    return tuple(hands)


@cache
def texts(name: str) -> tuple[str, ...]:
    """The hands in a format, each a text of its own."""
    return tuple(str(FORMATS[name].write(record, None)) for record in records())


def stacks_of(record: HandRecord) -> list[int]:
    """The stacks at the end, in the order of the deal."""
    stacks = {each.seat: each.stack for each in record.ended.stacks}
    return [stacks[dealt.seat] for dealt in record.started.lineup]


def read_all(name: str) -> list[HandRecord]:
    """Every hand of a format, read and played."""
    found = [hand for text in texts(name) for hand in read_hands(text)]
    hands = [hand for hand in found if isinstance(hand, HandRecord)]
    assert len(hands) == HANDS, [hand for hand in found if not isinstance(hand, HandRecord)]
    return hands


def repeating(name: str, once: Callable[[], object]) -> Runner:
    """Somebody who does something with all hands."""

    def work(times: int) -> None:
        for _ in range(times):
            once()

    return Runner(name, work, units=HANDS)


def reading(name: str) -> Runner:
    """Reading a format, once it has been found to give the hands that were written."""
    ends = [stacks_of(record) for record in read_all(name)]
    assert ends == [stacks_of(record) for record in records()]
    return repeating(f"{name} read", lambda: read_all(name))


def writing(name: str) -> Runner:
    """Writing a format."""
    write = FORMATS[name].write
    return repeating(f"{name} written", lambda: [write(record, None) for record in records()])


def replaying() -> Runner:
    """Playing records again, and comparing every event."""
    assert all(check(record).ok for record in records())
    return repeating("replayed", lambda: [check(record) for record in records()])


def pokerkit_loader() -> Callable[[str], Iterable[Any]]:
    """The function ``load`` of the page about formats."""
    module("pokerkit", "pokerkit")
    section = PAGE.read_text(encoding="utf-8").partition("### With pokerkit")[2]
    lines = re.search(r"```python\n(.*?)```", section, re.DOTALL)
    assert lines is not None
    names: dict[str, Any] = {}
    exec(compile(lines[1], str(PAGE), "exec"), names)
    load: Callable[[str], Iterable[Any]] = names["load"]
    return load


def pokerkit_reading() -> Runner:
    """Our PHH read and played by pokerkit, once it is known to come to the same stacks."""
    load = pokerkit_loader()

    def last_states() -> list[Any]:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            return [[*load(text)][-1] for text in texts("phh")]

    ends = [list(state.stacks) for state in last_states()]
    assert ends == [stacks_of(record) for record in records()]
    return repeating(named("pokerkit"), last_states)


def pokerkit_parsing() -> Runner:
    """The same files parsed by pokerkit, and nothing played."""
    load = pokerkit_loader()
    return repeating(named("pokerkit"), lambda: [load(text) for text in texts("phh")])


PHH = Contest(
    id="phh",
    title="PHH files read and played to the end",
    unit="hands",
    ours=lambda: reading("phh"),
    peers=(
        Peer("pokerkit", pokerkit_reading, budget=10),
        Peer("pokerkit, parsed and not played", pokerkit_parsing),
    ),
)

FORMATS_READ = Contest(
    id="read",
    title="hands replayed event by event, to hands read from a format and played",
    unit="hands",
    ours=replaying,
    peers=tuple(
        Peer(FORMATS[name].title, lambda name=name: reading(name))  # type: ignore[misc]
        for name in FORMATS
    ),
)

FORMATS_WRITTEN = Contest(
    id="written",
    title="hands replayed event by event, to hands written in a format",
    unit="hands",
    ours=replaying,
    peers=tuple(
        Peer(FORMATS[name].title, lambda name=name: writing(name))  # type: ignore[misc]
        for name in FORMATS
    ),
)
