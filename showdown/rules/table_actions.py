"""
What players ask of a table and the dealer does there.

The dealer is the server, the arena or a test; :class:`ApplyTopUp`, :class:`StartHand`,
:class:`AbortHand` and :class:`GiveGrace` are his alone and never come from the wire.
"""

from msgspec import Struct

from showdown.rules import actions as act
from showdown.rules.fairness.texts import DigestText
from showdown.rules.ruleset import AccountId, Chips, HandId, Seat, TableId


class Sit(Struct, frozen=True, kw_only=True):
    """Take a seat with chips; None is the lowest free one."""

    account: AccountId
    name: str
    buy_in: Chips
    seat: Seat | None = None


class Leave(Struct, frozen=True, kw_only=True):
    """Go, at once or when the hand is over."""

    account: AccountId


class SitOut(Struct, frozen=True, kw_only=True):
    """Be dealt in no more from the next hand on."""

    account: AccountId


class SitIn(Struct, frozen=True, kw_only=True):
    """Be dealt in again from the next hand on."""

    account: AccountId


class PostNow(Struct, frozen=True, kw_only=True):
    """Pay what entering costs as soon as it may be paid, and do not wait (RULES 7.3 and 11.9)."""

    account: AccountId


class SetAnchor(Struct, frozen=True, kw_only=True):
    """Begin a chain of openings, from which the next hands take their entropy."""

    account: AccountId
    anchor: DigestText


class ShowHand(Struct, frozen=True, kw_only=True):
    """Show a hand that is over and that nobody has to see (RULES 12.9)."""

    account: AccountId


class TopUp(Struct, frozen=True, kw_only=True):
    """Have this total in front of you, now or after the hand (RULES 5.3)."""

    account: AccountId
    to: Chips


class Pause(Struct, frozen=True, kw_only=True):
    """The host lets no hand begin until he says so; the one that runs is played."""


class GoOn(Struct, frozen=True, kw_only=True):
    """The host lets hands begin again."""


class ApplyTopUp(Struct, frozen=True, kw_only=True):
    """The dealer gives a player the chips he asked for, as far as his account goes."""

    seat: Seat
    funds: Chips
    """What the account can pay."""


class StartHand(Struct, frozen=True, kw_only=True):
    """The dealer begins a hand with a fresh key of 32 bytes."""

    hand: HandId
    hand_key: bytes
    table: TableId | None = None
    """The name that is in the proof of the deal; without one it is not proven."""


class GiveGrace(Struct, frozen=True, kw_only=True):
    """The dealer lets a player who is cut off have ``disconnect_grace``, once a hand."""

    seat: Seat


class AbortHand(Struct, frozen=True, kw_only=True):
    """The dealer gives the hand up (RULES 15.5)."""

    reason: str


class Play(Struct, frozen=True, kw_only=True):
    """An action in the hand; ``overtime_ms`` is what it took of the time bank."""

    action: act.Action
    overtime_ms: int = 0
    away: bool = False
    """With a timeout: the player is cut off, and sits out after the first one."""


TableAction = (
    Sit
    | Leave
    | SitOut
    | SitIn
    | PostNow
    | SetAnchor
    | ShowHand
    | TopUp
    | Pause
    | GoOn
    | ApplyTopUp
    | StartHand
    | AbortHand
    | GiveGrace
    | Play
)
