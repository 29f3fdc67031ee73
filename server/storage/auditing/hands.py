"""Hands that are over: each replayed from its record, its results against list and ledger."""

from collections.abc import Callable, Iterator
from datetime import datetime
from functools import reduce
from itertools import groupby, takewhile
from typing import NamedTuple

from sqlalchemy import Connection, func, select

from server.ledger import seat_of, seat_party
from server.ports import FinishedHand, PlayerResult, StorageError
from server.storage.auditing.accounts import Tell
from server.storage.auditing.books import Books, HandPostings, Moved
from server.storage.auditing.findings import HandsFound, Wrong, differs
from server.storage.hands import RECORD_COLUMNS, RecordRow, finished_hand
from server.storage.models import HandPlayerRow, HandRow
from server.storage.results import stored_hand
from server.storage.secrets import Vault
from server.tables.money import chips_brought
from server.tables.soundness import check_table
from showdown.errors import CorruptHistory
from showdown.rules import events as ev
from showdown.rules.hand import evolve, replay
from showdown.rules.hand_rank import Category
from showdown.rules.ruleset import AccountId, Chips, HandId, TableId
from showdown.rules.seating import Seating
from showdown.rules.table import TableState

PAGE = 200
_END = (ev.HandEnded, ev.HandAborted)

Progress = Callable[[int, int], None]
"""Is told how many hands are counted, of how many."""


class _Listed(NamedTuple):
    """A hand as its row and those of its players list it."""

    hand: HandId
    table: TableId
    ended_at: str
    pot: Chips
    category: int | None
    results: tuple[PlayerResult, ...]

    @property
    def where(self) -> str:
        return f"hand {self.hand}"


class _Counting:
    """Goes through the hands; what is found adds up."""

    def __init__(self, books: Books, vault: Vault, tell: Tell) -> None:
        self._books, self._vault, self._tell = books, vault, tell
        self.hands = self.rake = self.closed = self.older = 0

    def check(self, listed: _Listed, row: RecordRow, moved: Moved | None) -> None:
        self.hands += 1
        rake: Chips | None = None
        try:
            record = finished_hand(row, self._vault)
        except StorageError:
            self.closed += 1
        except Exception as error:  # noqa: BLE001 - what a changed row leads to is not foreseen
            self._tell(_unplayable(listed.where, error))
        else:
            rake = self._check_record(listed, record)
        if moved is None and self._is_older(listed):
            self.older += 1
            return
        self.rake += moved.rake if moved else 0
        _compare_nets(listed, moved, self._tell)
        if rake is not None and rake != (moved.rake if moved else 0):
            told = moved.rake if moved else 0
            self._tell(differs(listed.where, "its record has rake", rake, "the ledger says", told))

    def _check_record(self, listed: _Listed, record: FinishedHand) -> Chips | None:
        """Replay a record; gives its rake, or None if it does not replay."""
        try:
            rake = check_replay(listed.where, record, self._tell)
            again = stored_hand(record)
        except Exception as error:  # noqa: BLE001 - as above
            self._tell(_unplayable(listed.where, error))
            return None
        if again.pot != listed.pot:
            self._tell(
                differs(listed.where, "is listed with a pot of", listed.pot, "it has", again.pot)
            )
        if again.category != listed.category:
            self._tell(_other_category(listed, again.category))
        _compare_results(listed, again.results, self._tell)
        return rake

    def _is_older(self, listed: _Listed) -> bool:
        opened = self._books.opened_at
        return opened is not None and datetime.fromisoformat(listed.ended_at).timestamp() <= opened


def check_hands(
    books: Books, vault: Vault, tell: Tell, progress: Progress, connection: Connection
) -> HandsFound:
    """Replay every hand and compare it; tell what does not hold."""
    total = connection.execute(select(func.count()).select_from(HandRow)).scalar_one()
    postings, counting = HandPostings(connection), _Counting(books, vault, tell)
    for listed, row in _all_hands(connection):
        for stray in postings.before(listed.hand):
            tell(_stray(stray))
        counting.check(listed, row, postings.of(listed.hand))
        if not counting.hands % PAGE or counting.hands == total:
            progress(counting.hands, total)
    for stray in postings.rest():
        tell(_stray(stray))
    return HandsFound(
        hands=counting.hands, rake=counting.rake, closed=counting.closed, older=counting.older
    )


def check_replay(where: str, record: FinishedHand, tell: Tell) -> Chips:
    """
    Replay a hand: its chips are those with which it began, and its stacks those that it says.

    Returns:
        Its rake.
    """
    played_out = list(takewhile(lambda each: not isinstance(each, _END), record.events))
    state, rest = replay(played_out), record.events[len(played_out) :]
    if not rest or not isinstance(event := rest[0], ev.HandEnded | ev.HandAborted):
        raise CorruptHistory("It has no end.")
    reduce(evolve, rest, state)  # what is shown afterwards must fit, too
    check_table(TableState(seating=Seating(ruleset=state.ruleset), hand=state))
    aborted = isinstance(event, ev.HandAborted)
    dealt = {each.seat: each.stack for each in state.started.lineup}
    played = dealt if aborted else dict(zip(state.seats, state.stacks, strict=True))
    said = {each.seat: each.stack for each in event.stacks}
    for seat in sorted(played.keys() | said.keys()):
        has, wanted = said.get(seat, 0), played.get(seat, 0)
        if has != wanted:
            tell(differs(f"{where}, seat {seat}", "ends with", has, "its replay with", wanted))
    rake = 0 if isinstance(event, ev.HandAborted) else event.rake
    if not aborted and rake != sum(state.raked):
        tell(differs(where, "ends with rake", rake, "its pots gave", sum(state.raked)))
    brought = chips_brought(state.started)
    carried = brought - sum(dealt.values()) if aborted else state.carried_over
    after = sum(said.values()) + rake + carried
    if after != brought:
        tell(differs(where, "ends with", after, "it began with", brought))
    return rake


def _compare_nets(listed: _Listed, moved: Moved | None, tell: Tell) -> None:
    nets = moved.nets if moved else {}
    listed_nets = {seat_party(listed.table, each.account): each.net for each in listed.results}
    for party in sorted(listed_nets.keys() | nets.keys()):
        net, says = listed_nets.get(party, 0), nets.get(party, 0)
        if net != says:
            seat = seat_of(party)
            account = seat[1] if seat else party
            where = f"{listed.where}, account {account}"
            tell(differs(where, "is listed with", net, "the ledger says", says))


def _compare_results(listed: _Listed, again: tuple[PlayerResult, ...], tell: Tell) -> None:
    by_seat = {each.seat: each for each in listed.results}
    if by_seat.keys() != {each.seat for each in again}:
        sentence = f"{listed.where}: it is listed with other players than were dealt in."
        tell(Wrong(where=listed.where, sentence=sentence))
        return
    for each in again:
        shown = by_seat[each.seat]
        where = f"{listed.where}, seat {each.seat}"
        if shown.net != each.net:
            tell(differs(where, "is listed with", shown.net, "its record says", each.net))
        if shown.won != each.won:
            tell(differs(where, "is listed as winning", shown.won, "its record says", each.won))
        if shown.account != each.account:
            tell(
                differs(where, "is listed as account", shown.account, "dealt in was", each.account)
            )


def _other_category(listed: _Listed, again: Category | None) -> Wrong:
    def said(number: int | None) -> str:
        return "nothing shown" if number is None else Category(number).name.lower()

    sentence = (
        f"{listed.where}: is listed as won with {said(listed.category)}, "
        f"its record says {said(again)}."
    )
    return Wrong(where=listed.where, sentence=sentence)


def _stray(moved: Moved) -> Wrong:
    where = f"hand {moved.hand}"
    amount = sum(net for net in moved.nets.values() if net > 0) + moved.rake
    return Wrong(
        where=where,
        sentence=f"{where}: there is no record of it, the ledger says that it moved {amount:,}.",
        wanted=amount,
    )


def _unplayable(where: str, error: Exception) -> Wrong:
    reason = str(error).rstrip(".") if str(error) else type(error).__name__
    return Wrong(where=where, sentence=f"{where}: its record cannot be replayed ({reason}).")


def _all_hands(connection: Connection) -> Iterator[tuple[_Listed, RecordRow]]:
    """Every hand with its record, by number, a page at a time."""
    last = 0
    records = select(*RECORD_COLUMNS).order_by(HandRow.id).limit(PAGE)
    while page := connection.execute(records.where(HandRow.id > last)).all():
        first, last = page[0].id, page[-1].id
        players = _players(first, last, connection)
        between = select(HandRow.id, HandRow.pot, HandRow.category).where(
            HandRow.id.between(first, last)
        )
        found = {row.id: row for row in connection.execute(between)}
        for row in page:
            hand = HandId(row.id)
            table, results = TableId(row.table_id), players.get(hand, ())
            pot, category = found[hand].pot, found[hand].category
            yield _Listed(hand, table, row.ended_at, pot, category, results), row


def _players(first: int, last: int, connection: Connection) -> dict[int, tuple[PlayerResult, ...]]:
    query = (
        select(
            HandPlayerRow.hand,
            HandPlayerRow.seat,
            HandPlayerRow.account,
            HandPlayerRow.name,
            HandPlayerRow.net,
            HandPlayerRow.won,
        )
        .where(HandPlayerRow.hand.between(first, last))
        .order_by(HandPlayerRow.hand, HandPlayerRow.place)
    )
    found = connection.execute(query).all()
    return {
        hand: tuple(
            PlayerResult(seat=seat, account=AccountId(account), name=name, net=net, won=won)
            for _, seat, account, name, net, won in rows
        )
        for hand, rows in groupby(found, key=lambda row: row.hand)
    }
