"""
Taking a seat for a person: the one he has, the table he names, or the busiest with room.
"""

import asyncio
from collections.abc import Callable, Sequence
from typing import NamedTuple

from client_cli.presenter import Figures, words
from client_cli.waiting import FULL, sit_or_wait
from showdown.protocol import messages as msg
from showdown.rules.ruleset import Chips, Seat, TableId
from showdown.rules.table_view import SeatView
from showdown.sdk import Connection, ConnectionLost, NoSeat, Refused
from showdown.sdk.seating import NOT_HERE, Wishes, has_room, invited_to, sit_down

GOODBYE = 2.0
"""Seconds to wait at the end for the server to say that we have left."""


class Wanted(NamedTuple):
    """Where somebody wants to sit, and with what; None is whatever there is."""

    table: str | None = None
    template: str | None = None
    """From which he opens a table of his own."""
    seat: Seat | None = None
    buy_in: Chips | None = None


async def take_seat(
    connection: Connection,
    wanted: str | None,
    buy_in: Chips | None,
    note: Callable[[str], None],
    seat: Seat | None = None,
) -> TableId:
    """
    Sit down, or find the seat that we have; its snapshot is then in the session.

    Where all seats of the table that is wanted are taken, we wait for one.

    Raises:
        NoSeat: there is no such table, or no free seat anywhere.
        Refused: the server does not let us sit there.
        ConnectionLost: the connection ended while we waited.
    """
    # The answer comes behind the snapshots of the tables where we sit.
    tables = await connection.tables()
    ours = [taken.table for taken in connection.welcome.seats]
    name = await find_table(connection, wanted) if wanted is not None else None
    if name is None and (invited := _invited(connection, ours)) is not None:
        name = invited
    elif name is None and ours:
        name = ours[0]
    if name is None:
        return await _sit_somewhere(connection, tables, buy_in, note)
    if name in ours:
        return await _sit_again(connection, name, buy_in, note)
    wishes = Wishes(table=name, seat=seat, buy_in=buy_in)
    return await sit_or_wait(connection, name, wishes, note)


def _invited(connection: Connection, ours: Sequence[TableId]) -> TableId | None:
    """Where our invitation leads; one that leads nowhere does not matter where we have a seat."""
    return connection.welcome.invited if ours else invited_to(connection)


async def _sit_somewhere(
    connection: Connection,
    tables: Sequence[msg.TableSummary],
    buy_in: Chips | None,
    note: Callable[[str], None],
) -> TableId:
    """Where most people are; the next one if somebody else was faster, or what a bot leaves."""
    refusal: Refused | None = None
    left_by_bot: TableId | None = None
    for summary in sorted(tables, key=lambda table: -table.players):
        if has_room(summary):
            try:
                return await sit_down(connection, Wishes(table=summary.table, buy_in=buy_in))
            except Refused as refused:
                if refused.code not in NOT_HERE:
                    raise
                refusal = refused
                if refused.code in FULL and left_by_bot is None:
                    left_by_bot = summary.table
    if left_by_bot is not None:
        wishes = Wishes(table=left_by_bot, buy_in=buy_in)
        return await sit_or_wait(connection, left_by_bot, wishes, note)
    raise refusal or NoSeat(str(words.NO_FREE_SEAT), code="no_free_seat")


async def find_table(connection: Connection, wanted: str) -> TableId:
    """
    A table by its name, however it is written.

    Raises:
        NoSeat: there is none.
    """
    return named(await connection.tables(), wanted)


def named(tables: Sequence[msg.TableSummary], wanted: str) -> TableId:
    """
    The table of this name among those there are, however it is written.

    Raises:
        NoSeat: there is none.
    """
    names = [each.table for each in tables]
    for name in names:
        if name.casefold() == wanted.casefold():
            return name
    alike = [name for name in names if name.casefold().startswith(f"{wanted.casefold()}~")]
    if len(alike) == 1:
        return alike[0]  # the number of a table that somebody has opened need not be typed
    raise NoSeat(
        words.NO_TABLE.format(found=wanted, known=", ".join(names) or words.NO_TEMPLATES),
        code="no_such_table",
        found=wanted,
        wanted=", ".join(names),
    )


async def _sit_again(
    connection: Connection, table: TableId, buy_in: Chips | None, note: Callable[[str], None]
) -> TableId:
    """Go on in a seat that is still ours; one that we are about to leave is given up first."""
    own = own_seat(connection, table)
    if own is not None and own.leaving:
        note(words.STILL_LEAVING.format(table=table))
        async for _ in connection:
            if own_seat(connection, table) is None:
                break
        return await sit_down(connection, Wishes(table=table, buy_in=buy_in))
    if own is not None and own.sitting_out and own.stack:
        await connection.request(lambda id: msg.SitIn(id=id, table=table))
    return table


def own_seat(connection: Connection, table: TableId) -> SeatView | None:
    """Our seat at a table that this connection sees."""
    watched = connection.session.tables.get(table)
    return watched.view.own if watched is not None else None


async def get_up_at_once(connection: Connection, table: TableId, figures: Figures) -> str:
    """Get up without waiting for the hand to end; says where the chips are."""
    watched = connection.session.tables.get(table)
    own = own_seat(connection, table)
    in_hand = watched is not None and watched.view.running and own is not None and own.dealt_in
    sentence = words.LEAVING_LATER if in_hand else words.LEAVING_NOW
    try:
        async with asyncio.timeout(GOODBYE):
            await connection.request(lambda id: msg.Leave(id=id, table=table))
    except Refused:
        sentence = words.LEAVING_NOW  # there was no seat any more
    except (TimeoutError, ConnectionLost):
        sentence = words.LEAVING_UNSURE
    return sentence.format(table=table, stack=figures.chips(own.stack if own is not None else 0))
