"""
A table that no node runs, as the database has it: listed until its next owner tells of it.
"""

from collections.abc import Collection

from msgspec.structs import replace

from server.lobby.elsewhere import Listed, Sits
from showdown.protocol import messages as msg
from showdown.rules.ruleset import AccountId, TableId
from showdown.rules.seating import Occupant, Seating


def unheard_of(table: TableId, seating: Seating, spectator_delay: float) -> Listed:
    """A table of which nobody has told yet, without those who sit there."""
    return Listed(
        summary=msg.TableSummary(
            table=table,
            ruleset=seating.ruleset,
            players=0,
            free=seating.free_seats,
            hand=None,
            spectator_delay_s=spectator_delay,
        )
    )


def resting(known: Listed, seating: Seating, bots: Collection[AccountId]) -> Listed:
    """
    A table of which only the database knows who sits there now.

    Args:
        known: what was told of it last.
        bots: accounts that are no people.
    """
    is_late = bool(known.summary.spectator_delay_s)
    occupants = seating.occupants
    return replace(
        known,
        summary=replace(
            known.summary,
            players=len(occupants),
            free=seating.free_seats,
            seats=tuple(_seat(each, bots, is_late) for each in occupants),
        ),
        seats=tuple(Sits(each.account, each.seat, _has_chips(each, seating)) for each in occupants),
    )


def _seat(occupant: Occupant, bots: Collection[AccountId], is_late: bool) -> msg.SeatSummary:
    return msg.SeatSummary(
        seat=occupant.seat,
        name=occupant.name,
        stack=None if is_late else occupant.stack,
        bot=occupant.account in bots,
        sitting_out=occupant.sitting_out,
    )


def _has_chips(occupant: Occupant, seating: Seating) -> bool:
    return bool(occupant.stack or occupant.seat in seating.carry.shares)
