"""
One server per database: a lock file beside it, held for as long as the process lives.

The operating system lets go of the lock when its holder ends, however it ends; the file stays.
"""

import contextlib
import os
import sys
from collections.abc import Iterator
from pathlib import Path

from server.ports import StorageError

if sys.platform == "win32":
    import msvcrt

    _BEYOND_TEXT = 1024  # what is locked cannot be read, and the number in front shall be

    def _lock(file: int) -> None:
        os.lseek(file, _BEYOND_TEXT, os.SEEK_SET)
        msvcrt.locking(file, msvcrt.LK_NBLCK, 1)
else:
    import fcntl

    def _lock(file: int) -> None:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)


@contextlib.contextmanager
def only_server(database: Path) -> Iterator[None]:
    """
    Be the only server on a database until the block ends.

    Raises:
        StorageError: another one is, or the lock file cannot be written.
    """
    shown, database = database, database.resolve()  # one database by two names has one lock
    path = database.with_name(database.name + ".lock")
    try:
        file = os.open(path, os.O_RDWR | os.O_CREAT, 0o644)
    except OSError as error:
        raise StorageError(f"The lock file {path} cannot be written: {error.strerror}.") from None
    try:
        _take(file, shown)
        yield
    finally:
        os.close(file)


def _take(file: int, shown: Path) -> None:
    try:
        _lock(file)
    except OSError:
        os.lseek(file, 0, os.SEEK_SET)
        holder = os.read(file, 32).decode("ascii", "replace").strip()
        who = f"Another server (process {holder})" if holder else "Another server"
        raise StorageError(
            f"{who} uses {shown}; stop it first or give another --database."
        ) from None
    os.truncate(file, 0)
    os.lseek(file, 0, os.SEEK_SET)
    os.write(file, f"{os.getpid()}\n".encode())
