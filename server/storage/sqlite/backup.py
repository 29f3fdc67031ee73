"""A copy of a database that may be in use: one moment of it, whole."""

import os
import sqlite3
import tempfile
from contextlib import closing
from pathlib import Path

from server.ports import StorageError
from server.storage.files import place_new
from server.storage.sqlite.faults import told

STEP = 2_000
"""Pages at once, so that whoever writes need not wait."""


def back_up(database: Path, file: Path) -> int:
    """
    Copy a database to a file that its owner alone can read; gives its size.

    The copy is written beside its place and put there when it is whole.

    Raises:
        StorageError: there is no such database, something is at that place already, or it cannot
            be written.
    """
    if not database.is_file():
        raise StorageError(f"There is no database {database} to copy.")
    try:
        if os.path.lexists(file):
            raise FileExistsError
        part = _new_file_beside(file)
        try:
            _copy(database, part)
            _sync(part)
            place_new(part, file)
        finally:
            part.unlink(missing_ok=True)
    except FileExistsError:
        raise StorageError(f"{file} is there already; a backup overwrites nothing.") from None
    except OSError as error:
        raise StorageError(f"{file} cannot be written: {error.strerror}.") from None
    return file.stat().st_size


def _new_file_beside(file: Path) -> Path:
    """An empty file that nobody had before, its owner's alone."""
    handle, name = tempfile.mkstemp(dir=file.parent, prefix=f"{file.name}.", suffix=".part")
    os.close(handle)
    return Path(name)


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
