"""
Players who let their turns run out, and those who are cut off (RULES 15.1 and 15.2).
"""

from collections.abc import Iterator

from showdown.rules import actions as act
from showdown.rules import seat_events as se
from showdown.rules.phases import Phase
from showdown.rules.ruleset import DrawMode
from showdown.rules.seating import TIMEOUTS_ALLOWED, Occupant
from showdown.rules.table_actions import GiveGrace, Play
from showdown.rules.table_state import TableEvent, TableState


def give_grace(table: TableState, action: GiveGrace, _: int) -> Iterator[TableEvent]:
    """More time for a player who has chips in the pot, unless he had it in this hand."""
    hand, occupant = table.running, table.seating.at(action.seat)
    place = hand.position(action.seat) if hand is not None else None
    if hand is None or place is None or occupant is None or occupant.graced:
        return
    grace_ms = round(table.ruleset.disconnect_grace * 1000)
    if grace_ms and place in hand.asked and hand.paid[place]:
        yield se.GraceGiven(seat=action.seat, grace_ms=grace_ms)


def _silent_choosers(table: TableState) -> Iterator[Occupant]:
    """Who has let a second turn run out in the simultaneous draw that ends now."""
    hand = table.hand
    if hand is None or hand.phase is not Phase.DRAWING:
        return
    chose = {hand.seats[place] for place, cards in enumerate(hand.choices) if cards is not None}
    for occupant in table.seating.occupants:
        goes = occupant.seat in chose and occupant.timeouts >= TIMEOUTS_ALLOWED
        if goes and not (occupant.sitting_out or occupant.leaving):
            yield occupant


def after_timeout(table: TableState, action: Play, now_s: int) -> Iterator[TableEvent]:
    """
    Whoever lets a second turn in a row run out sits out from the next hand on.

    Also if he acts again in this hand: then he says that he is back. Who is cut off sits out after
    the first. In a simultaneous draw it is told when all have chosen, since it tells who has, and
    whose time ran out there sits out after the second also if he is cut off.

    Args:
        table: as it was before the action.
    """
    hand = table.hand
    if hand is not None and len(hand.asked) > 1:
        return
    if table.ruleset.draw_mode is DrawMode.SIMULTANEOUS:
        for sleeper in _silent_choosers(table):
            yield se.SatOut(seat=sleeper.seat, at_s=now_s)
    if type(action.action) is not act.Timeout:
        return
    occupant = table.seating.at(action.action.seat)
    if occupant is None or occupant.sitting_out or occupant.leaving:
        return
    if action.away or occupant.timeouts + 1 >= TIMEOUTS_ALLOWED:
        yield se.SatOut(seat=occupant.seat, at_s=now_s)
