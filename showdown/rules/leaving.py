"""
Going, sitting out, coming back in, and what hands leave for afterwards (RULES 5.6, 7 and 15.5).
"""

from collections.abc import Iterator
from functools import partial

from showdown.errors import Refusal
from showdown.rules import events as ev
from showdown.rules import seat_events as se
from showdown.rules.carry import forfeit
from showdown.rules.ruleset import Seat
from showdown.rules.seating import MISSED_BLINDS_ALLOWED, TIMEOUTS_ALLOWED, Occupant
from showdown.rules.table_actions import AbortHand, Leave, SitIn, SitOut
from showdown.rules.table_state import TableEvent, TableState, chain, occupant_of, refuse


def leave(table: TableState, action: Leave, now_s: int) -> Iterator[TableEvent]:
    """Go, or say that you will when the hand is over."""
    occupant = occupant_of(table, action.account)
    if not table.is_dealt_in(occupant.seat):
        yield from _go(table, occupant.seat, now_s)
    elif not occupant.leaving:
        yield se.LeaveAsked(seat=occupant.seat)


def _go(table: TableState, seat: Seat, now_s: int) -> Iterator[TableEvent]:
    """Forfeit what is in the carry, then go."""
    yield from chain(
        table, (lambda now: forfeit(now.seating, seat), partial(_gone, seat=seat, now_s=now_s))
    )


def _gone(table: TableState, seat: Seat, now_s: int) -> Iterator[TableEvent]:
    each = table.seating.at(seat)
    assert each is not None
    yield se.Left(seat=seat, account=each.account, stack=each.stack, at_s=now_s)


def sit_out(table: TableState, action: SitOut, now_s: int) -> Iterator[TableEvent]:
    """Be dealt in no more."""
    occupant = occupant_of(table, action.account)
    if not occupant.sitting_out:
        yield from _rest(table, occupant, now_s)


def _rest(table: TableState, occupant: Occupant, now_s: int) -> Iterator[TableEvent]:
    yield se.SatOut(seat=occupant.seat, at_s=now_s)
    yield from forfeit(table.seating, occupant.seat)


def sit_in(table: TableState, action: SitIn, _: int) -> Iterator[TableEvent]:
    """Be dealt in again, as soon as nothing is owed."""
    occupant = occupant_of(table, action.account)
    if not occupant.stack and not table.is_dealt_in(occupant.seat):
        raise refuse(
            Refusal.NO_CHIPS,
            f"You have no chips at this table; top up to at least {table.ruleset.min_buy} first.",
            found=0,
            wanted=table.ruleset.min_buy,
        )
    if occupant.sitting_out:
        yield se.SatIn(seat=occupant.seat)


def close_hand(table: TableState, now_s: int) -> Iterator[TableEvent]:
    """
    What follows when a hand is over: departures, then who sits out without having asked.

    One by one, since the last player who is in the carry gets all of it.
    """
    seats = [each.seat for each in table.seating.occupants]
    yield from chain(
        table,
        [partial(_let_go, seat=seat, now_s=now_s) for seat in seats]
        + [partial(_let_rest, seat=seat, now_s=now_s) for seat in seats],
    )


def _let_go(table: TableState, seat: Seat, now_s: int) -> Iterator[TableEvent]:
    occupant = table.seating.at(seat)
    assert occupant is not None
    if occupant.leaving or (occupant.sitting_out and occupant.missed >= MISSED_BLINDS_ALLOWED):
        yield from _go(table, seat, now_s)


def _let_rest(table: TableState, seat: Seat, now_s: int) -> Iterator[TableEvent]:
    occupant = table.seating.at(seat)
    if occupant is None:
        return
    in_carry = seat in table.seating.carry.shares
    broke = not occupant.stack and occupant.top_up_to is None and not in_carry
    if occupant.sitting_out:
        yield from forfeit(table.seating, seat)
    elif broke or occupant.timeouts >= TIMEOUTS_ALLOWED:
        yield from _rest(table, occupant, now_s)


# A hand that is given up.


def abort(table: TableState, action: AbortHand, _: int) -> Iterator[TableEvent]:
    """Give the hand up: stacks, debts and carry are as before it."""
    hand = table.running
    if hand is None:
        raise refuse(Refusal.WRONG_PHASE, "No hand is running that could be given up.")
    yield ev.HandAborted(
        stacks=tuple(
            ev.SeatStack(seat=dealt.seat, stack=dealt.stack) for dealt in hand.started.lineup
        ),
        reason=action.reason,
    )
    yield from _restored(table)


def _restored(table: TableState) -> Iterator[TableEvent]:
    before = table.seating.before
    if before is None:
        return
    earlier = {each.account: each for each in before.occupants}
    for now in table.seating.occupants:
        then = earlier.get(now.account)
        if then is None or then.seat != now.seat:
            continue
        if (then.owes_bb, then.owes_sb, then.missed) != (now.owes_bb, now.owes_sb, now.missed):
            yield se.DebtsChanged(
                seat=now.seat, owes_bb=then.owes_bb, owes_sb=then.owes_sb, missed=then.missed
            )
        if then.asks_to_post and not now.asks_to_post and not now.sitting_out:
            yield se.PostAsked(seat=now.seat)
    if before.carry.total:
        yield se.CarryRestored(
            shares=tuple(
                ev.Share(seat=seat, amount=share) for seat, share in before.carry.shares.items()
            ),
            forfeited=before.carry.forfeited,
        )
