"""
Times on the clocks of a zone as the UTC that they were.
"""

from datetime import UTC, datetime, timedelta

import pytest

from showdown.history.zones import from_eastern, to_utc

NOON = datetime(2011, 9, 11, 12, tzinfo=UTC)


@pytest.mark.parametrize(
    ("year", "begin", "end"),
    [(2006, (4, 2), (10, 29)), (2007, (3, 11), (11, 4)), (2009, (3, 8), (11, 1))],
)
def test_summer_time_begins_and_ends_by_the_law_of_the_year(year, begin, end):
    for month, day in (begin, end):
        change = datetime(year, month, day, 2, tzinfo=UTC)
        before, after = from_eastern(change - timedelta(seconds=1)), from_eastern(change)
        assert abs(after - before - timedelta(seconds=1)) == timedelta(hours=1)


@pytest.mark.parametrize(
    ("zone", "hour"),
    [("UTC", 12), ("CET", 11), ("EEST", 9), ("GMT+0100", 11), ("UTC-03:30", 15), ("ET", 16)],
)
def test_a_zone_says_how_far_it_is_from_utc(zone, hour):
    moment = to_utc(NOON, zone, by_season=True)
    assert moment is not None
    assert moment.hour == hour


@pytest.mark.parametrize("zone", ["CET", "EEST"])
def test_a_name_that_some_sites_keep_all_year_says_nothing_there(zone):
    assert to_utc(NOON, zone) is None


@pytest.mark.parametrize("zone", ["MSK", "", "GMT+1", "XYZ"])
def test_of_a_zone_that_nobody_knows_there_is_no_utc(zone):
    assert to_utc(NOON, zone) is None


@pytest.mark.parametrize("zone", ["ET", "GMT-2359"])
def test_after_the_last_day_there_is_no_time(zone):
    assert to_utc(datetime(9999, 12, 31, 23, 59, tzinfo=UTC), zone) is None
