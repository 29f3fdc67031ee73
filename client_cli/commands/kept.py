"""
A hand as a server has told it, kept in a file: what ``showdown hand ID --json`` prints.
"""

from pathlib import Path

import msgspec

from client_cli.commands.files import read_chunks
from showdown.protocol.messages import HandView

_BEGINS = b'{"type":"hand",'


def kept_hand(path: Path) -> HandView | None:
    """
    The hand in such a file; None if it is another kind of file, or a pipe, which is read once.

    Raises:
        UsageError: it cannot be read.
    """
    if not path.is_file():
        return None
    chunks = read_chunks(path, lambda _: None)
    first = next(chunks, b"")
    if not first.startswith(_BEGINS):
        return None
    try:
        return msgspec.json.decode(b"".join((first, *chunks)), type=HandView)
    except msgspec.DecodeError:
        return None
