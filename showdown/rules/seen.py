"""
What travels: events as a viewer sees them.

They are types of their own, so that an event can grow a secret without the wire changing: what is
not copied here on purpose stays inside. Cards that a viewer may not see are ``null``; an event
that is not for him at all is :class:`Hidden`, ``{}`` on the wire, so that numbering has no holes.
"""

from msgspec import Struct

from showdown.rules.cards import Card
from showdown.rules.events import BlindKind, Move, Post, SeatBank, SeatStack, Share, TurnKind
from showdown.rules.fairness.telling import Bound, Opening
from showdown.rules.pots import Pot
from showdown.rules.ruleset import Chips, HandId, Openers, Ruleset, Seat, TableId


class Seen(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """What all events have in common that travel."""


class Hidden(Struct, frozen=True):
    """Something happened that is not for this viewer."""


class Player(Struct, frozen=True, kw_only=True):
    """Who is dealt in."""

    seat: Seat
    name: str
    stack: Chips


class HandStarted(Seen, frozen=True, tag="hand_started"):
    """A hand begins; players in the order of the deal."""

    hand: HandId
    ruleset: Ruleset
    button: Seat
    players: tuple[Player, ...]
    small_blind: Seat | None = None
    big_blind: Seat | None = None
    posts: tuple[Post, ...] = ()
    carried: tuple[Share, ...] = ()
    """What seats have in a carry from passed-out deals."""
    forfeited: tuple[Chips, ...] = ()
    openers: Openers | None = None
    """What opens in this deal of jackpots."""
    takes_ante: bool = True


class DealSealed(Seen, frozen=True, tag="deal_sealed"):
    """What a deal is proven by; without it, it is not proven."""

    table: TableId
    previous: str
    root: str
    contributors: tuple[Bound, ...] = ()


class AntePosted(Seen, frozen=True, tag="ante_posted"):
    """A seat paid an ante."""

    seat: Seat
    amount: Chips


class BlindPosted(Seen, frozen=True, tag="blind_posted"):
    """A seat posted a blind; ``dead`` goes to the main pot."""

    seat: Seat
    kind: BlindKind
    amount: Chips
    dead: Chips = 0


class HandDealt(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """What a seat was dealt: how many, and which if the viewer may see them."""

    seat: Seat
    count: int
    cards: tuple[Card, ...] | None = None


class EntropyOpened(Seen, frozen=True, tag="entropy_opened"):
    """What was opened before the cards that it decides; part 0 is the deal."""

    part: int
    openings: tuple[Opening, ...] = ()
    missed: tuple[Seat, ...] = ()


class CardsDealt(Seen, frozen=True, tag="cards_dealt"):
    """Everybody has cards."""

    hands: tuple[HandDealt, ...]


class Turn(Seen, frozen=True, tag="turn"):
    """A seat is asked."""

    seat: Seat
    turn: int
    kind: TurnKind
    base_ms: int
    bank_ms: int
    others: tuple[SeatBank, ...] = ()
    """Seats that choose at the same time."""


class BankSpent(Seen, frozen=True, tag="bank_spent"):
    """A seat used its time bank; ``bank_ms`` is left."""

    seat: Seat
    bank_ms: int


class Acted(Seen, frozen=True, tag="acted"):
    """A seat acted: ``amount`` went in, ``to`` is its total for the round."""

    seat: Seat
    move: Move
    amount: Chips = 0
    to: Chips = 0
    all_in: bool = False
    timed_out: bool = False


class BetReturned(Seen, frozen=True, tag="bet_returned"):
    """What nobody called came back."""

    seat: Seat
    amount: Chips
    ante: bool = False


class DrawChosen(Seen, frozen=True, tag="draw_chosen"):
    """You chose in a simultaneous draw; the others learn of it when all have."""

    seat: Seat
    cards: tuple[Card, ...]
    timed_out: bool = False
    bank_ms: int | None = None
    """What is left of your time bank, if you used it."""


class Discarded(Seen, frozen=True, tag="discarded"):
    """A seat threw so many cards; 0 is standing pat."""

    seat: Seat
    count: int
    cards: tuple[Card, ...] | None = None
    timed_out: bool = False


class PoolSealed(Seen, frozen=True, tag="pool_sealed"):
    """A reshuffle is prepared before a seat draws."""

    part: int
    seat: Seat
    size: int
    pool_hash: str
    arrangements: str


class PoolUnused(Seen, frozen=True, tag="pool_unused"):
    """A reshuffle that was prepared was not needed."""

    part: int
    openings: tuple[Opening, ...] = ()
    missed: tuple[Seat, ...] = ()


class Reshuffled(Seen, frozen=True, tag="reshuffled"):
    """The stub was made anew of so many cards."""

    size: int


class CardsDrawn(Seen, frozen=True, tag="cards_drawn"):
    """A seat got so many cards."""

    seat: Seat
    count: int
    cards: tuple[Card, ...] | None = None


class HandShown(Seen, frozen=True, tag="hand_shown"):
    """A seat shows its hand."""

    seat: Seat
    cards: tuple[Card, ...]
    category: int
    """The number of RULES 3.1; bigger is better."""
    name: str


class HandMucked(Seen, frozen=True, tag="hand_mucked"):
    """A beaten seat does not show."""

    seat: Seat
    cards: tuple[Card, ...] | None = None
    """Only in the history of a table that shows mucked hands to those who were dealt in."""


class OpenersShown(Seen, frozen=True, tag="openers_shown"):
    """An opener proves what he opened with."""

    seat: Seat
    cards: tuple[Card, ...]


class CarriedOver(Seen, frozen=True, tag="carried_over"):
    """Nobody opened: what each seat has in the carry now."""

    shares: tuple[Share, ...]
    forfeited: tuple[Chips, ...] = ()


class Raked(Seen, frozen=True, tag="raked"):
    """The house took its part of a pot."""

    pot: int
    amount: Chips


class PotAwarded(Seen, frozen=True, tag="pot_awarded"):
    """A seat gets a pot or its share."""

    seat: Seat
    pot: int
    amount: Chips


class HandEnded(Seen, frozen=True, tag="hand_ended"):
    """The hand is paid."""

    stacks: tuple[SeatStack, ...]
    pots: tuple[Pot, ...]
    rake: Chips
    passed_out: bool = False


class HandAborted(Seen, frozen=True, tag="hand_aborted"):
    """The hand was given up; stacks are as before it."""

    stacks: tuple[SeatStack, ...]
    reason: str


class Seated(Seen, frozen=True, tag="seated"):
    """A player took a seat."""

    seat: Seat
    name: str
    stack: Chips


class Left(Seen, frozen=True, tag="left"):
    """A player has gone with his chips."""

    seat: Seat
    stack: Chips


class LeaveAsked(Seen, frozen=True, tag="leave_asked"):
    """A player leaves after the hand."""

    seat: Seat


class TopUpAsked(Seen, frozen=True, tag="top_up_asked"):
    """You have this total after the hand."""

    seat: Seat
    to: Chips


class StackChanged(Seen, frozen=True, tag="stack_changed"):
    """A player's chips after a top-up."""

    seat: Seat
    stack: Chips


class SatOut(Seen, frozen=True, tag="sat_out"):
    """A player is not dealt in from the next hand."""

    seat: Seat


class SatIn(Seen, frozen=True, tag="sat_in"):
    """A player is dealt in again from the next hand."""

    seat: Seat


class GraceGiven(Seen, frozen=True, tag="grace_given"):
    """A player who is cut off has so much more time for his turn, once in the hand."""

    seat: Seat
    grace_ms: int


class PostAsked(Seen, frozen=True, tag="post_asked"):
    """A player pays what entering costs as soon as he may."""

    seat: Seat


class ButtonMoved(Seen, frozen=True, tag="button_moved"):
    """Where button and blinds are; who is not named does not post."""

    button: Seat
    small_blind: Seat | None = None
    big_blind: Seat | None = None


class DebtsChanged(Seen, frozen=True, tag="debts_changed"):
    """Which blinds a player owes now."""

    seat: Seat
    owes_bb: bool = False
    owes_sb: bool = False


class CarryMatched(Seen, frozen=True, tag="carry_matched"):
    """A player paid into the carry and plays for it."""

    seat: Seat
    amount: Chips


class CarryForfeited(Seen, frozen=True, tag="carry_forfeited"):
    """A player gave up his part of the carry; it stays in."""

    seat: Seat
    amount: Chips


class CarryPaid(Seen, frozen=True, tag="carry_paid"):
    """The last player in the carry got all of it."""

    seat: Seat
    amount: Chips


class CarryRestored(Seen, frozen=True, tag="carry_restored"):
    """A hand for the carry was given up: it is as before."""

    shares: tuple[Share, ...]
    forfeited: tuple[Chips, ...] = ()


class Paused(Seen, frozen=True, tag="paused"):
    """The host pauses the table: no hand begins; one that runs is played to its end."""


class Resumed(Seen, frozen=True, tag="resumed"):
    """The host lets hands begin again."""


SeenEvent = (
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
    | CarriedOver
    | Raked
    | PotAwarded
    | HandEnded
    | HandAborted
    | Seated
    | Left
    | LeaveAsked
    | TopUpAsked
    | StackChanged
    | SatOut
    | SatIn
    | GraceGiven
    | PostAsked
    | ButtonMoved
    | DebtsChanged
    | CarryMatched
    | CarryForfeited
    | CarryPaid
    | CarryRestored
    | Paused
    | Resumed
)
