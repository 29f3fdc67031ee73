"""
What a frame opens to one viewer, beside the events that it tells.
"""

from collections.abc import Mapping

from msgspec import Struct

from showdown.rules.fairness.record import (
    DealtCard,
    LeafNumber,
    PartNumber,
    PoolCard,
    Proof,
    ReceiptOf,
)
from showdown.rules.fairness.texts import DigestText, SaltText
from showdown.rules.fairness.tree import Range, closed_ranges


class Node(Struct, frozen=True, array_like=True, cache_hash=True, gc=False):
    """The digest over a range of leaves in which nothing is opened."""

    part: int
    first: LeafNumber
    end: int
    digest: DigestText


class OpenedPool(Struct, frozen=True, kw_only=True):
    """What everybody is told of a reshuffle that was used."""

    part: PartNumber
    pool: tuple[DigestText, ...]
    """Tokens, ascending."""
    seeds: tuple[SaltText, ...]
    """Those of the orders that were not picked."""
    root: DigestText
    """Of the order that was picked."""


class Openings(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """What was opened to a viewer with the events of a frame."""

    cards: tuple[DealtCard | PoolCard, ...] = ()
    nodes: tuple[Node, ...] = ()
    """Digests that he had not been sent."""
    receipts: tuple[ReceiptOf, ...] = ()
    pools: tuple[OpenedPool, ...] = ()


def both(first: Openings | None, second: Openings | None) -> Openings | None:
    """What two frames open together."""
    if first is None or second is None:
        return first or second
    return Openings(
        cards=first.cards + second.cards,
        nodes=first.nodes + second.nodes,
        receipts=first.receipts + second.receipts,
        pools=first.pools + second.pools,
    )


Nodes = dict[tuple[int, Range], str]
"""Digests, each by the part and the range that it stands over."""


def nodes_of(proof: Proof) -> Nodes:
    """The digests of a proof, each with the part and the range that it stands over."""
    return {
        (part, over): text
        for part, texts in proof.view.nodes.items()
        for over, text in zip(
            closed_ranges(_size(proof, part), opened_leaves(proof, part)), texts, strict=False
        )
    }


def opened_leaves(proof: Proof, part: int) -> set[int]:
    """Which leaves of a part are opened in a proof."""
    return {
        each.leaf
        for each in proof.view.cards
        if (each.part if isinstance(each, PoolCard) else 0) == part
    }


def named_nodes(
    known: Mapping[tuple[int, Range], str], proof: Proof, parts: set[int]
) -> dict[int, tuple[str, ...]]:
    """
    The digests of a proof as it writes them, from those that are known.

    One that is missing is left out, so that the proof does not hold.
    """
    return {
        part: tuple(
            known[part, over]
            for over in closed_ranges(_size(proof, part), opened_leaves(proof, part))
            if (part, over) in known
        )
        for part in sorted(parts)
    }


def _size(proof: Proof, part: int) -> int:
    if not part:
        return proof.deck_size
    return next((each.size for each in proof.reshuffles if each.part == part), 0)
