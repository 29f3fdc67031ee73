"""
What of the cards is stored, encrypted: AES-256-GCM under keys that never stand in the database.

A blob begins with one byte for its form and the id of the master key that it needs, so that several
masters can be loaded at once; the highest id encrypts. Each hand has keys of its own, derived from
the master, and a blob that is moved to another hand, or to another row of its hand, does not open.

A hand's key has the form of FAIRNESS section 7; all other secrets have a form of their own.
"""

import hashlib
import hmac
import struct
from collections.abc import Mapping
from functools import lru_cache
from typing import NamedTuple

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESGCM

from server.ports import MissingKey
from server.storage.nonces import NONCE_SIZE, Nonces
from showdown.errors import CorruptHistory
from showdown.rules.deal import KEY_SIZE, tag
from showdown.rules.ruleset import HandId, TableId

RECORD = 0
"""Where the secrets of a finished hand's record stand; rows of a journal count from 1."""

NO_HAND = HandId(0)
"""Where secrets stand that belong to a table and not to one of its hands, which count from 1."""

_HEADER = struct.Struct(">BI")
_PLACE = struct.Struct(">QQ")
_FINGERPRINT_SIZE = 6
_TAG_SIZE = 16

NUMBER_AT, NUMBER_SIZE = 1, 4
"""Where a blob says the number of its master, high byte first."""

HAND_KEY_BLOB_SIZE = _HEADER.size + NONCE_SIZE + KEY_SIZE + _TAG_SIZE


class Place(NamedTuple):
    """Where a blob stands; it opens nowhere else."""

    table: TableId
    hand: HandId
    seq: int


class _Form(NamedTuple):
    """A kind of blob: its first byte, and what its keys are derived for."""

    number: int
    use: bytes


_HAND_KEY = _Form(1, tag("storage"))
HAND_KEY_FORM = bytes((_HAND_KEY.number,))
"""What a hand key's blob begins with."""

_EVENTS = _Form(2, tag("events"))


class Vault:
    """Encrypts and decrypts what is stored of the cards."""

    def __init__(self, masters: Mapping[int, bytes]) -> None:
        """
        Use these master keys.

        Args:
            masters: 32 bytes each, by id; at least one.
        """
        self._masters = dict(masters)
        self._newest = max(self._masters)
        self._nonces = Nonces()

    @property
    def numbers(self) -> tuple[int, ...]:
        """Which masters there are; the last one encrypts."""
        return tuple(sorted(self._masters))

    def fingerprint(self, number: int) -> int:
        """What tells a master from another one of the same number, and nothing else of it."""
        mark = hmac.digest(self._masters[number], tag("fingerprint"), hashlib.sha256)
        return int.from_bytes(mark[:_FINGERPRINT_SIZE], "big")

    def seal_hand_key(self, place: Place, hand_key: bytes) -> bytes:
        """A hand's key as it is stored, always in 65 bytes."""
        return self._seal(_HAND_KEY, place, hand_key, b"")

    def open_hand_key(self, place: Place, blob: bytes) -> bytes:
        """
        A hand's key again.

        Raises:
            MissingKey: the master key that it needs is not loaded.
            CorruptHistory: it is not what was stored in this place.
        """
        return self._open(_HAND_KEY, place, blob, b"")

    def seal_events(self, place: Place, secrets: bytes) -> bytes:
        """Secrets of events as they are stored."""
        return self._seal(_EVENTS, place, secrets, _PLACE.pack(place.seq, place.hand))

    def open_events(self, place: Place, blob: bytes) -> bytes:
        """Secrets of events again; raises as :meth:`open_hand_key`."""
        return self._open(_EVENTS, place, blob, _PLACE.pack(place.seq, place.hand))

    def reseal(self, place: Place, blob: bytes) -> bytes:
        """
        The same secrets under the newest master; raises as :meth:`open_hand_key`.

        It has been opened again and compared when this returns.
        """
        key, events = split(blob)
        new = b""
        if key:
            new += self.seal_hand_key(place, self.open_hand_key(place, key))
        if events:
            new += self.seal_events(place, self.open_events(place, events))
        if self._opened(place, new) != self._opened(place, blob):
            raise RuntimeError(f"the secrets of {place} changed on their way")
        return new

    def _opened(self, place: Place, blob: bytes) -> tuple[bytes, bytes]:
        key, events = split(blob)
        return (
            self.open_hand_key(place, key) if key else b"",
            self.open_events(place, events) if events else b"",
        )

    def _seal(self, form: _Form, place: Place, clear: bytes, more: bytes) -> bytes:
        header = _HEADER.pack(form.number, self._newest)
        bound = hand_tag(place)
        cipher = _cipher(self._masters[self._newest], form, bound)
        nonce = self._nonces.next()
        return header + nonce + cipher.encrypt(nonce, clear, header + bound + more)

    def _open(self, form: _Form, place: Place, blob: bytes, more: bytes) -> bytes:
        header, rest = blob[: _HEADER.size], blob[_HEADER.size :]
        master = self._master_for(form, place, header)
        bound = hand_tag(place)
        cipher = _cipher(master, form, bound)
        try:
            return cipher.decrypt(rest[:NONCE_SIZE], rest[NONCE_SIZE:], header + bound + more)
        except (InvalidTag, ValueError):
            raise _damaged(place) from None

    def _master_for(self, form: _Form, place: Place, header: bytes) -> bytes:
        if len(header) < _HEADER.size or header[0] != form.number:
            raise _damaged(place)
        wanted = _HEADER.unpack(header)[1]
        if wanted not in self._masters:
            raise MissingKey(
                f"The cards of hand {place.hand} need key {wanted}, but there is only key "
                f"{', '.join(map(str, sorted(self._masters)))}."
            )
        return self._masters[wanted]


def split(blob: bytes) -> tuple[bytes, bytes]:
    """The blob of a hand's key and that of all other secrets, which stands behind it."""
    size = HAND_KEY_BLOB_SIZE if blob.startswith(HAND_KEY_FORM) else 0
    return blob[:size], blob[size:]


def hand_tag(place: Place) -> bytes:
    """What binds bytes to one hand of one table (FAIRNESS 2)."""
    return _hand_tag(place.table, place.hand)


@lru_cache(maxsize=4_096)  # each hand that runs is asked for many times
def _hand_tag(table_id: TableId, hand_id: HandId) -> bytes:
    table, hand = table_id.encode(), str(hand_id).encode()
    named = bytes((len(table),)) + table + bytes((len(hand),)) + hand
    return hashlib.sha256(tag("hand") + named).digest()


@lru_cache(maxsize=4_096)
def _cipher(master: bytes, form: _Form, bound: bytes) -> AESGCM:
    return AESGCM(hmac.digest(master, form.use + bound, hashlib.sha256))


def _damaged(place: Place) -> CorruptHistory:
    return CorruptHistory(
        f"The stored cards of hand {place.hand} at table {place.table} do not open: "
        "they were changed, or encrypted with another key.",
        found=place.hand,
    )
