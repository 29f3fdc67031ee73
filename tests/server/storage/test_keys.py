"""Keys as text: what is written is read, and what is wrong is said without showing it."""

from base64 import b64encode

import pytest

from server.ports import StorageError
from server.storage.keys import WANTED, new_key, parse_keys, write_keys

FIRST, SECOND = bytes(range(32)), bytes(range(32, 64))
ONE, TWO = (f"{n}:{b64encode(key).decode()}" for n, key in ((1, FIRST), (2, SECOND)))


@pytest.mark.parametrize("text", [f"{ONE},{TWO}", f"{TWO} {ONE}", f"\n{ONE}\n{TWO}\n"])
def test_keys_are_separated_by_commas_or_blanks_in_any_order(text):
    assert parse_keys(text, "It") == {1: FIRST, 2: SECOND}


def test_keys_that_were_written_are_read():
    keys = {1: new_key(), 4_294_967_295: new_key()}
    assert parse_keys(write_keys(keys), "It") == keys
    assert parse_keys(write_keys(keys, "\n"), "It") == keys


def test_no_two_keys_are_alike():
    assert new_key() != new_key()


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", f"It is empty; {WANTED}."),
        (" , ", f"It is empty; {WANTED}."),
        (ONE[2:], f"It is not a key; {WANTED}."),
        (ONE[:-1], f"It is not a key; {WANTED}."),
        (ONE[:-5] + "=", f"It is not a key; {WANTED}."),
        (ONE + "A", f"It is not a key; {WANTED}."),
        (f"one{ONE[1:]}", f"It is not a key; {WANTED}."),
        (f"{ONE},{TWO}x", f"Part 2 of It is not a key; {WANTED}."),
        (f"0{ONE[1:]}", "It has number 0; numbers go from 1 to 4294967295."),
        (f"4294967296{ONE[1:]}", "It has number 4294967296; numbers go from 1 to 4294967295."),
        (f"{ONE},1{TWO[1:]}", "It has two keys of number 1; each needs its own."),
    ],
)
def test_what_is_wrong_is_one_sentence_that_shows_nothing_of_it(text, sentence):
    with pytest.raises(StorageError) as refused:
        parse_keys(text, "It")
    assert str(refused.value) == sentence
