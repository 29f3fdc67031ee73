"""
A table that its host lets pause: the hand that runs is played to its end, and no other begins.
"""

from collections.abc import Iterator

from showdown.rules import seat_events as se
from showdown.rules.table_actions import GoOn, Pause
from showdown.rules.table_state import TableEvent, TableState


def pause(table: TableState, _: Pause, __: int) -> Iterator[TableEvent]:
    """Begin no hand until the table goes on."""
    if not table.seating.paused:
        yield se.Paused()


def go_on(table: TableState, _: GoOn, __: int) -> Iterator[TableEvent]:
    """Begin hands again."""
    if table.seating.paused:
        yield se.Resumed()
