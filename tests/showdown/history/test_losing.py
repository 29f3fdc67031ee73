"""
A hand for those who mucked unseen.
"""

import pytest

from showdown import CardError, rank
from showdown.history import check, from_pokerstars
from showdown.history.losing import complete_losers, unseen_losers
from showdown.history.stories import read_holdings
from showdown.rules import events as ev
from showdown.rules.cards import DECK
from showdown.rules.pots import Pot
from tests.showdown.history.hands import SIDE_POT, TWO_PAIR, UNLISTED, facts_of, record_of

ORDER = (2, 4, 1)
ONE_POT = (Pot(85, (1, 4)),)


def completed(text: str, pots=ONE_POT):
    facts = facts_of(text)
    return complete_losers(facts, read_holdings(facts), pots, ORDER, [1, 2], DECK)


def test_only_hands_that_were_compared_and_are_not_listed_are_made_up():
    assert unseen_losers(facts_of(UNLISTED), read_holdings(facts_of(UNLISTED))) == (4,)
    assert unseen_losers(facts_of(TWO_PAIR), read_holdings(facts_of(TWO_PAIR))) == ()


def test_the_hand_loses_and_nobody_else_has_its_cards():
    hands = completed(UNLISTED)
    final = hands[4].final
    assert None not in final
    assert rank(final) < rank(hands[1].final)
    assert set(final).isdisjoint({*hands[1].hand, *hands[1].drawn})


def test_it_loses_even_to_a_very_low_hand():
    text = UNLISTED
    for old, new in (
        ("Dealt to P1 [Ah Ad 9c 5s 2h]", "Dealt to P1 [2d 3d 9c 5s 2h]"),
        ("Dealt to P1 [Ah Ad] [Kc Kd 3s]", "Dealt to P1 [2d 3d] [4c 5d 8s]"),
        ("[Ah Ad Kc Kd 3s]", "[2d 3d 4c 5d 8s]"),
        ("two pair, Aces and Kings", "high card Eight"),
    ):
        assert old in text
        text = text.replace(old, new)
    assert str(rank(completed(text)[4].final)) == "high card, seven"


def test_where_nothing_loses_that_is_said():
    text = UNLISTED
    for old, new in (
        ("Dealt to P1 [Ah Ad 9c 5s 2h]", "Dealt to P1 [2d 3d 9c 5s 2h]"),
        ("Dealt to P1 [Ah Ad] [Kc Kd 3s]", "Dealt to P1 [2d 3d] [4c 5d 7s]"),
        ("[Ah Ad Kc Kd 3s]", "[2d 3d 4c 5d 7s]"),
    ):
        text = text.replace(old, new)
    with pytest.raises(CardError, match="no hand loses to a high card, seven"):
        completed(text)


def test_a_seat_need_not_lose_a_pot_for_which_it_does_not_contend():
    # P3 wins the side pot with little; P2, who is not in it, has only to lose the main pot.
    text = SIDE_POT.replace("P2: shows [5c 6c 7c 8c Jc] (a flush, Jack high)", "P2: mucks hand")
    text = text.replace("P2 collected $114", "P1 collected $114")
    text = text.replace("showed [5c 6c 7c 8c Jc] and won ($114) with a flush, Jack high", "mucked")
    text = text.replace("and won ($152)", "and won ($266)")
    record = record_of(from_pokerstars(text))
    assert [event.seat for event in record.events if isinstance(event, ev.HandMucked)] == [2]
    assert check(record).ok


def test_the_same_text_gives_the_same_hand_each_time():
    assert record_of(from_pokerstars(UNLISTED)) == record_of(from_pokerstars(UNLISTED))
