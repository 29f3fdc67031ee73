"""The hands that a search finds, with what each of them was for its players."""

from collections.abc import Collection
from itertools import groupby
from typing import Any, NamedTuple

from sqlalchemy import Row, select
from sqlalchemy.ext.asyncio import AsyncConnection

from server.ports import HandQuery, PlayerResult, Selection, Source, StoredHand
from server.storage.models import (
    AccountRow,
    HandPlayerRow,
    HandRow,
    ImportedHandRow,
    ImportedPlayerRow,
    ResultRow,
)
from server.storage.names import name_key
from server.storage.searching import FEW, Position, Search, imported
from showdown.rules.hand_rank import Category
from showdown.rules.ruleset import AccountId, HandId, TableId

_BEFORE_ALL = Position("1970-01-01T00:00:00Z", 0)


class Named(NamedTuple):
    """An account, and what it is called."""

    account: AccountId
    name: str


async def named(connection: AsyncConnection, selection: Selection) -> Named | None:
    """Whose hands are asked for: the player's who is named, if one is, else the asker's."""
    if selection.player is not None:
        wanted = AccountRow.name_key == name_key(selection.player)
    elif selection.asker is not None:
        wanted = AccountRow.id == selection.asker
    else:
        return None
    accounts = select(AccountRow.id, AccountRow.name).where(wanted)
    row = (await connection.execute(accounts)).one_or_none()
    return None if row is None else Named(AccountId(row.id), row.name)


async def found(connection: AsyncConnection, query: HandQuery) -> tuple[StoredHand, ...]:
    """A page of hands that match, newest first."""
    asks_for_one = query.player is not None or query.outcome is not None
    who = await named(connection, query) if asks_for_one else None
    position = await _position(connection, query)
    page = await _ours(connection, query, who, position)
    if query.asker is not None:
        page += await _imported(connection, query, query.asker, who, position)
    page.sort(key=lambda each: (each.ended_at, each.hand), reverse=True)
    return tuple(page[: query.limit])


async def _position(connection: AsyncConnection, query: HandQuery) -> Position | None:
    """Where the page begins; a number that is no hand stands right above the next smaller one."""
    if query.before is None:
        return None
    imports = select(ImportedHandRow.ended_at, ImportedHandRow.id).where(
        ImportedHandRow.id == query.before, ImportedHandRow.account == query.asker
    )
    if (row := (await connection.execute(imports)).one_or_none()) is not None:
        return Position(*row)
    places = select(HandRow.ended_at, HandRow.id).where(HandRow.id <= query.before)
    below = places.order_by(HandRow.id.desc()).limit(1)
    row = (await connection.execute(below)).one_or_none()
    if row is None:
        return _BEFORE_ALL
    return Position(row.ended_at, min(row.id + 1, query.before))


async def _ours(
    connection: AsyncConnection, query: HandQuery, who: Named | None, position: Position | None
) -> list[StoredHand]:
    subject = None
    if query.player is not None or query.outcome is not None:
        if who is None:
            return []
        subject = who.account
    search = Search(query, subject, position)
    statement = search.in_order()
    if search.may_be_few:
        counts = (await connection.execute(search.counts())).one()._mapping
        fewest = min(counts, key=lambda way: counts[way])
        if counts[fewest] < FEW:
            statement = search.among_few(fewest)
    hands = (await connection.execute(statement)).all()
    results = await _results(connection, HandPlayerRow, [row.id for row in hands])
    return [_listed(row, results) for row in hands]


async def _imported(
    connection: AsyncConnection,
    query: HandQuery,
    asker: AccountId,
    who: Named | None,
    position: Position | None,
) -> list[StoredHand]:
    statement = imported(query, asker, None if who is None else who.account, position)
    hands = (await connection.execute(statement)).all()
    results = await _results(connection, ImportedPlayerRow, [row.id for row in hands])
    return [_listed(row, results, _source(row)) for row in hands]


def _listed(
    row: Row[Any], results: dict[int, tuple[PlayerResult, ...]], source: Source | None = None
) -> StoredHand:
    return StoredHand(
        hand=HandId(row.id),
        table=TableId(row.table_id),
        ended_at=row.ended_at,
        pot=row.pot,
        category=None if row.category is None else Category(row.category),
        results=results[row.id],
        source=source,
    )


def _source(row: Row[Any]) -> Source:
    return Source(site=row.site, number=row.number, currency=row.currency, scale=row.scale)


async def _results(
    connection: AsyncConnection, rows: type[ResultRow], ids: Collection[int]
) -> dict[int, tuple[PlayerResult, ...]]:
    if not ids:
        return {}
    query = (
        select(rows.hand, rows.seat, rows.account, rows.name, rows.net, rows.won)
        .where(rows.hand.in_(ids))
        .order_by(rows.hand, rows.place)
    )
    players = (await connection.execute(query)).all()
    return {
        hand: tuple(
            PlayerResult(
                seat=each.seat,
                account=AccountId(each.account),
                name=each.name,
                net=each.net,
                won=each.won,
            )
            for each in group
        )
        for hand, group in groupby(players, key=lambda row: row.hand)
    }
