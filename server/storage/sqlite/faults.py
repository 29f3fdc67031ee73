"""
What SQLite complains about, in sentences for the person who runs the server.

An error that is not in the table is our own bug and rises as it is.
"""

import os
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from sqlalchemy.exc import DBAPIError
from sqlalchemy.exc import TimeoutError as PoolTimeout

from server.ports import StorageError

_PRIMARY = 0xFF
"""SQLite's extended codes have the primary one in their lowest byte."""

_LOCKED = "The database {path} is locked by another program; close that one first."
_NO_ACCESS = "The database {path} cannot be opened; make it and its folder readable and writable."

_BUSY = "The database {path} has more to look up than it can; see what keeps this machine busy."

_SENTENCES = {
    sqlite3.SQLITE_BUSY: _LOCKED,
    sqlite3.SQLITE_LOCKED: _LOCKED,
    sqlite3.SQLITE_READONLY: "The database {path} cannot be written; make it writable.",
    sqlite3.SQLITE_PERM: _NO_ACCESS,
    sqlite3.SQLITE_CANTOPEN: _NO_ACCESS,
    sqlite3.SQLITE_NOTADB: "The file {path} is not a database; give another --database.",
    sqlite3.SQLITE_CORRUPT: "The database {path} is damaged; put a backup in its place.",
    sqlite3.SQLITE_FULL: "The disk of {path} is full; make room on it.",
    sqlite3.SQLITE_IOERR: "The disk of {path} fails to read or write; see the system's log.",
}


def as_storage_error(error: BaseException, path: Path) -> StorageError | None:
    """The sentence for an error of SQLite; None if it is something else."""
    if isinstance(error, PoolTimeout):
        return StorageError(_BUSY.format(path=path))
    if isinstance(error, DBAPIError):
        error = error.orig or error
    if not isinstance(error, sqlite3.Error):
        return None
    code = getattr(error, "sqlite_errorcode", sqlite3.SQLITE_OK)
    sentence = _SENTENCES.get(code & _PRIMARY)
    return StorageError(sentence.format(path=path)) if sentence else None


@contextmanager
def told(path: Path) -> Iterator[None]:
    """Raise what SQLite complains about in this block as a StorageError."""
    try:
        yield
    except (DBAPIError, PoolTimeout, sqlite3.Error) as error:
        told_as = as_storage_error(error, path)
        if told_as is None:
            raise
        raise told_as from error


def check_place(path: Path, *, is_there: bool = False) -> None:
    """
    Look before SQLite does whether a database can be here, since it says little when it cannot.

    Args:
        is_there: whether one must be here already.

    Raises:
        StorageError: it cannot.
    """
    folder = path.parent
    refused = (
        (not folder.exists(), f"The folder {folder} does not exist; make it first"),
        (not folder.is_dir(), f"{folder} is a file; name a folder"),
        (
            not os.access(folder, os.W_OK | os.X_OK),
            f"The folder {folder} cannot be written, which {path.name} needs; change its mode",
        ),
        (path.is_dir(), f"{path} is a folder; name a file in it"),
        (
            path.exists() and not os.access(path, os.R_OK | os.W_OK),
            f"The database {path} cannot be read and written; change its mode",
        ),
    )
    for wrong, sentence in refused:
        if wrong:
            raise StorageError(f"{sentence}, or give another --database.")
    if is_there and not path.exists():
        raise StorageError(f"There is no database {path}; the first start of a server makes it.")
