"""
Master keys and how they are written: ``1:BASE64``, several with a comma or on lines of their own.

A key has a number, and what it encrypted says that number, so a set of keys can grow and shrink
while everything in the database stays readable. The highest number encrypts.
"""

import re
from base64 import b64decode, b64encode
from binascii import Error as Base64Error
from collections.abc import Mapping
from secrets import token_bytes

from server.ports import StorageError

Keys = Mapping[int, bytes]
"""Master keys by number, 32 bytes each."""

FIRST_KEY = 1
LAST_KEY = 2**32 - 1
SIZE = 32

WANTED = "a key is NUMBER:BASE64 with 32 bytes, as `python -m server key new` prints one"

_SEPARATORS = re.compile(r"[,\s]+")
_KEY = re.compile(r"(\d{1,10}):([A-Za-z0-9+/]{43}=)")


def new_key() -> bytes:
    """A master key from the operating system's generator."""
    return token_bytes(SIZE)


def write_keys(keys: Keys, separator: str = ",") -> str:
    """
    Keys as text, in the order of their numbers.

    >>> write_keys({1: bytes(32)})
    '1:AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA='
    """
    return separator.join(f"{number}:{b64encode(keys[number]).decode()}" for number in sorted(keys))


def parse_keys(text: str, where: str) -> dict[int, bytes]:
    """
    Keys from their text.

    Args:
        where: the text comes from, for the sentence about what is wrong; it shows nothing of them.

    Raises:
        StorageError: it is something else.
    """
    parts = [part for part in _SEPARATORS.split(text) if part]
    if not parts:
        raise StorageError(f"{where} is empty; {WANTED}.")
    keys: dict[int, bytes] = {}
    for place, part in enumerate(parts, 1):
        number, master = _parse_key(part, f"Part {place} of {where}" if len(parts) > 1 else where)
        if number in keys:
            raise StorageError(f"{where} has two keys of number {number}; each needs its own.")
        keys[number] = master
    return keys


def _parse_key(text: str, where: str) -> tuple[int, bytes]:
    found = _KEY.fullmatch(text)
    if found is None:
        raise StorageError(f"{where} is not a key; {WANTED}.")
    number = int(found[1])
    if not FIRST_KEY <= number <= LAST_KEY:
        raise StorageError(f"{where} has number {number}; numbers go from 1 to {LAST_KEY}.")
    try:
        return number, b64decode(found[2], validate=True)
    except Base64Error:
        raise StorageError(f"{where} is not a key; {WANTED}.") from None
