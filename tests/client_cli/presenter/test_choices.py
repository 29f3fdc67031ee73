"""What you may do, as it stands on the screen."""

import pytest
from msgspec.structs import replace

from client_cli.presenter import Figures, Presenter
from showdown import LegalActions, Ruleset, Wild, parse_cards
from showdown.protocol.messages import ActionRequest
from showdown.rules.betting import Amounts
from showdown.rules.events import TurnKind
from showdown.rules.table_view import SeatView, TableView
from tests.client_cli.presenter.test_picture import RULES

CARDS = parse_cards("AsKd7c7h2s")


def asked(stack=380, own_bet=20, **legal):
    """A request to seat 2, and the table."""
    kind = TurnKind.DRAW if "draw" in legal else TurnKind.BET
    request = ActionRequest(
        ruleset=RULES,
        seat=2,
        turn=4,
        kind=kind,
        cards=CARDS,
        to_call=legal.get("call") or 0,
        pot=60,
        pots=(),
        stacks={1: 500, 2: stack},
        legal=LegalActions(seat=2, kind=kind, fold="draw" not in legal, **legal),
        base_ms=20_000,
        bank_ms=60_000,
    )
    seats = (SeatView(seat=2, name="Me", stack=stack, bet=own_bet, dealt_in=True),)
    return request, TableView(ruleset=RULES, seats=seats, you=2)


def choices(**legal):
    request, view = asked(**legal)
    return Presenter(Figures(), "blue").choices(request, view)


def test_a_betting_turn_says_cards_price_stack_and_time():
    lines = Presenter(Figures(), "blue").your_turn(
        *asked(call=20, raise_=Amounts(60, 400)),
    )
    assert list(lines) == [
        "Your turn: A♠ K♦ 7♣ 7♥ 2♠, pair of sevens.",
        "Pot 60, 20 to call, you have 380. Time 20 s, then 60 s of your bank.",
        "f fold   c call 20   r TO raise to 60-400   a all-in 400",
    ]


def test_cards_are_worth_what_they_are_worth_at_this_table():
    request, view = asked(check=True)
    wild = replace(
        request,
        cards=parse_cards("AsKd7cX12s"),
        ruleset=Ruleset(sb=5, bb=10, wild=Wild.WILD),
    )
    (first, *_) = Presenter(Figures(), "blue").your_turn(wild, view)
    assert first == "Your turn: A♠ K♦ 7♣ X1 2♠, pair of aces."


def test_a_draw_numbers_the_cards():
    lines = Presenter(Figures(), "blue").your_turn(*asked(draw=5))
    assert list(lines) == [
        "Your draw: 1 A♠  2 K♦  3 7♣  4 7♥  5 2♠, pair of sevens.",
        "Pot 60, you have 380. Time 20 s, then 60 s of your bank.",
        "d 2 5 or d Kd 2s throws those cards away   p keeps all",
    ]


@pytest.mark.parametrize(
    ("legal", "line"),
    [
        (
            {"check": True, "bet": Amounts(10, 400)},
            "f fold   c check   b TO bet 10-400   a all-in 400",
        ),
        ({"check": True}, "f fold   c check"),
        ({"call": 20}, "f fold   c call 20"),
        ({"call": 380}, "f fold   c call 380, all-in"),
        # Pot-limit: the most is below the stack.
        (
            {"call": 20, "raise_": Amounts(60, 120)},
            "f fold   c call 20   r TO raise to 60-120",
        ),
        # Fixed-limit: one amount, which need not be typed.
        ({"call": 20, "raise_": Amounts(60, 60)}, "f fold   c call 20   r raise to 60"),
        ({"check": True, "bet": Amounts(20, 20)}, "f fold   c check   b bet 20"),
        # Less than a full raise is left: only all-in.
        ({"call": 20, "raise_": Amounts(400, 400)}, "f fold   c call 20   a all-in 400"),
    ],
)
def test_choices_are_what_the_rules_allow(legal, line):
    assert choices(**legal) == line


def test_without_a_bank_only_the_base_time_is_told():
    request, view = asked(check=True)
    _, price, _ = Presenter(Figures(), "blue").your_turn(replace(request, bank_ms=0), view)
    assert price.endswith("Time 20 s.")
