"""What a server knows of hosts and private tables: durable before it counts."""

import asyncio

import pytest
from msgspec.structs import replace

from server.hosting import HostedTable
from server.hosts import Hosts, Invited
from server.ports import StorageError
from showdown.rules.ruleset import AccountId, TableId
from tests.server.fakes import MemoryStorage

FRIENDS, ANNA = TableId("friends"), AccountId(2)


@pytest.fixture
def kept():
    return MemoryStorage().hosted


async def test_a_private_table_has_the_same_codes_after_a_restart(kept):
    codes = await Hosts(kept).be_private(FRIENDS)
    again = Hosts(kept, await kept.load())
    assert await again.be_private(FRIENDS) == codes
    assert again.invited(codes.invite) == Invited(FRIENDS, as_host=False)
    assert again.invited(codes.host) == Invited(FRIENDS, as_host=True)
    assert again.private == {FRIENDS}


async def test_a_renewed_invitation_opens_and_the_old_one_does_not(kept):
    hosts = Hosts(kept)
    old = await hosts.be_private(FRIENDS)
    new = await hosts.renew(FRIENDS)
    assert hosts.invited(old.invite) is None
    assert hosts.invited(new.invite) == Invited(FRIENDS, as_host=False)
    assert new.host == old.host


async def test_codes_that_cannot_be_read_any_more_are_made_anew(kept):
    await kept.change(FRIENDS, lambda now: replace(now, private=True))
    hosts = Hosts(kept, await kept.load())
    assert hosts.private == {FRIENDS}
    codes = await hosts.be_private(FRIENDS)
    assert hosts.invited(codes.invite) is not None


async def test_a_table_that_becomes_public_has_no_codes(kept):
    hosts = Hosts(kept)
    codes = await hosts.be_private(FRIENDS)
    await hosts.be_public(FRIENDS)
    assert hosts.invited(codes.invite) is None
    assert hosts.private == frozenset()


async def test_what_cannot_be_stored_does_not_count(kept):
    hosts = Hosts(kept)
    kept.fail_next = StorageError("The disk is full.")
    with pytest.raises(StorageError):
        await hosts.change(FRIENDS, lambda now: replace(now, host=ANNA))
    assert not hosts.is_host(FRIENDS, ANNA)
    await hosts.change(FRIENDS, lambda now: replace(now, host=ANNA))
    assert hosts.is_host(FRIENDS, ANNA)
    assert hosts.hosted_by(ANNA) == (FRIENDS,)


async def test_of_many_changes_at_once_none_is_lost(kept):
    hosts = Hosts(kept)

    def ban(account):
        return lambda now: replace(now, banned=now.banned | {AccountId(account)})

    await asyncio.gather(*(hosts.change(FRIENDS, ban(account)) for account in range(2, 52)))
    assert hosts.of(FRIENDS).banned == set(range(2, 52))
    assert await kept.load() == (hosts.of(FRIENDS),)


async def test_a_table_that_is_gone_leaves_nothing_for_another_of_its_name(kept):
    hosts = Hosts(kept)
    codes = await hosts.be_private(FRIENDS, ANNA)
    await hosts.forget(FRIENDS)
    assert hosts.invited(codes.invite) is None
    assert hosts.of(FRIENDS) == HostedTable(table=FRIENDS)
    assert await kept.load() == ()


async def test_a_table_that_was_changed_elsewhere_is_known_as_it_is_there(kept):
    here, there = Hosts(kept), Hosts(kept)
    told: list[HostedTable] = []
    here.on_changed = told.append
    codes = await here.be_private(FRIENDS, ANNA)
    there.hear(replace(told.pop(), codes=None))
    assert there.private == {FRIENDS}
    assert there.is_host(FRIENDS, ANNA)
    assert there.invited(codes.invite) is None, "codes are not said"
    await there.reload(FRIENDS)
    assert there.invited(codes.invite) == Invited(FRIENDS, as_host=False)
    await here.forget(FRIENDS)
    there.hear(told.pop())
    assert there.of(FRIENDS) == HostedTable(table=FRIENDS)
    assert there.invited(codes.invite) is None


async def test_two_who_make_a_table_private_at_once_have_the_same_codes(kept):
    here, there = Hosts(kept), Hosts(kept)
    assert await here.be_private(FRIENDS) == await there.be_private(FRIENDS)


async def test_after_a_break_all_is_loaded_again(kept):
    here, there = Hosts(kept), Hosts(kept)
    await there.be_hosted(TableId("gone"), ANNA)
    await here.be_hosted(FRIENDS, ANNA)
    await here.forget(TableId("gone"))
    await there.reload()
    assert there.hosted_by(ANNA) == (FRIENDS,)
