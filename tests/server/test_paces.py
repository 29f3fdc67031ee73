"""The paces of tables are those that the page for operators lists."""

from pathlib import Path

import pytest

from server.paces import PACES
from showdown.rules.ruleset import make_ruleset

PAGE = (Path(__file__).parents[2] / "docs" / "operations.md").read_text("utf-8")


@pytest.mark.parametrize("pace", PACES)
def test_the_page_has_the_seconds_of_each_pace(pace):
    rules = make_ruleset({"sb": 5, "bb": 10, **PACES[pace]})
    assert rules.act_time == rules.draw_time
    seconds = (rules.act_time, rules.time_bank, rules.disconnect_grace, rules.hand_pause)
    assert f"| `{pace}` | {' | '.join(f'{each:g} s' for each in seconds)} |" in PAGE
