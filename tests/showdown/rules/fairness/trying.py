"""
What somebody finds who puts the records of several players together and tries everything.

He knows no secret of the dealer's: he takes each salt that stands in any record, makes of it each
card in each place, and looks whether the digest stands anywhere.
"""

import hashlib

import msgspec

from showdown.rules.cards import DECK, JOKERS
from showdown.rules.fairness.checking import check
from showdown.rules.fairness.hashing import hand_tag, u8
from showdown.rules.fairness.sealing import card_names
from showdown.rules.fairness.seals import entropy_of, seal_of
from showdown.rules.fairness.texts import to_bytes


def cards_found(proofs):
    """All cards that the union of these proofs of one hand tells."""
    proof = proofs[0]
    salts, digests = all_bytes(proofs)
    tag = hand_tag(proof.table, proof.hand)
    names = card_names(proof.deck_size, entropy_of(seal_of(proof, 0), proof.contributors))
    deck = (*DECK, *JOKERS)[: proof.deck_size]
    return {
        deck[number]
        for number in range(proof.deck_size)
        if any(each in digests for each in all_of(proof, tag, number, names.index(number), salts))
    }


def all_of(proof, tag, number, value, salts):
    """Each digest that one card may stand in."""
    parts = [each.part for each in proof.reshuffles]
    leaves = [b"\x00" + tag + u8(0) + u8(leaf) + u8(value) for leaf in range(proof.deck_size)]
    for before in [*leaves, *(b"\x02" + tag + u8(part) + u8(number) for part in parts)]:
        for salt in salts:
            yield hashlib.sha256(before + salt).digest()


def all_bytes(proofs):
    """The salts, seeds and covers of several proofs, and all that is longer."""
    texts = {text for proof in proofs for text in texts_in(msgspec.to_builtins(proof))}
    short = {to_bytes(text) for text in texts if len(text) == 22}
    return short, {to_bytes(text) for text in texts if len(text) == 43} | nodes_below(proofs)


def nodes_below(proofs):
    """Leaves that are opened are no secret: that they are found shows that all is tried."""
    tag = hand_tag(proofs[0].table, proofs[0].hand)
    entropy = entropy_of(seal_of(proofs[0], 0), proofs[0].contributors)
    names = card_names(proofs[0].deck_size, entropy)
    return {
        hashlib.sha256(
            b"\x00" + tag + u8(0) + u8(each.leaf) + u8(names.index(each.card.index))
            + to_bytes(each.salt)
        ).digest()
        for proof in proofs
        for each in proof.view.cards
        if len(each.__struct_fields__) == 4
    }  # fmt: skip


def texts_in(value):
    if isinstance(value, dict):
        for each in value.values():
            yield from texts_in(each)
    elif isinstance(value, list | tuple):
        for each in value:
            yield from texts_in(each)
    elif isinstance(value, str):
        yield value


def seen_by(proofs):
    """The cards that these players were shown, or threw away."""
    assert len({check(proof).head for proof in proofs}) == 1
    return {each.card for proof in proofs for each in proof.view.cards}
