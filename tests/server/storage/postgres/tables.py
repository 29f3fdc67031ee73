"""Many tables, and an entry of each after the other."""

from server.ports import Entry, Posting, PostingKind
from server.storage.journal import SqlJournal
from server.storage.secrets import Vault
from showdown.rules.ruleset import AccountId, TableId
from showdown.rules.seat_events import SatIn, SatOut, Seated
from tests.server.storage.material import EMPTY

VAULT = Vault({1: bytes(32)})


def journal_on(store, node="here"):
    return SqlJournal(store, VAULT, node)


def entry(table, seq=1):
    """The entry of this number of a table where somebody sits down, and then out and in."""
    events = {1: Seated(seat=1, account=AccountId(2), name="Anna", stack=400)}
    event = events.get(seq, SatOut(seat=1) if seq % 2 else SatIn(seat=1))
    return Entry(table=table, seq=seq, events=(event,))


def paying(table, account, amount):
    """The first entry of a table, with what somebody pays to sit down there."""
    posting = Posting(
        key=f"{table}:{account}",
        kind=PostingKind.BUY_IN,
        debit=f"account:{account}",
        credit=f"seat:{table}:{account}",
        amount=amount,
    )
    first = entry(table)
    return Entry(table=table, seq=1, events=first.events, postings=(posting,))


async def opened(journal, count):
    """So many tables that are open."""
    tables = [TableId(f"table-{number}") for number in range(1, count + 1)]
    for table in tables:
        await journal.open_table(table, EMPTY)
    return tables
