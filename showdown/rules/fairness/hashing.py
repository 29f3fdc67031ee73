"""
The hashes of which proofs are made, each with a prefix of its own.

``H`` is SHA-256. Salts are 16 bytes; digests, keys, commitments and openings 32.
"""

import hashlib
from collections.abc import Iterable, Sequence

from showdown.rules.deal import stream, tag

DIGEST_SIZE = 32
SALT_SIZE = 16
FIRST = bytes(DIGEST_SIZE)
"""What stands for the hand before the first one of a table."""

_LEAF, _NODE, _TOKEN = b"\x00", b"\x01", b"\x02"
_BYTES = tuple(bytes((number,)) for number in range(256))


def digest(*parts: bytes) -> bytes:
    """The hash of parts written one after the other."""
    return hashlib.sha256(b"".join(parts)).digest()


def u8(number: int) -> bytes:
    """One byte."""
    return number.to_bytes(1, "big")


def hand_tag(table: str, hand: str) -> bytes:
    """
    What binds each hash of a hand to that hand.

    Args:
        table: its name, at most 255 bytes of UTF-8.
        hand: its id in decimal digits; no id is used twice at a table.
    """
    name, number = table.encode(), hand.encode()
    return digest(tag("hand"), u8(len(name)), name, u8(len(number)), number)


def commitment(opening: bytes) -> bytes:
    """What an opening of a chain has to match: the value that was opened before it."""
    return digest(tag("chain"), opening)


def leaf(hand: bytes, part: int, number: int, body: bytes, salt: bytes) -> bytes:
    """
    A leaf of a tree.

    Args:
        hand: the tag of the hand.
        part: 0 for the deal, whose bodies are hidden numbers; else a reshuffle, of tokens.
        number: its place in the tree, from 0.
    """
    return digest(_LEAF, hand, u8(part), u8(number), body, salt)


def leaves(hand: bytes, part: int, bodies: Iterable[bytes], salts: Iterable[bytes]) -> list[bytes]:
    """All leaves of a tree, each as :func:`leaf` gives it; of a hand these are a thousand."""
    prefix, sha256 = _LEAF + hand + u8(part), hashlib.sha256
    return [
        sha256(prefix + number + body + salt).digest()
        for number, body, salt in zip(_BYTES, bodies, salts, strict=False)
    ]


def node(left: bytes, right: bytes) -> bytes:
    """What stands above two subtrees."""
    return digest(_NODE, left, right)


def row_above(row: Sequence[bytes]) -> list[bytes]:
    """What stands above each two neighbours; one without a neighbour stands above itself."""
    sha256 = hashlib.sha256
    pairs = zip(row[::2], row[1::2], strict=False)
    above = [sha256(_NODE + left + right).digest() for left, right in pairs]
    return [*above, row[-1]] if len(row) % 2 else above


def token(hand: bytes, part: int, card: int, salt: bytes) -> bytes:
    """A card in a pool, by its number, so that nobody can tell which it is."""
    return digest(_TOKEN, hand, u8(part), u8(card), salt)


def salts(count: int, key: bytes, name: str, part: int) -> list[bytes]:
    """So many salts, cut one after the other from a key's stream."""
    return _pieces(count, SALT_SIZE, key, name, part)


def seeds(count: int, key: bytes, name: str, part: int) -> list[bytes]:
    """So many seeds, which have the size of a salt."""
    return _pieces(count, SALT_SIZE, key, name, part)


def _pieces(count: int, size: int, key: bytes, name: str, part: int) -> list[bytes]:
    blocks = stream(key, name, part)
    text = b"".join(next(blocks) for _ in range(-(-count * size // DIGEST_SIZE)))
    return [text[start : start + size] for start in range(0, count * size, size)]


def joined(values: Iterable[bytes]) -> bytes:
    """Values of one size, one after the other."""
    return b"".join(values)
