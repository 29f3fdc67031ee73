"""A key goes when nothing needs it any more, and whatever breaks off before, nothing is lost."""

from collections.abc import Iterator
from itertools import islice
from random import Random

import pytest

from server.ports import Entry, StorageError
from server.storage import open_storage, retiring
from server.storage.database import existing_store
from server.storage.keyfile import key_file, make_keys, read_keys, replace_keys
from server.storage.keyring import KeySource, known_keys
from server.storage.keys import write_keys
from server.storage.retiring import retire, rotate
from server.storage.sealed import numbers_in_use
from showdown.rules import table as tables
from showdown.rules.table import TableState
from tests.server.storage.material import EMPTY, MAIN, ChanceTable, append_all, guests


def unheard(_done, _total):
    pass


@pytest.fixture(autouse=True)
def small_units(monkeypatch):
    """So that there are many moments between two of them."""
    monkeypatch.setattr(retiring, "ROWS_AT_ONCE", 30)


class Playing(ChanceTable):
    """A table that goes on from where it was."""

    stream: Iterator[Entry]


@pytest.fixture
async def table(database):
    """A table in mid-hand, its cards under key 1; key 2 stands in the file, and encrypts now."""
    async with open_storage(database) as storage:
        table = Playing(Random(5), await guests(storage.accounts))
        await storage.journal.open_table(MAIN, EMPTY)
        table.stream = table.play(50)
        await append_all(storage.journal, islice(table.stream, 120))
    rotate(key_file(database))
    return table


async def hands_open(storage, table):
    assert table.finished
    for record in table.finished:
        assert await storage.hands.get(record.hand) == record


async def everything_opens(database, table):
    async with open_storage(database) as storage:
        await hands_open(storage, table)
        stored = await storage.journal.open_table(MAIN, EMPTY)
        state = tables.replay(TableState(seating=stored.seating), stored.events)
        assert state.running is not None
        assert all(len(cards) == 5 for cards in state.running.cards)


async def numbers_needed(database):
    async with existing_store(database) as store:
        return await store.write(numbers_in_use)


class Interrupted(Exception):
    """The program was killed here."""


def die_in(store, unit, after, monkeypatch):
    """Die in a store's n-th unit of work: before the commit, or right after it."""
    left, write = iter(range(unit - 1, -1, -1)), store.write

    async def dying(work):
        last = next(left) == 0
        if last and not after:
            raise Interrupted
        result = await write(work)
        if last:
            raise Interrupted
        return result

    monkeypatch.setattr(store, "write", dying)


def test_a_rotation_adds_a_key_of_the_next_number_and_keeps_the_others(database):
    path = key_file(database)
    first = make_keys(path)
    assert (rotate(path), rotate(path)) == (2, 3)
    keys = read_keys(path)
    assert set(keys) == {1, 2, 3}
    assert len(set(keys.values())) == 3
    assert keys[1] == first[1]


def test_without_a_file_there_is_nothing_to_rotate(database):
    with pytest.raises(StorageError, match=r"key cannot be read: No such file or directory\.$"):
        rotate(key_file(database))


async def test_after_a_rotation_the_old_key_opens_and_the_new_one_encrypts(database, table):
    await everything_opens(database, table)
    async with open_storage(database) as storage:
        await storage.journal.open_table(MAIN, EMPTY)
        await append_all(storage.journal, islice(table.stream, 20))
    assert await numbers_needed(database) == {1, 2}


async def test_a_retired_key_is_needed_by_nothing_and_gone_from_its_file(database, table):
    told = []
    async with existing_store(database, alone=True) as store:
        source = KeySource(file=key_file(database))
        done = await retire(store, source, 1, lambda *said: told.append(said))
        assert set(await store.write(known_keys)) == {2}
    assert (done.gone, done.left, done.closed) == (True, 0, ())
    assert told[-1] == (done.resealed, done.resealed)
    assert [number for number, _ in told] == sorted(number for number, _ in told)
    assert set(read_keys(key_file(database))) == {2}
    assert await numbers_needed(database) == {2}
    await everything_opens(database, table)


@pytest.mark.parametrize("after", [False, True], ids=["before", "after"])
async def test_a_retirement_that_breaks_off_anywhere_loses_nothing_and_goes_on(
    database, table, after, monkeypatch
):
    source = KeySource(file=key_file(database))
    units = 0
    while True:
        units += 1
        async with existing_store(database, alone=True) as store:
            die_in(store, units, after, monkeypatch)
            try:
                done = await retire(store, source, 1, unheard)
            except Interrupted:
                assert 1 in read_keys(key_file(database))
            else:
                break
        await everything_opens(database, table)
    assert done.gone
    assert units > 5
    assert set(read_keys(key_file(database))) == {2}
    assert await numbers_needed(database) == {2}
    await everything_opens(database, table)


async def test_keys_of_the_environment_are_not_removed_but_no_longer_needed(database, table):
    keys = read_keys(key_file(database))
    key_file(database).unlink()
    async with existing_store(database, alone=True) as store:
        assert (await retire(store, KeySource(write_keys(keys)), 1, unheard)).gone
    async with open_storage(database, keys=KeySource(write_keys({2: keys[2]}))) as storage:
        assert await storage.hands.get(table.finished[0].hand) == table.finished[0]


@pytest.mark.parametrize(
    ("number", "sentence"),
    [
        (2, r"^Key 2 is the one that encrypts; add another one first, with `python -m server key "),
        (3, r"^There is no key 3 in the key file .*showdown\.db\.key; there is 1, 2\.$"),
    ],
)
async def test_a_key_that_is_needed_or_unknown_is_not_retired(database, table, number, sentence):
    async with existing_store(database, alone=True) as store:
        with pytest.raises(StorageError, match=sentence):
            await retire(store, KeySource(file=key_file(database)), number, unheard)
    assert set(read_keys(key_file(database))) == {1, 2}


async def test_a_row_that_does_not_open_keeps_its_key_unless_it_is_given_up(database, table):
    async with existing_store(database, alone=True) as store:
        await store.write(_damage_a_hand)
        source = KeySource(file=key_file(database))
        kept = await retire(store, source, 1, unheard)
        assert (kept.gone, kept.left) == (False, 1)
        assert kept.closed == (
            "The stored cards of hand 1 at table main do not open: "
            "they were changed, or encrypted with another key.",
        )
        assert set(read_keys(key_file(database))) == {1, 2}
        assert (await retire(store, source, 1, unheard, lost=True)).gone
    assert set(read_keys(key_file(database))) == {2}
    async with open_storage(database) as storage:
        assert await storage.hands.get(table.finished[1].hand) == table.finished[1]
        with pytest.raises(StorageError, match="cards of hand 1 need key 1"):
            await storage.hands.get(table.finished[0].hand)


async def test_a_key_that_is_lost_can_be_given_up_with_all_that_it_encrypted(database, table):
    key_file(database).unlink()
    with pytest.raises(StorageError, match="is missing, and the cards"):
        async with open_storage(database):
            pass
    async with existing_store(database, alone=True) as store:
        done = await retire(store, KeySource(file=key_file(database)), 1, unheard, lost=True)
        assert done.gone
        assert done.left > 40
    async with open_storage(database) as storage:
        assert (await storage.accounts.get(table.players[0].account)).name == "P1"
        with pytest.raises(StorageError, match="need key 1, but there is only key 2"):
            await storage.hands.get(table.finished[0].hand)


async def test_a_lost_key_does_not_excuse_another_wrong_one(database, table):
    keys = read_keys(key_file(database))
    async with open_storage(database) as storage:
        await storage.journal.open_table(MAIN, EMPTY)
        await append_all(storage.journal, islice(table.stream, 20))  # under key 2
    replace_keys(key_file(database), {2: keys[1]})
    async with existing_store(database, alone=True) as store:
        with pytest.raises(StorageError, match="is not the key 2 of this database"):
            await retire(store, KeySource(file=key_file(database)), 1, unheard, lost=True)
    replace_keys(key_file(database), keys)
    async with open_storage(database) as storage:
        await hands_open(storage, table)


def _damage_a_hand(connection):
    (secret,) = connection.exec_driver_sql("SELECT secret FROM hands WHERE id = 1").one()
    damaged = secret[:90] + bytes((secret[90] ^ 1,)) + secret[91:]
    connection.exec_driver_sql("UPDATE hands SET secret = ? WHERE id = 1", (damaged,))
