"""
The file that holds the master keys: beside the database, readable by its owner alone.

It is not part of a backup of the database. Whoever loses it keeps every account and result, and
loses all cards. It is text (:mod:`server.storage.keys`); 0.1.0 wrote one key as bytes, which is
read as before.
"""

import contextlib
import os
import stat
import struct
import sys
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path

from server.ports import StorageError
from server.storage.files import place_new, sync_folder
from server.storage.keys import FIRST_KEY, Keys, new_key, parse_keys, write_keys

if sys.platform != "win32":
    import fcntl

_OLD_FORM = struct.Struct(">I32s")
"""Of 0.1.0; the first byte of a number that small is 0, which no text begins with."""


def key_file(database: Path) -> Path:
    """Where the keys of a database are."""
    real = database.resolve()
    return real.with_name(real.name + ".key")


def read_keys(path: Path) -> dict[int, bytes]:
    """
    Master keys by their numbers.

    Raises:
        StorageError: the file cannot be read, is not keys, or others may read it too.
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
    if content.startswith(b"\0") and len(content) == _OLD_FORM.size:
        number, master = _OLD_FORM.unpack(content)
        return {number: master}
    return parse_keys(content.decode("ascii", "replace"), f"The key file {path}")


def make_keys(path: Path) -> dict[int, bytes]:
    """
    A new master key, on disk when this returns; that of another server which was first.

    Raises:
        StorageError: the file cannot be written, or not be read.
    """
    with contextlib.suppress(FileExistsError):
        _put(path, {FIRST_KEY: new_key()}, place_new)
    return read_keys(path)


@contextlib.contextmanager
def changing(path: Path) -> Iterator[None]:
    """
    Wait until no other command changes a key file, and be the one that does until the block ends.

    Raises:
        StorageError: there is none, or it cannot be read.
    """
    if sys.platform == "win32":
        yield
        return
    try:
        file = _locked(path)
    except OSError as error:
        raise StorageError(f"The key file {path} cannot be read: {error.strerror}.") from None
    try:
        yield
    finally:
        os.close(file)


def replace_keys(path: Path, keys: Keys) -> None:
    """
    Put these keys in the place of those that are there; at any moment the file is old or new.

    Raises:
        StorageError: the file cannot be written.
    """
    _put(path, keys, Path.replace)


def _put(path: Path, keys: Keys, place: Callable[[Path, Path], object]) -> None:
    try:
        # Under another name until it is whole, so that a crash leaves no half of a key. The file is
        # new and its owner's alone from the first moment (O_EXCL, mode 0600).
        handle, name = tempfile.mkstemp(dir=path.parent, prefix=path.name)
        try:
            with os.fdopen(handle, "w", encoding="ascii") as file:
                file.write(write_keys(keys, "\n") + "\n")
                file.flush()
                os.fsync(file.fileno())
            place(Path(name), path)
        finally:
            Path(name).unlink(missing_ok=True)
        sync_folder(path.parent)
    except FileExistsError:
        raise
    except OSError as error:
        raise StorageError(f"The key file {path} cannot be written: {error.strerror}.") from None


if sys.platform != "win32":

    def _locked(path: Path) -> int:
        """The file of this name, locked; one that was replaced meanwhile is not it any more."""
        while True:
            file = os.open(path, os.O_RDONLY)
            fcntl.flock(file, fcntl.LOCK_EX)
            if os.path.samestat(os.fstat(file), path.stat()):
                return file
            os.close(file)
