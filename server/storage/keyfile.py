"""
The file that holds the master key: beside the database, readable by its owner alone.

It is not part of a backup of the database. Whoever loses it keeps every account and result, and
loses the cards that were not shown.
"""

import os
import stat
import struct
import sys
import tempfile
from pathlib import Path
from secrets import token_bytes

from server.ports import StorageError

_RECORD = struct.Struct(">I32s")
FIRST_KEY = 1


def key_file(database: Path) -> Path:
    """Where the key of a database is."""
    real = database.resolve()
    return real.with_name(real.name + ".key")


def read_keys(path: Path) -> dict[int, bytes]:
    """
    Master keys by their ids.

    Raises:
        StorageError: the file cannot be read, is not a key, or others may read it too.
    """
    try:
        content = path.read_bytes()
        mode = stat.S_IMODE(path.stat().st_mode)
    except OSError as error:
        raise StorageError(f"The key file {path} cannot be read: {error.strerror}.") from None
    if sys.platform != "win32" and mode & 0o077:
        raise StorageError(
            f"The key file {path} is open to others (mode {mode:04o}); run: chmod 600 {path}"
        )
    if len(content) != _RECORD.size:
        raise StorageError(
            f"The key file {path} has {len(content)} bytes; a key has {_RECORD.size}."
        )
    number, master = _RECORD.unpack(content)
    return {number: master}


def make_keys(path: Path) -> dict[int, bytes]:
    """
    A new master key from the operating system's generator, on disk when this returns.

    Raises:
        StorageError: the file cannot be written.
    """
    master = token_bytes(32)
    try:
        # Under another name until it is whole, so that a crash leaves no half of a key. The file is
        # new and its owner's alone from the first moment (O_EXCL, mode 0600).
        handle, name = tempfile.mkstemp(dir=path.parent, prefix=path.name)
        with os.fdopen(handle, "wb") as file:
            file.write(_RECORD.pack(FIRST_KEY, master))
            file.flush()
            os.fsync(file.fileno())
        Path(name).replace(path)
        _sync_folder(path.parent)
    except OSError as error:
        raise StorageError(f"The key file {path} cannot be written: {error.strerror}.") from None
    return {FIRST_KEY: master}


def _sync_folder(folder: Path) -> None:
    """Make a new name in a folder durable, where folders can be opened."""
    if sys.platform != "win32":
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)
