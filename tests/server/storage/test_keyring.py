"""A database is opened with its own keys, wherever they come from, and with no others."""

from itertools import islice
from random import Random

import pytest

from server.ports import StorageError
from server.storage import open_storage
from server.storage.keyfile import key_file, make_keys, read_keys, replace_keys
from server.storage.keyring import KeySource, known_keys
from server.storage.keys import write_keys
from tests.server.storage.material import EMPTY, MAIN, ChanceTable, append_all, guests

FIRST, SECOND = bytes(range(32)), bytes(range(32, 64))


def given(**keys):
    return KeySource(write_keys({int(name[1:]): key for name, key in keys.items()}))


async def play(storage):
    """A few hands, and the first of them as it was."""
    table = ChanceTable(Random(5), await guests(storage.accounts))
    await storage.journal.open_table(MAIN, EMPTY)
    await append_all(storage.journal, islice(table.play(50), 100))
    return table.finished[0]


async def is_there(storage, hand):
    return await storage.hands.get(hand.hand) == hand


async def refusal(database, source):
    with pytest.raises(StorageError) as refused:
        async with open_storage(database, keys=source):
            pass
    return str(refused.value)


async def test_a_key_from_the_environment_makes_no_file(database):
    async with open_storage(database, keys=given(_1=FIRST)) as storage:
        hand = await play(storage)
    assert not key_file(database).exists()
    async with open_storage(database, keys=given(_1=FIRST)) as storage:
        assert await is_there(storage, hand)


async def test_a_key_file_that_is_named_is_made_there(database, tmp_path):
    file = tmp_path / "elsewhere.key"
    async with open_storage(database, keys=KeySource(file=file)) as storage:
        hand = await play(storage)
    assert not key_file(database).exists()
    text = write_keys(read_keys(file))
    async with open_storage(database, keys=KeySource(text)) as storage:
        assert await is_there(storage, hand)


async def test_a_second_key_encrypts_and_the_first_still_opens(database):
    async with open_storage(database, keys=given(_1=FIRST)) as storage:
        hand = await play(storage)
    async with open_storage(database, keys=given(_1=FIRST, _2=SECOND)) as storage:
        assert storage.vault.numbers == (1, 2)
        assert await is_there(storage, hand)
        assert set(await storage.store.write(known_keys)) == {1, 2}


async def test_a_key_that_is_missing_is_asked_for(database):
    async with open_storage(database, keys=given(_1=FIRST)) as storage:
        await play(storage)
    assert await refusal(database, given(_2=SECOND)) == (
        "The cards in the database need key 1, which is not in SHOWDOWN_SECRET_KEY; put it there "
        "again, or give it up with `python -m server key retire 1 --lost`."
    )


async def test_another_key_by_the_same_number_is_refused_and_not_shown(database):
    async with open_storage(database, keys=given(_1=FIRST)) as storage:
        await play(storage)
    assert await refusal(database, given(_1=SECOND)) == (
        "Key 1 in SHOWDOWN_SECRET_KEY is not the key 1 of this database; "
        "give the one that encrypted its cards."
    )


async def test_a_key_that_encrypted_nothing_may_be_another_one(database):
    async with open_storage(database, keys=given(_1=FIRST)):
        pass
    async with open_storage(database, keys=given(_1=SECOND)) as storage:
        hand = await play(storage)
    async with open_storage(database, keys=given(_1=SECOND)) as storage:
        assert await is_there(storage, hand)


async def test_keys_of_a_database_that_knows_no_fingerprint_are_tried_out(database):
    async with open_storage(database, keys=given(_1=FIRST)) as storage:
        hand = await play(storage)
        await storage.store.write(_forget_fingerprints)
    assert "is not the key 1 of this database" in await refusal(database, given(_1=SECOND))
    assert "need key 1" in await refusal(database, given(_2=FIRST))
    async with open_storage(database, keys=given(_1=FIRST)) as storage:
        assert await is_there(storage, hand)
        assert set(await storage.store.write(known_keys)) == {1}


async def test_keys_from_two_places_are_refused(tmp_path):
    with pytest.raises(
        StorageError,
        match=r"^SHOWDOWN_SECRET_KEY and a key file are given; one of them is enough\.$",
    ):
        KeySource("1:", tmp_path / "a.key")


def test_a_source_of_keys_shows_none(database):
    assert write_keys({1: FIRST}) not in repr(given(_1=FIRST))
    make_keys(database)
    replace_keys(database, {1: FIRST})
    assert write_keys({1: FIRST}) not in repr(KeySource(file=database))


def _forget_fingerprints(connection):
    connection.exec_driver_sql("DELETE FROM counters WHERE name LIKE 'key %'")
