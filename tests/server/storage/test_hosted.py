"""What is kept of tables that have a host; whoever has the database alone learns no code."""

import asyncio

import msgspec
import pytest
from msgspec.structs import replace
from sqlalchemy import delete

from server.hosting import HostedTable, new_codes
from server.ledger import granted
from server.storage.database import existing_store
from server.storage.keyfile import key_file, read_keys
from server.storage.keyring import KeySource
from server.storage.models import CounterRow
from server.storage.retiring import retire, rotate
from server.tables.refusing import Refused
from showdown.rules.ruleset import AccountId, TableId
from tests.server.storage.material import guests

FRIENDS = TableId("friends")
CODES = new_codes()
HOSTED = HostedTable(
    table=FRIENDS,
    host=AccountId(2),
    private=True,
    codes=CODES,
    banned=frozenset({AccountId(3)}),
    muted=frozenset({AccountId(4)}),
    granted_on="2026-11-30",
    granted=500,
)


async def keep(hosted, table):
    """Store a table as it is here, whatever it was."""
    await hosted.change(table.table, lambda _: table)


async def test_each_change_is_made_of_what_is_stored_whoever_stored_it(storage):
    await keep(storage.hosted, HOSTED)

    def ban(account):
        return lambda now: replace(now, banned=now.banned | {AccountId(account)})

    changed = await asyncio.gather(
        *(storage.hosted.change(FRIENDS, ban(account)) for account in range(10, 20))
    )
    banned = HOSTED.banned | set(range(10, 20))
    assert max(changed, key=lambda each: len(each.banned)) == replace(HOSTED, banned=banned)
    assert await storage.hosted.load(FRIENDS) == (replace(HOSTED, banned=banned),)
    assert await storage.hosted.load(TableId("other")) == ()


async def test_a_change_that_is_refused_leaves_all_as_it_was(storage):
    anna, *_ = await guests(storage.accounts, count=1, chips=1_000)
    await keep(storage.hosted, HOSTED)

    def refuse(now):
        raise Refused("too_generous", "So many chips nobody may grant.")

    posting = granted("host:1", anna.account, 500)
    with pytest.raises(Refused):
        await storage.hosted.grant(FRIENDS, refuse, posting, anna.name)
    assert await storage.hosted.load() == (HOSTED,)
    assert (await storage.accounts.get(anna.account)).chips == 1_000


async def test_a_table_comes_back_as_it_was_kept_last(storage):
    await keep(storage.hosted, HOSTED)
    later = replace(HOSTED, host=AccountId(5), banned=frozenset())
    await keep(storage.hosted, later)
    await keep(storage.hosted, HostedTable(table=TableId("other"), host=AccountId(2)))
    assert {each.table: each for each in await storage.hosted.load()} == {
        FRIENDS: later,
        "other": HostedTable(table=TableId("other"), host=AccountId(2)),
    }


async def test_a_table_that_is_forgotten_does_not_come_back(storage):
    await keep(storage.hosted, HOSTED)
    await storage.hosted.forget(FRIENDS)
    assert await storage.hosted.load() == ()


async def test_chips_that_a_host_grants_are_in_the_account_and_counted(storage):
    anna, boris = await guests(storage.accounts, count=2, chips=1_000)
    posting = granted("host:1", boris.account, 500)
    await storage.hosted.grant(FRIENDS, lambda _: HOSTED, posting, anna.name)
    assert (await storage.accounts.get(boris.account)).chips == 1_500
    assert await storage.hosted.load() == (HOSTED,)


async def test_a_grant_of_a_host_is_noted_with_his_name(sql, home):
    anna, boris = await guests(sql.accounts, count=2, chips=1_000)
    posting = granted("host:1", boris.account, 500)
    await sql.hosted.grant(FRIENDS, lambda _: HOSTED, posting, anna.name)
    ((who, action, account, details),) = await home.ask(
        "SELECT who, action, account, details FROM audit"
    )
    assert (who, action, account) == (anna.name, "host grant", boris.account)
    assert msgspec.json.decode(details) == {
        "chips": 500,
        "key": "grant:host:1",
        "table": "friends",
    }


async def test_no_code_stands_in_clear(sql, home):
    await keep(sql.hosted, HOSTED)
    ((hosting, secret),) = await home.ask("SELECT hosting, secret FROM hosted_tables")
    for code in (CODES.invite, CODES.host):
        assert code not in hosting
        assert code.encode() not in bytes(secret)


@pytest.mark.parametrize("home", ["sqlite"], indirect=True)
async def test_a_key_that_encrypted_codes_goes_when_they_have_another(home):
    async with home.open() as storage:
        await keep(storage.hosted, HOSTED)
    rotate(home.keys)
    async with existing_store(home.address, alone=True) as store:
        source = KeySource(file=home.keys)
        assert (await retire(store, source, 1, lambda _done, _total: None)).resealed == 1
    assert set(read_keys(key_file(home.address))) == {2}
    async with home.open() as storage:
        assert await storage.hosted.load() == (HOSTED,)


@pytest.mark.parametrize("home", ["sqlite"], indirect=True)
async def test_codes_whose_key_is_lost_are_none_and_the_table_stays_private(home):
    async with home.open() as storage:
        await keep(storage.hosted, HOSTED)
        await storage.store.write(lambda connection: connection.execute(delete(CounterRow)))
    home.keys.write_text("2:" + "A" * 43 + "=\n")
    async with existing_store(home.address, alone=True) as store:
        await retire(store, KeySource(file=home.keys), 1, lambda _done, _total: None, lost=True)
    async with home.open() as storage:
        assert await storage.hosted.load() == (replace(HOSTED, codes=None),)
