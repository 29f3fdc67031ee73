"""
What all writers of formats have in common: what they give, and which cards they may name.

A writer gives :class:`Written`: the text, and in sentences what the text has no words for. A hand
that cannot be said at all is :class:`showdown.errors.Unsayable`.
"""

from collections.abc import Iterable

from msgspec import Struct

from showdown.history.record import HandRecord
from showdown.rules import events as ev
from showdown.rules import seen
from showdown.rules.cards import Card
from showdown.rules.ruleset import Seat
from showdown.rules.view import Viewer, project_all

Cards = tuple[Card, ...]
BySeat = dict[Seat, Cards]


class Written(str):
    """
    The text of a hand in some format; it is a ``str``, and knows what is not in it.

    >>> Written("text", ["The clocks are left out."]).left_out
    ('The clocks are left out.',)
    """

    __slots__ = ("left_out",)

    left_out: tuple[str, ...]
    """What the text has no words for, a sentence each."""

    def __new__(cls, text: str, left_out: Iterable[str] = ()) -> "Written":
        """Put a text together with what was left out of it."""
        written = super().__new__(cls, text)
        written.left_out = tuple(left_out)
        return written


class Sight(Struct, frozen=True, kw_only=True):
    """Cards that may stand in a text: real ones that whoever reads it may see."""

    dealt: BySeat
    discarded: BySeat
    drawn: BySeat
    shown: BySeat
    mucked: BySeat
    whole: bool
    """Whether that is every card there was."""


def sight_of(record: HandRecord, viewer: Viewer | None) -> Sight:
    """
    The cards of a hand as somebody may see them.

    Args:
        viewer: for whom the text is; None for whoever has the whole record. Of an imported hand
            even he sees the real cards only, which its text had.
    """
    if viewer is not None:
        return _seen_by(record, viewer)
    if record.claims is not None:
        return _claimed(record)
    return Sight(
        dealt={
            dealt.seat: dealt.cards
            for event in record.events
            if isinstance(event, ev.CardsDealt)
            for dealt in event.hands
        },
        discarded=_by_seat(record, ev.Discarded),
        drawn=_by_seat(record, ev.CardsDrawn),
        shown=_by_seat(record, ev.HandShown),
        mucked={s: cards for s, cards in _by_seat(record, ev.HandMucked).items() if cards},
        whole=True,
    )


def _by_seat(
    record: HandRecord,
    kind: type[ev.Discarded | ev.CardsDrawn | ev.HandShown | ev.HandMucked],
) -> BySeat:
    return {event.seat: event.cards for event in record.events if isinstance(event, kind)}


def _claimed(record: HandRecord) -> Sight:
    """What is real in an imported hand; what its keeper drew is what he has and had not."""
    claims = record.claims
    assert claims is not None
    dealt = {each.seat: each.cards for each in claims.dealt}
    drawn = _by_seat(record, ev.CardsDrawn)
    thrown = _by_seat(record, ev.Discarded)
    known = {each.seat: each.cards for each in claims.discarded}
    return Sight(
        dealt=dealt,
        discarded=known | {seat: thrown[seat] for seat in dealt if seat in thrown},
        drawn={seat: drawn[seat] for seat in dealt if seat in drawn},
        shown={each.seat: each.cards for each in claims.shown},
        mucked={each.seat: each.cards for each in claims.mucked if each.cards},
        whole=False,
    )


_NAMING = (seen.Discarded, seen.CardsDrawn, seen.HandShown, seen.HandMucked)
"""Events that name the cards of one seat."""


def _seen_by(record: HandRecord, viewer: Viewer) -> Sight:
    dealt: BySeat = {}
    real = None if record.claims is None else _claimed(record)
    found: dict[type, BySeat] = {kind: {} for kind in _NAMING}
    for event in project_all(record.events, viewer):
        if isinstance(event, seen.CardsDealt):
            dealt = {each.seat: each.cards for each in event.hands if each.cards is not None}
        elif isinstance(event, _NAMING) and event.cards is not None:
            found[type(event)][event.seat] = event.cards
    sight = Sight(
        dealt=dealt,
        discarded=found[seen.Discarded],
        drawn=found[seen.CardsDrawn],
        shown=found[seen.HandShown],
        mucked=found[seen.HandMucked],
        whole=False,
    )
    return sight if real is None else _both(sight, real)


def _both(one: Sight, other: Sight) -> Sight:
    def common(name: str) -> BySeat:
        theirs = getattr(other, name)
        return {seat: cards for seat, cards in getattr(one, name).items() if seat in theirs}

    return Sight(
        dealt=common("dealt"),
        discarded=common("discarded"),
        drawn=common("drawn"),
        shown=common("shown"),
        mucked=common("mucked"),
        whole=False,
    )
