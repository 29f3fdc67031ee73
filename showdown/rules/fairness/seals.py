"""
The seal of each part of a hand, as a proof tells it: it covers all that was fixed by then.

Whoever has opened for one seal never takes another for the same part, be it with the same root: who
is asked, the line-up and the hand before are decided by then as well.
"""

from collections.abc import Sequence

from showdown.rules.fairness import sealing
from showdown.rules.fairness.hashing import hand_tag
from showdown.rules.fairness.record import Listed, Proof, Reshuffle
from showdown.rules.fairness.sealing import Contributor
from showdown.rules.fairness.texts import to_bytes


def seal_of(proof: Proof, part: int) -> bytes:
    """The seal of a part that was sealed: 0 is the deal."""
    seal, listed = deal_seal_of(proof), proof.contributors
    for each in proof.reshuffles[:part]:
        seal = pool_seal_of(proof, each, entropy_of(seal, listed))
        listed = each.contributors
    return seal


def deal_seal_of(proof: Proof) -> bytes:
    """What was fixed when the hand started."""
    return sealing.deal_seal(
        to_bytes(proof.previous),
        hand_tag(proof.table, proof.hand),
        proof.deck_size,
        proof.lineup,
        bound(proof.contributors),
        to_bytes(proof.root),
    )


def pool_seal_of(proof: Proof, each: Reshuffle, entropy_before: bytes) -> bytes:
    """What was fixed when a reshuffle was prepared."""
    return sealing.pool_seal(
        entropy_before,
        hand_tag(proof.table, proof.hand),
        each.part,
        each.drawer,
        each.size,
        bound(each.contributors),
        to_bytes(each.pool_hash),
        to_bytes(each.arrangements),
    )


def entropy_of(seal: bytes, listed: Sequence[Listed]) -> bytes:
    """What openings make of a seal, whether they match what they were to match or not."""
    openings = {each.seat: to_bytes(each.opening) for each in listed if each.opening is not None}
    return sealing.entropy(seal, bound(listed), openings)


def bound(listed: Sequence[Listed]) -> list[Contributor]:
    """Who was asked, and what each opening has to match."""
    return [Contributor(each.seat, to_bytes(each.commitment)) for each in listed]
