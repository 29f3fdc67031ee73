"""
Taking a seat for a person: the one he has, the table he names, or the busiest with room.
"""

from collections.abc import Callable, Sequence

from client_cli.presenter import words
from showdown.protocol import messages as msg
from showdown.rules.ruleset import Chips, TableId
from showdown.rules.table_view import SeatView
from showdown.sdk import Connection, NoSeat, Refused
from showdown.sdk.seating import NOT_HERE, Wishes, invited_to, sit_down


async def take_seat(
    connection: Connection,
    wanted: str | None,
    buy_in: Chips | None,
    note: Callable[[str], None],
) -> TableId:
    """
    Sit down, or find the seat that we have; its snapshot is then in the session.

    Raises:
        NoSeat: there is no such table, or no free seat anywhere.
        Refused: the server does not let us sit there.
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
        return await _sit_somewhere(connection, tables, buy_in)
    if name in ours:
        return await _sit_again(connection, name, buy_in, note)
    return await sit_down(connection, Wishes(table=name, buy_in=buy_in))


def _invited(connection: Connection, ours: Sequence[TableId]) -> TableId | None:
    """Where our invitation leads; one that leads nowhere does not matter where we have a seat."""
    return connection.welcome.invited if ours else invited_to(connection)


async def _sit_somewhere(
    connection: Connection, tables: Sequence[msg.TableSummary], buy_in: Chips | None
) -> TableId:
    """Where most people are; the next one if somebody else was faster."""
    refusal: Refused | None = None
    for summary in sorted(tables, key=lambda table: -table.players):
        if summary.free:
            try:
                return await sit_down(connection, Wishes(table=summary.table, buy_in=buy_in))
            except Refused as refused:
                if refused.code not in NOT_HERE:
                    raise
                refusal = refused
    raise refusal or NoSeat("No table has a free seat; showdown watch TABLE looks on at one.")


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
    raise NoSeat(
        f"There is no table {wanted!r}; the tables are: {', '.join(names) or 'none'}.",
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
