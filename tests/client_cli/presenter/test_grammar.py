"""Each language names cards and hands as its players do."""

import pytest

from client_cli.languages import LANGUAGES, speaking
from client_cli.presenter import Figures
from client_cli.presenter.grammar import GRAMMARS, card_in_words, full_name, hand_name, hand_names
from client_cli.presenter.grammar.naming import Grammar
from showdown import DECK, parse_cards, rank
from showdown.rules.hand_rank import TIE_BREAKERS, Category, HandRank


def named(code, cards):
    with speaking(code):
        return hand_name(rank(parse_cards(cards)))


@pytest.mark.parametrize(
    ("cards", "english", "french", "russian"),
    [
        ("AhKhQhJhTh", "royal flush", "quinte flush royale", "флеш-рояль"),
        ("9h8h7h6h5h", "straight flush, nine-high", "quinte flush au neuf",
         "стрит-флеш до девятки"),
        ("AhAdAcAsKh", "four of a kind, aces", "carré d'as", "каре тузов"),
        ("KhKdKcJsJh", "full house, kings over jacks", "full aux rois par les valets",
         "фул-хаус, короли на валетах"),
        ("QhTh7h5h2h", "flush, queen-high", "couleur à la dame", "флеш до дамы"),
        ("AhKdQcJsTh", "straight, ace-high", "suite à l'as", "стрит до туза"),
        ("8h8d8cKs2h", "three of a kind, eights", "brelan de huit", "тройка восьмёрок"),
        ("AhAdTcTs2h", "two pair, aces and tens", "deux paires, as et dix",
         "две пары, тузы и десятки"),
        ("KhKd9c5s2h", "pair of kings", "paire de rois", "пара королей"),
        ("JhTd9c5s2h", "high card, jack", "carte haute, valet", "старшая карта, валет"),
    ],
)  # fmt: skip
def test_hands_are_called_what_players_call_them(cards, english, french, russian):
    assert [named(code, cards) for code in ("en", "fr", "ru")] == [english, french, russian]


def test_five_of_a_kind_has_a_name():
    five = HandRank.of(Category.FIVE_OF_A_KIND, (12,))
    with speaking("fr"):
        assert hand_name(five) == "cinq identiques, as"
    with speaking("ru"):
        assert hand_name(five) == "пять одинаковых, тузы"


def test_every_language_has_a_grammar():
    assert GRAMMARS.keys() == LANGUAGES.keys()
    assert all(isinstance(each, Grammar) for each in GRAMMARS.values())


@pytest.mark.parametrize("code", ["fr", "ru"])
def test_names_tell_apart_what_english_names_tell_apart(code):
    """One name for each English one, and as many of them, over ranks in every place."""
    pairs: dict[str, str] = {}
    with speaking(code):
        for category, count in TIE_BREAKERS.items():
            for first in range(13):
                ranks = (first, *((first + step) % 13 for step in range(1, count)))
                value = HandRank.of(category, ranks)
                assert pairs.setdefault(str(value), hand_name(value)) == hand_name(value)
    assert len(set(pairs.values())) == len(pairs)


def test_kickers_tell_apart_what_the_name_does_not():
    values = [rank(parse_cards(cards)) for cards in ("AhAdKc5s3h", "AsAcKd5d2h", "KhKsQd4s3c")]
    with speaking("fr"):
        assert hand_names(values) == ("paire d'as (K-5-3)", "paire d'as (K-5-2)", "paire de rois")
        assert full_name(values[0], aloud=True) == "paire d'as (roi, cinq, trois)"
    with speaking("ru"):
        assert hand_names(values, aloud=True)[0] == "пара тузов (король, пятёрка, тройка)"


@pytest.mark.parametrize(
    ("code", "heard"),
    [
        ("en", "ace of spades, ten of diamonds, queen of hearts, two of clubs"),
        ("fr", "as de pique, dix de carreau, dame de cœur, deux de trèfle"),
        ("ru", "туз пик, десятка бубен, дама червей, двойка треф"),
    ],
)
def test_cards_are_spoken_in_words(code, heard):
    with speaking(code):
        assert Figures(aloud=True).cards(parse_cards("AsTdQh2c")) == heard


@pytest.mark.parametrize("code", list(LANGUAGES))
def test_no_two_cards_sound_alike(code):
    with speaking(code):
        assert len({card_in_words(card) for card in (*DECK, *parse_cards("X1X2"))}) == 54


def test_places_of_cards_are_spoken_with_them():
    with speaking("fr"):
        told = Figures(aloud=True).numbered(parse_cards("AsTd"))
    assert told == "1 as de pique, 2 dix de carreau"


def test_amounts_are_written_as_the_language_writes_them():
    dollars = Figures(scale=100, sign="$")
    assert dollars.chips(105) == "$1.05"
    with speaking("fr"):
        assert dollars.chips(105) == "1,05\u00a0$"
        assert dollars.net(-105) == "-1,05\u00a0$"
        assert Figures().chips(1500) == "1500"
