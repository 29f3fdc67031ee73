"""
How a node stands among the others, for whoever asks whether people may be sent to it.
"""

from collections.abc import Callable

from server.cluster.membership import Membership

DRAINING = "it is draining: its tables go to other nodes, and it ends soon"
BUS_AWAY = "the bus does not answer: it may not act for any table until it does"
FENCED = (
    "it is fenced: its lease was not renewed in time, and it acts for no table until it has one"
)


def standing(membership: Membership, bus_away_for: Callable[[], float]) -> str | None:
    """
    Why people should not be sent to this node now; None if it can do its work.

    Args:
        membership: whether it may act, and whether it is about to end.
        bus_away_for: seconds since the bus was lost; 0 while it is there.
    """
    if membership.card.draining:
        return DRAINING
    if membership.is_good:
        return None
    return BUS_AWAY if bus_away_for() else FENCED
