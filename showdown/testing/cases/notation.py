"""
What a case says, as values: the whole notation, also for games that the engine does not play yet.

Cards and settings stay as they are written; what they mean to the engine is the player's concern.
"""

from msgspec import Struct

Pairs = tuple[tuple[int, int], ...]
"""Seats with an amount each, in the order in which they are written."""

Hands = tuple[tuple[int, tuple[str, ...]], ...]
"""Seats with cards."""


class Setting(Struct, frozen=True):
    """An option of the table, by its name in docs/rules.md."""

    name: str
    value: str

    def __str__(self) -> str:
        return f"{self.name}={self.value}"


class Post(Struct, frozen=True):
    """A seat that owes blinds posts these: ``sb``, ``bb`` or both."""

    seat: int
    blinds: tuple[str, ...]


# Acts.


class Act(Struct, frozen=True):
    """What a seat does: a letter of the notation, with an amount or cards."""

    text: str
    seat: int
    move: str
    amount: int = 0
    cards: tuple[str, ...] = ()
    all_cards: bool = False


class Refused(Struct, frozen=True):
    """An act that is refused with a code."""

    text: str
    act: Act
    code: str


class Asked(Struct, frozen=True):
    """It is a seat's turn; what is not named is not checked."""

    text: str
    seat: int
    call: int | None = None
    raise_to: tuple[int, int] | None = None
    no_raise: bool = False


class NewPhase(Struct, frozen=True):
    """The draw or another betting round has begun."""

    text: str = "|"


Step = Act | Refused | Asked | NewPhase


# What is expected.


class Returned(Struct, frozen=True):
    """Bets that came back, in order of time."""

    amounts: Pairs


class PotsAre(Struct, frozen=True):
    """Amounts and eligible seats, main pot first."""

    pots: tuple[tuple[int, tuple[int, ...]], ...]


class RakeIs(Struct, frozen=True):
    """The rake of the hand."""

    amount: int


class Paid(Struct, frozen=True):
    """Every seat that is paid, with the sum of its pots."""

    amounts: Pairs


class Final(Struct, frozen=True):
    """The stacks of these seats in the end."""

    stacks: Pairs


class Showdown(Struct, frozen=True):
    """Every hand in the order of showing, and whether it is shown or mucked."""

    hands: tuple[tuple[int, bool], ...]


class NoShowdown(Struct, frozen=True):
    """Nobody shows or mucks."""


class HandIs(Struct, frozen=True):
    """The display name of a seat's hand."""

    seat: int
    name: str


class AfterDraw(Struct, frozen=True):
    """The cards of these seats after the draw."""

    hands: Hands


class ReshuffledTimes(Struct, frozen=True):
    """How many reshuffles there were; with ``sizes``, of how many cards each."""

    times: int
    sizes: tuple[int, ...] | None = None


class NextToAct(Struct, frozen=True):
    """Whose turn it is in the end; ``period`` is ``pre``, ``draw`` or ``post``."""

    seat: int
    period: str


class OpenersShown(Struct, frozen=True):
    """The openers that are proven."""

    hands: Hands


class PassedOut(Struct, frozen=True):
    """Nobody opened; what each has in the carry."""

    carried: Pairs


Expectation = (
    Returned
    | PotsAre
    | RakeIs
    | Paid
    | Final
    | Showdown
    | NoShowdown
    | HandIs
    | AfterDraw
    | ReshuffledTimes
    | NextToAct
    | OpenersShown
    | PassedOut
)


class Expected(Struct, frozen=True):
    """An expectation and how it is written."""

    text: str
    what: Expectation


# Parts of a case.


class Play(Struct, frozen=True, kw_only=True):
    """A hand that is played."""

    settings: tuple[Setting, ...]
    button: int
    stacks: Pairs
    hands: Hands = ()
    carried_in: Pairs = ()
    posts: tuple[Post, ...] = ()
    stub_top: tuple[str, ...] = ()
    new_stubs: tuple[tuple[str, ...], ...] = ()
    steps: tuple[Step, ...]
    expected: tuple[Expected, ...]


class Ranking(Struct, frozen=True):
    """A statement about hands alone: ``sign`` is ``>``, ``=``, ``is``, ``opens`` or ``closed``."""

    text: str
    deck: str
    """The heading: ``No wild cards``, ``Bug joker`` and so on."""
    cards: tuple[str, ...]
    sign: str
    other: tuple[str, ...] = ()
    name: str = ""


class SeatNow(Struct, frozen=True):
    """A seat and the letters behind it: b, s, p, x."""

    seat: int
    letters: str = ""


class Blinds(Struct, frozen=True):
    """Button, small blind and big blind; a dead small blind is nobody's."""

    button: int
    small: int
    big: int
    dead_small: bool = False


class Position(Struct, frozen=True, kw_only=True):
    """Where button and blinds go."""

    text: str
    rule: str
    seats: tuple[SeatNow, ...]
    last: Blinds
    then: Blinds
    posts: tuple[Post, ...] = ()
    waits: tuple[int, ...] = ()
    owes: tuple[Post, ...] = ()


class Places(Struct, frozen=True, kw_only=True):
    """Who is out of a tournament in which place."""

    text: str
    left: int
    out: Pairs
    places: Pairs
    prizes: tuple[int, ...] = ()
    button: int | None = None
    paid: Pairs = ()


Part = Play | Ranking | Position | Places


class Case(Struct, frozen=True, kw_only=True):
    """A case with its name; each of its parts has to hold."""

    name: str
    title: str
    line: int
    parts: tuple[Part, ...]
