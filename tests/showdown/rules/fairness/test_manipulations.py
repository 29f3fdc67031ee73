"""What a dealer could try, and where he is caught."""

from collections import defaultdict
from contextlib import suppress
from itertools import count
from random import Random

import msgspec
import pytest
from msgspec.structs import replace

from showdown.rules.cards import DECK, JOKERS, Card
from showdown.rules.deal import shuffle
from showdown.rules.fairness.checking import ProofFailed, check
from showdown.rules.fairness.hashing import commitment, hand_tag, leaf, token, u8
from showdown.rules.fairness.pool import SealedPool
from showdown.rules.fairness.record import PoolCard, Proof
from showdown.rules.fairness.texts import to_bytes, to_text
from showdown.rules.ruleset import DrawMode, ReshuffleMode
from tests.showdown.rules.fairness.dealer import Dealer
from tests.showdown.rules.fairness.trying import cards_found, seen_by


def a_hand_with_a_reshuffle(seed=0):
    """And a seat whose discards went into it."""
    while True:
        dealer = Dealer(Random(seed), mode=DrawMode.IN_TURN, silent=0)
        if any(each.used for each in dealer.reshuffles):
            for seat in dealer.lineup:
                if dealer.entered[seat] and dealer.discards[seat]:
                    return dealer, seat
        seed += 1


def refused(proof):
    with pytest.raises(ProofFailed) as why:
        check(proof)
    return str(why.value)


def with_view(proof, **changes):
    return replace(proof, view=replace(proof.view, **changes))


def test_a_card_that_is_swapped_for_another_is_caught():
    dealer, seat = a_hand_with_a_reshuffle()
    proof = dealer.proof(seat)
    first, *others = proof.view.cards
    held = {each.card for each in proof.view.cards}
    other = next(card for card in Card if card not in held)
    swapped = with_view(proof, cards=(replace(first, card=other), *others))
    assert refused(swapped) == "deal: path does not lead to the root"


def test_two_cards_that_change_places_are_caught():
    dealer, seat = a_hand_with_a_reshuffle()
    proof = dealer.proof(seat)
    first, second, *others = proof.view.cards
    cards = (replace(first, card=second.card), replace(second, card=first.card), *others)
    assert refused(with_view(proof, cards=cards)) == "deal: path does not lead to the root"


def test_a_card_from_elsewhere_in_the_deck_is_caught():
    dealer = Dealer(Random(5), silent=0)
    seat, other = dealer.lineup[:2]
    proof = dealer.prove(seat, [(seat, place) for _, place in dealer.first[other]], {}, ())
    assert "came from a wrong place" in refused(proof)


def test_one_card_in_two_leaves_is_caught():
    dealer = Dealer(Random(7), silent=0)
    seat = dealer.lineup[0]
    proof = dealer.proof(seat)
    first, second, *others = proof.view.cards
    twice = with_view(proof, cards=(first, replace(second, card=first.card), *others))
    assert refused(twice)


def test_a_deck_that_holds_a_number_twice_shows_one_card_in_two_places(monkeypatch):
    # The dealer commits to it, so each path leads to his root; only the cards tell.
    def crooked(size, key, name, part):
        order = shuffle(size, key, name, part)
        return [order[1], *order[1:]] if name == "deck" else order

    monkeypatch.setattr("showdown.rules.fairness.deck.shuffle", crooked)
    for seed in range(20):
        dealer = Dealer(Random(seed), silent=0)
        assert "is in two places" in refused(dealer.proof(dealer.lineup[0]))


def test_an_opening_that_is_told_otherwise_is_caught():
    dealer, seat = a_hand_with_a_reshuffle()
    proof = dealer.proof(seat)
    first, *others = proof.contributors
    forged = replace(first, opening=to_text(bytes(32)))
    assert "opening does not match its commitment" in refused(
        replace(proof, contributors=(forged, *others))
    )
    # With a commitment that fits, the entropy is another one, and so are all cards.
    fitting = replace(forged, commitment=to_text(commitment(bytes(32))))
    unused = replace(proof, reshuffles=(), draws=())
    assert refused(replace(unused, contributors=(fitting, *others)))


def test_a_root_that_comes_late_is_another_root_and_caught():
    dealer = next(each for each in map(Dealer, map(Random, range(99))) if not each.reshuffles)
    proof = replace(dealer.proof(dealer.lineup[0]), root=to_text(bytes(32)))
    assert refused(proof) == "deal: path does not lead to the root"


def test_a_foreign_card_in_the_pool_is_caught_by_who_misses_his_own():
    dealer, seat = a_hand_with_a_reshuffle()
    proof = dealer.proof(seat)
    receipt, *others = proof.view.receipts
    forged = replace(receipt, salt=to_text(bytes(16)))
    missing = "a closed card of mine is missing from the pool"
    assert refused(with_view(proof, receipts=(forged, *others))) == missing
    assert refused(with_view(proof, receipts=tuple(others))) == missing


def with_a_joker_in_the_pool(monkeypatch):
    """A proof of a deck without jokers, in which one was drawn."""
    numbers = {card: number for number, card in enumerate((*DECK, *JOKERS))}

    def crooked(key, tag, part, eligible, _):
        return SealedPool(key, tag, part, (JOKERS[0], *eligible[1:]), numbers)

    monkeypatch.setattr("tests.showdown.rules.fairness.dealer.SealedPool", crooked)
    return next(
        dealer.prove(0, [(seat, place) for _, place in hand], {}, ())
        for dealer in (Dealer(Random(seed), mode=DrawMode.IN_TURN) for seed in count())
        if len(dealer.deck) == len(DECK)
        for seat, hand in dealer.hands.items()
        if JOKERS[0] in [card for card, _ in hand]
    )


def test_a_joker_in_the_pool_of_a_deck_without_any_is_caught(monkeypatch):
    assert refused(with_a_joker_in_the_pool(monkeypatch)) == "X1 is not in this deck"


def with_wrong_folds():
    """Proofs in which somebody folds who was not dealt in, or twice: pools are counted by that."""
    dealer, seat = a_hand_with_a_reshuffle()
    proof = dealer.proof(seat)
    return replace(proof, folded=(9,)), replace(proof, folded=proof.lineup[:1] * 2)


def test_folds_of_who_was_not_dealt_in_or_twice_are_caught():
    stranger, twice = with_wrong_folds()
    assert refused(stranger) == "who folded is not in the line-up"
    assert refused(twice) == "a seat is there twice"


def test_an_order_that_is_not_from_the_entropy_is_caught():
    dealer, _ = a_hand_with_a_reshuffle()
    drawer = next(each.drawer for each in dealer.reshuffles if each.used)
    proof = dealer.proof(drawer)
    drawn = [each for each in proof.view.cards if isinstance(each, PoolCard)]
    other = next(
        (seat, place)
        for seat in dealer.lineup
        for card, place in [*dealer.hands[seat], *dealer.stub]
        if place.part == drawn[0].part and card not in {each.card for each in drawn}
    )
    places = [(drawer, place) for _, place in dealer.first[drawer]]
    places += [(drawer, place) for _, place in dealer.hands[drawer] if place.part]
    wrong = [*places[:-1], (drawer, other[1])]
    thrown = [card for card, _ in dealer.discards[drawer]]
    assert "came from a wrong place" in refused(dealer.prove(drawer, wrong, {}, thrown))


def test_a_crooked_order_stays_unseen_only_if_it_is_the_one_that_is_picked(monkeypatch):
    from showdown.rules.fairness import pool

    caught, honest = 0, pool._leaves
    for seed in range(64):
        crooked_one = Random(seed).randrange(pool.ARRANGEMENTS)
        prepared: defaultdict[tuple[bytes, int], list[bytes]] = defaultdict(list)

        def leaves(hand, part, tokens, key, crooked_one=crooked_one, prepared=prepared):
            keys = prepared[hand, part]
            if key not in keys:
                keys.append(key)
            found = honest(hand, part, tokens, key)
            return found[::-1] if keys.index(key) == crooked_one else found

        with monkeypatch.context() as patch:
            patch.setattr(pool, "_leaves", leaves)
            dealer, seat = a_hand_with_a_reshuffle(seed * 1000)
            part = next(each.part for each in dealer.reshuffles if each.used)
            is_picked = pool.pick(dealer.entropies[part], part) == crooked_one
            proof = dealer.proof(seat)
        if not is_picked:
            assert refused(proof) == "arrangements differ from their seal"
            caught += 1
    assert caught > 40


@pytest.mark.soak(slice=15)
def test_no_proof_with_random_bytes_changed_passes_for_the_same_hand(rounds, soaking, capsys):
    damaged = other_hands = 0
    for rng in rounds:
        dealer = Dealer(rng)
        proof = dealer.proof(rng.choice(dealer.lineup), dealer.showers())
        head = check(proof).head
        for _ in range(20):
            damaged += 1
            # What was sealed after the viewer's last card binds only the next hand, by the head.
            with suppress(ProofFailed):
                assert check(with_bytes_changed(rng, proof)).head != head
                other_hands += 1
    if soaking:
        with capsys.disabled():
            print(f"\n{damaged:,} damaged, {other_hands:,} of them with another head")  # noqa: T201
    assert damaged > other_hands


@pytest.mark.soak(slice=15)
def test_no_proof_passes_in_which_cards_or_their_places_are_changed(rounds):
    for rng in rounds:
        dealer = Dealer(rng)
        proof = dealer.proof(rng.choice(dealer.lineup), dealer.showers())
        for _ in range(20):
            assert refused(with_a_card_changed(rng, proof))


def with_bytes_changed(rng, proof):
    """Other bytes in some of its digests, salts, seeds, commitments and openings."""
    plain = msgspec.to_builtins(proof, str_keys=True)
    places = list(texts_of(plain))
    for holder, key in rng.sample(places, min(len(places), rng.choice((1, 1, 2, 5)))):
        value = bytearray(to_bytes(holder[key]))
        for at in rng.sample(range(len(value)), rng.choice((1, 1, 2, len(value)))):
            value[at] ^= rng.randint(1, 255)
        holder[key] = to_text(bytes(value))
    return msgspec.convert(plain, Proof, str_keys=True)


def with_a_card_changed(rng, proof):
    """One opened card with another name, leaf, or owner."""
    cards = list(proof.view.cards)
    at = rng.randrange(len(cards))
    each = cards[at]
    change = rng.choice(
        (
            {"card": rng.choice([card for card in Card if card != each.card])},
            {"leaf": rng.choice([leaf for leaf in range(54) if leaf != each.leaf])},
            {"seat": rng.choice([seat for seat in range(1, 9) if seat != each.seat])},
        )
    )
    cards[at] = replace(each, **change)
    return with_view(proof, cards=tuple(cards))


def with_a_fact_changed(rng, proof):
    """Something else about who was there, folded, drew, or had a reshuffle; it may still hold."""
    changes = [
        {"lineup": (*proof.lineup[1:], proof.lineup[0])},
        {"folded": (*proof.folded, rng.choice(proof.lineup))},
        {"burn": not proof.burn},
        {"most": rng.choice((3, 4))},
        {"draw_mode": rng.choice(list(DrawMode))},
        {"reshuffle": rng.choice(list(ReshuffleMode))},
        {"draws": proof.draws[:-1]},
        {"draws": proof.draws[::-1]},
        {"draws": tuple(replace(each, count=rng.randint(0, 5)) for each in proof.draws)},
        {"reshuffles": proof.reshuffles[:-1]},
        {"reshuffles": proof.reshuffles[::-1]},
    ]
    for at, each in enumerate(proof.reshuffles):
        before, after = proof.reshuffles[:at], proof.reshuffles[at + 1 :]
        facts = (
            {"drawer": rng.choice(proof.lineup)},
            {"part": rng.randint(1, 3)},
            {"size": rng.randint(1, 54)},
            {"used": not each.used},
        )
        changes += [
            {"reshuffles": (*before, replace(each, **changed), *after)} for changed in facts
        ]
    return replace(proof, **rng.choice(changes))


def texts_of(value):
    items = value.items() if isinstance(value, dict) else enumerate(value)
    for key, each in list(items):
        if isinstance(each, dict | list | tuple):
            if isinstance(each, tuple):
                each = value[key] = list(each)
            yield from texts_of(each)
        elif isinstance(each, str) and len(each) in (22, 43):
            yield value, key


@pytest.mark.soak(slice=20)
def test_no_closed_card_is_found_by_trying_every_card_against_every_digest(rounds):
    for rng in rounds:
        dealer = Dealer(rng)
        shown = dealer.showers()
        viewers = rng.sample(dealer.lineup, rng.randint(1, len(dealer.lineup)))
        proofs = [dealer.proof(viewer, shown) for viewer in viewers]
        seen = seen_by(proofs)
        assert found_by_trying(dealer, proofs) <= seen
        if rng.random() < 0.2:  # who does not know where cards lie tries all places
            assert cards_found(proofs) == seen


def found_by_trying(dealer, proofs):
    """All cards that the union of these proofs tells to who tries each card with each salt."""
    tag = hand_tag(dealer.table, dealer.hand)
    salts: set[bytes] = set()
    digests: set[bytes] = set()
    for proof in proofs:
        for holder, key in texts_of(msgspec.to_builtins(proof, str_keys=True)):
            (salts if len(holder[key]) == 22 else digests).add(to_bytes(holder[key]))
    names = {card: dealer.sealed.cards(dealer.entropies[0]).index(card) for card in dealer.deck}
    assert len(names) == len(dealer.deck)
    found = set()
    for card in dealer.deck:
        number = dealer.numbers[card]
        tried = {token(tag, part, number, salt) for part in dealer.pools for salt in salts} | {
            leaf(tag, 0, place, u8(value), salt)
            for salt in salts
            for place, value in [(names[card], dealer.sealed._values[names[card]])]
        }
        if tried & digests:
            found.add(card)
    return found
