"""A storage to test: in memory and in databases of both engines, so that all answer alike."""

import shutil
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from server.addresses import PostgresAddress
from server.storage import Storage
from server.storage.sqlite.migrate import bring_up_to_date
from tests.server.fakes import MemoryStorage
from tests.server.storage.homes import Home

ENGINES = ("sqlite", "postgres")


@pytest.fixture
def database(tmp_path: Path) -> Path:
    return tmp_path / "showdown.db"


@pytest.fixture(scope="session")
def migrated(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An empty database; a copy of it saves each test the migrations."""
    path = tmp_path_factory.mktemp("migrated") / "showdown.db"
    bring_up_to_date(path)
    return path


@pytest.fixture(params=ENGINES)
def home(request: pytest.FixtureRequest, database: Path) -> Home:
    """An empty database of each engine."""
    return home_of(request, request.param, database)


@pytest.fixture
async def sql(home: Home) -> AsyncIterator[Storage]:
    async with home.open() as storage:
        yield storage


@pytest.fixture(params=["memory", *ENGINES])
async def storage(
    request: pytest.FixtureRequest, database: Path
) -> AsyncIterator[Storage | MemoryStorage]:
    if request.param == "memory":
        yield MemoryStorage()
        return
    async with home_of(request, request.param, database).open() as storage:
        yield storage


def home_of(request: pytest.FixtureRequest, engine: str, database: Path) -> Home:
    """An empty database of an engine; only those who ask for it start a PostgreSQL."""
    keys = database.with_name(database.name + ".key")
    if engine == "sqlite":
        shutil.copy(request.getfixturevalue("migrated"), database)
        return Home(database, keys)
    return Home(PostgresAddress(request.getfixturevalue("postgres_url")), keys)
