"""Several servers may share a PostgreSQL; an operator who changes everything has it alone."""

import pytest

from server.ports import StorageError
from server.storage.database import existing_store
from tests.server.storage.postgres.tables import entry, journal_on, opened
from tests.server.storage.test_store import add, counters


async def test_two_servers_share_a_database(home):
    async with home.open() as one, home.open() as other:
        await one.store.write(add("anna"))
        await other.store.write(add("boris"))
        assert set(await counters(one.store)) == {"anna", "boris"}


async def test_a_command_may_look_beside_a_server(home):
    async with home.open() as storage, existing_store(home.address) as store:
        await storage.store.write(add("anna"))
        assert set(await counters(store)) == {"anna"}


async def test_who_must_be_alone_is_told_of_a_server(home):
    async with home.open():
        with pytest.raises(StorageError) as refused:
            async with existing_store(home.address, alone=True):
                pass
    assert str(refused.value) == f"A server uses the database {home.address}; stop it first."
    async with existing_store(home.address, alone=True) as store:
        assert await store.write(add("anna")) == "anna"


async def test_no_server_starts_while_an_operator_is_alone(home):
    async with existing_store(home.address, alone=True):
        with pytest.raises(StorageError) as refused:
            async with home.open():
                pass
    assert str(refused.value) == (
        f"The database {home.address} is being changed by an operator; wait until he is done."
    )
    async with home.open() as storage:
        assert await storage.store.write(add("anna")) == "anna"


async def test_a_server_that_lost_its_connection_is_known_again_when_it_writes(home):
    end = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid <> pg_backend_pid()"
    async with home.open() as storage:
        await home.ask(f"{end} AND datname = current_database()")
        journal = journal_on(storage.store)
        (table,) = await opened(journal, 1)
        await journal.append(entry(table))
        with pytest.raises(StorageError, match="A server uses"):
            async with existing_store(home.address, alone=True):
                pass
