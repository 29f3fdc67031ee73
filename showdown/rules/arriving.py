"""
Taking a seat and bringing chips (RULES 5.3 to 5.6).
"""

from collections.abc import Iterator

from showdown.errors import Refusal
from showdown.rules import seat_events as se
from showdown.rules.rejoining import buy_in_limits, departed
from showdown.rules.ruleset import Chips, Ruleset, Seat
from showdown.rules.seating import Occupant, Seating
from showdown.rules.table_actions import ApplyTopUp, Sit, TopUp
from showdown.rules.table_state import TableEvent, TableState, occupant_of, refuse


def sit(table: TableState, action: Sit, now_s: int) -> Iterator[TableEvent]:
    """Take a seat, with as much as is allowed, and as was taken away before."""
    seating = table.seating
    known = seating.of(action.account)
    if known is not None:
        raise refuse(
            Refusal.ALREADY_SEATED, "You have a seat at this table already.", found=known.seat
        )
    seat = _chosen_seat(seating, action.seat)
    limits = buy_in_limits(table.ruleset, seating.departures, action.account, now_s)
    _check_amount(table.ruleset, action.buy_in, "buy-in", limits)
    before = departed(table.ruleset, seating.departures, action.account, now_s)
    yield se.Seated(
        seat=seat,
        account=action.account,
        name=action.name,
        stack=action.buy_in,
        bank_ms=before.bank_ms if before is not None else None,
    )


def _chosen_seat(seating: Seating, wanted: Seat | None) -> Seat:
    free, most = seating.free_seats, seating.ruleset.max_seats
    if wanted is not None and not 1 <= wanted <= most:
        raise refuse(
            Refusal.NO_SUCH_SEAT,
            f"There is no seat {wanted}; this table has seats 1 to {most}.",
            found=wanted,
            wanted=most,
        )
    if not free:
        raise refuse(
            Refusal.TABLE_FULL, f"The table is full: all {most} seats are taken.", found=most
        )
    if wanted is not None and wanted not in free:
        raise refuse(
            Refusal.SEAT_TAKEN,
            f"Seat {wanted} is taken; free: {', '.join(map(str, free))}.",
            found=wanted,
            wanted=free[0],
        )
    return free[0] if wanted is None else wanted


def _check_amount(rules: Ruleset, amount: Chips, what: str, limits: tuple[Chips, Chips]) -> None:
    least, most = limits
    if amount % rules.unit:
        raise refuse(
            Refusal.BAD_AMOUNT,
            f"A {what} of {amount} is not a multiple of the chip unit {rules.unit}.",
            found=amount,
            wanted=rules.unit,
        )
    if amount < least:
        raise refuse(
            Refusal.BUY_IN_TOO_SMALL,
            f"A {what} of {amount} is below {_least_of(rules, least)}.",
            found=amount,
            wanted=least,
        )
    if amount > most:
        raise refuse(
            Refusal.BUY_IN_TOO_LARGE,
            f"A {what} of {amount} is above the maximum of {most}.",
            found=amount,
            wanted=most,
        )


def _least_of(rules: Ruleset, least: Chips) -> str:
    if least == rules.min_buy:
        return f"the minimum of {least}"
    return (
        f"the {least} that you left this table with; who comes back within "
        f"{rules.rejoin_minutes} minutes brings at least as many"
    )


def top_up(table: TableState, action: TopUp, _: int) -> Iterator[TableEvent]:
    """Ask for a total; it is had when the seat is in no hand."""
    occupant = occupant_of(table, action.account)
    rules = table.ruleset
    if action.to % rules.unit or action.to > rules.max_buy:
        _check_amount(rules, action.to, "top-up", (rules.min_buy, rules.max_buy))
    yield se.TopUpAsked(seat=occupant.seat, to=action.to)


def apply_top_up(table: TableState, action: ApplyTopUp, now_s: int) -> Iterator[TableEvent]:
    """Give a player what he asked for, as far as his account goes."""
    occupant = table.seating.at(action.seat)
    if occupant is None or occupant.top_up_to is None or table.is_dealt_in(action.seat):
        raise refuse(Refusal.WRONG_PHASE, f"Seat {action.seat} has no top-up to apply now.")
    stack = _stack_after_top_up(table.ruleset, occupant, action.funds)
    yield se.StackChanged(seat=occupant.seat, stack=stack)
    in_carry = occupant.seat in table.seating.carry.shares
    if not stack and not occupant.sitting_out and not in_carry:
        yield se.SatOut(seat=occupant.seat, at_s=now_s)


def _stack_after_top_up(rules: Ruleset, occupant: Occupant, funds: Chips) -> Chips:
    """The stack once the account has paid what it can; a rebuy that is too small is void."""
    assert occupant.top_up_to is not None
    affordable = funds // rules.unit * rules.unit
    total = min(occupant.top_up_to, occupant.stack + affordable)
    if not occupant.stack and total < rules.min_buy:
        return 0
    return max(total, occupant.stack)


def pending_top_ups(table: TableState) -> tuple[Occupant, ...]:
    """Players whose top-up can be applied now."""
    return tuple(
        each
        for each in table.seating.occupants
        if each.top_up_to is not None and not table.is_dealt_in(each.seat)
    )
