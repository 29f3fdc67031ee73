"""
Bytes as they travel: base64url without padding, of one length and in one form.
"""

from base64 import urlsafe_b64decode
from binascii import b2a_base64
from typing import Annotated

from msgspec import Meta

# The last sign of each holds fewer than six bits; any other would be a second form of the same.
DIGEST_PATTERN = "^[A-Za-z0-9_-]{42}[AEIMQUYcgkosw048]$"
SALT_PATTERN = "^[A-Za-z0-9_-]{21}[AQgw]$"

_SAFE = bytes.maketrans(b"+/", b"-_")

DigestText = Annotated[str, Meta(pattern=DIGEST_PATTERN)]
"""32 bytes in 43 signs."""
SaltText = Annotated[str, Meta(pattern=SALT_PATTERN)]
"""16 bytes in 22 signs."""


def to_text(value: bytes) -> str:
    """
    Write bytes.

    >>> to_text(bytes(16))
    'AAAAAAAAAAAAAAAAAAAAAA'
    """
    return b2a_base64(value, newline=False).translate(_SAFE).rstrip(b"=").decode("ascii")


def to_bytes(text: str) -> bytes:
    """Read what :func:`to_text` has written; only for texts whose form was checked."""
    return urlsafe_b64decode(text + "=" * (-len(text) % 4))
