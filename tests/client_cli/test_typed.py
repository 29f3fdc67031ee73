"""What a player types, and what it means."""

import pytest

from client_cli.errors import Unclear
from client_cli.typed import Situation, understand
from client_cli.wishes import Help, PostBlinds, Quit, ShowHand, ShowTable, StepIn, StepOut, Top
from showdown import parse_cards
from showdown.protocol import messages as msg
from showdown.rules import seen
from showdown.rules.betting import Amounts
from showdown.rules.events import TurnKind
from showdown.rules.ruleset import HandId
from showdown.rules.table_view import SeatView, TableView
from tests.client_cli.presenter.test_choices import asked
from tests.client_cli.presenter.test_picture import RULES

FACING_A_BET = {"call": 20, "raise_": Amounts(60, 400)}
FREE = {"check": True, "bet": Amounts(10, 400)}
DRAW = {"draw": 5}


def meaning(line, **legal):
    request, view = asked(**legal)
    return understand(line, Situation(view, request))


def refusal(line, **legal):
    with pytest.raises(Unclear) as raised:
        meaning(line, **legal)
    return raised.value.sentence


@pytest.mark.parametrize(
    ("line", "legal", "move"),
    [
        ("f", FACING_A_BET, msg.Fold()),
        ("FOLD", FACING_A_BET, msg.Fold()),
        ("f", FREE, msg.Fold()),
        ("c", FACING_A_BET, msg.Call()),
        ("call", FACING_A_BET, msg.Call()),
        ("c", FREE, msg.Check()),
        ("k", FREE, msg.Check()),
        ("check", FREE, msg.Check()),
        ("b 30", FREE, msg.Bet(30)),
        ("bet to 30", FREE, msg.Bet(30)),
        ("r 60", FACING_A_BET, msg.Raise(60)),
        ("raise to 60", FACING_A_BET, msg.Raise(60)),
        ("a", FREE, msg.Bet(400)),
        ("all in", FACING_A_BET, msg.Raise(400)),
        ("all-in", {"call": 380}, msg.Call()),
        # Fixed-limit has one amount: it need not be typed.
        ("r", {"call": 20, "raise_": Amounts(60, 60)}, msg.Raise(60)),
        ("b", {"check": True, "bet": Amounts(20, 20)}, msg.Bet(20)),
        ("p", DRAW, msg.Draw()),
        ("d", DRAW, msg.Draw()),
        ("stand pat", DRAW, msg.Draw()),
        ("d 2 5", DRAW, msg.Draw(parse_cards("Kd2s"))),
        ("d 25", DRAW, msg.Draw(parse_cards("Kd2s"))),
        ("d 2, 5", DRAW, msg.Draw(parse_cards("Kd2s"))),
        ("d Kd 2s", DRAW, msg.Draw(parse_cards("Kd2s"))),
        ("discard kd2S", DRAW, msg.Draw(parse_cards("Kd2s"))),
        ("d K♦ 2♠", DRAW, msg.Draw(parse_cards("Kd2s"))),
        ("d 2 2s", DRAW, msg.Draw(parse_cards("Kd2s"))),
        ("d 12345", DRAW, msg.Draw(parse_cards("AsKd7c7h2s"))),
    ],
)
def test_a_move_can_be_typed_short_or_long(line, legal, move):
    assert meaning(line, **legal) == move


@pytest.mark.parametrize(
    ("line", "wish"),
    [
        ("?", Help()),
        ("help", Help()),
        ("t", ShowTable()),
        ("out", StepOut()),
        ("sit out", StepOut()),
        ("in", StepIn()),
        ("top 400", Top(400)),
        ("top up 400", Top(400)),
        ("post", PostBlinds()),
        ("show", ShowHand()),
        ("q", Quit()),
        ("leave", Quit()),
    ],
)
def test_a_wish_can_be_typed_at_any_time(line, wish):
    assert meaning(line, **FREE) == wish
    assert understand(line, Situation(TableView(ruleset=RULES), None)) == wish


def test_an_empty_line_means_nothing():
    assert meaning("   ", **FREE) is None


@pytest.mark.parametrize(
    ("line", "legal", "sentence"),
    [
        ("xyz 3", FREE, "'xyz 3' is not something to type here; ? shows what is."),
        ("f now", FREE, "'now' is too much after 'f'."),
        ("q q", FREE, "'q' is too much after 'q'."),
        (
            "k",
            FACING_A_BET,
            "Checking is not possible, 20 are to call: c calls, f folds.",
        ),
        ("b 60", FACING_A_BET, "There is a bet already: r TO raises it, c calls."),
        ("r 60", FREE, "There is no bet to raise: b TO bets."),
        (
            "r 60",
            {"call": 20},
            "You cannot bet or raise here; you can: f fold   c call 20.",
        ),
        (
            "r",
            FACING_A_BET,
            "'r' needs an amount, your total for this round: from 60 to 400.",
        ),
        ("r much", FACING_A_BET, "'much' is not an amount; it is a whole number such as 60."),
        ("r -60", FACING_A_BET, "'-60' is not an amount; it is a whole number such as 60."),
        ("r 60.5", FACING_A_BET, "'60.5' is not an amount; it is a whole number such as 60."),
        ("r ٦٠", FACING_A_BET, "'٦٠' is not an amount; it is a whole number such as 60."),
        ("r 60 70", FACING_A_BET, "'70' is too much after 'r'."),
        (
            "a",
            {"call": 20, "raise_": Amounts(60, 120)},
            "All-in would be 400, but the most here is 120: type r 120.",
        ),
        ("a", {"call": 20}, "You cannot raise here, so there is no way all-in; c calls 20."),
        (
            "top",
            FREE,
            "top needs the amount that you want to have in front of you, such as top 1000.",
        ),
        (
            "c",
            DRAW,
            "This is the draw: type d and the cards to throw away, or p to keep all five.",
        ),
        (
            "d 1",
            FREE,
            "There is nothing to draw now; "
            "you can: f fold   c check   b TO bet 10-400   a all-in 400.",
        ),
        ("d 6", DRAW, "There is no card 6; yours are 1 to 5."),
        ("d 0", DRAW, "There is no card 0; yours are 1 to 5."),
        ("d Qs", DRAW, "Q♠ is not in your hand: A♠ K♦ 7♣ 7♥ 2♠."),
        ("d 2 Kd", DRAW, "K♦ is named twice; a card can be thrown away once."),
        ("d 22", DRAW, "K♦ is named twice; a card can be thrown away once."),
        (
            "d kx",
            DRAW,
            "'kx' is not a card: write a rank of 23456789TJQKA and a suit of cdhs.",
        ),
        ("p 2", DRAW, "'2' is too much after 'p'."),
    ],
)
def test_what_is_wrong_gets_a_sentence_that_says_what_is_wanted(line, legal, sentence):
    assert refusal(line, **legal) == sentence


def test_an_amount_beyond_all_amounts_is_none():
    assert "is not an amount" in refusal("r " + "9" * 5000, **FACING_A_BET)


def waiting(**options):
    seats = (SeatView(seat=1, name="Anna", stack=9), SeatView(seat=2, name="Me", stack=9))
    return TableView(ruleset=RULES, seats=seats, you=2, hand=HandId(7), **options)


@pytest.mark.parametrize(
    ("view", "sentence"),
    [
        (
            waiting(
                running=True,
                turn=seen.Turn(seat=1, turn=1, kind=TurnKind.BET, base_ms=1, bank_ms=0),
            ),
            "It is not your turn; Anna is to act.",
        ),
        (waiting(running=True), "It is not your turn."),
        (
            waiting(),
            "No hand runs; the next one begins as soon as two players are ready.",
        ),
    ],
)
def test_a_move_out_of_turn_says_whose_turn_it_is(view, sentence):
    with pytest.raises(Unclear, match=f"^{sentence.replace('.', '[.]')}$"):
        understand("c", Situation(view, None))
