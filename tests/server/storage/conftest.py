"""A storage to test: in memory and in a database, so that both answer alike."""

import shutil
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from server.storage import Storage, open_storage
from server.storage.sqlite.migrate import bring_up_to_date
from tests.server.fakes import MemoryStorage


@pytest.fixture
def database(tmp_path: Path) -> Path:
    return tmp_path / "showdown.db"


@pytest.fixture(scope="session")
def migrated(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An empty database; a copy of it saves each test the migrations."""
    path = tmp_path_factory.mktemp("migrated") / "showdown.db"
    bring_up_to_date(path)
    return path


@pytest.fixture
async def sql(migrated: Path, database: Path) -> AsyncIterator[Storage]:
    shutil.copy(migrated, database)
    async with open_storage(database) as storage:
        yield storage


@pytest.fixture(params=["memory", "sql"])
async def storage(
    request: pytest.FixtureRequest, migrated: Path, database: Path
) -> AsyncIterator[Storage | MemoryStorage]:
    if request.param == "memory":
        yield MemoryStorage()
        return
    shutil.copy(migrated, database)
    async with open_storage(database) as storage:
        yield storage
