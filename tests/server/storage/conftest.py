"""A storage to test: in memory and in a database, so that both answer alike."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from server.storage import Storage, open_storage
from tests.server.fakes import MemoryStorage


@pytest.fixture
def database(tmp_path: Path) -> Path:
    return tmp_path / "showdown.db"


@pytest.fixture
async def sql(database: Path) -> AsyncIterator[Storage]:
    async with open_storage(database) as storage:
        yield storage


@pytest.fixture(params=["memory", "sql"])
async def storage(
    request: pytest.FixtureRequest, tmp_path: Path
) -> AsyncIterator[Storage | MemoryStorage]:
    if request.param == "memory":
        yield MemoryStorage()
        return
    async with open_storage(tmp_path / "showdown.db") as storage:
        yield storage
