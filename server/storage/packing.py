"""
How the record of a finished hand is made small: deflated, with hands that are typical at hand.

One hand is too short for a compressor to learn what hands look like, so it is shown some first.
They are part of the form, as its own tables are: `typical_hands.txt` never changes, and
a better one would be another form with a file of its own.
"""

import zlib
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

_RAW = -zlib.MAX_WBITS
"""Without a header and a checksum: what it would notice, the encryption beside it notices too."""

_TYPICAL = Path(__file__).with_name("typical_hands.txt").read_bytes()


_MEMORY = 6
"""
By how much a packer remembers, of 9: with more a hand is smaller by a hundredth, and what has to be
copied for each of them is twice as large.
"""

_PACKER = zlib.compressobj(wbits=_RAW, memLevel=_MEMORY, zdict=_TYPICAL)
"""Has read the typical hands; a copy of it is a third of the work of reading them again."""


class Form(NamedTuple):
    """How the two parts of a record are read, in one version of the form."""

    public: Callable[[bytes], bytes]
    secret: Callable[[bytes], bytes]


def pack(text: bytes) -> bytes:
    """Events, or their secrets, as a record holds them."""
    packer = _PACKER.copy()
    return packer.compress(text) + packer.flush()


def unpack(packed: bytes) -> bytes:
    """
    What was packed.

    Raises:
        zlib.error: it was damaged.
    """
    unpacker = zlib.decompressobj(wbits=_RAW, zdict=_TYPICAL)
    text = unpacker.decompress(packed)
    if not unpacker.eof or unpacker.unused_data:
        raise zlib.error("it does not end where it should")
    return text


def plain(text: bytes) -> bytes:
    """What was not packed."""
    return text


PLAIN = Form(plain, plain)
FORMS = {
    1: Form(zlib.decompress, plain),
    2: Form(unpack, unpack),
    3: Form(unpack, unpack),
    4: Form(unpack, unpack),
}
"""By the version of the row; 0.1.0 wrote the first, and left secrets as they were."""
