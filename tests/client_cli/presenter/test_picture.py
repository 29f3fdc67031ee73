"""A table in lines."""

import pytest

from client_cli.presenter import Figures, Presenter
from showdown import Ruleset, parse_cards
from showdown.protocol.messages import TimeLeft
from showdown.rules import seen
from showdown.rules.events import TurnKind
from showdown.rules.ruleset import HandId
from showdown.rules.table_view import SeatView, TableView

RULES = Ruleset(sb=5, bb=10)


def drawn(view, ascii=False):
    return list(Presenter(Figures(ascii=ascii), "blue").picture(view))


def turn(seat, kind=TurnKind.BET):
    return seen.Turn(seat=seat, turn=3, kind=kind, base_ms=20_000, bank_ms=0)


def playing(seat, name, stack, **more):
    return SeatView(seat=seat, name=name, stack=stack, dealt_in=True, count=5, **more)


def test_a_hand_shows_stacks_bets_button_turn_and_your_cards():
    view = TableView(
        ruleset=RULES,
        hand=HandId(7),
        running=True,
        button=1,
        pot=35,
        bet=20,
        you=4,
        turn=turn(4),
        seats=(
            playing(1, "Anna", 980, bet=20),
            playing(2, "Bert", 1995, bet=5, folded=True),
            playing(3, "Carl", 0, bet=10),
            playing(4, "Me", 400, cards=parse_cards("AsKd7c7h2s")),
        ),
    )
    assert drawn(view) == [
        "blue: no-limit 5/10. Hand 7, before the draw, pot 35.",
        "  1  Anna   980  bet 20  button",
        "  2  Bert  1995  bet 5   folded",
        "  3  Carl     0  bet 10  all-in",
        "> 4  you    400          to act  A♠ K♦ 7♣ 7♥ 2♠",
        "Free: seat 5, 6.",
    ]
    assert drawn(view, ascii=True)[4].endswith("As Kd 7c 7h 2s")


def test_at_the_draw_it_says_what_everybody_drew():
    view = TableView(
        ruleset=RULES,
        hand=HandId(7),
        running=True,
        street=1,
        pot=35,
        turn=turn(3, TurnKind.DRAW),
        seats=(
            playing(1, "Anna", 980, drew=3),
            playing(2, "Bert", 980, drew=0),
            playing(3, "Carl", 980),
        ),
    )
    assert drawn(view) == [
        "blue: no-limit 5/10. Hand 7, the draw, pot 35.",
        "  1  Anna  980  drew 3",
        "  2  Bert  980  stood pat",
        "> 3  Carl  980  to act",
        "Free: seat 4, 5, 6.",
    ]


def test_between_hands_it_says_who_sits_out_and_who_leaves():
    view = TableView(
        ruleset=RULES,
        hand=HandId(7),
        seats=(
            playing(1, "Anna", 980, folded=True, sitting_out=True),
            playing(2, "Bert", 980, leaving=True, cards=parse_cards("AsKd7c7h2s")),
        ),
    )
    assert drawn(view)[:3] == [
        "blue: no-limit 5/10. Hand 7 is over.",
        "  1  Anna  980  sits out",
        "  2  Bert  980  leaving  A♠ K♦ 7♣ 7♥ 2♠",
    ]


def test_an_empty_table_is_a_title_and_its_seats():
    assert drawn(TableView(ruleset=RULES)) == [
        "blue: no-limit 5/10. No hand runs.",
        "Free: seat 1, 2, 3, 4, 5, 6.",
    ]


def test_who_waits_posts_or_has_a_part_of_the_carry_is_marked():
    seats = (
        SeatView(seat=1, name="Anna", stack=9, owes_bb=True),
        SeatView(seat=2, name="Bert", stack=9, owes_sb=True, asks_to_post=True),
        SeatView(seat=3, name="Carl", stack=9, owes_bb=True, sitting_out=True),
        SeatView(seat=4, name="Dora", stack=9, carried=3),
    )
    assert drawn(TableView(ruleset=RULES, seats=seats))[1:5] == [
        "  1  Anna  9  waits for the big blind",
        "  2  Bert  9  posts",
        "  3  Carl  9  sits out",
        "  4  Dora  9  3 carried",
    ]


def test_a_full_table_has_no_line_about_free_seats():
    seats = tuple(SeatView(seat=seat, name=f"P{seat}", stack=9) for seat in range(1, 7))
    assert len(drawn(TableView(ruleset=RULES, seats=seats))) == 7


def test_wide_and_long_names_keep_the_columns():
    view = TableView(
        ruleset=RULES,
        seats=(
            SeatView(seat=1, name="李小龙", stack=9),
            SeatView(seat=2, name="A name that is much too long", stack=10),
        ),
    )
    _, first, second, _ = drawn(view)
    assert first == "  1  李小龙" + " " * 14 + "   9"
    assert second == "  2  A name that is much   10"


def test_eight_players_fit_into_eighty_columns():
    seats = tuple(
        playing(
            seat,
            "A name that is as lo",
            99_999,
            bet=10_000,
            drew=3,
            cards=parse_cards("AsKd7c7h2s"),
        )
        for seat in range(1, 9)
    )
    rules = Ruleset(sb=5, bb=10, max_seats=8)
    view = TableView(
        ruleset=rules, hand=HandId(123), running=True, street=1, pot=80_000, seats=seats, button=8
    )
    lines = drawn(view)
    assert len(lines) == 9
    assert max(map(len, lines)) <= 80


def clocked(seat, **left):
    view = TableView(
        ruleset=RULES,
        hand=HandId(7),
        running=True,
        turn=turn(1),
        seats=(playing(1, "Anna", 980), playing(2, "Bert", 1995)),
    )
    times = {"base_ms": 0, "bank_ms": 0, **left}
    lines = Presenter(Figures(), "blue").picture(
        view, away={2}, clock=[TimeLeft(seat=seat, **times)]
    )
    return list(lines)[1:3]


def test_who_is_away_and_how_much_time_is_left_is_said():
    assert clocked(1, base_ms=12_400, bank_ms=60_000) == [
        "> 1  Anna   980  to act  12 s left, then 60 s",
        "  2  Bert  1995  away",
    ]


@pytest.mark.parametrize(
    ("left", "words"),
    [
        ({"base_ms": 12_000}, "12 s left"),
        ({"bank_ms": 9_600}, "10 s of the bank left"),
        ({"grace_ms": 30_000}, "30 s to come back"),
        ({}, "0 s left"),
    ],
)
def test_time_is_told_by_what_runs(left, words):
    assert clocked(1, **left)[0] == f"> 1  Anna   980  to act  {words}"


def test_who_goes_and_who_comes_back_is_told_by_name():
    view = TableView(ruleset=RULES, seats=(playing(1, "Anna", 980), playing(2, "Bert", 1995)))
    told = Presenter(Figures(), "blue").presence(view, gone={2}, back={1})
    assert list(told) == ["Bert is away.", "Anna is back."]
