"""
What a text says about a hand, in one form whatever site wrote it.

A reader of a format makes :class:`Facts` and nothing else; whether they can have happened is found
out by :mod:`showdown.history.reconstruct`, which plays them. Every step keeps its line in the file.
"""

from datetime import datetime
from enum import StrEnum

from msgspec import Struct

from showdown.rules.cards import Card
from showdown.rules.events import Move
from showdown.rules.ruleset import Chips, Game, HandId, Ruleset, Seat


class Step(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """What all steps have in common."""

    line: int
    """Where it stands in the file, from 1."""
    seat: Seat


class Payment(StrEnum):
    """Which forced bet a text says was posted."""

    ANTE = "ante"
    SMALL = "small"
    BIG = "big"
    BOTH = "both"


class Paid(Step, frozen=True, tag="paid"):
    """A seat posted an ante or a blind."""

    kind: Payment
    amount: Chips
    all_in: bool = False


class Given(Step, frozen=True, tag="given"):
    """A seat was dealt these cards, and the text shows them."""

    cards: tuple[Card, ...]


class Moved(Step, frozen=True, tag="moved"):
    """A seat acted in a betting round."""

    move: Move
    amount: Chips | None = 0
    """
    What a call or bet put in; for a raise, by how much the price rose.

    None where the text gives only the total of a call or a raise.
    """
    to: Chips = 0
    """A raise, or a call that is told so: the seat's total for the round."""
    put_in: Chips | None = None
    """A raise: what it put in, if the text says that."""
    all_in: bool = False
    cards: tuple[Card, ...] = ()
    """What a seat showed while folding."""


class Threw(Step, frozen=True, tag="threw"):
    """A seat discarded so many cards; none is standing pat."""

    count: int
    cards: tuple[Card, ...] | None = None
    """Which, if the text shows them."""
    kept: tuple[Card, ...] | None = None
    """What was kept, if the text shows that: the hand of a seat that stands pat."""


class Drew(Step, frozen=True, tag="drew"):
    """A seat kept these cards and got those, and the text shows them."""

    kept: tuple[Card, ...]
    cards: tuple[Card, ...]


class Shuffled(Step, frozen=True, tag="shuffled"):
    """The deck was reshuffled; the seat is 0."""


class Returned(Step, frozen=True, tag="returned"):
    """An uncalled bet came back."""

    amount: Chips


class Showed(Step, frozen=True, tag="showed"):
    """A seat showed its cards, all or some."""

    cards: tuple[Card, ...]
    name: str = ""
    """What the text calls the hand."""


class Mucked(Step, frozen=True, tag="mucked"):
    """A seat did not show at the showdown."""


class Collected(Step, frozen=True, tag="collected"):
    """A seat was paid from a pot; pots count from 0, the main pot."""

    pot: int
    amount: Chips


class Middle(Step, frozen=True, tag="middle"):
    """So much lay in the middle at this moment; the seat is 0."""

    amount: Chips


AnyStep = (
    Paid | Given | Moved | Threw | Drew | Shuffled | Returned | Showed | Mucked | Collected | Middle
)


class Place(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A player who was dealt in."""

    seat: Seat
    name: str
    stack: Chips


class Role(StrEnum):
    """Where a seat is in the order of a hand."""

    BUTTON = "button"
    SMALL_BLIND = "small blind"
    BIG_BLIND = "big blind"


class Summary(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """What the end of a text says about one seat."""

    line: int
    seat: Seat
    folded: int | None = None
    """In which betting round it folded."""
    cards: tuple[Card, ...] = ()
    """Its hand, if the text lists it, shown or not."""
    won: Chips | None = None
    name: str = ""
    """What the text calls the hand."""
    roles: tuple[Role, ...] = ()
    stack: Chips | None = None
    """What it had after the hand."""
    net: Chips | None = None
    """What the hand was for it; may be negative."""


class Silence(StrEnum):
    """What the texts of a site never say, so that nothing follows from its absence."""

    RETURNED = "returned"
    """That an uncalled bet came back."""
    ALL_IN = "all_in"
    """That somebody put in his last chip."""
    POTS = "pots"
    """From which pot a seat was paid."""
    ORDER = "order"
    """In which order hands were shown."""


class Facts(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """All that a text says about one hand."""

    site: str
    hand: HandId
    line: int
    """Where the hand begins in the file."""
    table: str
    played: datetime | None = None
    """When, in UTC, if the text gives a zone that is known."""
    played_as: str = ""
    """When, as the text says it."""
    currency: str
    scale: int = 1
    """How many of the smallest units make one that is displayed: 100 cents a dollar."""
    game: Game
    stakes: tuple[Chips, Chips]
    """Small and big blind; in fixed-limit the small and the big bet."""
    max_seats: int
    button: Seat
    places: tuple[Place, ...]
    """Who was dealt in, by seat."""
    steps: tuple[AnyStep, ...]
    pot: Chips
    """The total before rake, without what was returned."""
    pots: tuple[Chips, ...] = ()
    """Main pot and side pots as printed, if the text gives them apart; without the rake."""
    rake: Chips = 0
    summary: tuple[Summary, ...] = ()
    number: str = ""
    """The hand's number as the text writes it, if that is not a number."""
    silent: tuple[Silence, ...] = ()
    """What texts of this site never say."""
    lacks: tuple[str, ...] = ()
    """What this text should say and does not, and what was taken for it."""
    rules: Ruleset | None = None
    """By which it was played, if the text gives more than stakes."""
