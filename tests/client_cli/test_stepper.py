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


def test_c_goes_to_what_is_decided_next():
    stepper = Stepper(stories())
    list(stepper.begin())
    assert [typed(stepper, "c")[-1] for _ in range(4)] == [
        "P2 raises to $3.00.",
        "Hero calls $2.50.",
        "P1 folds.",
        "Hero discards Jh.",
    ]


def test_s_goes_on_to_the_showdown(stepper):
    assert typed(stepper, "s")[-1] == "P2 calls $5.00."
    assert typed(stepper, "")[0].startswith("Hero shows")


def test_a_goes_to_the_beginning(stepper):
    assert typed(stepper, "e", "a")[0].startswith("Hand 1001 at Blue II")
    assert stepper.prompt.startswith("[0/17] ")


def test_a_number_goes_to_that_step_on_and_back(stepper):
    assert typed(stepper, "7")[-1] == "P1 folds."
    assert typed(stepper, "2")[-1] == "Hero posts the small blind of $0.50."
    assert stepper.prompt.startswith("[2/17] ")
    assert typed(stepper, "0")[0].startswith("Hand 1001 at Blue II")
    assert typed(stepper, "99")[-1].startswith("Hand 1001 is over")
    assert not stepper.done


def test_a_question_mark_shows_what_there_is_to_type(stepper):
    assert typed(stepper, "?")[0].startswith("Enter  one step on")


def test_p_goes_to_the_hand_before():
    stepper = Stepper(stories(POKERSTARS + "\n\n" + MUCKED))
    list(stepper.begin())
    typed(stepper, "n")
    assert typed(stepper, "p")[0].startswith("Hand 1001 at Blue II")
    assert typed(stepper, "", "p")[0].startswith("Hand 1001 at Blue II")


def test_the_table_can_be_looked_at(stepper):
    assert typed(stepper, "t") == []
    assert typed(stepper, "", "", "t") == [
        "Blue II: pot-limit $0.50/$1.00. Hand 1001, before the draw, pot $0.50.",
        "  1  P1    $100.00",
        "  3  P2     $40.00             button",
        "  4  Hero   $39.50  bet $0.50",
    ]


def test_an_unknown_command_is_told(stepper):
    assert typed(stepper, "x") == ["'x' is nothing to type here; ? shows what is."]


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
    assert out.getvalue().endswith("? more: \n")


def test_the_letters_are_found_on_a_russian_keyboard(stepper):
    assert typed(stepper, "", "", "", "и")[-1] == "Hero posts the small blind of $0.50."
    typed(stepper, "й")
    assert stepper.done
