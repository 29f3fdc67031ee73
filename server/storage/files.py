"""Files that are whole from the first moment that they have their name, also after a power cut."""

import errno
import os
import sys
from pathlib import Path


def place_new(new: Path, path: Path) -> None:
    """
    Give a file that is whole its name, durably.

    Where a disk knows no links it moves there.

    Raises:
        FileExistsError: another file has the name; that is left alone.
        OSError: it cannot be done.
    """
    try:
        os.link(new, path)
    except FileExistsError:
        raise
    except OSError:
        if os.path.lexists(path):
            raise FileExistsError(errno.EEXIST, os.strerror(errno.EEXIST), str(path)) from None
        new.replace(path)
    sync_folder(path.parent)


def sync_folder(folder: Path) -> None:
    """Make a new name in a folder durable, where folders can be opened."""
    if sys.platform != "win32":
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)
