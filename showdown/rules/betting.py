"""
A betting round: the price, who may raise, and by how much (RULES 9).

What no-limit, pot-limit and fixed-limit have in common stands in :class:`BettingRound`; what
sets them apart is one :class:`Structure` each, found by :data:`STRUCTURES`.
"""

from typing import Protocol

from msgspec import Struct
from msgspec.structs import replace

from showdown.rules.ruleset import Chips, Game, Ruleset


class BettingRound(Struct, frozen=True):
    """The price of a round and how it came about."""

    bet: Chips
    """What a seat must have in to stay: the current bet."""
    level: Chips
    """The last full bet or raise; fixed-limit counts from here."""
    step: Chips
    """The least raise: the size of the last full bet or raise."""
    bets: int
    """Full bets and raises so far; the big blind is the first."""
    capped: bool = False
    """No more raises in this round."""
    spread: Chips = 0
    """Spread-limit: the size of the largest bet or raise."""


class Amounts(Struct, frozen=True):
    """The totals from ``min`` to ``max`` to which a seat may bet or raise."""

    min: Chips
    max: Chips


class Structure(Protocol):
    """What a betting structure decides."""

    def reopens(self, round_: BettingRound, facing: Chips) -> bool:
        """Whether a seat that has acted may raise when it faces this much (9.11, 9.18)."""

    def least(self, round_: BettingRound) -> Chips:
        """The total of the smallest full bet or raise."""

    def most(self, round_: BettingRound, pot: Chips, facing: Chips) -> Chips | None:
        """The total of the largest bet or raise; None where only the stack limits it."""

    def after(self, round_: BettingRound, to: Chips) -> BettingRound:
        """The round once somebody has bet or raised to this total."""


class NoLimit:
    """Any amount from the last full raise up to the stack."""

    def reopens(self, round_: BettingRound, facing: Chips) -> bool:
        """Short all-ins add up until they make a full raise (9.11)."""
        return facing >= round_.step

    def least(self, round_: BettingRound) -> Chips:
        """The current bet and one full raise more, also over a short all-in (9.10)."""
        return round_.bet + round_.step

    def most(self, round_: BettingRound, pot: Chips, facing: Chips) -> Chips | None:
        """Nothing but the stack limits a bet."""
        return None

    def after(self, round_: BettingRound, to: Chips) -> BettingRound:
        """A short all-in raises the price but not the least raise."""
        size = to - round_.bet
        if size < round_.step:
            return replace(round_, bet=to)
        return replace(round_, bet=to, level=to, step=size, bets=round_.bets + 1)


class PotLimit(NoLimit):
    """As no-limit, up to the pot after a call (9.14)."""

    def most(self, round_: BettingRound, pot: Chips, facing: Chips) -> Chips | None:
        """The bet and all chips in the pot once it is called; never less than the minimum."""
        return max(round_.bet + pot + facing, self.least(round_))


class FixedLimit:
    """Exact sizes and a cap; an all-in of half a bet or more counts in full (9.16, 9.17)."""

    def reopens(self, round_: BettingRound, facing: Chips) -> bool:
        """Half a bet is enough (9.18)."""
        return 2 * facing >= round_.step

    def least(self, round_: BettingRound) -> Chips:
        """One bet above the last full level, which completes a smaller all-in."""
        return round_.level + round_.step

    def most(self, round_: BettingRound, pot: Chips, facing: Chips) -> Chips | None:
        """The same: sizes are exact."""
        return self.least(round_)

    def after(self, round_: BettingRound, to: Chips) -> BettingRound:
        """Less than half a bet above the last full level leaves level and count alone."""
        if 2 * (to - round_.level) < round_.step:
            return replace(round_, bet=to)
        return replace(round_, bet=to, level=to, bets=round_.bets + 1)


class SpreadLimit(NoLimit):
    """As no-limit, with every bet or raise from the smallest to the largest spread (9.20)."""

    def most(self, round_: BettingRound, pot: Chips, facing: Chips) -> Chips | None:
        """One largest spread above the current bet."""
        return round_.bet + round_.spread


STRUCTURES: dict[Game, Structure] = {
    Game.NO_LIMIT: NoLimit(),
    Game.POT_LIMIT: PotLimit(),
    Game.FIXED_LIMIT: FixedLimit(),
    Game.SPREAD_LIMIT: SpreadLimit(),
}

CAPPED = frozenset({Game.FIXED_LIMIT, Game.SPREAD_LIMIT})
"""The structures in which the number of raises is limited."""


def open_round(ruleset: Ruleset, street: int) -> BettingRound:
    """The round before anybody acts: blinds count as the bet even if short (9.2)."""
    blind = ruleset.bb if street == 0 else 0
    fixed = ruleset.game is Game.FIXED_LIMIT
    step = ruleset.bet_size(street) if fixed else ruleset.min_bet
    return BettingRound(
        bet=blind, level=blind, step=step, bets=1 if blind else 0, spread=ruleset.spread_max
    )


def after_bet(ruleset: Ruleset, round_: BettingRound, to: Chips, not_all_in: int) -> BettingRound:
    """
    The round once somebody has bet or raised to ``to``.

    A cap that is reached stays for the round, whoever folds afterwards (9.19).

    Args:
        not_all_in: players in the hand who still have chips, after this bet.
    """
    changed = STRUCTURES[ruleset.game].after(round_, to)
    if ruleset.game not in CAPPED or changed.bets <= ruleset.cap:
        return changed
    uncapped = ruleset.uncap_hu and not_all_in <= 2
    return changed if uncapped else replace(changed, capped=True)
