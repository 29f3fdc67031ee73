"""What is decided before one's turn counts for the price that was seen."""

import pytest

from client_cli.desk.controls import Controls
from client_cli.desk.intentions import Kind, intend
from showdown.protocol import messages as msg
from showdown.rules.events import Move, TurnKind
from showdown.rules.seen import Acted
from tests.client_cli.desk.moments import betting, desk_at, drawing, show, update, view

WAITING = view(turn=2)


def waiting(table=WAITING):
    desk = desk_at(table)
    return desk, Controls(desk)


def test_the_keys_say_what_would_be_done():
    _, controls = waiting()
    assert {each.key: each.label for each in controls.choices()} == {
        "f": "fold", "x": "check, else fold", "c": "call 5",
    }  # fmt: skip


@pytest.mark.parametrize(("key", "move"), [("f", msg.Fold()), ("x", msg.Fold()), ("c", msg.Call())])
def test_it_is_done_in_your_turn(key, move):
    desk, controls = waiting()
    controls.press(key)
    show(desk, view(turn=1), betting())
    assert desk.take_intended() == move
    assert desk.take_intended() is None


def test_check_or_fold_checks_where_that_is_free():
    free = view(turn=2, bet=10, own_bet=10)
    desk, controls = waiting(free)
    controls.press("x")
    show(desk, view(turn=1, bet=10, own_bet=10), betting(call=0, price=10))
    assert desk.take_intended() == msg.Check()


@pytest.mark.parametrize("key", ["f", "x", "c"])
def test_another_price_takes_it_back_and_says_so(key):
    desk, controls = waiting()
    controls.press(key)
    raised = Acted(seat=2, move=Move.RAISE, amount=40, to=50)
    update(desk, WAITING, view(turn=1, bet=50), raised, request=betting(call=45, price=50))
    assert desk.take_intended() is None
    assert desk.intention is None
    assert desk.lines[-1].text.startswith("The price has changed: ")


def test_the_same_key_takes_it_back():
    desk, controls = waiting()
    controls.press("c")
    controls.press("c")
    assert desk.intention is None


def test_another_key_takes_its_place():
    desk, controls = waiting()
    controls.press("c")
    controls.press("f")
    assert desk.intention.kind is Kind.FOLD


def test_it_does_not_outlive_the_round():
    desk, controls = waiting()
    controls.press("x")
    show(desk, view(turn=1, bet=10, street=1), betting())
    assert desk.take_intended() is None


def test_it_decides_no_draw():
    desk, controls = waiting()
    controls.press("x")
    show(desk, view(turn=1, kind=TurnKind.DRAW), drawing())
    assert desk.take_intended() is None


@pytest.mark.parametrize(
    "table",
    [
        view(turn=1),
        view(turn=2, kind=TurnKind.DRAW),
        view(turn=2, stack=0),
        view(turn=2, you=None),
        view(turn=2, running=False),
        view(turn=2).__class__(ruleset=WAITING.ruleset),
    ],
)
def test_where_no_turn_will_come_nothing_can_be_decided(table):
    assert intend(Kind.CALL, table) is None
