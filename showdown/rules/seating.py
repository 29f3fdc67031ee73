"""
Who sits at a table, with what and owing what, between hands and around them (RULES 5, 6 and 7).

Hands know nothing of it. Money, time and randomness come in as arguments of actions: what an
account can pay, when somebody left, which key a new hand has.
"""

from msgspec import Struct

from showdown.rules.positions import Positions, Sitter
from showdown.rules.rejoining import Departures
from showdown.rules.ruleset import AccountId, Chips, Ruleset, Seat
from showdown.rules.start import NO_CARRY, Carry

BANK_REFILL_HANDS = 50
"""After so many hands a player's time bank is full again (RULES 15.3)."""

SITTING_OUT_SECONDS = 20 * 60
"""So long a seat is kept for a player who sits out (RULES 7.7)."""

MISSED_BLINDS_ALLOWED = 3
"""So many big blinds in a row missed, and his seat is free (RULES 7.7)."""

BROKE_SECONDS = 120
"""So long it is kept for one who has no chips (RULES 5.3)."""

TIMEOUTS_ALLOWED = 2
"""So many timeouts in a row and a player sits out (RULES 15.1)."""


class Occupant(Struct, frozen=True, kw_only=True):
    """A player in a seat."""

    seat: Seat
    account: AccountId
    name: str
    stack: Chips
    sitting_out: bool = False
    leaving: bool = False
    top_up_to: Chips | None = None
    """The total he has asked for, to be had after the hand."""
    bank_ms: int = 0
    timeouts: int = 0
    """How many of his turns in a row the clock has taken."""
    graced: bool = False
    """Whether he had more time in this hand, since he was cut off."""
    out_since_s: int = 0
    """Since when he sits out; 0 if he does not, or nobody knows."""
    hands: int = 0
    """In how many he was dealt in and which are over."""
    owes_bb: bool = False
    owes_sb: bool = False
    asks_to_post: bool = False
    """He pays what entering costs as soon as he may."""
    missed: int = 0
    """How many big blinds he has missed since he was last dealt in."""
    bound_by: str = ""
    """What his next opening has to match: his anchor, or what he opened last; empty for none."""

    @property
    def is_ready(self) -> bool:
        """With chips, neither sitting out nor leaving (RULES 0.5)."""
        return self.stack > 0 and not self.sitting_out and not self.leaving

    @property
    def is_in_debt(self) -> bool:
        """Whether he owes a blind."""
        return self.owes_bb or self.owes_sb

    @property
    def as_sitter(self) -> Sitter:
        """The player as far as blinds are concerned."""
        return Sitter(
            seat=self.seat,
            ready=self.is_ready,
            owes_bb=self.owes_bb,
            owes_sb=self.owes_sb,
            asks_to_post=self.asks_to_post,
        )


class Silence(Struct, frozen=True, kw_only=True):
    """What is remembered of an account that was asked to open for a deal and did not."""

    account: AccountId
    missed: tuple[int, ...] = ()
    """How many times it was asked since each of its misses."""
    rests: int = 0
    """For how many hands more it is not asked."""


class Before(Struct, frozen=True, kw_only=True):
    """What a hand changes at its start, as it was before: one that is given up changes nothing."""

    last: Positions | None
    """Button and blinds of the hand before."""
    occupants: tuple[Occupant, ...]
    carry: Carry


class Seating(Struct, frozen=True, kw_only=True):
    """A table between two hands."""

    ruleset: Ruleset
    occupants: tuple[Occupant, ...] = ()
    """By seat."""
    last: Positions | None = None
    """Button and blinds of the last hand."""
    aborted: bool = False
    """The last hand was given up: the next has its button and blinds again (RULES 15.5)."""
    before: Before | None = None
    """How it was before the hand that runs, or was given up."""
    carry: Carry = NO_CARRY
    """What passed-out deals have left; its chips are in the pot while a hand is played for it."""
    paused: bool = False
    """Its host lets no hand begin."""
    departures: Departures = ()
    """What accounts took away that may come back (RULES 5.4)."""
    head: str = ""
    """What the next hand is bound to; empty before the first one that is proven."""
    silences: tuple[Silence, ...] = ()
    """Who was asked for openings and silent, the longest known first."""

    def at(self, seat: Seat) -> Occupant | None:
        """Who sits there."""
        for each in self.occupants:
            if each.seat == seat:
                return each
        return None

    def of(self, account: AccountId) -> Occupant | None:
        """Where an account sits."""
        for each in self.occupants:
            if each.account == account:
                return each
        return None

    @property
    def free_seats(self) -> tuple[Seat, ...]:
        """Seats nobody has, lowest first."""
        taken = {each.seat for each in self.occupants}
        return tuple(s for s in range(1, self.ruleset.max_seats + 1) if s not in taken)

    @property
    def ready(self) -> tuple[Occupant, ...]:
        """Who could play: with chips, neither sitting out nor leaving."""
        return tuple(each for each in self.occupants if each.is_ready)

    @property
    def chips(self) -> Chips:
        """All chips at the table outside a hand that runs."""
        return sum(each.stack for each in self.occupants) + self.carry.total

    @property
    def last_counted(self) -> Positions | None:
        """Button and blinds of the last hand that was not given up."""
        return self.before.last if self.aborted and self.before else self.last


def full_bank(ruleset: Ruleset) -> int:
    """A whole time bank in milliseconds."""
    return round(ruleset.time_bank * 1000)
