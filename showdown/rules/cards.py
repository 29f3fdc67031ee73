"""
Cards, and the ways they are written.

A card is an enum member whose value is what travels (``"Ah"``), so that JSON is read into cards and
written from them without code of ours. Beside it stand its number, ``rank x 4 + suit``, and the key
that :mod:`showdown.rules.ranking` adds up.
"""

import re
from collections.abc import Iterable
from enum import Enum

from showdown.errors import CardError

RANKS = "23456789TJQKA"
"""Ranks from the lowest; a rank's number is its place here, 0 to 12 (RULES 2.2)."""

SUITS = "cdhs"
"""Clubs, diamonds, hearts, spades; they have no order in the game (RULES 2.3)."""

HAND_SIZE = 5

RANK_KEYS = (0, 1, 5, 22, 94, 312, 992, 2422, 5624, 12522, 19998, 43258, 79415)
"""Chosen so that no two multisets of five ranks have the same sum."""

SUIT_KEYS = (0, 1, 6, 7)
"""Five of these add up to 0, 5, 30 or 35 only if all five are the same."""

JOKER_SUIT_KEY = 64
"""Counts jokers in a sum: beyond that of any five cards of a suit, whatever it is added to."""

SUIT_SHIFT = 19
"""The largest sum of five rank keys is below 2 to this power."""

_SHIFTED = tuple(key << SUIT_SHIFT for key in SUIT_KEYS)


class Card(Enum):
    """
    One of the 52 cards or two jokers; ``Card("Ah")`` is the ace of hearts, ``Card("X1")`` a joker.

    >>> Card("Ah"), Card("Td").rank, Card("Td").suit
    (Ah, 8, 1)
    """

    C2 = "2c"
    C3 = "3c"
    C4 = "4c"
    C5 = "5c"
    C6 = "6c"
    C7 = "7c"
    C8 = "8c"
    C9 = "9c"
    CT = "Tc"
    CJ = "Jc"
    CQ = "Qc"
    CK = "Kc"
    CA = "Ac"

    D2 = "2d"
    D3 = "3d"
    D4 = "4d"
    D5 = "5d"
    D6 = "6d"
    D7 = "7d"
    D8 = "8d"
    D9 = "9d"
    DT = "Td"
    DJ = "Jd"
    DQ = "Qd"
    DK = "Kd"
    DA = "Ad"

    H2 = "2h"
    H3 = "3h"
    H4 = "4h"
    H5 = "5h"
    H6 = "6h"
    H7 = "7h"
    H8 = "8h"
    H9 = "9h"
    HT = "Th"
    HJ = "Jh"
    HQ = "Qh"
    HK = "Kh"
    HA = "Ah"

    S2 = "2s"
    S3 = "3s"
    S4 = "4s"
    S5 = "5s"
    S6 = "6s"
    S7 = "7s"
    S8 = "8s"
    S9 = "9s"
    ST = "Ts"
    SJ = "Js"
    SQ = "Qs"
    SK = "Ks"
    SA = "As"

    X1 = "X1"
    X2 = "X2"

    def __init__(self, text: str) -> None:
        self.is_joker = text[0] == "X"
        self.rank = -1 if self.is_joker else RANKS.index(text[0])
        """0 for a two to 12 for an ace; a joker has none."""
        self.suit = -1 if self.is_joker else SUITS.index(text[1])
        """Its place in :data:`SUITS`."""
        self.index = 51 + int(text[1]) if self.is_joker else self.rank * 4 + self.suit
        """0 to 51, jokers 52 and 53: how shuffles and numeric arrays name the card."""
        joker_key = JOKER_SUIT_KEY << SUIT_SHIFT
        self.rank_key = joker_key if self.is_joker else RANK_KEYS[self.rank]
        """What ranking adds up where it knows whether the cards are of one suit."""
        self.key = joker_key if self.is_joker else self.rank_key + _SHIFTED[self.suit]
        """What it adds up where the sum has to say so."""
        self.deuces_key = self.key if self.rank else joker_key
        """The same where deuces are wild: they have the key of a joker."""

    # Members are singletons; the hash by name that Enum brings is a Python call per look-up.
    __hash__ = object.__hash__

    def __str__(self) -> str:
        return str(self._value_)

    def __repr__(self) -> str:
        return str(self._value_)


_ALL = tuple(sorted(Card, key=lambda card: card.index))

DECK: tuple[Card, ...] = _ALL[:52]
"""The 52 cards by number: 2c 2d 2h 2s 3c ... As."""

JOKERS: tuple[Card, ...] = _ALL[52:]
"""The cards that some games add."""

_SYMBOLS = str.maketrans("♣♦♥♠", "cdhs")
_CARD = re.compile(r"(10|[2-9TJQKA])([cdhs])|(X)([12])", re.IGNORECASE)
_SEPARATORS = re.compile(r"[\s,\[\]]+")


def parse_cards(text: str) -> tuple[Card, ...]:
    """
    Read cards from a text, with or without blanks between them.

    >>> parse_cards("AhKd"), parse_cards("10♠ 2c")
    ((Ah, Kd), (Ts, 2c))

    Raises:
        CardError: something is not a card, or a card comes twice.
    """
    compact = _SEPARATORS.sub(" ", text).strip().translate(_SYMBOLS)
    cards: list[Card] = []
    place = 0
    while place < len(compact):
        if compact[place] == " ":
            place += 1
            continue
        found = _CARD.match(compact, place)
        if found is None:
            word = compact[place : place + 2]
            raise CardError(
                f"{word!r} is not a card: write a rank of {RANKS} and a suit of {SUITS}.",
                found=word,
                wanted="Ah",
            )
        rank, suit = found[1] or found[3], found[2] or found[4]
        cards.append(Card(("T" if rank == "10" else rank.upper()) + suit.lower()))
        place = found.end()
    return without_duplicates(cards)


def without_duplicates(cards: Iterable[Card]) -> tuple[Card, ...]:
    """
    The cards as a tuple, if each is there once.

    Raises:
        CardError: a card comes twice.
    """
    distinct: dict[Card, None] = {}
    for card in cards:
        if card in distinct:
            raise CardError(f"{card} is there twice; a deck has each card once.", found=str(card))
        distinct[card] = None
    return tuple(distinct)


def join_cards(cards: Iterable[Card]) -> str:
    """
    Write cards with a blank between them.

    >>> join_cards(parse_cards("AhKd"))
    'Ah Kd'
    """
    return " ".join(str(card) for card in cards)
