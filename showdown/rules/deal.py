"""
The dealer's orders, drawn from a key of 32 bytes.

All that is random in a hand comes from its hand key by HMAC, so a hand can be dealt again exactly
from what is stored, and never in another way. The key itself is the caller's: it comes from the
operating system's generator, not from here.
"""

import hashlib
from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import chain
from struct import Struct

from showdown.rules.cards import DECK, Card
from showdown.rules.ruleset import Seat

KEY_SIZE = 32
_BLOCK = 64
_INNER, _OUTER = (bytes(number ^ pad for number in range(256)) for pad in (0x36, 0x5C))
_WORDS = 1 << 16
_sixteen_words = Struct(">16H").unpack
"""A block as words of 16 bits."""


def tag(name: str) -> bytes:
    """The prefix that keeps the uses of one key apart."""
    return b"showdown/1 " + name.encode("ascii") + b"\0"


def stream(key: bytes, name: str, part: int) -> Iterator[bytes]:
    """
    Blocks of 32 bytes that nobody without the key can tell from chance.

    Args:
        key: at most 64 bytes, a block of the hash.

    Source: RFC 2104. A hand needs hundreds of blocks from few keys, so what HMAC makes of a key is
    worked out once; `hmac.digest` does it each time, in five times as long.
    """
    padded = key.ljust(_BLOCK, b"\0")
    inner = hashlib.sha256(padded.translate(_INNER) + tag(name) + bytes((part,)))
    outer = hashlib.sha256(padded.translate(_OUTER))
    counter = 0
    while True:
        first, second = inner.copy(), outer.copy()
        first.update(counter.to_bytes(4, "big"))
        second.update(first.digest())
        yield second.digest()
        counter += 1


def shuffle(size: int, key: bytes, name: str, part: int) -> list[int]:
    """
    A permutation of ``range(size)``: place k holds the k-th number.

    Every order is equally likely: words that would make some of them likelier are skipped.

    >>> shuffle(22, bytes(range(32)), "deal", 0)[:8]
    [15, 17, 10, 4, 12, 13, 14, 1]

    Args:
        size: at most 65536.
        key: 32 bytes.
        name: what the order is for; other names give unrelated orders.
        part: 0 for the deal, then the number of the reshuffle.

    Source: docs/rules.md, "Cards"; Durstenfeld's exchange with rejection sampling.
    """
    order = list(range(size))
    words = chain.from_iterable(map(_sixteen_words, stream(key, name, part)))
    for last, bound, limit in _exchanges(size):
        word = next(words)
        while word >= limit:
            word = next(words)
        other = word % bound
        order[last], order[other] = order[other], order[last]
    return order


@lru_cache(maxsize=128)
def _exchanges(size: int) -> tuple[tuple[int, int, int], ...]:
    """Each place from the last on, how many there are up to it, and the first word too many."""
    bounds = range(size, 1, -1)
    return tuple((bound - 1, bound, _WORDS - _WORDS % bound) for bound in bounds)


def deck_order(hand_key: bytes, deck: Sequence[Card] = DECK) -> tuple[Card, ...]:
    """
    The deck of a hand, top card first.

    Args:
        deck: the cards of the game by number.
    """
    return tuple([deck[number] for number in shuffle(len(deck), hand_key, "deck", 0)])


def pool_order(hand_key: bytes, eligible: Sequence[Card], part: int) -> tuple[Card, ...]:
    """
    The new stub of a reshuffle, top card first.

    Args:
        eligible: the cards that go into it, by number.
        part: which reshuffle of the hand, counted from 1.
    """
    order = shuffle(len(eligible), hand_key, "pool", part)
    return tuple(eligible[number] for number in order)


def first_button(hand_key: bytes, seats: Sequence[Seat]) -> Seat:
    """The seat that has the first button of a table, drawn among those dealt in (RULES 6.1)."""
    return seats[shuffle(len(seats), hand_key, "button", 0)[0]]
