"""
How hands are looked for, so that half a million of them are searched at once.

A search is newest first and wants few hands. It walks down an index in that order and looks at each
hand that it passes, which is soon over where hands that match are many. Where they may be few, the
filter that fewest hands pass is found out first, by counting up to a bound along its own index; if
they are fewer than that, all of them are looked at and sorted.
"""

from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

from sqlalchemy import ColumnElement, Integer, Select, func, literal, or_, select, tuple_
from sqlalchemy.orm import aliased

from server.ports import HandQuery, Selection
from server.storage.entries import seconds
from server.storage.models import (
    FinishedRow,
    HandPlayerRow,
    HandRow,
    HostedRow,
    ImportedHandRow,
    ImportedPlayerRow,
    ResultRow,
)
from showdown.history.statistics import Outcome
from showdown.rules.ruleset import AccountId, TableId

FEW = 2_000
"""Fewer hands than these are all looked at and sorted."""

Condition = ColumnElement[bool]
See = Callable[[Any], Any]
"""How a condition looks at a column."""


class Position(NamedTuple):
    """Where a page begins: below this hand."""

    ended_at: str
    hand: int


def listed(rows: type[FinishedRow]) -> tuple[Any, ...]:
    """The columns that a list is made of."""
    own = (rows.id, rows.table_id, rows.ended_at, rows.pot, rows.category)
    if rows is ImportedHandRow:
        source = ImportedHandRow
        return (*own, source.site, source.number, source.currency, source.scale)
    return own


class Search:
    """One search among the hands that were played here."""

    def __init__(
        self, query: HandQuery, subject: AccountId | None, position: Position | None
    ) -> None:
        """
        Plan it.

        Args:
            subject: whose hands they have to be; None for those of anybody.
            position: where the page begins; None at the newest hand.
        """
        self._query, self._subject, self._position = query, subject, position

    @property
    def ways(self) -> dict[str, Select[int]]:
        """The numbers of the hands that pass one filter alone, for each that has an index."""
        query, among = self._query, list(self._moments(_as_it_is))
        ways = {}
        if self._subject is not None:
            mine = select(HandPlayerRow.hand.label("id"))
            ways["player"] = mine.where(self._is_player, *self._player_moments())
        hands = select(HandRow.id)
        if query.table is not None:
            ways["table"] = hands.where(HandRow.table_id == query.table, *among)
        if query.category is not None:
            ways["category"] = hands.where(HandRow.category == query.category, *among)
        if query.min_pot is not None:
            ways["pot"] = hands.where(HandRow.pot >= query.min_pot)
        if query.since is not None or query.until is not None:
            ways["time"] = hands.where(*among)
        return ways

    @property
    def may_be_few(self) -> bool:
        """Whether it has to be counted how many hands each filter lets through."""
        # With one filter, and its own index in the order of time, the first hands are those.
        return len(self.ways) > 1 or "pot" in self.ways

    def counts(self) -> Select[Any]:
        """How many hands each way leads to, up to `FEW`."""
        return select(
            *(
                select(func.count())
                .select_from(way.limit(FEW).subquery())
                .scalar_subquery()
                .label(name)
                for name, way in self.ways.items()
            )
        )

    def among_few(self, name: str) -> Select[Any]:
        """Look at all hands to which a way leads, and sort those that match."""
        few = self.ways[name].limit(FEW).subquery("few")
        # The limit keeps the sorting apart: it shall not make anybody walk through all hands.
        found = (
            self._joined(select(*listed(HandRow)).join(few, few.c.id == HandRow.id))
            .where(*self._hands(_without_index), *self._players_among_few())
            .limit(FEW)
            .subquery("found")
        )
        return (
            select(found)
            .order_by(found.c.ended_at.desc(), found.c.id.desc())
            .limit(self._query.limit)
        )

    def in_order(self) -> Select[Any]:
        """Walk from the newest hand to older ones until there are enough."""
        hands = self._joined(select(*listed(HandRow))).where(*self._hands(_as_it_is))
        if self._subject is None:
            hands = hands.order_by(HandRow.ended_at.desc(), HandRow.id.desc())
        else:
            hands = hands.where(
                self._is_player, *outcome(HandPlayerRow, self._query), *self._player_moments()
            ).order_by(HandPlayerRow.ended.desc(), HandPlayerRow.hand.desc())
        return hands.limit(self._query.limit)

    def _joined(self, hands: Select[Any]) -> Select[Any]:
        if self._subject is None:
            return hands
        return hands.join(HandPlayerRow, HandPlayerRow.hand == HandRow.id)

    def _hands(self, see: See) -> Iterator[Condition]:
        yield from conditions(HandRow, self._query, see)
        yield from self._moments(see)

    @property
    def _is_player(self) -> Condition:
        return HandPlayerRow.account == self._subject

    def _players_among_few(self) -> Iterator[Condition]:
        """Who they have to be of hands that are found already: not to be looked for by account."""
        if self._subject is not None:
            yield _without_index(HandPlayerRow.account) == self._subject
            yield from outcome(HandPlayerRow, self._query)

    def _moments(self, see: See) -> Iterator[Condition]:
        yield from moments(HandRow, self._query, see)
        if self._position is not None:
            yield older(HandRow, self._position, see)

    def _player_moments(self) -> Iterator[Condition]:
        ended = HandPlayerRow.ended
        yield ended.is_not(None)
        yield from seconds_between(HandPlayerRow, self._query)
        if self._position is not None:
            newest, hand = seconds(self._position.ended_at), self._position.hand
            yield tuple_(ended, HandPlayerRow.hand) < tuple_(literal(newest), literal(hand))


def _as_it_is(column: Any) -> Any:
    """A column that is looked up in an index."""
    return column


def _without_index(column: Any) -> Any:
    """A column of rows that are found already: nobody shall look for others by it."""
    return column + 0 if isinstance(column.type, Integer) else column.concat("")


def conditions(
    rows: type[FinishedRow], selection: Selection, see: See = _as_it_is
) -> Iterator[Condition]:
    """What a selection asks of hands, apart from their time and their players."""
    if selection.table is not None:
        yield see(rows.table_id) == selection.table
    if selection.min_pot is not None:
        yield see(rows.pot) >= selection.min_pot
    if selection.category is not None:
        yield see(rows.category) == selection.category
    if selection.withheld:
        yield rows.id.not_in(selection.withheld)
    if selection.private is not None and rows is HandRow:
        yield _may_be_seen(selection, selection.private)


def _may_be_seen(selection: Selection, private: frozenset[TableId]) -> Condition:
    """Hands of public tables, of private ones that the asker can find, and his own."""
    closed = select(HostedRow.table_id).where(
        HostedRow.secret.is_not(None), HostedRow.table_id.not_in(private)
    )
    dealt = aliased(HandPlayerRow)
    own = (
        select(dealt.hand)
        .where(dealt.hand == HandRow.id, dealt.account == selection.asker)
        .correlate(HandRow)
    )
    return or_(HandRow.table_id.not_in(closed), own.exists())


def moments(
    rows: type[FinishedRow], selection: Selection, see: See = _as_it_is
) -> Iterator[Condition]:
    """When they may have ended."""
    if selection.since is not None:
        yield see(rows.ended_at) >= selection.since
    if selection.until is not None:
        yield see(rows.ended_at) <= selection.until


def seconds_between(rows: type[ResultRow], selection: Selection) -> Iterator[Condition]:
    """The same, asked of what they were for players."""
    if selection.since is not None:
        yield rows.ended >= seconds(selection.since)
    if selection.until is not None:
        yield rows.ended <= seconds(selection.until)


def older(rows: type[FinishedRow], position: Position, see: See = _as_it_is) -> Condition:
    """Hands below a position."""
    return tuple_(see(rows.ended_at), rows.id) < tuple_(*map(literal, position))


def outcome(rows: type[ResultRow], selection: Selection) -> Iterator[Condition]:
    """What they have to have been for the player."""
    match selection.outcome:
        case Outcome.WON:
            yield rows.net > 0
        case Outcome.LOST:
            yield rows.net < 0


def imported(
    query: HandQuery, asker: AccountId, player: AccountId | None, position: Position | None
) -> Select[Any]:
    """
    The same search among the hands that somebody imported.

    Args:
        player: the account of the player who is named, if there is one.
    """
    rows = ImportedHandRow
    hands = select(*listed(rows)).where(
        rows.account == asker, *conditions(rows, query), *moments(rows, query)
    )
    if query.player is not None or query.outcome is not None:
        hands = hands.join(ImportedPlayerRow, ImportedPlayerRow.hand == rows.id).where(
            imported_player(query, asker, player), *outcome(ImportedPlayerRow, query)
        )
    if position is not None:
        hands = hands.where(older(rows, position))
    return hands.order_by(rows.ended_at.desc(), rows.id.desc()).limit(query.limit)


def imported_player(selection: Selection, asker: AccountId, player: AccountId | None) -> Condition:
    """Who is meant in imported hands: the asker himself, or whoever has the name there."""
    if selection.player is None or player == asker:
        return ImportedPlayerRow.account == asker
    return ImportedPlayerRow.name == selection.player
