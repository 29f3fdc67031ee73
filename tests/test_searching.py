"""A search for cards finds them however they are written, or finding none would say nothing."""

import json
from base64 import b64encode, urlsafe_b64encode
from random import Random

import msgspec
import pytest

from showdown import DECK
from tests.searching import found_in

RNG = Random(7)
ORDER = tuple(RNG.sample(DECK, 52))
HAND = ORDER[10:15]
NUMBERS = [card.index for card in HAND]
TEXTS = [str(card) for card in HAND]
AROUND = RNG.randbytes(20_000)

WRITTEN = {
    "joined": "".join(TEXTS).encode(),
    "with blanks": " ".join(TEXTS).encode(),
    "with commas": ",".join(TEXTS).encode(),
    "line by line": "\n".join(TEXTS).encode(),
    "JSON": json.dumps(TEXTS).encode(),
    "JSON of msgspec": msgspec.json.encode(HAND),
    "MessagePack": msgspec.msgpack.encode(HAND),
    "repr of cards": repr(HAND).encode(),
    "repr of texts": repr(TEXTS).encode(),
    "numbers": repr(NUMBERS).encode(),
    "JSON of numbers": msgspec.json.encode(NUMBERS),
    "hexadecimal": bytes(NUMBERS).hex().encode(),
    "bytes of the deck": bytes(card.index for card in ORDER),
    "repr of bytes": "".join(f"\\x{number:02x}" for number in NUMBERS).encode(),
    "base64 of JSON": b64encode(b"." * 5 + msgspec.json.encode(HAND)),
    "base64 of the deck": b64encode(b"." + bytes(card.index for card in ORDER)),
    "base64 in an address": urlsafe_b64encode(b"." * 7 + "".join(TEXTS).encode()),
}


@pytest.mark.parametrize("written", WRITTEN.values(), ids=list(WRITTEN))
def test_cards_are_found_however_they_are_written(written):
    assert found_in(AROUND + written + AROUND, [ORDER])


def test_three_cards_of_a_hand_are_enough():
    assert found_in(AROUND + "".join(TEXTS[1:4]).encode(), [HAND]) == [
        f"{' '.join(TEXTS[1:4])} as AhKd"
    ]


def test_in_what_is_as_long_as_a_digest_it_takes_more_of_them():
    joined = "".join(map(str, ORDER))
    assert found_in(f'"{joined[:12]}0123456789"'.encode(), [ORDER])
    assert found_in(f'"{joined[:10]}012345678901"'.encode(), [ORDER]) == []
    assert found_in(f'"{joined[:10]}01234567890"'.encode(), [ORDER])


def test_cards_that_are_not_of_these_hands_are_not_meant():
    assert found_in(json.dumps(TEXTS).encode(), [ORDER[20:40]]) == []


def test_there_are_no_cards_in_what_is_only_noise():
    assert found_in(AROUND, [ORDER]) == []
