"""Opening and closing: what was told is there again, and nothing is left behind."""

import asyncio
import re
import subprocess
import sys
from itertools import islice
from pathlib import Path
from random import Random

import pytest
from msgspec.structs import replace

from server.ports import Entry, HandQuery, StorageError
from server.storage import rows
from server.storage.keyfile import replace_keys
from server.storage.keys import new_key
from showdown.errors import CorruptHistory
from showdown.rules import table as tables
from showdown.rules.events import HandAborted
from showdown.rules.ruleset import AccountId, Openers, Ruleset
from showdown.rules.seat_events import SeatingEvent
from showdown.rules.table import TableState
from tests.server.storage.material import EMPTY, MAIN, ChanceTable, append_all, guests

ROOT = Path(__file__).resolve().parents[3]


async def played(storage, entries):
    """A table that was stopped in the middle of a hand, after so many entries or a few more."""
    table = ChanceTable(Random(5), await guests(storage.accounts))
    await storage.journal.open_table(MAIN, EMPTY)
    stream = table.play(50)
    await append_all(storage.journal, islice(stream, entries))
    # An entry is in the table's state when the next one is made.
    following = next(stream)
    while table.state.running is None:
        await storage.journal.append(following)
        following = next(stream)
    return table


async def test_everything_is_there_again_after_a_restart(home):
    async with home.open() as storage:
        table = await played(storage, entries=100)
    async with home.open() as storage:
        stored = await storage.journal.open_table(MAIN, EMPTY)
        again = tables.replay(TableState(seating=stored.seating), stored.events)
        assert (again.seating, again.running) == (table.state.seating, table.state.running)
        for record in table.finished:
            assert await storage.hands.get(record.hand) == record
        assert len(await storage.hands.find(HandQuery(limit=99))) == len(table.finished)
        for player in table.players:
            chips = (await storage.accounts.get(player.account)).chips
            assert chips == table.chips[player.account]


async def test_a_table_of_jackpots_is_there_again_with_its_carry(home):
    rules = Ruleset(ante=1, min_bet=2, jacks=Openers.ACES)
    empty = replace(EMPTY, ruleset=rules)
    async with home.open() as storage:
        table = ChanceTable(Random(2), await guests(storage.accounts), ruleset=rules)
        await storage.journal.open_table(MAIN, empty)
        carries = []
        for number, entry in enumerate(table.play(30)):
            await storage.journal.append(entry)
            if entry.checkpoint is None and number % 5:
                continue
            stored = await storage.journal.open_table(MAIN, empty)
            again = tables.replay(TableState(seating=stored.seating), stored.events)
            carries.append((again.seating.carry.total, again.running is not None))
            if entry.checkpoint is not None:
                assert again.seating == entry.checkpoint
                assert stored.seating.departures == entry.checkpoint.departures
    assert any(carry for carry, running in carries if not running)


async def test_a_database_is_closed_when_its_user_fails(home):
    with pytest.raises(KeyError):
        async with home.open() as storage:
            await storage.accounts.get(AccountId(99))
    async with home.open() as storage:
        assert await guests(storage.accounts)


async def test_a_reading_connection_cannot_write(sql):
    async with sql.store.reading() as connection:
        with pytest.raises(Exception, match=r"write a readonly|in a read-only"):
            await connection.exec_driver_sql("DELETE FROM accounts")


async def test_a_lost_key_is_missed_and_not_replaced(home):
    async with home.open() as storage:
        await played(storage, entries=30)
    key = home.keys
    key.rename(key.with_suffix(".away"))
    with pytest.raises(StorageError) as refused:
        async with home.open():
            pass
    assert str(refused.value) == (
        f"The key file {key} is missing, and the cards in {home.address} need it; "
        "put it back or give another --database."
    )
    assert not key.exists()
    key.with_suffix(".away").rename(key)
    async with home.open() as storage:
        assert (await storage.journal.open_table(MAIN, EMPTY)).events


async def test_with_a_foreign_key_no_server_starts(home):
    async with home.open() as storage:
        await played(storage, entries=100)
    key = home.keys
    replace_keys(key, {1: new_key()})
    with pytest.raises(StorageError) as refused:
        async with home.open():
            pass
    assert str(refused.value) == (
        f"Key 1 in the key file {key} is not the key 1 of this database; "
        "give the one that encrypted its cards."
    )


@pytest.mark.parametrize(
    ("damage", "sentence"),
    [
        (
            "DELETE FROM journal WHERE seq IN (SELECT seq FROM journal"
            " WHERE seq > (SELECT seq FROM tables) ORDER BY seq LIMIT 1)",
            "The journal of table main has a gap after event",
        ),
        ("UPDATE journal SET secret = NULL WHERE secret IS NOT NULL", "is without its"),
        ("UPDATE journal SET count = count + 1", "has a gap"),
        ("UPDATE journal SET payload = '[]'", "cannot be read"),
        ("UPDATE journal SET hand = hand + 1", "do not open"),
    ],
)
async def test_a_journal_that_was_changed_is_not_believed(home, damage, sentence):
    async with home.open() as storage:
        await played(storage, entries=100)
    await home.ask(damage)
    async with home.open() as storage:
        with pytest.raises(CorruptHistory, match=sentence):
            await storage.journal.load(MAIN)
        stored = await storage.journal.open_table(MAIN, EMPTY)
        assert stored.entries == ()
        assert stored.damage is not None
        assert re.search(sentence, stored.damage.reason)


async def test_what_stands_in_clear_and_in_the_ledger_is_known_of_a_damaged_journal(home):
    async with home.open() as storage:
        table = await played(storage, entries=100)
        before = await storage.journal.open_table(MAIN, EMPTY)
        assert before.entries
    await home.ask("UPDATE journal SET secret = NULL WHERE secret IS NOT NULL")
    async with home.open() as storage:
        stored = await storage.journal.open_table(MAIN, EMPTY)
        assert (stored.seating, stored.seq) == (before.seating, before.seq)
        assert stored.damage.last == before.last
        assert stored.damage.hand == table.state.running.hand
        assert stored.damage.events == tuple(
            event for event in before.events if isinstance(event, SeatingEvent)
        )
        stacks = {each.account: each.stack for each in before.seating.occupants}
        assert {who: chips for who, chips in stored.damage.stacks.items() if chips} == {
            who: chips for who, chips in stacks.items() if chips
        }


async def test_a_checkpoint_that_cannot_be_read_is_said_to_be(home):
    async with home.open() as storage:
        await played(storage, entries=100)
    await home.ask("UPDATE tables SET checkpoint = '{'")
    async with home.open() as storage:
        with pytest.raises(CorruptHistory, match="The checkpoint of table main cannot be read"):
            await storage.journal.open_table(MAIN, EMPTY)


async def test_what_is_given_up_becomes_evidence_and_the_journal_goes_on(home):
    async with home.open() as storage:
        await played(storage, entries=100)
        stored = await storage.journal.open_table(MAIN, EMPTY)
        instead = Entry(
            table=MAIN,
            seq=stored.last + 1,
            events=(HandAborted(stacks=(), reason="A fault."),),
            checkpoint=stored.seating,
        )
        await storage.journal.give_up(instead, "a test")
        after = await storage.journal.open_table(MAIN, EMPTY)
        assert (after.seating, after.seq, after.entries) == (stored.seating, instead.seq, ())
        stale = replace(instead, seq=instead.seq + 1)
        await storage.journal.append(stale)
    kept = await home.ask("SELECT seq, count, reason FROM evidence ORDER BY seq")
    assert [tuple(row) for row in kept] == [
        (each.seq, len(each.events), "a test") for each in stored.entries
    ]
    seqs = await home.ask(f"SELECT seq FROM journal WHERE seq > {stored.seq} ORDER BY seq")
    assert [row[0] for row in seqs] == [instead.seq, stale.seq]


@pytest.mark.parametrize("stored", ["journal", "hands"])
async def test_what_a_newer_program_stored_is_refused(home, stored):
    async with home.open() as storage:
        table = await played(storage, entries=100)
    newer = rows.VERSION + 1
    await home.ask(f"UPDATE {stored} SET version = {newer}")
    async with home.open() as storage:
        asked = {
            "journal": storage.journal.open_table(MAIN, EMPTY),
            "hands": storage.hands.get(table.finished[0].hand),
        }
        with pytest.raises(StorageError, match=rf"was stored by a newer Showdown \(form {newer}"):
            await asked.pop(stored)
        for other in asked.values():
            await other


async def test_a_record_that_is_damaged_is_said_to_be(home):
    async with home.open() as storage:
        table = await played(storage, entries=100)
    await home.ask("UPDATE hands SET record = secret")
    async with home.open() as storage:
        with pytest.raises(CorruptHistory, match=r"^The record of hand 1 is damaged\.$"):
            await storage.hands.get(table.finished[0].hand)


PLAYS_UNTIL_KILLED = """
import asyncio, sys
from pathlib import Path
from random import Random
from server.addresses import read_address
from server.storage import open_storage
from server.storage.keyring import KeySource
from tests.server.storage.material import EMPTY, MAIN, ChanceTable, guests

async def play():
    address, keys = read_address(sys.argv[1]), KeySource(file=Path(sys.argv[2]))
    async with open_storage(address, keys=keys) as storage:
        table = ChanceTable(Random(5), await guests(storage.accounts))
        await storage.journal.open_table(MAIN, EMPTY)
        for entry in table.play(10_000):
            await storage.journal.append(entry)
            print(entry.seq + len(entry.events) - 1, flush=True)

asyncio.run(play())
"""


async def test_what_was_told_before_the_process_was_killed_is_there(home):
    address = getattr(home.address, "url", home.address)
    process = subprocess.Popen(
        (sys.executable, "-c", PLAYS_UNTIL_KILLED, str(address), str(home.keys)),
        cwd=ROOT,
        stdout=subprocess.PIPE,
        text=True,
    )
    assert process.stdout is not None
    told = [int(process.stdout.readline()) for _ in range(120)]
    process.kill()
    told += [int(line) for line in process.communicate()[0].splitlines()]
    async with home.open() as storage:
        stored = await storage.journal.open_table(MAIN, EMPTY)
        again = tables.replay(TableState(seating=stored.seating), stored.events)
        last = stored.seq + len(stored.events)
        # One entry more may have become durable between its commit and its telling.
        table = ChanceTable(Random(5), await _accounts(storage))
        expected = _after(table, last)
        assert last >= told[-1]
        assert again.seating == expected.seating
        assert again.running == expected.running


async def _accounts(storage):
    return [
        type(each)(account=each.account, name=each.name, chips=5_000)
        for each in await asyncio.gather(*(storage.accounts.get(n) for n in range(2, 6)))
    ]


def _after(table, seq):
    """The state of a table after so many events."""
    for entry in table.play(10_000):
        if entry.seq + len(entry.events) - 1 == seq:
            return tables.replay(table.state, entry.events)
    raise AssertionError(f"no entry ends with event {seq}")
