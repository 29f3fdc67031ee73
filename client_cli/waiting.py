"""
Waiting for a seat, and opening a table that has one.
"""

from collections.abc import Callable

from client_cli.presenter import words
from client_cli.presenter.refusing import closed, noticed
from showdown.protocol import messages as msg
from showdown.rules.ruleset import TableId
from showdown.sdk import Connection, ConnectionLost, NoSeat, Refused
from showdown.sdk.seating import Wishes, sit_down

FULL = frozenset({"table_full", "seat_held"})
"""Refusals after which a seat of the same table may do, later."""

OVER = frozenset({"kicked", "table_closed"})
"""Notices after which there is nothing more to wait for or to see at a table."""


async def sit_or_wait(
    connection: Connection, table: TableId, wishes: Wishes, note: Callable[[str], None]
) -> TableId:
    """
    Sit down at a table, and wait in its line if all its seats are taken.

    Raises:
        NoSeat: there is no such table, or it closes meanwhile.
        Refused: the server does not let us sit there, or wait.
        ConnectionLost: the connection ended while we waited.
    """
    try:
        return await sit_down(connection, wishes)
    except Refused as refused:
        if refused.code not in FULL or wishes.seat is not None:
            raise
    await _wait(connection, table, note)
    async for received in connection:
        match received.message:
            case msg.Notice(table=name, code=code) as notice if name == table and code in OVER:
                raise NoSeat(noticed(notice), code=code, found=table)
            case msg.Notice(table=name, code="seat_offered") if name == table:
                try:
                    return await sit_down(connection, wishes)
                except Refused as refused:
                    if refused.code not in FULL:
                        raise
                await _wait(connection, table, note)
    raise ConnectionLost(closed(connection.close_reason or ""))


async def _wait(connection: Connection, table: TableId, note: Callable[[str], None]) -> None:
    reply = await connection.request(lambda id: msg.Wait(id=id, table=table))
    place = reply.result.place if isinstance(reply.result, msg.Waiting) else 1
    note(words.WAITING.format(table=table, place=place))


async def open_table(connection: Connection, template: str, name: str | None) -> TableId:
    """
    Open a table from a template, which is written as one likes.

    Raises:
        NoSeat: there is no such template.
        Refused: the server opens none now.
    """
    await connection.tables()
    known = [each.name for each in connection.templates]
    found = next((each for each in known if each.casefold() == template.casefold()), None)
    if found is None:
        names = ", ".join(known)
        raise NoSeat(
            words.NO_TEMPLATE.format(found=template, known=names or words.NO_TEMPLATES),
            code="no_such_template",
            found=template,
            wanted=names,
        )
    reply = await connection.request(lambda id: msg.OpenTable(id=id, template=found, name=name))
    assert isinstance(reply.result, msg.Opened)
    return reply.result.table
