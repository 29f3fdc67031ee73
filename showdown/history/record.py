"""
A hand as it is kept: neutral of format, with all that replaying it needs.

The events hold the secrets of the hand (:data:`showdown.rules.events.SECRETS`). Whoever stores a
record encrypts it, and whoever shows one projects it (:mod:`showdown.history.cursor`).
"""

from collections import Counter
from collections.abc import Iterator
from datetime import datetime

from msgspec import Struct

from showdown.errors import CorruptHistory
from showdown.history.facts import Silence
from showdown.rules import events as ev
from showdown.rules.cards import Card
from showdown.rules.ruleset import AccountId, Chips, HandId, Ruleset, Seat, TableId

SHOWDOWN = "showdown"
"""The site of hands that were played here."""

PLAY_CHIPS = "chips"
"""The currency of chips that are worth nothing."""


class SeatAmount(Struct, frozen=True):
    """Chips that went to a seat."""

    seat: Seat
    amount: Chips


class PotShare(Struct, frozen=True):
    """What a seat got of a pot; pots count from 0, the main pot."""

    seat: Seat
    pot: int
    amount: Chips


class SeatCards(Struct, frozen=True):
    """Cards of a seat."""

    seat: Seat
    cards: tuple[Card, ...]


class NamedHand(Struct, frozen=True, omit_defaults=True):
    """A hand that was shown, and what the text calls it."""

    seat: Seat
    cards: tuple[Card, ...]
    name: str = ""


class FoldedIn(Struct, frozen=True):
    """A seat folded in this betting round: 0 before the draw, 1 after it."""

    seat: Seat
    street: int


class Claims(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """
    What the text of an imported hand says, apart from what the engine found.

    Cards that are named here are real; all others in the record's events were put in for the hand
    to be playable.
    """

    pot: Chips
    """All pots before rake, without what was returned."""
    rake: Chips = 0
    pots: tuple[Chips, ...] = ()
    """Main pot and side pots as printed, after rake, if they are given apart."""
    returned: tuple[SeatAmount, ...] = ()
    collected: tuple[PotShare, ...] = ()
    won: tuple[SeatAmount, ...] = ()
    """The same per seat, as the summary repeats it."""
    dealt: tuple[SeatCards, ...] = ()
    """Hands that were dealt face up for whoever kept the text."""
    discarded: tuple[SeatCards, ...] = ()
    """Discards that the text shows."""
    shown: tuple[NamedHand, ...] = ()
    """Hands shown, in order."""
    mucked: tuple[SeatCards, ...] = ()
    """Seats that did not show at the showdown; their cards if the text lists them."""
    folded: tuple[FoldedIn, ...] = ()
    """As the summary says it."""
    reshuffles: int = 0
    played: str = ""
    """When, as the text says it."""
    number: str = ""
    """The hand's number as the text writes it, if that is not a number."""
    stacks: tuple[SeatAmount, ...] = ()
    """What seats had after the hand."""
    nets: tuple[SeatAmount, ...] = ()
    """What the hand was for seats; may be negative."""
    silent: tuple[Silence, ...] = ()
    """What texts of this site never say."""
    lacks: tuple[str, ...] = ()
    """What this text should say and does not, and what was taken for it."""


class Person(Struct, frozen=True):
    """A player of a hand."""

    seat: Seat
    name: str
    account: AccountId


class HandRecord(
    Struct,
    frozen=True,
    kw_only=True,
    omit_defaults=True,
    forbid_unknown_fields=True,
    tag_field="version",
    tag=1,
):
    """
    One hand, played here or elsewhere.

    Ids and names of the players stand in the first event, as all of the hand does.
    """

    site: str = SHOWDOWN
    table: TableId
    played: datetime | None = None
    """When it began, in UTC; None if the text says it in no known zone."""
    currency: str = PLAY_CHIPS
    scale: int = 1
    """How many of the smallest units make one that is displayed: 100 cents a dollar."""
    events: tuple[ev.HandEvent, ...]
    claims: Claims | None = None
    """Imported hands: what their text says."""

    @property
    def started(self) -> ev.HandStarted:
        """How the hand began."""
        first = self.events[0] if self.events else None
        if not isinstance(first, ev.HandStarted):
            raise CorruptHistory(
                "The record of a hand begins with HandStarted, but this one does not.",
                found=type(first).__name__ if first else 0,
                wanted="HandStarted",
            )
        return first

    @property
    def ended(self) -> ev.HandEnded | ev.HandAborted:
        """How the hand came to its end."""
        for event in reversed(self.events):
            if isinstance(event, ev.HandEnded | ev.HandAborted):
                return event
        raise CorruptHistory(
            "The record of a hand has its end, but this one breaks off.", wanted="HandEnded"
        )

    @property
    def hand(self) -> HandId:
        """The hand's number."""
        return self.started.hand

    @property
    def ruleset(self) -> Ruleset:
        """By which rules it was played."""
        return self.started.ruleset

    @property
    def players(self) -> tuple[Person, ...]:
        """Who was dealt in, by seat."""
        return tuple(
            Person(dealt.seat, dealt.name, dealt.account)
            for dealt in sorted(self.started.lineup, key=lambda dealt: dealt.seat)
        )

    def name_of(self, seat: Seat) -> str:
        """What to call a player; his seat if he has no name."""
        names = {person.seat: person.name for person in self.players}
        return names.get(seat) or f"seat {seat}"

    def display(self, amount: Chips) -> str:
        """
        An amount as people read it.

        >>> HandRecord(table=TableId("t"), scale=100, events=()).display(1005)
        '10.05'
        """
        return display(amount, self.scale)


def display(amount: Chips, scale: int) -> str:
    """
    An amount of smallest units as people read it.

    >>> display(5, 100), display(3000, 100), display(60, 1)
    ('0.05', '30.00', '60')
    """
    if scale == 1:
        return str(amount)
    whole, rest = divmod(abs(amount), scale)
    places = len(str(scale)) - 1
    return f"{'-' if amount < 0 else ''}{whole}.{rest:0{places}}"


class Result(Struct, frozen=True):
    """What a hand was for a seat."""

    seat: Seat
    net: Chips
    """Its stack after the hand less its stack before; may be negative."""
    won: Chips
    """What it was paid from pots."""
    showdown: bool
    """Whether it was still in when hands were compared."""


def results(record: HandRecord) -> tuple[Result, ...]:
    """
    What the hand was for every seat, by seat.

    Raises:
        CorruptHistory: the record breaks off before the hand's end.
    """
    before = {dealt.seat: dealt.stack for dealt in record.started.lineup}
    after = {each.seat: each.stack for each in record.ended.stacks}
    won = paid_by_seat(record.events)
    compared = set(_compared(record.events))
    return tuple(
        Result(seat=seat, net=after[seat] - before[seat], won=won[seat], showdown=seat in compared)
        for seat in sorted(before)
    )


def paid_by_seat(events: tuple[ev.HandEvent, ...]) -> Counter[Seat]:
    """What each seat was paid from all pots."""
    paid: Counter[Seat] = Counter()
    for event in events:
        if type(event) is ev.PotAwarded:
            paid[event.seat] += event.amount
    return paid


def _compared(events: tuple[ev.HandEvent, ...]) -> Iterator[Seat]:
    for event in events:
        if type(event) is ev.HandShown or type(event) is ev.HandMucked:
            yield event.seat
        elif type(event) is ev.HandEnded:
            # What a winner shows afterwards was not compared with anything (RULES 12.9).
            return
