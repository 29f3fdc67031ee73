"""
The figures of a player over a selection of hands, from what stands beside his results.

The database adds up hands in which he did the same, in some stretches from the first to the last;
what the sums mean is the library's (:mod:`showdown.history.statistics`).
"""

from collections.abc import Iterable, Iterator
from itertools import groupby
from typing import Any

from msgspec.structs import replace
from sqlalchemy import (
    ColumnElement,
    Float,
    Row,
    Select,
    Subquery,
    cast,
    func,
    literal,
    select,
    union_all,
)
from sqlalchemy.ext.asyncio import AsyncConnection

from server.ports import Selection
from server.storage.found import Named, named
from server.storage.models import (
    HandPlayerRow,
    HandRow,
    ImportedHandRow,
    ImportedPlayerRow,
    ResultRow,
)
from server.storage.plays import from_number
from server.storage.searching import conditions, imported_player, outcome, seconds_between
from showdown.history.record import PLAY_CHIPS
from showdown.history.statistics import Batch, Sheet, Statistics, Stretch
from showdown.rules.ruleset import AccountId, HandId

STRETCHES = 200
"""The most points of a course; a chart in a terminal shows fewer."""


async def figures(connection: AsyncConnection, selection: Selection) -> Statistics:
    """Add up; a player whom nobody knows has no hands."""
    who = await named(connection, selection)
    sheet = Sheet(who.name if who is not None else selection.player or "")
    hands = _hands(selection, who)
    if hands is not None:
        total = (await connection.execute(select(func.count()).select_from(hands))).scalar_one()
        if total:
            rows = (await connection.execute(_added_up(hands, total))).all()
            for _, parts in groupby(rows, key=lambda row: row.stretch):
                sheet.go_on(_together(_count(part, sheet) for part in parts))
    return sheet.statistics()


def _hands(selection: Selection, who: Named | None) -> Subquery | None:
    """A row for each hand of the player; None if there cannot be any."""
    parts = []
    if who is not None:
        parts.append(_ours(selection, who.account))
    if selection.asker is not None:
        player = None if who is None else who.account
        parts.append(_imported(selection, selection.asker, player))
    if not parts:
        return None
    return (parts[0] if len(parts) == 1 else union_all(*parts)).subquery("hands")


def _columns(rows: type[ResultRow]) -> tuple[ColumnElement[Any], ...]:
    return (
        rows.ended.label("ended"),
        rows.hand.label("hand"),
        rows.net.label("net"),
        rows.play.label("play"),
        (cast(rows.net, Float) / rows.big_blind).label("blinds"),
    )


def _ours(selection: Selection, account: AccountId) -> Select[Any]:
    rows = HandPlayerRow
    money = literal(PLAY_CHIPS).label("currency"), literal(1).label("scale")
    hands = select(*_columns(rows), *money).where(
        rows.account == account, *_counted(rows, selection)
    )
    # Where the hands themselves need not be asked, they are not: their rows are large.
    if account == selection.asker:
        selection = replace(selection, private=None)  # whose own hands they are
    if selection.withheld:
        hands = hands.where(rows.hand.not_in(selection.withheld))
    if asked := list(conditions(HandRow, replace(selection, withheld=frozenset()))):
        hands = hands.join(HandRow, HandRow.id == rows.hand).where(*asked)
    return hands


def _imported(selection: Selection, asker: AccountId, player: AccountId | None) -> Select[Any]:
    rows, hands = ImportedPlayerRow, ImportedHandRow
    return (
        select(*_columns(rows), hands.currency, hands.scale)
        .join(hands, hands.id == rows.hand)
        .where(
            hands.account == asker,
            imported_player(selection, asker, player),
            *_counted(rows, selection),
            *conditions(hands, selection),
        )
    )


def _counted(rows: type[ResultRow], selection: Selection) -> Iterator[ColumnElement[bool]]:
    yield rows.play >= 0
    yield from outcome(rows, selection)
    yield from seconds_between(rows, selection)


def _added_up(hands: Subquery, total: int) -> Select[Any]:
    """Hands of one stretch, one currency and one way to play, added up."""
    number = func.row_number().over(order_by=(hands.c.ended, hands.c.hand)) - 1
    each = select(hands, number.label("number")).subquery("each")
    groups = (
        (each.c.number * min(STRETCHES, total) // total).label("stretch"),
        each.c.currency,
        each.c.scale,
        each.c.play,
    )
    return (
        select(
            *groups,
            func.count().label("hands"),
            func.max(each.c.hand).label("last"),
            func.sum(each.c.net).label("net"),
            func.sum(each.c.blinds).label("blinds"),
            func.sum(each.c.blinds * each.c.blinds).label("squares"),
        )
        .group_by(*groups)
        .order_by("stretch", func.min(each.c.number))
    )


def _count(row: Row[Any], sheet: Sheet) -> Stretch:
    """Count what was added up; what it adds to the course."""
    net, blinds = int(row.net), float(row.blinds)
    sheet.count(
        Batch(
            play=from_number(row.play),
            hands=row.hands,
            currency=row.currency,
            scale=row.scale,
            net=net,
            big_blinds=blinds,
            squares=float(row.squares),
        )
    )
    return Stretch(HandId(row.last), net, blinds, row.hands)


def _together(parts: Iterable[Stretch]) -> Stretch:
    """A stretch of which several parts were added up apart."""
    every = list(parts)
    return Stretch(
        max(each.hand for each in every),
        sum(each.net for each in every),
        sum(each.big_blinds for each in every),
        sum(each.hands for each in every),
    )
