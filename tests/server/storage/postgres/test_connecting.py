"""Connections to PostgreSQL on which a commit is one, whatever its configuration says."""

import pytest
from sqlalchemy import text

from server.storage.postgres.connecting import connect
from server.storage.postgres.store import PostgresStore

SETTING = "SELECT current_setting('synchronous_commit')"


@pytest.fixture
async def configured(other):
    """Configure the database for all connections that are made from now on."""

    async def configure(setting):
        name = await other.fetchval("SELECT current_database()")
        await other.execute(f'ALTER DATABASE "{name}" SET synchronous_commit = {setting}')

    return configure


@pytest.mark.parametrize(
    ("configured_as", "becomes"),
    [("off", "on"), ("on", "on"), ("local", "local"), ("remote_apply", "remote_apply")],
)
async def test_a_commit_is_on_disk_when_it_is_reported(configured, address, configured_as, becomes):
    await configured(configured_as)
    connection = await connect(address)
    try:
        assert (await connection.fetch(SETTING))[0][0] == becomes
    finally:
        connection.terminate()


async def test_units_and_their_results_are_too(configured, address):
    await configured("off")
    store = PostgresStore(address)
    try:
        for _ in range(2):  # a connection that is used again as well
            assert await store.write(_setting) == "on"
    finally:
        await store.close()


def _setting(connection):
    return connection.execute(text(SETTING)).scalar_one()
