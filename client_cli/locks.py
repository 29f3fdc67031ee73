"""
Locks between processes, by a file that stays behind empty.
"""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO

if sys.platform == "win32":
    import msvcrt

    def _lock(file: IO[bytes], *, wait: bool) -> bool:
        try:
            msvcrt.locking(file.fileno(), msvcrt.LK_LOCK if wait else msvcrt.LK_NBLCK, 1)
        except OSError:
            return False
        return True

else:
    import fcntl

    def _lock(file: IO[bytes], *, wait: bool) -> bool:
        try:
            fcntl.flock(file, fcntl.LOCK_EX if wait else fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return False
        return True


@contextmanager
def held(path: Path) -> Iterator[bool]:
    """Hold a lock while the block runs; false if somebody else does. Goes with the process."""
    try:
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        file = path.open("ab")
    except OSError:  # nothing can be kept here, so nobody else keeps anything either
        yield True
        return
    with file:
        yield _lock(file, wait=False)


@contextmanager
def locked(path: Path) -> Iterator[None]:
    """Hold a lock while the block runs, waiting for it."""
    with path.open("ab") as file:
        _lock(file, wait=True)
        yield
