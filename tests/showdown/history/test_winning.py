"""
A hand for those who won a showdown unseen.
"""

import re

import pytest

from showdown import rank
from showdown.history import HandRecord, check, read_hands
from showdown.history.facts import Facts
from showdown.history.readers import read_facts
from showdown.rules import events as ev
from tests.showdown.history.hands import SIDE_POT, TWO_PAIR
from tests.showdown.history.sites import ONGAME_HAND


def shown_by(text: str) -> dict[int, tuple]:
    (record,) = read_hands(text)
    assert isinstance(record, HandRecord), record
    return {event.seat: event.cards for event in record.events if isinstance(event, ev.HandShown)}


WINNER = ", [As, 7c, Jh, Ac, Jd] (TWO_PAIR ACE, JACK)"


def without_the_winner(text: str = ONGAME_HAND) -> str:
    """An export that lists all hands but the winner's."""
    text = text.replace(WINNER, "").replace("Dealing to ---P1---: [As, 5h, Jh, Ac, Jd]\n", "")
    return text.replace("New hand for ---P1---: [As, 7c, Jh, Ac, Jd]", "---P1--- changed 1 cards")


def test_an_unseen_winner_gets_a_hand_that_beats_all_that_are_seen():
    text = without_the_winner()
    (facts,) = read_facts(text)
    assert isinstance(facts, Facts)
    assert check(facts).ok, check(facts).sentence
    shown = shown_by(text)
    assert rank(shown[10]) > rank(shown[8])


@pytest.mark.parametrize(
    ("cards", "name"),
    [
        ("Kd, Ks, Kh, Kc, 2d", "FOUR_OF_A_KIND KING"),
        ("Kd, Ks, Kh, 5c, 5d", "FULL_HOUSE KING, FIVE"),
        ("Ad, Kd, 9d, 8d, 7d", "FLUSH ACE"),
    ],
)
def test_however_strong_the_beaten_hand_is(cards, name):
    text = without_the_winner().replace("Kd, Ks, Qh, 5c, 2d", cards).replace("PAIR KING", name)
    (facts,) = read_facts(text)
    assert isinstance(facts, Facts)
    assert check(facts).ok, check(facts).sentence


def test_who_shares_a_pot_unseen_has_as_much_as_the_other():
    text = without_the_winner(
        ONGAME_HAND.replace(
            "Main pot: $6 won by ---P1--- ($5.70)",
            "Main pot: $6 won by ---P1--- ($2.85), P 2 (x) ($2.85)",
        )
        .replace("($89), net: +$7.30", "($86.15), net: +$4.45")
        .replace("P 2 (x) ($0), net: -$2", "P 2 (x) ($2.85), net: +$0.85")
        .replace("Kd, Ks, Qh, 5c, 2d] (PAIR KING)", "Kd, Js, Qh, 5c, 2d] (HIGH_CARD KING)")
    )
    (facts,) = read_facts(text)
    assert isinstance(facts, Facts)
    assert check(facts).ok, check(facts).sentence


def test_in_a_text_of_pokerstars_as_well():
    hidden = re.sub(r"P1: shows .*\n", "", TWO_PAIR).replace(
        "showed [Ah Ad Kc Kd 3s] and won ($0.81) with two pair, Aces and Kings", "collected ($0.81)"
    )
    hidden = re.sub(r"Dealt to .*\n", "", hidden).replace(" [9c 5s 2h]", "")
    (facts,) = read_facts(hidden)
    assert isinstance(facts, Facts)
    assert check(facts).ok, check(facts).sentence


def test_a_winner_of_a_side_pot_may_lose_the_main_one():
    hidden = SIDE_POT.replace("P1: shows [Kc Kd Ks 2s 9c] (three of a kind, Kings)\n", "").replace(
        "showed [Kc Kd Ks 2s 9c] and won ($152) with three of a kind, Kings", "collected ($152)"
    )
    hidden = re.sub(r"Dealt to .*\n", "", hidden).replace(" [4h 7d]", "")
    (facts,) = read_facts(hidden)
    assert isinstance(facts, Facts)
    assert check(facts).ok, check(facts).sentence
