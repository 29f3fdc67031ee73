"""`showdown rank`: what cards are worth."""

import json

import pytest


def lines(ran):
    assert (ran.code, ran.err) == (0, "")
    return [" ".join(line.split()) for line in ran.out.splitlines()]


@pytest.mark.parametrize(
    "cards", [["AhKdQcJsTh"], ["Ah", "Kd", "Qc", "Js", "Th"], ["Ah Kd", "QcJs", "10♥"]]
)
def test_five_cards_are_named_however_they_are_written(showdown, cards):
    assert lines(showdown("rank", *cards, "--ascii")) == [
        "cards hand better than",
        "Ah Kd Qc Js Th straight, ace-high 99.59 % ########################",
    ]


def test_several_hands_are_put_into_order_and_told_apart(showdown):
    ran = showdown("rank", "AhAsKd5c2d", "AcAdKh5s3c", "KcKd4h4s9c", "AhAsKd5c3d", "--ascii")
    assert [line.rstrip(" #") for line in lines(ran)] == [
        "place cards hand better than",
        "1 Kc Kd 4h 4s 9c two pair, kings and fours 95.88 %",
        "2 Ac Ad Kh 5s 3c pair of aces (K-5-3) 91.62 %",
        "2 Ah As Kd 5c 3d pair of aces (K-5-3) 91.62 %",
        "4 Ah As Kd 5c 2d pair of aces (K-5-2) 91.61 %",
    ]


def test_suits_and_bars_are_drawn_where_they_can_be(showdown):
    ran = showdown("rank", "2c 3d 4h 5s 7c")
    assert "2♣ 3♦ 4♥ 5♠ 7♣  high card, seven" in ran.out
    assert "█" in showdown("rank", "AhAdAcAsKh").out


def test_of_six_or_seven_cards_the_best_five_count(showdown):
    assert "four of a kind, fours" in showdown("rank", "4c4d4h4sKcAc2d").out
    assert "flush, ace-high" in showdown("rank", "AhKh9h5h2hAc").out


@pytest.mark.parametrize(
    ("cards", "wild", "name"),
    [
        ("KcKdX17h5s", "bug", "pair of kings"),
        ("KcKdX17h5s", "wild", "three of a kind, kings"),
        ("2c3d4h5s6c", "deuces", "straight, seven-high"),
        ("2c3d4h5s6c", "none", "straight, six-high"),
        ("AcAdAhX1X2", "wild", "five of a kind, aces"),
    ],
)
def test_wild_cards_count_as_the_game_says(showdown, cards, wild, name):
    assert name in showdown("rank", cards, "--wild", wild).out


def test_json_has_what_programs_want(showdown):
    found = json.loads(showdown("rank", "AhAsKd5c2d", "7c7d7hJsJd", "--json").out)
    assert [each["cards"] for each in found] == [
        ["7c", "7d", "7h", "Js", "Jd"],
        ["Ah", "As", "Kd", "5c", "2d"],
    ]
    assert [each["category"] for each in found] == ["full_house", "one_pair"]
    assert [each["place"] for each in found] == [1, 2]
    assert found[0]["value"] > found[1]["value"]
    assert found[0]["hand"] == "full house, sevens over jacks"
    assert 0.99 < found[0]["beats"] < 1


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["AhKdQcJs"], "4 cards were given; a hand has five."),
        (["AhKdQcJsTh9h8h7h"], "8 cards were given; the best hand is picked from five to seven."),
        (["AhKdQcJs1h"], "'1h' is not a card: write a rank of 23456789TJQKA and a suit of cdhs."),
        (["Ah", "Kd", "Qc", "Js", "Ah"], "Ah is there twice; a deck has each card once."),
        (["AhKdQcJsX1"], "X1 is a joker; without wild cards there is none in the deck."),
        (
            ["AhKdQcX1X2", "--wild", "bug"],
            "X2 is a second joker; with a bug there is one in the deck.",
        ),
        (
            ["AhKdQcJsTh", "--wild", "jokers"],
            "Invalid value for '--wild': 'jokers' is none of none, bug, wild, deuces; "
            "--help says what there is.",
        ),
        ([], "Missing argument 'CARDS'; --help says what there is."),
    ],
)
def test_what_cannot_be_ranked_is_one_sentence_and_code_2(showdown, arguments, sentence):
    ran = showdown("rank", *arguments)
    assert (ran.code, ran.out, ran.err) == (2, "", f"showdown: {sentence}\n")
