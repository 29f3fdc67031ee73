"""Hands that were imported: each played again, its results against what is listed."""

from collections.abc import Iterator

from sqlalchemy import Connection, select

from server.ports import StorageError
from server.storage.auditing.accounts import Tell
from server.storage.auditing.findings import ImportsFound, Wrong, differs
from server.storage.imports import IMPORTED_COLUMNS, ImportedRow, imported_hand
from server.storage.models import ImportedHandRow, ImportedPlayerRow
from server.storage.secrets import Vault
from showdown.errors import CorruptHistory
from showdown.history import HandRecord, check
from showdown.history.record import results
from showdown.rules.ruleset import Chips, Seat

PAGE = 200


def check_imports(vault: Vault, tell: Tell, connection: Connection) -> ImportsFound:
    """Play every imported hand again; tell what does not hold."""
    hands = closed = 0
    for row in _all_imports(connection):
        hands += 1
        where = f"imported hand {row.id}"
        try:
            record = imported_hand(row, vault).record
        except StorageError:
            closed += 1
        except CorruptHistory as error:
            tell(Wrong(where=where, sentence=f"{where}: {error}"))
        else:
            _check(where, record, _listed(row.id, connection), tell)
    return ImportsFound(hands=hands, closed=closed)


def _check(where: str, record: HandRecord, listed: dict[Seat, Chips], tell: Tell) -> None:
    found = check(record)
    if not found.ok:
        tell(Wrong(where=where, sentence=f"{where}: {found.sentence}"))
        return
    says = {each.seat: each.net for each in results(record)}
    for seat in sorted(listed.keys() | says.keys()):
        net, wanted = listed.get(seat, 0), says.get(seat, 0)
        if net != wanted:
            place = f"{where}, seat {seat}"
            tell(differs(place, "is listed with", net, "its record says", wanted))


def _listed(hand: int, connection: Connection) -> dict[Seat, Chips]:
    query = select(ImportedPlayerRow.seat, ImportedPlayerRow.net)
    rows = connection.execute(query.where(ImportedPlayerRow.hand == hand)).all()
    return {row.seat: row.net for row in rows}


def _all_imports(connection: Connection) -> Iterator[ImportedRow]:
    last = 0
    records = select(*IMPORTED_COLUMNS).order_by(ImportedHandRow.id).limit(PAGE)
    while page := connection.execute(records.where(ImportedHandRow.id > last)).all():
        yield from page
        last = page[-1].id
