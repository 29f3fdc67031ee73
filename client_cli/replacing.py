"""
Files of ours that are replaced as a whole.
"""

import os
from pathlib import Path
from typing import Any

import msgspec


def replace_json(path: Path, content: Any) -> None:
    """
    Put this in the place of a file in one step, readable by you alone.

    It is on disk before it takes the place, so that a crash leaves the old file or the new one.

    Raises:
        OSError: it cannot be written; the old file stays.
    """
    fresh = path.with_suffix(f".{os.getpid()}")
    descriptor = os.open(fresh, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
    with os.fdopen(descriptor, "wb") as file:
        file.write(msgspec.json.format(msgspec.json.encode(content)) + b"\n")
        file.flush()
        os.fsync(file.fileno())
    fresh.replace(path)
