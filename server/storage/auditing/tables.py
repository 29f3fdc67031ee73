"""What stands on tables, hands in progress replayed, against the balances of their seats."""

from typing import NamedTuple

from sqlalchemy import Connection, select

from server.ledger import pot_party, seat_of
from server.storage.auditing.accounts import Tell
from server.storage.auditing.books import Books
from server.storage.auditing.findings import TablesFound, Wrong, differs
from server.storage.journal import entries_after, entries_in, seating_in
from server.storage.models import TableRow
from server.storage.secrets import Vault
from server.tables.money import chips_brought, holdings
from server.tables.soundness import check_table
from showdown.errors import CorruptHistory
from showdown.rules.hand import HandState
from showdown.rules.ruleset import Chips, TableId
from showdown.rules.table import TableState, replay

_POT = "pot:"


class _Table(NamedTuple):
    name: TableId
    checkpoint: str
    seq: int


def check_tables(books: Books, vault: Vault, tell: Tell, connection: Connection) -> TablesFound:
    """Replay every table to its last event and compare it; tell what does not hold."""
    wanted = _by_table(books.balances)
    query = select(TableRow.id, TableRow.checkpoint, TableRow.seq).order_by(TableRow.id)
    tables = [
        _Table(TableId(name), checkpoint, seq)
        for name, checkpoint, seq in connection.execute(query)
    ]
    seats = running = stacks = carried = 0
    for each in tables:
        says = wanted.pop(each.name, {})
        try:
            state = _replayed(each, vault, connection)
        except Exception as error:  # noqa: BLE001 - what a changed row leads to is not foreseen
            tell(_unplayable(each.name, error))
            continue
        found = holdings(each.name, state)
        _compare(each.name, found, says, tell)
        pot = found.get(pot_party(each.name), 0)
        seats += len(state.seating.occupants)
        stacks += sum(found.values()) - pot
        carried += pot
        if state.running is not None:
            running += 1
            _check_running(each.name, state, state.running, tell)
    for name, says in wanted.items():
        _compare(name, {}, says, tell)
    return TablesFound(
        tables=len(tables), seats=seats, running=running, stacks=stacks, carried=carried
    )


def _by_table(balances: dict[str, Chips]) -> dict[TableId, dict[str, Chips]]:
    found: dict[TableId, dict[str, Chips]] = {}
    for party, chips in balances.items():
        seat = seat_of(party)
        if seat is not None:
            found.setdefault(seat[0], {})[party] = chips
        elif party.startswith(_POT):
            found.setdefault(TableId(party.removeprefix(_POT)), {})[party] = chips
    return found


def _compare(table: TableId, found: dict[str, Chips], says: dict[str, Chips], tell: Tell) -> None:
    for party in sorted(found.keys() | says.keys()):
        has, wanted = found.get(party, 0), says.get(party, 0)
        if has != wanted:
            seat = seat_of(party)
            place = "in the middle" if seat is None else f"seat of account {seat[1]}"
            tell(differs(f"table {table}, {place}", "has", has, "the ledger says", wanted))


def _check_running(table: TableId, state: TableState, hand: HandState, tell: Tell) -> None:
    """A hand in progress has the chips with which it began, and began with those of its seats."""
    where = f"table {table}, hand {hand.hand}"
    for dealt in hand.started.lineup:
        occupant = state.seating.at(dealt.seat)
        stack = occupant.stack if occupant else 0
        if dealt.stack != stack:
            seat = f"{where}, seat {dealt.seat}"
            tell(differs(seat, "began with", dealt.stack, "the seat had", stack))
    there = sum(hand.stacks) + hand.pot + sum(hand.raked) + hand.carried_over
    brought = chips_brought(hand.started)
    if there != brought:
        tell(differs(where, "has", there, "it began with", brought))
        return
    try:
        check_table(state)
    except CorruptHistory as error:
        tell(Wrong(where=where, sentence=f"{where}: {error}"))


def _unplayable(table: TableId, error: Exception) -> Wrong:
    where = f"table {table}"
    reason = str(error).rstrip(".") if str(error) else type(error).__name__
    return Wrong(where=where, sentence=f"{where}: its journal cannot be replayed ({reason}).")


def _replayed(table: _Table, vault: Vault, connection: Connection) -> TableState:
    state = TableState(seating=seating_in(table.name, table.checkpoint))
    rows = connection.execute(entries_after(table.name, table.seq)).all()
    for entry in entries_in(table.name, table.seq, rows, vault):
        state = replay(state, entry.events)
    return state
