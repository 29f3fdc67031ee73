"""What is typed before your turn counts for the price that you saw, and for no other."""

import pytest

from client_cli.ahead import Ahead
from client_cli.errors import Unclear
from client_cli.languages import speaking
from client_cli.presenter import Figures
from client_cli.typed import Situation, understand
from client_cli.wishes import Forget, Later
from showdown.protocol import messages as msg
from tests.client_cli.desk.moments import betting, view

WAITING = view(turn=2)


def later(line, table=WAITING):
    understood = understand(line, Situation(table, None))
    assert isinstance(understood, Later)
    return understood.intention


def decided(line, table=WAITING):
    ahead = Ahead(Figures())
    return ahead, ahead.decide(later(line, table), table)


@pytest.mark.parametrize(
    ("line", "said", "move"),
    [
        ("f", "fold", msg.Fold()),
        ("k", "check, else fold", msg.Fold()),
        ("c", "call 5", msg.Call()),
        ("call", "call 5", msg.Call()),
    ],
)
def test_it_is_done_in_your_turn_and_once(line, said, move):
    ahead, told = decided(line)
    assert told == f"In your turn: {said}. forget takes it back."
    assert ahead.follow(WAITING) == ""
    assert ahead.move(betting()) == move
    assert ahead.move(betting()) is None


def test_another_price_takes_it_back_and_says_so():
    ahead, _ = decided("c")
    raised = view(turn=1, bet=50)
    assert ahead.follow(raised) == "The price has changed: call 5 is taken back."
    assert ahead.move(betting(call=45, price=50)) is None


def test_it_can_be_forgotten():
    ahead, _ = decided("f")
    assert understand("forget", Situation(WAITING, None)) == Forget()
    assert ahead.forget() == "Nothing is decided beforehand any more."
    assert ahead.forget() == "Nothing was decided beforehand."
    assert ahead.move(betting()) is None


def test_what_was_not_seen_is_not_acted_on():
    ahead, _ = decided("f")
    ahead.lose()
    assert ahead.move(betting()) is None


@pytest.mark.parametrize("line", ["r 60", "b 30", "a", "d 1", "f now"])
def test_amounts_and_cards_are_not_decided_beforehand(line):
    with pytest.raises(Unclear, match="It is not your turn"):
        understand(line, Situation(WAITING, None))


def test_where_no_turn_of_yours_comes_nothing_is_decided():
    with pytest.raises(Unclear, match="It is not your turn"):
        understand("f", Situation(view(turn=2, stack=0), None))


def test_it_is_typed_in_the_language_that_is_spoken():
    with speaking("ru"):
        _, told = decided("пас")
    assert told == "В ваш ход: пас. Чтобы отменить, наберите забыть."
