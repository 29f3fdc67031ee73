"""
What opened cards cost: making the openings, sending them and checking them.

There is no peer for these, so they stand against their budgets: a ratio of one is the budget, on a
machine that has nothing else to do.
"""

from collections.abc import Callable, Iterator
from itertools import cycle, islice
from typing import NamedTuple

import msgspec

from benchmarks.contest import Contest, Peer, Runner
from benchmarks.fairness.table import LONG, SEATS, SHORT, Batches, Kind, some_hands
from server.tables.proving import Proving
from showdown.rules import events as ev
from showdown.rules.fairness.checking import check
from showdown.rules.fairness.openings import Openings
from showdown.rules.heard_proofs import HeardProof
from showdown.rules.seen import Hidden, SeenEvent
from showdown.rules.view import Viewer, project_all

VIEWERS = tuple(Viewer(hand_seat=seat) for seat in range(1, SEATS + 1))
KILOBYTE = 1_000
MORE_THAN_KEPT = 300
"""Hands of which each is sealed anew when its turn comes again."""


class Heard(NamedTuple):
    """A frame as a client has it."""

    events: tuple[SeenEvent | Hidden, ...]
    openings: Openings | None


def told(batches: Batches) -> Iterator[tuple[Openings | None, ...]]:
    """What the server opens to each of the players, batch by batch."""
    proving = Proving()
    for batch in batches:
        proving.follow(batch)
        yield tuple(proving.news(viewer) for viewer in VIEWERS)


def heard(batches: Batches) -> list[Heard]:
    """A hand as the player in seat 1 has it, cards that are shown included."""
    return [
        Heard(project_all(ev.hand_events(batch), VIEWERS[0]), openings[0])
        for batch, openings in zip(batches, told(batches), strict=True)
    ]


def checked(frames: list[Heard]) -> int:
    """Check all that a client checks; how many cards that were."""
    proof, cards = HeardProof(), 0
    for frame in frames:
        proof.follow(frame.events, VIEWERS[0].hand_seat)
        if proof.take(frame.openings) and proof.proof is not None:
            cards = check(proof.proof).cards
    return cards


def size(batches: Batches) -> float:
    """Bytes of openings on the wire for each player of a hand, on average."""
    frames = (each for openings in told(batches) for each in openings if each is not None)
    return sum(len(msgspec.json.encode(each)) for each in frames) / SEATS


def _proving(kind: Kind) -> Runner:
    hands = some_hands(kind, MORE_THAN_KEPT)

    def work(many: int) -> None:
        for batches in islice(cycle(hands), many):
            for _ in told(batches):
                pass

    return Runner("openings for six", work)


def _checking(kind: Kind) -> Runner:
    hands = [heard(batches) for batches in some_hands(kind)]

    def work(many: int) -> None:
        for frames in islice(cycle(hands), many):
            checked(frames)

    return Runner("a client", work)


def _sizes(kind: Kind) -> Runner:
    hands = some_hands(kind)

    def kilobytes(many: int) -> float:
        return sum(map(size, islice(cycle(hands), many))) / KILOBYTE

    return Runner("bytes a seat", kilobytes, reports=True)


def _budget(name: str, each: float, *, binds: bool = True) -> Peer:
    """So much for each hand; one that does not bind is a mark to see figures by."""
    budget = 1 if binds else None
    return Peer(name, lambda: Runner(name, lambda many: many * each, reports=True), budget)


def _contest(
    name: str, title: str, ours: Callable[[], Runner], budget: Peer, per: str = "s"
) -> Contest:
    return Contest(id=name, title=title, unit="hand", ours=ours, peers=(budget,), per=per)


PROVING = tuple(
    _contest(
        f"proving{name}",
        f"a server seals and makes the openings of six seats, all shown, {kind.name}",
        lambda kind=kind: _proving(kind),  # type: ignore[misc]
        _budget(f"{milliseconds} ms", milliseconds / 1000),
    )
    for name, kind, milliseconds in (("", SHORT, 0.5), ("-reshuffled", LONG, 3.0))
)
SIZE = tuple(
    _contest(
        f"openings{name}",
        f"what a seat is sent of them, all shown, {kind.name}",
        lambda kind=kind: _sizes(kind),  # type: ignore[misc]
        _budget(f"{kilobytes} KB", kilobytes),
        per="kB",
    )
    for name, kind, kilobytes in (("", SHORT, 2.5), ("-reshuffled", LONG, 5.2))
)
CHECKING = tuple(
    _contest(
        f"checking{name}",
        f"a client checks all of a hand, all shown, {kind.name}",
        lambda kind=kind: _checking(kind),  # type: ignore[misc]
        _budget(f"{milliseconds} ms", milliseconds / 1000, binds=False),
    )
    for name, kind, milliseconds in (("", SHORT, 1.0), ("-reshuffled", LONG, 4.0))
)
