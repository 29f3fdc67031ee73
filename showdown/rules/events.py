"""
What happened in a hand (RULES 8.4), as frozen values.

Events are the truth: a hand is the fold of its events, a journal stores them, replays step through
them. Some of their fields are secret (:data:`SECRETS`); what a viewer sees of an event is built by
:mod:`showdown.rules.view`.
"""

from collections.abc import Iterable
from enum import StrEnum
from typing import TYPE_CHECKING, get_args

from msgspec import Struct
from msgspec.structs import force_setattr

from showdown.rules.cards import HAND_SIZE, Card
from showdown.rules.fairness.telling import Bound, Opening
from showdown.rules.fairness.texts import DigestText
from showdown.rules.pots import Pot
from showdown.rules.ranking import rank
from showdown.rules.ruleset import (
    AccountId,
    Chips,
    HandId,
    Openers,
    Ruleset,
    Seat,
    TableId,
)

if TYPE_CHECKING:  # the interpreter's own has it from 3.13 on
    from typing_extensions import TypeIs


class Event(Struct, frozen=True, kw_only=True, gc=False):
    """What all events have in common: nothing but being one."""


class Dealt(Struct, frozen=True, kw_only=True, gc=False):
    """A player who is dealt in, as he was when the hand started."""

    seat: Seat
    stack: Chips
    account: AccountId = AccountId(0)
    """0 where nobody signs in: imported hands and matches of bots."""
    name: str = ""
    bank_ms: int = 0
    """What is left of his time bank."""


class Post(Struct, frozen=True, kw_only=True, gc=False):
    """What a player who owes blinds posts to be dealt in (RULES 7.3)."""

    seat: Seat
    live: Chips = 0
    dead: Chips = 0


class Share(Struct, frozen=True, kw_only=True, gc=False):
    """An amount that belongs to a seat."""

    seat: Seat
    amount: Chips


class HandStarted(Event, frozen=True, tag="hand_started"):
    """Fixes who plays, from where and by which rules; cards come later."""

    hand: HandId
    ruleset: Ruleset
    button: Seat
    lineup: tuple[Dealt, ...]
    """In the order of the deal: first left of the button first, the button's seat last."""
    small_blind: Seat | None = None
    big_blind: Seat | None = None
    posts: tuple[Post, ...] = ()
    carried: tuple[Share, ...] = ()
    """What seats have in a carry from passed-out deals; it counts as put in (RULES 11.9)."""
    forfeited: tuple[Chips, ...] = ()
    """Parts of the carry whose owners are gone; they stay in."""
    openers: Openers | None = None
    """What opens in this deal of jackpots; it may have risen above the table's."""
    takes_ante: bool = True
    """No further ante is taken after too many passed-out deals."""
    rake: Chips | None = None
    """An amount of rake that is given, as in an imported hand; else the ruleset says it."""
    hand_key: bytes = b""
    """Secret: all entropy of the hand comes from it (FAIRNESS 7); empty for given orders."""


class DealSealed(Event, frozen=True, tag="deal_sealed"):
    """What a deal is proven by, fixed with the start of its hand; without it, it is not proven."""

    table: TableId
    """It is in every hash."""
    previous: DigestText
    """The head of the table's last hand."""
    root: DigestText
    """Of the tree over the deck."""
    contributors: tuple[Bound, ...] = ()
    """Who is asked to open, by seat."""


class AntePosted(Event, frozen=True, tag="ante_posted"):
    """A seat paid an ante, or the big blind one for the table."""

    seat: Seat
    amount: Chips


class BlindKind(StrEnum):
    """Which forced bet was posted."""

    SMALL = "small"
    BIG = "big"
    POST = "post"


class BlindPosted(Event, frozen=True, tag="blind_posted"):
    """A seat posted a blind; ``amount`` is a live bet, ``dead`` goes to the main pot."""

    seat: Seat
    kind: BlindKind
    amount: Chips
    dead: Chips = 0


class HandDealt(Struct, frozen=True, kw_only=True, gc=False):
    """The five cards that a seat was dealt."""

    seat: Seat
    cards: tuple[Card, ...]


class EntropyOpened(Event, frozen=True, tag="entropy_opened"):
    """
    The openings of those who were asked, before the cards that they decide.

    Part 0 is the deal, then come the reshuffles.
    """

    part: int
    openings: tuple[Opening, ...] = ()
    missed: tuple[Seat, ...] = ()
    """Who did not open in time."""


class CardsDealt(Event, frozen=True, tag="cards_dealt"):
    """Everybody has five cards."""

    hands: tuple[HandDealt, ...]
    """Secret, each except for its holder; in the order of the deal, cards as they came."""
    stub: tuple[Card, ...]
    """Secret: the rest of the deck, top card first."""


class TurnKind(StrEnum):
    """What a seat has to decide."""

    BET = "bet"
    DRAW = "draw"


class SeatBank(Struct, frozen=True, kw_only=True, gc=False):
    """What a seat has left of its time bank."""

    seat: Seat
    bank_ms: int


class Turn(Event, frozen=True, tag="turn"):
    """A seat is asked; the clock is a length, never a point in time."""

    seat: Seat
    turn: int
    """Counts the turns of the hand from 1."""
    kind: TurnKind
    base_ms: int
    bank_ms: int
    others: tuple[SeatBank, ...] = ()
    """Seats that choose at the same time, in a simultaneous draw."""


class BankSpent(Event, frozen=True, tag="bank_spent"):
    """A seat used some of its time bank; ``bank_ms`` is what is left."""

    seat: Seat
    bank_ms: int


class Move(StrEnum):
    """What a seat did in a betting round."""

    FOLD = "fold"
    CHECK = "check"
    CALL = "call"
    BET = "bet"
    RAISE = "raise"


class Acted(Event, frozen=True, tag="acted"):
    """A seat folded, checked, called, bet or raised."""

    seat: Seat
    move: Move
    amount: Chips = 0
    """Chips that went in."""
    to: Chips = 0
    """The seat's total for this round afterwards."""
    all_in: bool = False
    timed_out: bool = False


class BetReturned(Event, frozen=True, tag="bet_returned"):
    """What nobody called comes back; neither won nor raked (RULES 9.8)."""

    seat: Seat
    amount: Chips
    ante: bool = False
    """Whether it comes out of the ante rather than the bet."""


class DrawChosen(Event, frozen=True, tag="draw_chosen"):
    """A seat chose its discards in a simultaneous draw; nobody else learns of it yet."""

    seat: Seat
    cards: tuple[Card, ...]
    """Secret, except for the drawer."""
    timed_out: bool = False
    bank_ms: int | None = None
    """What is left of his time bank, if he used it; secret, too, since it tells who has chosen."""


class Discarded(Event, frozen=True, tag="discarded"):
    """A seat chose what to throw; no cards is standing pat."""

    seat: Seat
    cards: tuple[Card, ...]
    """Secret, except for the drawer."""
    timed_out: bool = False


class PoolSealed(Event, frozen=True, tag="pool_sealed"):
    """A reshuffle is prepared, before a seat draws that could ask for more than there is."""

    part: int
    seat: Seat
    size: int
    pool_hash: DigestText
    arrangements: DigestText


class PoolUnused(Event, frozen=True, tag="pool_unused"):
    """A reshuffle that was prepared was not needed; what was opened for it binds the next one."""

    part: int
    openings: tuple[Opening, ...] = ()
    missed: tuple[Seat, ...] = ()


class Reshuffled(Event, frozen=True, tag="reshuffled"):
    """The stub was too short and was made anew (RULES 10.6)."""

    order: tuple[Card, ...]
    """Secret: the new stub, top card first."""


class CardsDrawn(Event, frozen=True, tag="cards_drawn"):
    """A seat got its replacement cards."""

    seat: Seat
    cards: tuple[Card, ...]
    """Secret, except for the drawer."""


class HandShown(Event, frozen=True, tag="hand_shown"):
    """A seat shows its five cards to everybody."""

    seat: Seat
    cards: tuple[Card, ...]
    rank: int = 0
    """What they are worth at this table, the number of a :class:`HandRank`; 0 stands for what
    they are worth without wild cards, which is all that 0.1 knew."""

    def __post_init__(self) -> None:
        if not self.rank and len(self.cards) == HAND_SIZE:
            force_setattr(self, "rank", int(rank(self.cards)))


class HandMucked(Event, frozen=True, tag="hand_mucked"):
    """A beaten seat does not show."""

    seat: Seat
    cards: tuple[Card, ...] = ()
    """Secret, unless the table's history shows mucked hands to those who were dealt in."""


class OpenersShown(Event, frozen=True, tag="openers_shown"):
    """An opener proves what he opened with: the fewest of the cards that he was dealt."""

    seat: Seat
    cards: tuple[Card, ...]


class Raked(Event, frozen=True, tag="raked"):
    """The house took its part of a pot; pots count from 0, the main pot."""

    pot: int
    amount: Chips


class PotAwarded(Event, frozen=True, tag="pot_awarded"):
    """A seat gets a pot or its share of it."""

    seat: Seat
    pot: int
    amount: Chips


class CarriedOver(Event, frozen=True, tag="carried_over"):
    """Nobody opened: what each seat has in the carry now, for the next deal."""

    shares: tuple[Share, ...]
    forfeited: tuple[Chips, ...] = ()


class SeatStack(Struct, frozen=True, kw_only=True, gc=False):
    """What a seat has."""

    seat: Seat
    stack: Chips


class HandEnded(Event, frozen=True, tag="hand_ended"):
    """The hand is over and paid; ``pots`` are after returns and before rake."""

    stacks: tuple[SeatStack, ...]
    pots: tuple[Pot, ...]
    rake: Chips
    passed_out: bool = False
    """Nobody opened (RULES 11.7)."""


class HandAborted(Event, frozen=True, tag="hand_aborted"):
    """The hand is given up; every stack is as before it (RULES 15.5)."""

    stacks: tuple[SeatStack, ...]
    reason: str


HandEvent = (
    HandStarted
    | DealSealed
    | AntePosted
    | BlindPosted
    | EntropyOpened
    | CardsDealt
    | Turn
    | BankSpent
    | Acted
    | BetReturned
    | DrawChosen
    | Discarded
    | PoolSealed
    | PoolUnused
    | Reshuffled
    | CardsDrawn
    | HandShown
    | HandMucked
    | OpenersShown
    | Raked
    | PotAwarded
    | CarriedOver
    | HandEnded
    | HandAborted
)


def hand_events(events: Iterable[Event]) -> tuple[HandEvent, ...]:
    """Those events that belong to a hand, in order."""
    return tuple([event for event in events if type(event) in _OF_A_HAND])  # type: ignore[misc]


def is_of_a_hand(event: Event) -> "TypeIs[HandEvent]":
    """Whether an event belongs to a hand, and not to the seats around it."""
    # A union of this many types is a slow thing to ask, and this is asked of all that happens.
    return type(event) in _OF_A_HAND


_OF_A_HAND = frozenset(get_args(HandEvent))


SECRETS: dict[type[Event], tuple[str, ...]] = {
    HandStarted: ("hand_key",),
    CardsDealt: ("hands", "stub"),
    DrawChosen: ("cards",),
    Discarded: ("cards",),
    Reshuffled: ("order",),
    CardsDrawn: ("cards",),
    HandMucked: ("cards",),
}
"""The fields that no column and no frame may show in clear."""
