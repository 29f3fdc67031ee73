"""A copy of a database that may be in use: one moment of it, whole."""

import os
import sqlite3
from contextlib import closing
from pathlib import Path

from server.ports import StorageError
from server.storage.sqlite.faults import told

STEP = 2_000
"""Pages at once, so that whoever writes need not wait."""


def back_up(database: Path, file: Path) -> int:
    """
    Copy a database to a file that its owner alone can read; gives its size.

    The place is taken first, then the copy is written beside it and put there when it is whole.

    Raises:
        StorageError: there is no such database, something is at that place already, or it cannot
            be written.
    """
    if not database.is_file():
        raise StorageError(f"There is no database {database} to copy.")
    part = file.with_name(f"{file.name}.{os.getpid()}.part")
    try:
        _take(file)
        try:
            _take(part)
            _copy(database, part)
            _sync(part)
            part.replace(file)
        except BaseException:
            part.unlink(missing_ok=True)
            file.unlink()
            raise
    except FileExistsError as error:
        raise StorageError(
            f"{error.filename} is there already; a backup overwrites nothing."
        ) from None
    except OSError as error:
        raise StorageError(f"{file} cannot be written: {error.strerror}.") from None
    return file.stat().st_size


def _take(file: Path) -> None:
    """An empty file that nobody had before, its owner's alone."""
    os.close(os.open(file, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600))


def _copy(database: Path, part: Path) -> None:
    with (
        told(database),
        closing(sqlite3.connect(f"{database.resolve().as_uri()}?mode=ro", uri=True)) as source,
        closing(sqlite3.connect(part)) as target,
    ):
        # In one read transaction, or each commit of the server would begin the copy anew.
        source.execute("BEGIN")
        source.execute("SELECT count(*) FROM sqlite_schema").fetchone()
        source.backup(target, pages=STEP)
        # Of what is copied, a journal beside it is no part: the copy is one file.
        target.execute("PRAGMA journal_mode = DELETE")


def _sync(part: Path) -> None:
    handle = os.open(part, os.O_RDWR)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
