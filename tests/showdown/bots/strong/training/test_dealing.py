"""The cards as chances."""

from collections import Counter

from showdown import HandRank, rank
from showdown.bots.strong.buckets import bucket_before
from showdown.bots.strong.table import shipped
from showdown.bots.strong.training.dealing import hands
from showdown.rules.frequencies import frequencies


def test_each_hand_stands_for_so_many_that_all_of_the_deck_are_there():
    ways: Counter[HandRank] = Counter()
    for hand, many in hands():
        ways[rank(hand)] += many
    assert ways == frequencies()


def test_the_table_knows_every_bucket_that_is_dealt():
    dealt = {bucket_before(hand) for hand, _ in hands()}
    assert dealt == shipped("fixed").before.keys()


def test_hands_with_four_of_a_suit_stand_for_as_many_as_there_are():
    four = sum(
        many for hand, many in hands() if max(Counter(card.suit for card in hand).values()) == 4
    )
    assert four == 4 * 715 * 39
