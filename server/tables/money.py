"""
Which chips move between accounts and a table, read off what happened there.
"""

from collections.abc import Iterable, Iterator

from server.ports import HOUSE, Transfer
from showdown.rules import events as ev
from showdown.rules.seat_events import Left, Seated, StackChanged
from showdown.rules.table import TableEvent, TableState, evolve


def transfers(before: TableState, events: Iterable[TableEvent]) -> tuple[Transfer, ...]:
    """
    What these events pay to accounts (positive) and take from them (negative).

    Args:
        before: the table before the first of them.
    """
    return tuple(_transfers(before, events))


def _transfers(table: TableState, events: Iterable[TableEvent]) -> Iterator[Transfer]:
    for event in events:
        match event:
            case Seated():
                yield Transfer(account=event.account, amount=-event.stack)
            case Left() if event.stack:
                yield Transfer(account=event.account, amount=event.stack)
            case StackChanged():
                occupant = table.seating.at(event.seat)
                if occupant is not None and occupant.stack != event.stack:
                    added = event.stack - occupant.stack
                    yield Transfer(account=occupant.account, amount=-added)
            case ev.HandEnded() if event.rake:
                yield Transfer(account=HOUSE, amount=event.rake)
            case _:
                pass
        table = evolve(table, event)
