"""
Looking for cards in a frame, however they might be written there.

A frame is read as JSON and walked through, so that every byte of it is looked at: texts, keys,
numbers in the order in which they stand, and what texts hold that can be unpacked.
"""

import re
import zlib
from base64 import b64decode
from collections import defaultdict
from collections.abc import Iterable, Iterator
from contextlib import suppress
from functools import lru_cache
from typing import Any, NamedTuple

from showdown.rules.cards import DECK, JOKERS, Card

CARDS = (*DECK, *JOKERS)
ROW = 5
"""So many hidden cards in a row are no chance, where they are numbers."""
BYTES = 6
"""The same for bytes, of which there are many more."""
MOST_SEATS = 8
KEY = 32
"""Bytes of a key."""

_CARD = "(?:[2-9TJQKA][cdhs]|X[12])"
ONE = re.compile(rf"(?<![A-Za-z0-9]){_CARD}(?![A-Za-z0-9])")
JOINED = re.compile(rf"(?:{_CARD}[^A-Za-z0-9]{{0,4}}){{2,}}(?![A-Za-z])")
LEAST = 4
MANY = re.compile(rf"(?:{_CARD}[^A-Za-z0-9]{{0,4}}){{{LEAST},}}")
"""So many in a row are no chance, where any signs stand."""
IN_A_DIGEST = re.compile(rf"(?:{_CARD}){{{LEAST + 2},}}")
"""A million digests are looked at, and four in a row stand in one of them now and then."""
DIGEST = re.compile(r"(?<![A-Za-z0-9_-])(?:[A-Za-z0-9_-]{22}|[A-Za-z0-9_-]{43})(?![A-Za-z0-9_-])")
"""A salt or a digest: bytes in which now and then a card seems to be named."""
OTHER = re.compile(
    "[♠♥♦♣♤♡♢♧\U0001f0a0-\U0001f0ff]"
    r"|(?<![A-Za-z0-9])(?:10[cdhsCDHS]|[2-9TJQKA][CDHS])(?![A-Za-z0-9])"
    r"|\b(?:spades?|hearts?|diamonds?|clubs?|pique|trèfle|carreau|cœur|пик|треф|бубен|черв)\b",
)
WORDS = re.compile(
    r"\b(?:pairs?|trips|set of|three of|four of|five of|straight|flush|full house|high card|quads"
    r"|paire|brelan|quinte|couleur|carré|пара|тройка|стрит|флеш|каре)\b"
)
PACKED = re.compile(r"[A-Za-z0-9+/_=-]{8,}")


def cards_spelt(text: str) -> set[str]:
    """Cards that a text names one by one, or joined; in a proof only such as are no chance."""
    rows = [row for digest in DIGEST.findall(text) for row in IN_A_DIGEST.findall(digest)]
    plain = DIGEST.sub("", text)
    found = set(ONE.findall(plain))
    for row in (*rows, *JOINED.findall(plain)):
        found.update(re.findall(_CARD, row))
    return found


def strange_words(text: str) -> list[str]:
    """Suits as signs or words, and cards in a spelling that is not the protocol's."""
    return OTHER.findall(DIGEST.sub("", text))


def windows(rows: Iterable[tuple[Card, ...]]) -> set[tuple[int, ...]]:
    """
    All short rows of the numbers of cards, counted from 0 and from 1, and both ways round.

    But for those that seats and turns make anyway: small numbers alone, and such as count up.
    """
    found: set[tuple[int, ...]] = set()
    for row in rows:
        numbers = [card.index for card in row]
        for window in (*_rows(numbers), *_rows(numbers, BYTES)):
            for each in (window, tuple(number + 1 for number in window)):
                found.update((each, each[::-1]))
    return {each for each in found if max(each) > MOST_SEATS and max(each) - min(each) >= ROW}


def hidden_in(frame: Any, hidden: set[tuple[int, ...]], secrets: Iterable[bytes]) -> list[str]:
    """Where a frame holds rows of hidden cards that are not spelt, or a key: a sentence each."""
    numbers: dict[str, list[int]] = defaultdict(list)
    texts: set[str] = set()
    _walk(frame, "", numbers, texts)
    found = [f"numbers of cards at {key}" for key, row in numbers.items() if _rows(row) & hidden]
    for text in texts:
        packed = _packed(text)
        if packed.cards:
            found.append(f"cards in {text[:40]!r}")
        if packed.rows & hidden:
            found.append(f"numbers of cards in {text[:40]!r}")
        if len(packed.content) >= KEY and any(secret in packed.content for secret in secrets):
            found.append(f"the key in {text[:40]!r}")
    long = [row for row in numbers.values() if row and (len(row) >= KEY or max(row) >= 2**64)]
    if any(_is_in(secret, row) for secret in secrets for row in long):
        found.append("the key as numbers")
    return found


def _is_in(secret: bytes, row: list[int]) -> bool:
    if max(row) < 256:
        return secret in bytes(row)
    return int.from_bytes(secret, "big") in row or int.from_bytes(secret, "little") in row


def _walk(value: Any, key: str, numbers: dict[str, list[int]], texts: set[str]) -> None:
    match value:
        case bool() | None | float():
            pass
        case int():
            numbers[key].append(value)
        case str():
            texts.add(value)
            numbers[key] += [ord(sign) for sign in value] if len(value) == 1 else []
        case list():
            for each in value:
                _walk(each, key, numbers, texts)
        case dict():
            for name, each in value.items():
                texts.add(name)
                _walk(each, name, numbers, texts)


def _rows(row: Iterable[int], length: int = ROW) -> frozenset[tuple[int, ...]]:
    row = tuple(row)
    return frozenset(row[first : first + length] for first in range(len(row) - length + 1))


class Packed(NamedTuple):
    """All that a text is in other notations."""

    content: bytes
    cards: bool
    """Whether it spells cards there."""
    rows: frozenset[tuple[int, ...]]


@lru_cache(100_000)
def _packed(text: str) -> Packed:
    contents = list(_unpacked(text))
    return Packed(
        content=b"\n\n".join(contents),
        cards=any(_names_many(content.decode("latin-1")) for content in contents),
        rows=frozenset[tuple[int, ...]]().union(*(_rows(each, BYTES) for each in contents)),
    )


def _names_many(text: str) -> bool:
    """Whether several cards stand in a row; what is unpacked by mistake may repeat one of them."""
    return any(len(set(re.findall(_CARD, row))) >= LEAST for row in MANY.findall(text))


def _unpacked(text: str) -> Iterator[bytes]:
    """What a text is in other notations: hexadecimal, base64 from any sign, and compressed."""
    for packed in PACKED.findall(text):
        for content in _decoded(packed):
            yield content
            for wbits in (15, -15, 31):
                with suppress(zlib.error):
                    yield zlib.decompressobj(wbits).decompress(content)


def _decoded(text: str) -> Iterator[bytes]:
    for first in range(2):
        cut = text[first:]
        if re.fullmatch(r"(?:[0-9a-fA-F]{2})+", cut):
            yield bytes.fromhex(cut)
    plain = text.replace("-", "+").replace("_", "/").rstrip("=")
    for first in range(4):
        cut = plain[first:]
        yield b64decode(cut[: len(cut) // 4 * 4])
