"""
How much time each seat has that is asked, as a client learns of it.

A turn that begins says it, and where no turn begins the server does. Times are lengths; whoever
shows them counts down from when the frame came.
"""

from collections.abc import Iterable, Sequence

from msgspec.structs import replace

from showdown.protocol.messages import TimeLeft
from showdown.rules import seen
from showdown.rules.table_view import TableView

Clock = tuple[TimeLeft, ...]


def clock_after(
    told: Clock, events: Iterable[seen.SeenEvent | seen.Hidden], view: TableView
) -> Clock | None:
    """
    The time of everybody who is asked after a frame; None if it goes on as it was.

    >>> from showdown.rules.ruleset import Ruleset
    >>> clock_after((), (), TableView(ruleset=Ruleset(sb=5, bb=10)))
    ()

    Args:
        told: what the frame itself says; it wins.
        events: those in the frame that were new.
        view: the table after them.
    """
    if told or view.turn is None:
        return told
    turns = [event for event in events if isinstance(event, seen.Turn)]
    return clock_of(turns[-1]) if turns else None


def clock_of(turn: seen.Turn) -> Clock:
    """The time of a turn that begins."""
    return tuple(
        TimeLeft(seat=seat, base_ms=turn.base_ms, bank_ms=bank_ms)
        for seat, bank_ms in (
            (turn.seat, turn.bank_ms),
            *((each.seat, each.bank_ms) for each in turn.others),
        )
    )


def passed(clock: Sequence[TimeLeft], milliseconds: int) -> Clock:
    """
    What is left later.

    >>> passed((TimeLeft(seat=2, base_ms=5000, bank_ms=60000),), 7000)
    (TimeLeft(seat=2, base_ms=0, bank_ms=58000, grace_ms=0),)
    """
    return tuple(_passed(each, milliseconds) for each in clock)


def _passed(left: TimeLeft, milliseconds: int) -> TimeLeft:
    fields = {}
    for name in ("base_ms", "bank_ms", "grace_ms"):
        value = getattr(left, name)
        fields[name] = max(0, value - milliseconds)
        milliseconds = max(0, milliseconds - value)
    return replace(left, **fields)
