"""On either engine the database says which key its rows need, and takes them under another one."""

from functools import partial
from itertools import islice
from random import Random

from server.storage.hands import SqlHands
from server.storage.keyfile import read_keys
from server.storage.keyring import KeySource
from server.storage.retiring import retire, rotate
from server.storage.sealed import count_needing, numbers_in_use, opens_something
from server.storage.secrets import Vault
from tests.server.storage.material import EMPTY, MAIN, ChanceTable, append_all, guests


async def played(sql):
    table = ChanceTable(Random(5), await guests(sql.accounts))
    await sql.journal.open_table(MAIN, EMPTY)
    await append_all(sql.journal, islice(table.play(50), 120))
    return table


async def test_rows_say_which_key_they_need(sql, home):
    assert await sql.store.write(numbers_in_use) == set()
    table = await played(sql)
    assert await sql.store.write(numbers_in_use) == {1}
    needed = await sql.store.write(partial(count_needing, 1))
    assert needed["hands"] == len(table.finished)
    assert needed["rows of the journal"] > 20
    assert not any((await sql.store.write(partial(count_needing, 2))).values())


async def test_a_key_is_tried_out_on_what_needs_it(sql, home):
    await played(sql)
    keys = read_keys(home.keys)
    assert await sql.store.write(partial(opens_something, Vault(keys), 1))
    assert not await sql.store.write(partial(opens_something, Vault({1: bytes(32)}), 1))


async def test_all_of_it_is_encrypted_anew_and_opens(sql, home):
    table = await played(sql)
    rotate(home.keys)
    done = await retire(sql.store, KeySource(file=home.keys), 1, lambda _done, _total: None)
    assert (done.gone, done.left) == (True, 0)
    keys = read_keys(home.keys)
    assert set(keys) == {2}
    assert await sql.store.write(numbers_in_use) == {2}
    hands = SqlHands(sql.store, Vault(keys))
    for record in table.finished:
        assert await hands.get(record.hand) == record
