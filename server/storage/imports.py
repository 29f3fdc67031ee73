"""
Hands of other places, each for the account that brought it.

They are stored like our own, cards encrypted, in tables of their own: no chips moved here for them,
and a search for anybody else does not come to them. What a text said apart from its events is
encrypted with the cards, since it names some.
"""

import zlib
from collections.abc import Iterable
from functools import partial

import msgspec
from msgspec import Struct
from msgspec.structs import replace
from sqlalchemy import Connection, Row, insert, select

from server.ports import ImportedHand, Source
from server.storage import rows
from server.storage.entries import Values, record_place, seconds
from server.storage.journal import count_hands
from server.storage.models import ImportedHandRow, ImportedPlayerRow
from server.storage.names import name_key
from server.storage.packing import FORMS, pack
from server.storage.plays import Plays
from server.storage.rows import Stored
from server.storage.secrets import Vault
from server.storage.store import Store
from showdown.errors import CorruptHistory
from showdown.history.record import HandRecord, paid_by_seat, results
from showdown.rules import events as ev
from showdown.rules.events import hand_events
from showdown.rules.hand_rank import Category
from showdown.rules.ruleset import AccountId, HandId, Seat, TableId

LONGEST_TABLE = 60
"""Signs of a table's name that are kept."""

IMPORTED_COLUMNS = (
    ImportedHandRow.id,
    ImportedHandRow.account,
    ImportedHandRow.site,
    ImportedHandRow.number,
    ImportedHandRow.table_id,
    ImportedHandRow.ended_at,
    ImportedHandRow.currency,
    ImportedHandRow.scale,
    ImportedHandRow.version,
    ImportedHandRow.record,
    ImportedHandRow.secret,
)
ImportedRow = Row[int, int, str, str, str, str, str, int, int, bytes, bytes | None]


class Owner(Struct, frozen=True, kw_only=True):
    """For whom hands are imported."""

    account: AccountId
    called: str
    """His name in the hands."""


def own_seat(record: HandRecord, owner: Owner) -> Seat | None:
    """Where he sat: by his name, or where the text shows the cards that were dealt."""
    wanted = name_key(owner.called)
    for person in record.players:
        if name_key(person.name) == wanted:
            return person.seat
    dealt = () if record.claims is None else record.claims.dealt
    return dealt[0].seat if len(dealt) == 1 else None


def number_of(record: HandRecord) -> str:
    """The hand's number as its site wrote it."""
    said = record.claims.number if record.claims is not None else ""
    return said or str(record.hand)


async def add_imports(
    store: Store, vault: Vault, owner: Owner, records: Iterable[HandRecord], now: str
) -> tuple[HandRecord, ...]:
    """
    Store hands that hold, once each; gives those that were new.

    Args:
        now: taken for when a hand was played whose text says it in no known zone.

    Raises:
        StorageError: the database cannot do it now, and none of them is stored.
    """
    return await store.write(partial(_add_all, vault, owner, tuple(records), now))


def _add_all(
    vault: Vault, owner: Owner, records: tuple[HandRecord, ...], now: str, connection: Connection
) -> tuple[HandRecord, ...]:
    return tuple(each for each in records if _add(vault, owner, each, now, connection))


def _add(vault: Vault, owner: Owner, record: HandRecord, now: str, connection: Connection) -> bool:
    known = select(ImportedHandRow.id).where(
        ImportedHandRow.account == owner.account,
        ImportedHandRow.site == record.site,
        ImportedHandRow.number == number_of(record),
    )
    if connection.execute(known).first() is not None:
        return False
    hand = HandId(count_hands(1, connection))
    mine = _owned(record, owner)
    moment = f"{record.played:%Y-%m-%dT%H:%M:%SZ}" if record.played is not None else now
    connection.execute(insert(ImportedHandRow), _hand_row(hand, mine, owner, moment, vault))
    connection.execute(insert(ImportedPlayerRow), _player_rows(hand, mine, moment))
    return True


def _owned(record: HandRecord, owner: Owner) -> HandRecord:
    """The record with its owner's account at his seat, and nobody's at the others."""
    seat = own_seat(record, owner)
    lineup = tuple(
        replace(dealt, account=owner.account if dealt.seat == seat else AccountId(0))
        for dealt in record.started.lineup
    )
    started = replace(record.started, lineup=lineup)
    return replace(record, events=(started, *record.events[1:]))


def _hand_row(hand: HandId, record: HandRecord, owner: Owner, moment: str, vault: Vault) -> Values:
    table = TableId(record.table[:LONGEST_TABLE])
    beside = msgspec.to_builtins(replace(record, events=()))
    stored = rows.store(record.events, record_place(table, hand), vault, pack, beside)
    ended = record.ended
    category = _winning_category(record)
    return {
        "id": hand,
        "account": owner.account,
        "site": record.site,
        "number": number_of(record),
        "table_id": table,
        "ended_at": moment,
        "pot": sum(pot.amount for pot in ended.pots) if isinstance(ended, ev.HandEnded) else 0,
        "category": category,
        "currency": record.currency,
        "scale": record.scale,
        "version": rows.VERSION,
        "record": stored.public,
        "secret": stored.secret,
    }


def _winning_category(record: HandRecord) -> Category | None:
    """The best hand that was really shown and won a pot."""
    winners = paid_by_seat(record.events)
    if record.claims is not None:
        shown = [(each.seat, each.cards) for each in record.claims.shown]
    else:
        shown = [(e.seat, e.cards) for e in record.events if isinstance(e, ev.HandShown)]
    ranked = (record.ruleset.rank(cards).category for seat, cards in shown if seat in winners)
    return max(ranked, default=None)


def _player_rows(hand: HandId, record: HandRecord, moment: str) -> list[Values]:
    plays, names = Plays(record), {dealt.seat: dealt for dealt in record.started.lineup}
    places = {dealt.seat: place for place, dealt in enumerate(record.started.lineup)}
    return [
        {
            "hand": hand,
            "seat": each.seat,
            "place": places[each.seat],
            "account": names[each.seat].account,
            "name": record.name_of(each.seat),
            "net": each.net,
            "won": each.won,
            "ended": seconds(moment),
            "play": plays.of(each.seat),
            "big_blind": plays.big_blind,
        }
        for each in results(record)
    ]


async def find_import(
    store: Store, vault: Vault, hand: HandId, account: AccountId
) -> ImportedHand | None:
    """A hand that this account imported; None if it did not."""
    wanted = select(*IMPORTED_COLUMNS).where(
        ImportedHandRow.id == hand, ImportedHandRow.account == account
    )
    async with store.reading() as connection:
        row = (await connection.execute(wanted)).one_or_none()
    return None if row is None else imported_hand(row, vault)


def imported_hand(row: ImportedRow, vault: Vault) -> ImportedHand:
    """
    A hand from the columns of `IMPORTED_COLUMNS`.

    Raises:
        StorageError: it needs a newer program, or a key that is not loaded.
        CorruptHistory: what is stored does not fit together.
    """
    hand = HandId(row.id)
    rows.check_version(row.version, f"Hand {hand}")
    place = record_place(TableId(row.table_id), hand)
    try:
        events, beside = rows.load_all(
            Stored(row.record, row.secret), place, vault, FORMS[row.version]
        )
        record = msgspec.convert(beside, HandRecord)
    except (zlib.error, msgspec.MsgspecError):
        raise CorruptHistory(f"The record of hand {hand} is damaged.", found=hand) from None
    return ImportedHand(
        hand=hand,
        account=AccountId(row.account),
        ended_at=row.ended_at,
        source=Source(site=row.site, number=row.number, currency=row.currency, scale=row.scale),
        record=replace(record, events=hand_events(events)),
    )
