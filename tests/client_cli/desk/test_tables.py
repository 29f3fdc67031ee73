"""The tables of a server, filtered and sorted."""

import pytest
from msgspec.structs import replace

from client_cli.desk.tables import Column, Sorting, TableList, Yours
from client_cli.presenter import Figures
from showdown import Ruleset
from showdown.protocol import messages as msg
from showdown.rules.ruleset import Game, TableId


def a_table(name, *players, pot=None, **options):
    rules = Ruleset(**{"sb": 5, "bb": 10, "max_seats": 6, **options})
    return msg.TableSummary(
        table=TableId(name),
        ruleset=rules,
        players=len(players),
        free=tuple(range(len(players) + 1, 7)),
        hand=None,
        seats=tuple(msg.SeatSummary(seat=n, name=each) for n, each in enumerate(players, 1)),
        average_pot=pot,
    )


TABLES = (
    a_table("main", "Ada", "Bo", pot=90),
    a_table("Blue", pot=120, game=Game.POT_LIMIT),
    a_table("high", "Cy", "Dee", "Eve", sb=50, bb=100),
)


@pytest.fixture
def tables():
    tables = TableList(Figures())
    tables.take(TABLES, Yours())
    return tables


def names(tables):
    return [each.table for each in tables.found]


def test_at_first_the_busiest_with_room_is_pointed_at(tables):
    assert names(tables) == ["high", "main", "Blue"]
    assert tables.pointed.table == "high"
    full = replace(TABLES[2], free=())
    tables.take((*TABLES[:2], full), Yours())
    assert names(tables) == ["main", "Blue", "high"]


def test_where_you_sit_comes_first(tables):
    tables.take(TABLES, Yours(seats=(TableId("Blue"),)))
    assert names(tables) == ["Blue", "high", "main"]


@pytest.mark.parametrize(
    ("typed", "found"),
    [("B", ["main", "Blue"]), ("pot-limit", ["Blue"]), ("eve 100", ["high"]), ("zz", [])],
)
def test_what_is_typed_is_looked_for_in_names_games_and_players(tables, typed, found):
    tables.typed = typed
    assert names(tables) == found


def test_a_column_sorts_both_ways_and_then_no_more(tables):
    tables.sort(Column.POT)
    assert names(tables) == ["Blue", "main", "high"]
    tables.sort(Column.POT)
    assert names(tables) == ["high", "main", "Blue"]
    tables.sort(Column.POT)
    assert tables.sorting == Sorting()


@pytest.mark.parametrize("column", Column)
def test_every_column_sorts(tables, column):
    tables.sort(column)
    assert sorted(names(tables)) == ["Blue", "high", "main"]


def test_one_key_goes_through_all_columns_and_back(tables):
    seen = []
    for _ in range(len(Column) + 1):
        seen.append(tables.sorting.column)
        tables.sort_next()
    assert seen == [None, *Column]
    assert tables.sorting == Sorting()


def test_the_table_that_is_pointed_at_stays_so_when_others_come_and_go(tables):
    tables.point(1)
    tables.take((a_table("new", *"abcde"), *TABLES), Yours())
    assert (tables.pointed.table, tables.place) == ("main", 2)
    tables.take(TABLES[2:], Yours())
    assert (tables.pointed.table, tables.place) == ("high", 0)


def test_pointing_stops_at_both_ends(tables):
    tables.point(-5)
    assert tables.place == 0
    tables.point(99)
    assert tables.place == 2


def test_without_tables_nothing_is_pointed_at(tables):
    tables.take((), Yours())
    tables.point(1)
    assert tables.pointed is None


def test_only_what_is_other_than_before_is_worth_drawing(tables):
    assert not tables.take(TABLES, Yours())
    assert tables.take(TABLES, Yours(waits={TableId("main"): 1}))
    assert tables.take(TABLES[:1], Yours(waits={TableId("main"): 1}))
