from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from showdown.history.pokerstars_words import EPOCH, Money, eastern_time, loses_time
from showdown.history.zones import from_eastern

moments = st.integers(631_152_000, 2_208_988_800).map(lambda at: datetime.fromtimestamp(at, UTC))


def read_eastern(text: str) -> datetime:
    return from_eastern(datetime.strptime(f"{text[:-3]} +0000", "%Y/%m/%d %H:%M:%S %z"))


@given(moments)
def test_a_time_comes_back_but_for_the_hour_that_comes_twice(moment):
    read = read_eastern(eastern_time(moment))
    assert (read != moment) == loses_time(moment)
    assert moment - read in (timedelta(0), timedelta(hours=1))


@pytest.mark.parametrize(
    ("moment", "text"),
    [
        (datetime(2009, 11, 25, 19, 12, 43, tzinfo=UTC), "2009/11/25 14:12:43 ET"),
        (datetime(2016, 5, 11, 7, 23, 37, tzinfo=UTC), "2016/05/11 3:23:37 ET"),
        (EPOCH, "1970/01/01 0:00:00 ET"),
    ],
)
def test_a_time_is_written_as_the_client_writes_it(moment, text):
    assert eastern_time(moment) == text


def test_parts_of_a_second_and_the_second_of_two_hours_are_lost():
    twice = datetime(2020, 11, 1, 5, 30, tzinfo=UTC)
    assert not loses_time(twice)
    assert loses_time(twice + timedelta(hours=1))
    assert loses_time(twice + timedelta(milliseconds=1))


@pytest.mark.parametrize(
    ("money", "amounts"),
    [
        (Money("USD", 100), {5: "$0.05", 300: "$3", 1910: "$19.10", 0: "$0"}),
        (Money("EUR", 100), {150: "€1.50"}),
        (Money("chips", 1), {5: "5", 300: "300"}),
    ],
)
def test_amounts_have_cents_where_there_are_some(money, amounts):
    assert {amount: money(amount) for amount in amounts} == amounts


@pytest.mark.parametrize(
    ("money", "stakes", "text"),
    [
        (Money("USD", 100), (10, 20), "$0.10/$0.20 USD"),
        (Money("USD", 100), (50, 100), "$0.50/$1.00 USD"),
        (Money("USD", 100), (3000, 6000), "$30/$60 USD"),
        (Money("chips", 1), (5, 10), "5/10"),
    ],
)
def test_stakes_are_written_as_in_titles(money, stakes, text):
    assert money.stakes(*stakes) == text
