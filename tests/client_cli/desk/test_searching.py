"""What is typed to find old hands."""

from datetime import UTC, datetime

import pytest

from client_cli.desk.searching import Search, understand_search
from client_cli.errors import Unclear
from showdown.history.statistics import Outcome
from showdown.rules.hand_rank import Category
from showdown.rules.ruleset import TableId


@pytest.mark.parametrize(
    ("line", "search"),
    [
        ("", Search()),
        ("won", Search(result=Outcome.WON)),
        ("LOST full-house", Search(result=Outcome.LOST, category=int(Category.FULL_HOUSE))),
        ("Ada", Search(player="Ada")),
        ("player=Ada table=main", Search(player="Ada", table=TableId("main"))),
        ("--min-pot=100 result=won", Search(min_pot=100, result=Outcome.WON)),
        ("category=pair", Search(category=int(Category.ONE_PAIR))),
        (
            "since=2026-11-30 until=2026-11-30T12:00",
            Search(
                since=datetime(2026, 11, 30, tzinfo=UTC),
                until=datetime(2026, 11, 30, 12, tzinfo=UTC),
            ),
        ),
    ],
)
def test_a_line_is_the_filters_of_the_command(line, search):
    assert understand_search(line) == search


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        ("colour=red", "There is no filter 'colour='; there are player=, table=, since=,"),
        ("table=", "table needs something behind the =."),
        ("min-pot=lots", "'lots' is not an amount; it is a whole number such as 100."),
        ("min-pot=99999999999999999999", "is not an amount"),
        ("since=yesterday", "'yesterday' is no day or time"),
        ("category=chess", "There is no hand called 'chess'"),
        ("result=drawn", "There is no result 'drawn'"),
        ("x" * 33, "The name has 33 signs; the most are 32."),
    ],
)
def test_what_means_nothing_is_one_sentence(line, sentence):
    with pytest.raises(Unclear, match=r".") as refused:
        understand_search(line)
    assert sentence in refused.value.sentence
