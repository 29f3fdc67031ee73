"""
What events make of the players at a table: those between hands, and what a hand leaves behind.
"""

from collections.abc import Callable, Mapping
from typing import Any

from msgspec.structs import replace

from showdown.errors import CorruptHistory
from showdown.rules import events as ev
from showdown.rules import seat_events as se
from showdown.rules.contributing import after_openings
from showdown.rules.positions import Positions
from showdown.rules.rejoining import Departure, remember
from showdown.rules.ruleset import Chips, DrawMode, Ruleset, Seat
from showdown.rules.seating import BANK_REFILL_HANDS, Before, Occupant, Seating, full_bank
from showdown.rules.start import NO_CARRY, Carry


def seat_event(seating: Seating, event: se.SeatingEvent) -> Seating:
    """What an event of the table makes of it."""
    return _SEATERS[type(event)](seating, event)


def _change(seating: Seating, seat: Seat, **changes: Any) -> Seating:
    if seating.at(seat) is None:
        raise CorruptHistory(f"Nobody sits in seat {seat}.", found=seat)
    return replace(
        seating,
        occupants=tuple(
            [replace(each, **changes) if each.seat == seat else each for each in seating.occupants]
        ),
    )


def _seated(seating: Seating, event: se.Seated) -> Seating:
    newcomer = Occupant(
        seat=event.seat,
        account=event.account,
        name=event.name,
        stack=event.stack,
        bank_ms=full_bank(seating.ruleset) if event.bank_ms is None else event.bank_ms,
        owes_bb=seating.ruleset.has_blinds,
    )
    occupants = sorted((*seating.occupants, newcomer), key=lambda each: each.seat)
    return replace(seating, occupants=tuple(occupants))


def _left(seating: Seating, event: se.Left) -> Seating:
    gone = _departure(seating, event)
    before = seating.before
    return replace(
        seating,
        occupants=tuple(e for e in seating.occupants if e.seat != event.seat),
        departures=remember(seating.ruleset, seating.departures, gone),
        last=_without(seating.last, event.seat),
        before=replace(before, last=_without(before.last, event.seat)) if before else None,
    )


def _departure(seating: Seating, event: se.Left) -> Departure:
    """What is remembered of who goes: his chips, and a time bank that is not full."""
    gone = Departure(account=event.account, stack=event.stack, at_s=event.at_s)
    occupant = seating.at(event.seat)
    if occupant is None or occupant.bank_ms >= full_bank(seating.ruleset):
        return gone
    return replace(gone, bank_ms=occupant.bank_ms)


def _without(last: Positions | None, seat: Seat) -> Positions | None:
    """Remember that the last big blind has gone: who takes his seat is another."""
    was_big = last is not None and last.big_blind == seat
    return replace(last, big_left=True) if last is not None and was_big else last


def _button_moved(seating: Seating, event: se.ButtonMoved) -> Seating:
    earlier = Before(last=seating.last_counted, occupants=seating.occupants, carry=seating.carry)
    positions = Positions(
        button=event.button,
        small_blind=event.small_blind,
        big_blind=event.big_blind,
        dead_small=event.dead_small,
    )
    return replace(seating, last=positions, before=earlier, aborted=False)


def _debts_changed(seating: Seating, event: se.DebtsChanged) -> Seating:
    changes = {"owes_bb": event.owes_bb, "owes_sb": event.owes_sb, "missed": event.missed}
    if not event.owes_bb and not event.owes_sb:
        changes["asks_to_post"] = False
    return _change(seating, event.seat, **changes)


def _carry_matched(seating: Seating, event: se.CarryMatched) -> Seating:
    seating = _paid(seating, event.seat, -event.amount)
    shares = {**seating.carry.shares, event.seat: event.amount}
    seating = _change(seating, event.seat, asks_to_post=False)
    return replace(seating, carry=replace(seating.carry, shares=shares))


def _carry_forfeited(seating: Seating, event: se.CarryForfeited) -> Seating:
    carry = seating.carry
    shares = {seat: share for seat, share in carry.shares.items() if seat != event.seat}
    forfeited = (*carry.forfeited, event.amount)
    return replace(seating, carry=replace(carry, shares=shares, forfeited=forfeited))


def _carry_paid(seating: Seating, event: se.CarryPaid) -> Seating:
    return replace(_paid(seating, event.seat, event.amount), carry=NO_CARRY)


def _paid(seating: Seating, seat: Seat, amount: Chips) -> Seating:
    occupant = seating.at(seat)
    return _change(seating, seat, stack=amount + (occupant.stack if occupant else 0))


def _carry_set(seating: Seating, event: se.CarryRestored | ev.CarriedOver) -> Seating:
    shares = {share.seat: share.amount for share in event.shares}
    carry = replace(seating.carry, shares=shares, forfeited=event.forfeited)
    return replace(seating, carry=carry)


_SEATERS: dict[type[ev.Event], Callable[[Seating, Any], Seating]] = {
    se.Seated: _seated,
    se.Left: _left,
    se.LeaveAsked: lambda seating, e: _change(seating, e.seat, leaving=True),
    se.TopUpAsked: lambda seating, e: _change(seating, e.seat, top_up_to=e.to),
    se.StackChanged: lambda seating, e: _change(seating, e.seat, stack=e.stack, top_up_to=None),
    se.SatOut: lambda seating, e: _change(
        seating, e.seat, sitting_out=True, out_since_s=e.at_s, asks_to_post=False
    ),
    se.SatIn: lambda seating, e: _change(
        seating, e.seat, sitting_out=False, out_since_s=0, timeouts=0
    ),
    se.GraceGiven: lambda seating, e: _change(seating, e.seat, graced=True),
    se.AnchorSet: lambda seating, e: _change(seating, e.seat, bound_by=e.anchor),
    se.PostAsked: lambda seating, e: _change(seating, e.seat, asks_to_post=True),
    se.ButtonMoved: _button_moved,
    se.DebtsChanged: _debts_changed,
    se.CarryMatched: _carry_matched,
    se.CarryForfeited: _carry_forfeited,
    se.CarryPaid: _carry_paid,
    se.CarryRestored: _carry_set,
    se.Paused: lambda seating, _: replace(seating, paused=True),
    se.Resumed: lambda seating, _: replace(seating, paused=False),
}


# What events of a hand make of the table around it.


def hand_event(seating: Seating, event: ev.HandEvent) -> Seating:
    """What an event of a hand makes of the table around it."""
    follow = _FOLLOWERS.get(type(event))
    return follow(seating, event) if follow else seating


def _hand_started(seating: Seating, event: ev.HandStarted) -> Seating:
    dealt_in = {dealt.seat for dealt in event.lineup}
    return replace(
        seating,
        carry=Carry(passed_out=seating.carry.passed_out),
        occupants=tuple(
            replace(each, asks_to_post=False, missed=0, graced=False)
            if each.seat in dealt_in
            else each
            for each in seating.occupants
        ),
    )


def _timed(seating: Seating, event: ev.Acted | ev.DrawChosen | ev.Discarded) -> Seating:
    occupant = seating.at(event.seat)
    before = occupant.timeouts if occupant else 0
    if not event.timed_out and not before:
        return seating
    return _change(seating, event.seat, timeouts=before + 1 if event.timed_out else 0)


def _draw_chosen(seating: Seating, event: ev.DrawChosen) -> Seating:
    seating = _timed(seating, event)
    if event.bank_ms is None:
        return seating
    return _change(seating, event.seat, bank_ms=event.bank_ms)


def _discarded(seating: Seating, event: ev.Discarded) -> Seating:
    """In a simultaneous draw whoever chose in time, or not, has done so before."""
    together = seating.ruleset.draw_mode is DrawMode.SIMULTANEOUS
    return seating if together else _timed(seating, event)


def _bank_spent(seating: Seating, event: ev.BankSpent) -> Seating:
    return _change(seating, event.seat, bank_ms=event.bank_ms)


def _hand_ended(seating: Seating, event: ev.HandEnded) -> Seating:
    carry = seating.carry
    carry = replace(carry, passed_out=carry.passed_out + 1) if event.passed_out else NO_CARRY
    return replace(_settled(seating, event), carry=carry, before=None)


def _hand_aborted(seating: Seating, event: ev.HandAborted) -> Seating:
    return replace(_settled(seating, event), aborted=True)


def _settled(seating: Seating, event: ev.HandEnded | ev.HandAborted) -> Seating:
    stacks = {each.seat: each.stack for each in event.stacks}
    empty = stacks.keys() - {each.seat for each in seating.occupants}
    if empty:
        raise CorruptHistory(f"Nobody sits in seat {min(empty)}.", found=min(empty))
    after = [_after_hand(each, stacks, seating.ruleset) for each in seating.occupants]
    return replace(seating, occupants=tuple(after))


def _after_hand(occupant: Occupant, stacks: Mapping[Seat, Chips], ruleset: Ruleset) -> Occupant:
    stack = stacks.get(occupant.seat)
    if stack is None:
        return occupant
    hands = occupant.hands + 1
    bank_ms = occupant.bank_ms if hands % BANK_REFILL_HANDS else full_bank(ruleset)
    return replace(occupant, stack=stack, hands=hands, bank_ms=bank_ms)


_FOLLOWERS: dict[type[ev.Event], Callable[[Seating, Any], Seating]] = {
    ev.HandStarted: _hand_started,
    ev.EntropyOpened: after_openings,
    ev.PoolUnused: after_openings,
    ev.Acted: _timed,
    ev.DrawChosen: _draw_chosen,
    ev.Discarded: _discarded,
    ev.BankSpent: _bank_spent,
    ev.CarriedOver: _carry_set,
    ev.HandEnded: _hand_ended,
    ev.HandAborted: _hand_aborted,
}
