import pytest

from showdown.rules.cards import DECK, Card
from showdown.rules.deal import shuffle, stream
from showdown.rules.fairness import sealing
from showdown.rules.fairness.deck import SealedDeck, deal_order
from showdown.rules.fairness.hashing import commitment, digest, hand_tag
from showdown.rules.fairness.pool import SealedPool, pick, stub_leaves
from showdown.rules.fairness.sealing import Contributor
from showdown.rules.fairness.tree import Tree
from tests.showdown.rules.fairness.vectors import hands, raw, raws, vectors

NUMBERS = {card: number for number, card in enumerate(DECK)}
PRIMITIVES = vectors()["primitives"]


def record(hand):
    return hand["records_by_viewer"]["0"]


def contributors(of):
    return [Contributor(seat, raw(committed)) for seat, committed, _ in of]


def openings(of):
    return {seat: raw(opening) for seat, _, opening in of if opening}


def sealed_deck(hand):
    return SealedDeck(raw(hand["hand_key"]), raw(hand["hand_tag"]), DECK)


def cards(texts):
    return tuple(Card(text) for text in texts)


def test_a_stream_is_the_published_one():
    given = PRIMITIVES["stream"]
    blocks = stream(raw(given["key"]), given["label"], given["part"])
    assert (next(blocks) + next(blocks))[: given["size"]] == raw(given["out"])


@pytest.mark.parametrize("given", PRIMITIVES["shuffle"], ids=lambda given: str(given["n"]))
def test_a_shuffle_is_the_published_one(given):
    order = shuffle(given["n"], raw(given["key"]), given["label"], given["part"])
    assert order == given["out"]


def test_a_commitment_is_the_published_one():
    given = PRIMITIVES["commitment"]
    assert commitment(raw(given["opening"])) == raw(given["out"])


def test_the_tag_of_a_hand_is_the_published_one():
    given = PRIMITIVES["hand_tag"]
    assert hand_tag(given["table"], given["hand"]) == raw(given["out"])


@pytest.mark.parametrize("given", PRIMITIVES["trees"], ids=lambda given: str(len(given["leaves"])))
def test_trees_and_their_paths_are_the_published_ones(given):
    tree = Tree(raws(given["leaves"]))
    assert tree.root == raw(given["root"])
    assert list(tree.path(given["open"]).values()) == raws(given["nodes"])


@pytest.mark.parametrize("hand", hands(), ids=("first", "second"))
def test_a_deck_is_sealed_as_published(hand):
    deck = sealed_deck(hand)
    assert hand_tag(record(hand)["table"], record(hand)["hand"]) == raw(hand["hand_tag"])
    assert deck.root == raw(hand["root"])
    of = record(hand)
    seal = sealing.deal_seal(
        raw(of["prev"]),
        raw(hand["hand_tag"]),
        of["cards_in_deck"],
        of["lineup"],
        contributors(of["contributors"]),
        deck.root,
    )
    assert seal == raw(hand["seal"])
    entropy = sealing.entropy(seal, contributors(of["contributors"]), openings(of["contributors"]))
    assert entropy == raw(hand["entropy"])
    assert sealing.card_names(52, entropy) == hand["permutation"]
    assert deck.cards(entropy) == cards(hand["cards_by_leaf"])
    players = len(of["lineup"])
    assert deal_order(deck.cards(entropy), players) == cards(hand["deck_in_deal_order"])


@pytest.mark.parametrize("hand", hands(), ids=("first", "second"))
def test_the_salts_that_are_opened_are_the_published_ones(hand):
    deck, entropy = sealed_deck(hand), raw(hand["entropy"])
    assert [deck.open(leaf, entropy).salt for leaf in range(52)] == raws(hand["salts"])


def test_a_pool_is_sealed_as_published():
    hand = hands()[1]
    (given,) = hand["pools"]
    (shuffled,) = record(hand)["reshuffles"]
    part, tag = given["part"], raw(hand["hand_tag"])
    pool = SealedPool(raw(hand["hand_key"]), tag, part, cards(given["cards"]), NUMBERS)
    assert pool.pool == tuple(raws(shuffled["pool"]))
    assert pool.roots == tuple(raws(given["arrangement_roots"]))
    assert pool.pool_hash == raw(shuffled["pool_hash"])
    assert pool.arrangements == raw(shuffled["arrangements"]) == digest(*pool.roots)
    listed = contributors(shuffled["contributors"])
    seal = sealing.pool_seal(
        raw(hand["entropy"]), tag, part, 3, 22, listed, pool.pool_hash, pool.arrangements
    )
    assert seal == raw(given["seal"])
    entropy = sealing.entropy(seal, listed, openings(shuffled["contributors"]))
    assert entropy == raw(given["entropy"]) == raw(hand["head"])
    assert pick(entropy, part) == given["pick"]
    assert stub_leaves(22, entropy, part) == given["permutation"]
    assert pool.new_stub(entropy) == cards(given["new_stub"])
    assert pool.opened_seeds(entropy) == tuple(raws(shuffled["seeds"]))
    assert pool.picked_root(entropy) == raw(shuffled["root"])
