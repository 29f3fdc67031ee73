"""
A hand as a state: who has what, and whose turn it is.

Players stand in the order of the deal: position 0 is first left of the button, the last is the
button's, so that "clockwise from the button's left" is just the order of a list.
"""

from operator import attrgetter
from typing import NamedTuple

from showdown.rules import events as ev
from showdown.rules.betting import BettingRound, open_round
from showdown.rules.cards import Card
from showdown.rules.phases import DEALING, ENDED, Phase
from showdown.rules.ruleset import Chips, HandId, Ruleset, Seat


class HandState:
    """
    Everything about a hand in progress, secrets included.

    Lists are by position: the n-th entry belongs to ``seats[n]``. Read it; only :func:`apply`
    writes. It is no Struct, since writing a field of one takes ten times as long.
    """

    __slots__ = (
        "act_ms",
        "acted",
        "aggressor",
        "antes",
        "asked",
        "banks",
        "bets",
        "bound",
        "burned",
        "cards",
        "carried_over",
        "choices",
        "committed",
        "cursor",
        "dead",
        "dealt",
        "discards",
        "draw_ms",
        "draw_reached",
        "drawn",
        "entropies",
        "forfeited",
        "hand",
        "has_burned",
        "in_hand",
        "live",
        "opener",
        "paid",
        "paid_out",
        "phase",
        "raked",
        "reshuffles",
        "round",
        "ruleset",
        "sealed",
        "seats",
        "serving",
        "shown",
        "spent",
        "stacks",
        "started",
        "street",
        "stub",
        "turn",
    )

    def __init__(self, started: ev.HandStarted) -> None:
        """A hand after its first event."""
        lineup, players = started.lineup, len(started.lineup)
        carried = {share.seat: share.amount for share in started.carried}
        self.hand: HandId = started.hand
        self.ruleset: Ruleset = started.ruleset
        self.started: ev.HandStarted = started
        self.seats: tuple[Seat, ...] = tuple([dealt.seat for dealt in lineup])
        self.phase: Phase = DEALING
        self.street: int = 0
        """Which betting round: 0 before the draw, 1 after it."""
        self.stacks: list[Chips] = [dealt.stack for dealt in lineup]
        self.bets: list[Chips] = [0] * players
        """Put in during this round."""
        self.antes: list[Chips] = [0] * players
        self.paid: list[Chips] = [carried.get(dealt.seat, 0) for dealt in lineup]
        """Stakes over the whole hand: each ante and all bets, less what came back."""
        self.dead: Chips = 0
        """In the pot, but nobody's stake."""
        self.live: list[bool] = [True] * players
        """Who is still in."""
        self.in_hand: tuple[int, ...] = tuple(range(players))
        """The positions that are still in, clockwise; said twice because everything asks for it."""
        self.acted: list[bool] = [False] * players
        """Who has acted in this betting round."""
        self.round: BettingRound = open_round(started.ruleset, 0)
        self.act_ms: int = round(started.ruleset.act_time * 1000)
        """The base time of a betting decision."""
        self.draw_ms: int = round(started.ruleset.draw_time * 1000)
        """The base time at the draw."""
        self.cards: list[tuple[Card, ...]] = [()] * players
        self.discards: list[tuple[Card, ...]] = [()] * players
        self.drawn: list[int | None] = [None] * players
        """How many cards a seat drew in this draw; None before it chose."""
        self.stub: tuple[Card, ...] = ()
        self.reshuffles: tuple[int, ...] = ()
        """How many cards went into each new stub."""
        self.draw_reached: bool = False
        self.turn: int = 0
        """Counts turns from 1."""
        self.asked: tuple[int, ...] = ()
        """The positions that are asked: one, or in a simultaneous draw all that have not chosen."""
        self.cursor: int = 0
        """The position after which the next one to be asked is looked for."""
        self.serving: int = 0
        """Who discarded last."""
        self.aggressor: int | None = None
        """Who bet or raised last in this round."""
        self.shown: list[bool] = [False] * players
        self.banks: list[int] = [dealt.bank_ms for dealt in lineup]
        """Milliseconds of time bank left."""
        self.raked: tuple[Chips, ...] = ()
        """Rake by pot, main pot first."""
        self.paid_out: Chips = 0
        """What has left the middle: rake and awarded pots."""
        self.forfeited: tuple[Chips, ...] = started.forfeited
        """Parts of a carry whose owners are gone."""
        self.carried_over: Chips = 0
        """What a passed-out deal left for the next one."""
        self.opener: int | None = None
        """Who bet first in the first betting round."""
        self.dealt: tuple[tuple[Card, ...], ...] = ()
        """The cards as they were dealt."""
        self.choices: list[tuple[Card, ...] | None] = [None] * players
        """Discards chosen in a simultaneous draw that is still open."""
        self.spent: tuple[tuple[int, int], ...] = ()
        """Positions that chose there beyond their time, and what is left of their banks."""
        self.burned: tuple[Card, ...] = ()
        self.has_burned: bool = False
        """Whether a card was burned in this draw."""
        self.entropies: tuple[bytes, ...] = ()
        """What openings have made of each part that was sealed; only in a hand that is proven."""
        self.sealed: ev.PoolSealed | None = None
        """The reshuffle that is prepared, until it is used or not needed."""
        self.committed: ev.DealSealed | None = None
        """What the deal is proven by, where it is."""
        self.bound: dict[Seat, str] = {}
        """Who is asked to open next, and what he has committed to; never changed in place."""

    def __eq__(self, other: object) -> bool:
        return isinstance(other, HandState) and _FIELDS(self) == _FIELDS(other)

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        named = zip(self.__slots__, _FIELDS(self), strict=True)
        return f"HandState({', '.join(f'{name}={value!r}' for name, value in named)})"

    @property
    def to_act(self) -> int | None:
        """The position that is asked, the first of them if they are several."""
        return self.asked[0] if self.asked else None

    @property
    def positions(self) -> range:
        """All positions, clockwise from the left of the button."""
        return range(len(self.seats))

    @property
    def pot(self) -> Chips:
        """All chips in the middle, this round's bets included."""
        return sum(self.paid) + sum(self.forfeited) + self.dead - self.paid_out

    @property
    def seat_to_act(self) -> Seat | None:
        """The seat that is asked, if one is."""
        return None if self.to_act is None else self.seats[self.to_act]

    @property
    def ended(self) -> bool:
        """Whether the hand is over."""
        return self.phase is ENDED

    def position(self, seat: Seat) -> int | None:
        """Where a seat stands in the order of the deal; None if it was not dealt in."""
        return self.seats.index(seat) if seat in self.seats else None

    def is_all_in(self, place: int) -> bool:
        """In the hand and without chips."""
        return self.live[place] and not self.stacks[place]

    def copy(self) -> "HandState":
        """The same hand for somebody else to change."""
        # Written out, since a loop over the names takes ten times as long.
        twin = HandState.__new__(HandState)
        twin.act_ms = self.act_ms
        twin.acted = self.acted[:]
        twin.aggressor = self.aggressor
        twin.antes = self.antes[:]
        twin.asked = self.asked
        twin.banks = self.banks[:]
        twin.bets = self.bets[:]
        twin.bound = self.bound
        twin.burned = self.burned
        twin.cards = self.cards[:]
        twin.carried_over = self.carried_over
        twin.choices = self.choices[:]
        twin.committed = self.committed
        twin.cursor = self.cursor
        twin.dead = self.dead
        twin.dealt = self.dealt
        twin.discards = self.discards[:]
        twin.draw_ms = self.draw_ms
        twin.draw_reached = self.draw_reached
        twin.drawn = self.drawn[:]
        twin.entropies = self.entropies
        twin.forfeited = self.forfeited
        twin.hand = self.hand
        twin.has_burned = self.has_burned
        twin.in_hand = self.in_hand
        twin.live = self.live[:]
        twin.opener = self.opener
        twin.paid = self.paid[:]
        twin.paid_out = self.paid_out
        twin.phase = self.phase
        twin.raked = self.raked
        twin.reshuffles = self.reshuffles
        twin.round = self.round
        twin.ruleset = self.ruleset
        twin.sealed = self.sealed
        twin.seats = self.seats
        twin.serving = self.serving
        twin.shown = self.shown[:]
        twin.spent = self.spent
        twin.stacks = self.stacks[:]
        twin.started = self.started
        twin.street = self.street
        twin.stub = self.stub
        twin.turn = self.turn
        return twin


_FIELDS = attrgetter(*HandState.__slots__)


class Played(NamedTuple):
    """What an action led to, or a beginning."""

    events: tuple[ev.HandEvent, ...]
    state: HandState
