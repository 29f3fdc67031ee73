"""
Who plays for what passed-out deals of jackpots have left, and who no longer does (RULES 11.9).
"""

from collections.abc import Iterator

from msgspec.structs import replace

from showdown.rules import seat_events as se
from showdown.rules.ruleset import CarryEntry, Chips, Ruleset, Seat
from showdown.rules.seating import Occupant, Seating
from showdown.rules.start import Carry


def match_price(ruleset: Ruleset, carry: Carry) -> Chips:
    """
    All antes that a contributor has paid into a carry.

    >>> rules = Ruleset(ante=5, min_bet=10, jacks="J", passout_limit=3)
    >>> [match_price(rules, Carry(passed_out=deals)) for deals in range(6)]
    [0, 5, 10, 15, 15, 15]
    """
    deals = range(carry.passed_out)
    return ruleset.ante * sum(replace(carry, passed_out=n).takes_ante(ruleset) for n in deals)


def can_match(seating: Seating, occupant: Occupant) -> bool:
    """Whether a player may enter the carry by paying what the others have paid."""
    carry = seating.carry
    return (
        seating.ruleset.carry_entry is CarryEntry.MATCH
        and bool(carry.shares)
        and occupant.seat not in carry.shares
        and occupant.is_ready
        and occupant.stack >= match_price(seating.ruleset, carry)
    )


def matchers(seating: Seating) -> tuple[Occupant, ...]:
    """Who enters the carry when the next hand begins."""
    return tuple(
        each for each in seating.occupants if each.asks_to_post and can_match(seating, each)
    )


def entrants(seating: Seating) -> tuple[Occupant, ...]:
    """
    Who may be dealt in at the next hand, debts aside.

    While there is a carry only those who are in it, also without chips, and those who enter it.
    """
    shares = seating.carry.shares
    if not shares:
        return seating.ready
    entering = {each.seat for each in matchers(seating)}
    return tuple(each for each in seating.occupants if each.seat in shares or each.seat in entering)


def forfeit(seating: Seating, seat: Seat) -> Iterator[se.SeatingEvent]:
    """What it means for the carry that a seat leaves or sits out; the last one gets all of it."""
    carry = seating.carry
    if seat not in carry.shares:
        return
    yield se.CarryForfeited(seat=seat, amount=carry.shares[seat])
    others = [other for other in carry.shares if other != seat]
    if len(others) == 1:
        yield se.CarryPaid(seat=others[0], amount=carry.total)
