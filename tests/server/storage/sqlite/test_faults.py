"""What is wrong with a database is said in one sentence, and nothing is made where it is wrong."""

import os
import shutil
import sqlite3
import sys
import tempfile
from contextlib import AsyncExitStack
from pathlib import Path

import pytest
from sqlalchemy import text

from server.ports import StorageError
from server.storage import open_storage
from server.storage.sqlite import engines
from server.storage.sqlite.faults import as_storage_error
from server.storage.versions import MIGRATIONS

posix = pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such modes")
NOBODY = 65534


@pytest.fixture
def scripts():
    """The migrations where everybody can read them; root's checkout may be closed to others."""
    with tempfile.TemporaryDirectory() as name:
        Path(name).chmod(0o755)
        yield shutil.copytree(MIGRATIONS, Path(name) / "migrations")


@pytest.fixture
async def folder(database, scripts):
    """An empty folder, and a process whom its mode binds: root is nobody for a while."""
    async with open_storage(database, scripts):
        pass  # all that is imported on the way is imported while everything can be read
    with tempfile.TemporaryDirectory() as name:
        root = os.geteuid() == 0
        if root:
            os.chown(name, NOBODY, NOBODY)
            os.setresuid(NOBODY, NOBODY, 0)
        try:
            yield Path(name)
        finally:
            if root:
                os.setresuid(0, 0, 0)
            Path(name).chmod(0o700)


async def refusal_of(path, scripts=MIGRATIONS):
    with pytest.raises(StorageError) as refused:
        async with open_storage(path, scripts):
            pass
    return str(refused.value)


async def test_a_folder_that_does_not_exist(tmp_path):
    path = tmp_path / "nowhere" / "showdown.db"
    assert await refusal_of(path) == (
        f"The folder {path.parent} does not exist; make it first, or give another --database."
    )


async def test_a_folder_that_is_a_file(tmp_path):
    (tmp_path / "file").touch()
    path = tmp_path / "file" / "showdown.db"
    assert await refusal_of(path) == (
        f"{path.parent} is a file; name a folder, or give another --database."
    )


async def test_a_database_that_is_a_folder(tmp_path):
    assert await refusal_of(tmp_path) == (
        f"{tmp_path} is a folder; name a file in it, or give another --database."
    )


@posix
async def test_a_folder_that_cannot_be_written(folder, scripts):
    folder.chmod(0o500)
    path = folder / "showdown.db"
    assert await refusal_of(path, scripts) == (
        f"The folder {folder} cannot be written, which showdown.db needs; change its mode, "
        "or give another --database."
    )
    assert list(folder.iterdir()) == []


@posix
@pytest.mark.parametrize("mode", [0o000, 0o400, 0o200])
async def test_a_database_that_cannot_be_written_or_read(folder, scripts, mode):
    path = folder / "showdown.db"
    async with open_storage(path, scripts):
        pass
    path.chmod(mode)
    assert await refusal_of(path, scripts) == (
        f"The database {path} cannot be read and written; change its mode, "
        "or give another --database."
    )


@posix
async def test_a_key_that_cannot_be_read(folder, scripts):
    path = folder / "showdown.db"
    async with open_storage(path, scripts):
        pass
    key = folder / "showdown.db.key"
    key.chmod(0o000)
    refusal = await refusal_of(path, scripts)
    assert refusal == f"The key file {key} cannot be read: Permission denied."


async def test_a_file_that_is_no_database(database):
    database.write_text("dear diary " * 200)
    assert await refusal_of(database) == (
        f"The file {database} is not a database; give another --database."
    )
    assert database.read_text().startswith("dear diary")


async def test_the_database_of_another_program(database):
    with sqlite3.connect(database) as other:
        other.execute("CREATE TABLE bookmarks (url)")
    other.close()
    assert await refusal_of(database) == (
        f"The database {database} belongs to another program; give another --database."
    )


async def test_a_damaged_database(database):
    async with open_storage(database) as storage:
        await storage.accounts.add_guest("Anna", 100)
    content = bytearray(database.read_bytes())
    content[4096:] = bytes(len(content) - 4096)
    database.write_bytes(content)
    assert await refusal_of(database) == (
        f"The database {database} is damaged; put a backup in its place."
    )


@pytest.mark.parametrize(
    ("code", "words"),
    [
        (sqlite3.SQLITE_FULL, "is full"),
        (sqlite3.SQLITE_BUSY_SNAPSHOT, "is locked"),
        (sqlite3.SQLITE_IOERR_FSYNC, "fails to read or write"),
        (sqlite3.SQLITE_READONLY_DBMOVED, "cannot be written"),
        (sqlite3.SQLITE_CANTOPEN, "cannot be opened"),
        (sqlite3.SQLITE_CORRUPT_INDEX, "is damaged"),
    ],
)
def test_each_kind_of_fault_has_its_sentence(database, code, words):
    error = sqlite3.OperationalError()
    error.sqlite_errorcode = code
    told = as_storage_error(error, database)
    assert words in str(told)
    assert str(told).endswith(".")


def test_an_error_of_ours_is_not_told_as_a_fault_of_the_disk(database):
    error = sqlite3.IntegrityError()
    error.sqlite_errorcode = sqlite3.SQLITE_CONSTRAINT_CHECK
    assert as_storage_error(error, database) is None
    assert as_storage_error(ValueError(), database) is None


async def test_who_finds_no_free_connection_to_read_by_is_told_so_and_nothing_breaks(
    database, monkeypatch
):
    async with open_storage(database):
        pass
    monkeypatch.setattr(engines, "BUSY_TIMEOUT_MS", 10)
    async with open_storage(database) as storage, AsyncExitStack() as busy:
        for _ in range(engines.READERS):
            await busy.enter_async_context(storage.store.reading())
        with pytest.raises(StorageError, match="has more to look up than it can"):
            async with storage.store.reading():
                pass
        await busy.aclose()
        async with storage.store.reading() as connection:
            assert await connection.scalar(text("SELECT 1")) == 1
