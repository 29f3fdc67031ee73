"""The ways a round of betting can go."""

import pytest

from showdown.bots.strong.games import FIXED, NO_LIMIT
from showdown.bots.strong.lines import BIG_BLIND, BUTTON

BEFORE, AFTER = FIXED.before, FIXED.after


def test_before_the_draw_the_button_acts_first_and_after_it_the_big_blind():
    assert (BEFORE.actor(""), BEFORE.actor("r"), BEFORE.actor("rr")) == (BUTTON, BIG_BLIND, BUTTON)
    assert (AFTER.actor(""), AFTER.actor("c"), AFTER.actor("cr")) == (BIG_BLIND, BUTTON, BIG_BLIND)


@pytest.mark.parametrize(
    ("betting", "line", "actions"),
    [
        (BEFORE, "", "fcr"),
        (BEFORE, "c", "cr"),
        (BEFORE, "r", "fcr"),
        (BEFORE, "rrr", "fc"),
        (AFTER, "", "cr"),
        (AFTER, "c", "cr"),
        (AFTER, "rrr", "fcr"),
        (AFTER, "rrrr", "fc"),
        (AFTER, "crrrr", "fc"),
    ],
)
def test_who_owes_nothing_cannot_fold_and_after_the_last_raise_nobody_raises(
    betting, line, actions
):
    assert betting.actions(line) == actions


@pytest.mark.parametrize("line", ["cc", "rc", "crc", "f", "rrf", "crrf"])
def test_a_round_is_over_when_all_is_matched_or_somebody_has_folded(line):
    assert BEFORE.is_over(line)


@pytest.mark.parametrize("line", ["", "c", "r", "cr", "rr", "crr"])
def test_it_goes_on_as_long_as_somebody_is_asked(line):
    assert not BEFORE.is_over(line)


def test_after_everything_is_in_one_can_only_fold_or_call():
    assert NO_LIMIT.before.actions("") == "fcra"
    assert NO_LIMIT.before.actions("rrr") == "fca"
    assert NO_LIMIT.before.actions("ra") == "fc"
    assert NO_LIMIT.after.actions("c") == "cra"
    assert NO_LIMIT.after.is_over("rac")


def test_lines_are_told_once_each():
    assert BEFORE.decisions == ("", "c", "r", "cr", "rr", "crr", "rrr", "crrr")
    assert len(AFTER.decisions) == len(set(AFTER.decisions)) == 10
    assert AFTER.goes_on == (
        "cc", "rc", "crc", "rrc", "crrc", "rrrc", "crrrc", "rrrrc", "crrrrc"
    )  # fmt: skip
