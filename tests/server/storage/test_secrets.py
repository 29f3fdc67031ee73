"""What is encrypted opens in its place with its key, and in no other."""

import hashlib
import hmac
import os
import struct

import pytest
from cryptography.hazmat.primitives.ciphers.aead import AESGCM

from server.ports import StorageError
from server.storage.secrets import Place, Vault, hand_tag
from showdown.errors import CorruptHistory
from showdown.rules.ruleset import HandId, TableId

MASTER, OTHER = bytes(range(32)), bytes(range(1, 33))
HAND_KEY = bytes(reversed(range(32)))
HERE = Place(TableId("vectors"), HandId(1), 7)
ELSEWHERE = [
    HERE._replace(table=TableId("vector")),
    HERE._replace(hand=HandId(2)),
    HERE._replace(seq=8),
]


def test_the_hand_tag_is_that_of_the_published_vectors():
    assert hand_tag(HERE).hex() == (
        "357749e9d6e592437b3e6d42be53b14c9f87209c96ba390966474e82e6641f7a"
    )


def test_a_hand_key_has_the_published_form():
    blob = Vault({3: MASTER}).seal_hand_key(HERE, HAND_KEY)
    form, key_id = struct.unpack(">BI", blob[:5])
    assert (form, key_id, len(blob)) == (1, 3, 65)
    key = hmac.digest(MASTER, b"showdown/1 storage\0" + hand_tag(HERE), hashlib.sha256)
    associated = b"\x01" + (3).to_bytes(4, "big") + hand_tag(HERE)
    assert AESGCM(key).decrypt(blob[5:17], blob[17:], associated) == HAND_KEY


@pytest.mark.parametrize("secret", [b"", b"Ah", os.urandom(2_000)], ids=len)
def test_secrets_of_events_open_again_in_their_place(secret):
    vault = Vault({1: MASTER})
    assert vault.open_events(HERE, vault.seal_events(HERE, secret)) == secret
    assert vault.open_hand_key(HERE, vault.seal_hand_key(HERE, HAND_KEY)) == HAND_KEY


def test_nothing_is_encrypted_alike_twice():
    vault = Vault({1: MASTER})
    assert vault.seal_events(HERE, b"Ah") != vault.seal_events(HERE, b"Ah")
    assert vault.seal_hand_key(HERE, HAND_KEY) != vault.seal_hand_key(HERE, HAND_KEY)


@pytest.mark.parametrize("place", ELSEWHERE)
def test_a_blob_that_was_moved_does_not_open(place):
    vault = Vault({1: MASTER})
    with pytest.raises(CorruptHistory, match="do not open"):
        vault.open_events(place, vault.seal_events(HERE, b"Ah"))


@pytest.mark.parametrize("place", ELSEWHERE[:2])
def test_a_hand_key_that_was_moved_to_another_hand_does_not_open(place):
    vault = Vault({1: MASTER})
    with pytest.raises(CorruptHistory, match="do not open"):
        vault.open_hand_key(place, vault.seal_hand_key(HERE, HAND_KEY))


@pytest.mark.parametrize("place", range(40))
def test_a_blob_with_one_byte_changed_does_not_open(place):
    vault = Vault({1: MASTER})
    blob = bytearray(vault.seal_events(HERE, b"Ah Kd Qc"))
    blob[place % len(blob)] ^= 0x01
    with pytest.raises((CorruptHistory, StorageError)):
        vault.open_events(HERE, bytes(blob))


@pytest.mark.parametrize("length", [0, 1, 5, 17, 30])
def test_a_blob_that_was_cut_does_not_open(length):
    vault = Vault({1: MASTER})
    with pytest.raises(CorruptHistory):
        vault.open_events(HERE, vault.seal_events(HERE, b"Ah Kd")[:length])


def test_secrets_of_events_are_no_hand_key_and_the_other_way_round():
    vault = Vault({1: MASTER})
    with pytest.raises(CorruptHistory):
        vault.open_hand_key(HERE, vault.seal_events(HERE, HAND_KEY))
    with pytest.raises(CorruptHistory):
        vault.open_events(HERE, vault.seal_hand_key(HERE, HAND_KEY))


def test_another_key_by_the_same_number_does_not_open():
    blob = Vault({1: MASTER}).seal_events(HERE, b"Ah")
    with pytest.raises(CorruptHistory, match="encrypted with another key"):
        Vault({1: OTHER}).open_events(HERE, blob)


def test_a_key_that_is_not_loaded_is_asked_for_by_its_number():
    blob = Vault({7: MASTER}).seal_events(HERE, b"Ah")
    with pytest.raises(
        StorageError, match=r"^The cards of hand 1 need key 7, but there is only key 1\.$"
    ):
        Vault({1: OTHER}).open_events(HERE, blob)


def test_of_several_keys_the_highest_encrypts_and_all_open():
    old, both = Vault({1: MASTER}), Vault({1: MASTER, 2: OTHER})
    assert both.open_events(HERE, old.seal_events(HERE, b"Ah")) == b"Ah"
    assert Vault({2: OTHER}).open_events(HERE, both.seal_events(HERE, b"Kd")) == b"Kd"
