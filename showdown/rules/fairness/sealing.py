"""
Seals: all that is fixed before the players open, and the entropy that their openings make of it.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from showdown.rules.cards import HAND_SIZE
from showdown.rules.deal import shuffle, tag
from showdown.rules.fairness.hashing import digest, u8
from showdown.rules.ruleset import Seat


class Contributor(NamedTuple):
    """A seat that is asked to open, and the value that its opening has to match."""

    seat: Seat
    commitment: bytes


def listed(contributors: Sequence[Contributor]) -> bytes:
    """Who is asked to open, in the order of the seats."""
    return u8(len(contributors)) + b"".join(
        u8(each.seat) + each.commitment for each in _by_seat(contributors)
    )


def deal_seal(
    previous: bytes,
    hand: bytes,
    deck_size: int,
    lineup: Sequence[Seat],
    contributors: Sequence[Contributor],
    root: bytes,
) -> bytes:
    """
    What is fixed when a hand starts.

    Args:
        previous: the head of the table's last hand, or :data:`~.hashing.FIRST`.
        hand: the tag of the hand.
        lineup: the seats in deal order.
        root: of the tree over the deck.
    """
    seats = bytes(lineup)
    return digest(
        tag("deal"),
        previous,
        hand,
        u8(deck_size),
        u8(HAND_SIZE),
        u8(len(lineup)),
        seats,
        listed(contributors),
        root,
    )


def pool_seal(
    entropy_before: bytes,
    hand: bytes,
    part: int,
    drawer: Seat,
    size: int,
    contributors: Sequence[Contributor],
    pool_hash: bytes,
    arrangements: bytes,
) -> bytes:
    """What is fixed when a reshuffle is prepared: see :class:`~.pool.SealedPool`."""
    return digest(
        tag("pool"),
        entropy_before,
        hand,
        u8(part),
        u8(drawer),
        u8(size),
        listed(contributors),
        pool_hash,
        arrangements,
    )


def entropy(
    seal: bytes, contributors: Sequence[Contributor], openings: Mapping[Seat, bytes]
) -> bytes:
    """
    What all openings together make of a seal; seats that did not open count as missed.

    Openings are hashed in the order of the seats and never combined with one another, so that a
    copied commitment cancels nothing.
    """
    said = b"".join(
        u8(each.seat) + _said(openings.get(each.seat)) for each in _by_seat(contributors)
    )
    return digest(tag("combine"), seal, said)


def card_names(deck_size: int, entropy_of_deal: bytes) -> list[int]:
    """The public permutation: hidden number v is the card of the number at place v."""
    return shuffle(deck_size, entropy_of_deal, "deal", 0)


def _said(opening: bytes | None) -> bytes:
    return b"\x00" if opening is None else b"\x01" + opening


def _by_seat(contributors: Iterable[Contributor]) -> list[Contributor]:
    return sorted(contributors, key=lambda each: each.seat)
