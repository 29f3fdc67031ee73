"""Stepping through hands."""

import io

import pytest

from client_cli.stepper import Stepper, step_through
from client_cli.story import from_record
from showdown.history import HandRecord, read_hands
from tests.client_cli.texts import MUCKED, POKERSTARS


def stories(text=POKERSTARS):
    return [
        from_record(each, ascii=True) for each in read_hands(text) if isinstance(each, HandRecord)
    ]


@pytest.fixture
def stepper():
    stepper = Stepper(stories())
    assert list(stepper.begin()) == [
        "Hand 1001 at Blue II, pot-limit $0.50/$1.00, 2012-03-05 01:00 UTC"
    ]
    return stepper


def typed(stepper, *commands):
    """The lines of the last command."""
    lines = []
    for command in commands:
        lines = list(stepper.obey(command))
    return lines


def test_enter_is_one_step_on(stepper):
    assert typed(stepper, "", "") == ["Hero posts the small blind of $0.50."]
    assert stepper.prompt.startswith("[2/17] ")


def test_back_shows_the_table_as_it_was(stepper):
    *table, sentence = typed(stepper, "", "", "", "b")
    assert sentence == "Hero posts the small blind of $0.50."
    assert table[0] == "Blue II: pot-limit $0.50/$1.00. Hand 1001, before the draw, pot $0.50."


def test_back_from_the_first_step_is_the_title(stepper):
    assert typed(stepper, "", "b", "b")[0].startswith("Hand 1001 at Blue II")
    assert typed(stepper, "") == [
        "Hand 1001: P2 has the button. P1 $100.00, P2 $40.00, Hero $40.00."
    ]


def test_d_goes_on_to_the_draw(stepper):
    assert typed(stepper, "d")[-1] == "P1 folds."
    assert typed(stepper, "") == ["Hero discards Jh."]


def test_e_goes_on_to_the_end_and_enter_ends_it(stepper):
    assert typed(stepper, "e")[-1].startswith("Hand 1001 is over")
    assert not stepper.done
    assert typed(stepper, "") == []
    assert stepper.done


def test_the_table_can_be_looked_at(stepper):
    assert typed(stepper, "t") == []
    assert typed(stepper, "", "", "t") == [
        "Blue II: pot-limit $0.50/$1.00. Hand 1001, before the draw, pot $0.50.",
        "  1  P1    $100.00",
        "  3  P2     $40.00             button",
        "  4  Hero   $39.50  bet $0.50",
    ]


def test_an_unknown_command_is_told(stepper):
    assert typed(stepper, "x") == ["'x' is not one of Enter, b, d, e, n, t, q."]


def test_q_ends_it(stepper):
    typed(stepper, "q")
    assert stepper.done


def test_n_goes_to_the_next_hand_and_ends_after_the_last():
    stepper = Stepper(stories(POKERSTARS + "\n\n" + MUCKED))
    list(stepper.begin())
    assert typed(stepper, "n")[0].startswith("Hand 1002 at Blue II")
    typed(stepper, "n")
    assert stepper.done


def test_no_hands_are_no_steps():
    out = io.StringIO()
    step_through([], io.StringIO("\n"), out)
    assert out.getvalue() == ""


def test_a_whole_session_ends_with_the_input():
    out = io.StringIO()
    step_through(stories(), io.StringIO("\nd\n"), out)
    assert "Hero posts the small blind of $0.50." in out.getvalue()
    assert out.getvalue().endswith("q quit: \n")
