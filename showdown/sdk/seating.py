"""
Taking a seat, and staying in the game when the table has let a bot sit out.
"""

import logging
from collections.abc import Collection

from msgspec import Struct

from showdown.protocol import messages as msg
from showdown.rules.ruleset import Chips, Seat, TableId
from showdown.sdk.connection import Connection
from showdown.sdk.errors import NoSeat, Refused

log = logging.getLogger("showdown.sdk")

NOT_HERE = frozenset({"table_full", "seat_taken", "seat_held", "insufficient_funds"})
"""Refusals after which another table may do."""


class Wishes(Struct, frozen=True, kw_only=True):
    """Where and how long a bot plays."""

    table: TableId | None = None
    """None is the first table with a free seat."""
    seat: Seat | None = None
    """None is the lowest that is free."""
    buy_in: Chips | None = None
    """None is what is usual at the table."""
    hands: int | None = None
    """After so many it gets up; None is never."""
    rebuy: bool = True
    """Whether it buys chips again when it has lost all; otherwise it gets up."""


async def sit_down(
    connection: Connection, wishes: Wishes, taken: Collection[TableId] = ()
) -> TableId:
    """
    Take a seat at the table that is wished for, else where we are invited, else at the first free.

    Args:
        taken: where we sit already.

    Raises:
        NoSeat: there is no such table, or none has a free seat.
        Refused: the server refuses it for another reason.
    """
    wanted = wishes.table or invited_to(connection)
    if wanted is not None and wanted not in taken:
        return await _sit_at(connection, wanted, wishes)
    refusal: Refused | None = None
    for summary in await connection.tables():
        if summary.table in taken or not has_room(summary):
            continue
        try:
            return await _sit_at(connection, summary.table, wishes)
        except Refused as refused:
            if refused.code not in NOT_HERE:
                raise
            refusal = refused
    raise refusal or NoSeat(f"No {'other ' if taken else ''}table has a free seat.")


def has_room(table: msg.TableSummary) -> bool:
    """Whether there may be a seat: a free one, or one that a house bot leaves for who comes."""
    return bool(table.free) or any(each.bot for each in table.seats)


def invited_to(connection: Connection) -> TableId | None:
    """
    The table of the invitation with which we came; None if we came without one.

    Raises:
        NoSeat: it opens no table.
    """
    invited = connection.welcome.invited
    if connection.invite is not None and invited is None:
        raise NoSeat(
            "This invitation opens no table; ask for a new link.",
            code="bad_invitation",
            wanted="an invitation of a table that is open",
        )
    return invited


async def _sit_at(connection: Connection, table: TableId, wishes: Wishes) -> TableId:
    seat, buy_in = wishes.seat, wishes.buy_in
    try:
        await connection.request(lambda id: msg.Sit(id=id, table=table, seat=seat, buy_in=buy_in))
    except Refused as refused:
        if refused.code == "already_seated":
            # A node that has just come back cannot always say so at the beginning.
            await connection.request(lambda id: msg.Resume(id=id, table=table))
            log.info("goes on at %s", table)
            return table
        if refused.code != "no_such_table":
            raise
        known = ", ".join(each.table for each in await connection.tables())
        raise NoSeat(
            f"There is no table {table!r}; the tables are: {known or 'none'}.",
            code="no_such_table",
            found=table,
            wanted=known,
        ) from None
    log.info("sat down at %s", table)
    return table


async def sit_in(connection: Connection, table: TableId, wishes: Wishes) -> bool:
    """Be dealt in again, with new chips if there are none; False if that cannot be."""
    watched = connection.session.tables.get(table)
    own = watched.view.own if watched else None
    if watched is None or own is None:
        return False
    try:
        if not own.stack:
            if not wishes.rebuy:
                log.info("out of chips")
                return False
            to = wishes.buy_in or watched.view.ruleset.usual_buy
            await connection.request(lambda id: msg.TopUp(id=id, table=table, to=to))
        await connection.request(lambda id: msg.SitIn(id=id, table=table))
    except Refused as refused:
        log.warning("cannot play on: %s", refused)
        return False
    return True


async def get_up(connection: Connection, table: TableId) -> bool:
    """Leave at once or when the hand is over; False if there was no seat to leave."""
    try:
        await connection.request(lambda id: msg.Leave(id=id, table=table))
    except Refused as refused:
        log.info("no seat to leave: %s", refused)
        return False
    return True
