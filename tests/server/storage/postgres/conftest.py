"""Databases of PostgreSQL: one that tests share, and one of a server of their own."""

from itertools import count

import asyncpg
import pytest

from server.addresses import PostgresAddress
from server.storage import migrate_database
from server.storage.postgres.store import PostgresStore
from tests.postgres import postgres_server
from tests.server.storage.homes import Home

NUMBERS = count(1)
PATIENCE = 0.5
"""Seconds; a database that is well may need longer while the machine is busy."""


@pytest.fixture
def address(postgres_url):
    return PostgresAddress(postgres_url)


@pytest.fixture
async def store(address):
    store = PostgresStore(address)
    yield store
    await store.close()


@pytest.fixture
def home(address, tmp_path):
    return Home(address, tmp_path / "showdown.key")


@pytest.fixture
async def other(address):
    """A connection of somebody else's."""
    connection = await asyncpg.connect(address.url)
    yield connection
    await connection.close()


@pytest.fixture(scope="module")
def own_server():
    with postgres_server() as server:
        yield server


@pytest.fixture
def own_postgres(own_server):
    """A PostgreSQL that may be stopped, killed and frozen; the next test finds it running."""
    yield own_server
    if own_server.process is None:
        own_server.start()


@pytest.fixture
async def own_address(own_postgres):
    """A database there."""
    name = f"own_{next(NUMBERS)}"
    own_postgres.sql(f"CREATE DATABASE {name}")
    address = PostgresAddress(own_postgres.url(name))
    await migrate_database(address)
    return address


@pytest.fixture
async def patient(own_address):
    """A store there that waits as long as a busy machine may need."""
    store = PostgresStore(own_address, patience=30)
    yield store
    await store.close()


@pytest.fixture
async def impatient(own_address):
    """A store there that waits half a second for each answer."""
    store = PostgresStore(own_address, patience=PATIENCE)
    yield store
    await store.close()
