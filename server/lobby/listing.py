"""
The tables as the lobby lists them: what is played, who sits where, how many wait and look on.
"""

from server.tables.actor import TableActor
from showdown.protocol import messages as msg
from showdown.rules.seating import Occupant

PAGE = 100
"""So many tables a frame has at most; who wants more asks again."""


def table_summary(actor: TableActor) -> msg.TableSummary:
    """One table, as everybody may see it."""
    seating, running = actor.state.seating, actor.state.running
    return msg.TableSummary(
        table=actor.table,
        ruleset=seating.ruleset,
        players=len(seating.occupants),
        free=seating.free_seats,
        hand=running.hand if running else None,
        seats=tuple(_seat(actor, each) for each in seating.occupants),
        spectators=actor.audience.spectators,
        waiting=len(actor.waiting),
    )


def _seat(actor: TableActor, occupant: Occupant) -> msg.SeatSummary:
    return msg.SeatSummary(
        seat=occupant.seat,
        name=occupant.name,
        stack=occupant.stack,
        bot=occupant.account in actor.house,
        sitting_out=occupant.sitting_out,
    )
