"""
The tables as the lobby lists them: what is played, who sits where, how many wait and look on.
"""

from collections.abc import Collection

from server.tables.actor import TableActor
from showdown.protocol import messages as msg
from showdown.rules.ruleset import AccountId, Chips
from showdown.rules.seating import Occupant

PAGE = 100
"""So many tables a frame has at most; who wants more asks again."""


def table_summary(actor: TableActor, programs: Collection[AccountId] = ()) -> msg.TableSummary:
    """
    One table, as everybody may see it: no newer than whoever looks on there.

    Args:
        programs: accounts that are no people, beside house bots.
    """
    bots = actor.house.union(programs)
    late, seating = actor.late, actor.state.seating
    shown = actor.state if late is None else late.state
    running = shown.running if late is None or not late.is_dark else None
    pots = actor.pots if late is None else late.pots
    return msg.TableSummary(
        table=actor.table,
        ruleset=seating.ruleset,
        players=len(seating.occupants),
        free=seating.free_seats,
        hand=running.hand if running else None,
        seats=tuple(_seat(actor, each, bots) for each in seating.occupants),
        spectators=actor.audience.spectators,
        waiting=len(actor.waiting),
        spectator_delay_s=0 if late is None else late.seconds,
        average_pot=pots.average,
    )


def _seat(actor: TableActor, occupant: Occupant, bots: Collection[AccountId]) -> msg.SeatSummary:
    return msg.SeatSummary(
        seat=occupant.seat,
        name=occupant.name,
        stack=_stack(actor, occupant),
        bot=occupant.account in bots,
        sitting_out=occupant.sitting_out,
        away=actor.audience.attendance.is_away(occupant.account),
    )


def _stack(actor: TableActor, occupant: Occupant) -> Chips | None:
    """What a player has, as far as onlookers may know it."""
    if actor.late is None:
        return occupant.stack
    known = None if actor.late.is_dark else actor.late.state.seating.of(occupant.account)
    return None if known is None else known.stack
