"""`showdown odds`: what a hand may become."""

import json

import pytest

FLUSH_DRAW = "2h6h9hKhTs"


def lines(ran):
    assert (ran.code, ran.err) == (0, "")
    return [" ".join(line.split()) for line in ran.out.splitlines()]


def test_the_odds_of_a_discard_are_a_table_with_bars(showdown):
    ran = showdown("odds", "9c9d2h5sKc", "--discard", "2h5sKc", "--ascii")
    assert lines(ran) == [
        "Throwing 2h 5s Kc and keeping 9c 9d; possible draws: 16,215.",
        "hand draws chance",
        "four of a kind 45 0.28 %",
        "full house 165 1.02 %",
        "three of a kind 1,854 11.43 % ###",
        "two pair 2,592 15.99 % ####",
        "one pair 11,559 71.29 % #################",
    ]


def test_standing_pat_leads_to_what_is_held(showdown):
    assert lines(showdown("odds", FLUSH_DRAW, "--discard", "", "--ascii")) == [
        "Standing pat with 2h 6h 9h Kh Ts.",
        "hand draws chance",
        "high card 1 100.00 % ########################",
    ]


def test_suits_and_bars_are_drawn_where_they_can_be(showdown):
    ran = showdown("odds", FLUSH_DRAW, "--discard", "Ts")
    assert ran.out.startswith("Throwing T♠ and keeping 2♥ 6♥ 9♥ K♥;")
    assert "19.15 %  ████▋" in ran.out


def test_without_a_discard_every_one_says_how_often_it_improves(showdown):
    told = lines(showdown("odds", FLUSH_DRAW, "--ascii"))
    assert told[:3] == [
        "You hold 2h 6h 9h Kh Ts: high card, king (T-9-6-2).",
        "throw improves",
        "nothing 0.00 %",
    ]
    assert len(told) == 2 + 32
    assert "Ts 44.68 % ###########" in told
    assert told[-1].startswith("2h 6h 9h Kh Ts 49.58 %")


def test_what_hands_pay_finds_the_best_discard(showdown):
    told = lines(showdown("odds", FLUSH_DRAW, "--pay", "flush=6, pair=1", "--ascii"))
    assert told[1] == "throw pays"
    assert told[2] == "Ts 1.4043 ########################"
    assert told[-2:] == ["nothing 0.0000", "Throwing Ts pays most: 1.4043 on average."]
    assert len(told) == 3 + 32


def test_a_discard_says_what_it_pays(showdown):
    told = lines(showdown("odds", FLUSH_DRAW, "--discard", "Ts", "--pay", "flush=2.5"))
    assert told[-1] == "It pays 0.4787 on average."


def test_where_nothing_pays_nothing_is_thrown(showdown):
    told = lines(showdown("odds", FLUSH_DRAW, "--pay", "five of a kind=100"))
    assert told[-1] == "Throwing nothing pays most: 0.0000 on average."


def test_dead_cards_and_wild_cards_count(showdown):
    hand = ["JcJd4h4s9c", "--discard", "9c", "--ascii"]
    assert "full house 4 8.51 % ##" in lines(showdown("odds", *hand))
    assert "full house 2 4.44 % #" in lines(showdown("odds", *hand, "--dead", "4c 4d"))
    assert "full house 8 17.02 % ####" in lines(showdown("odds", *hand, "--wild", "deuces"))
    assert "full house 5 10.42 % ##" in lines(showdown("odds", *hand, "--wild", "wild"))


def test_json_of_one_discard_is_an_object_and_of_all_a_list(showdown):
    one = json.loads(
        showdown("odds", FLUSH_DRAW, "--discard", "Ts", "--pay", "flush=6", "--json").out
    )
    assert one == {
        "discard": ["Ts"],
        "kept": ["2h", "6h", "9h", "Kh"],
        "draws": 47,
        "counts": {"high_card": 26, "one_pair": 12, "flush": 9},
        "pays": 54 / 47,
        "pays_exactly": "54/47",
    }
    every = json.loads(showdown("odds", FLUSH_DRAW, "--json").out)
    assert len(every) == 32
    del one["pays"], one["pays_exactly"]
    assert one in every


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["2h6h9hKh"], "4 cards were given; a hand has five."),
        (["2h6h9hKhKh"], "Kh is there twice; a deck has each card once."),
        (["2h6h9hKhT"], "'T' is not a card: write a rank of 23456789TJQKA and a suit of cdhs."),
        ([FLUSH_DRAW, "--discard", "Ac"], "Ac cannot be thrown: the hand is 2h 6h 9h Kh Ts."),
        ([FLUSH_DRAW, "--discard", "TsTs"], "Ts is there twice; a deck has each card once."),
        ([FLUSH_DRAW, "--dead", "Kh"], "Kh is in the hand, so it cannot be dead."),
        (
            ["2h6h9hKhX1"],
            "X1 is a joker; without wild cards there is none in the deck.",
        ),
        ([FLUSH_DRAW, "--dead", "X1"], "X1 is not in a deck of 52 cards."),
        (
            [FLUSH_DRAW, "--pay", "flush"],
            "'flush' is not what a hand pays: write such as flush=6,full-house=9.",
        ),
        (
            [FLUSH_DRAW, "--pay", "flush=much"],
            "'flush=much' is not what a hand pays: write such as flush=6,full-house=9.",
        ),
        (
            [FLUSH_DRAW, "--pay", "chess=3"],
            "There is no hand called 'chess'; there are high card, one pair, two pair, "
            "three of a kind, straight, flush, full house, four of a kind, straight flush, "
            "five of a kind.",
        ),
        ([FLUSH_DRAW, "--pay", "pair=1,one pair=2"], "one pair is named twice in what hands pay."),
    ],
)
def test_what_cannot_be_is_one_sentence_and_code_2(showdown, arguments, sentence):
    ran = showdown("odds", *arguments)
    assert (ran.code, ran.out, ran.err) == (2, "", f"showdown: {sentence}\n")
