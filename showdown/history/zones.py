"""
Times as texts give them, with the name of a zone, as the UTC that they were.

The library's own zones come from the disk, which this floor does not read.
"""

import re
from datetime import UTC, datetime, timedelta

_HOURS = {"UTC": 0, "GMT": 0}

_NAMED_BY_SEASON = {"WET": 0, "WEST": 1, "BST": 1, "CET": 1, "CEST": 2, "EET": 2, "EEST": 3}
"""Zones before UTC whose name changes in summer; some sites write the winter's all year."""

_OFFSET = re.compile(r"(?:GMT|UTC)([+-])(\d\d):?(\d\d)")


def to_utc(local: datetime, zone: str, *, by_season: bool = False) -> datetime | None:
    """
    A time on the clocks of a zone, marked as UTC, as the UTC that it was; None if nobody knows.

    >>> noon = datetime(2011, 9, 11, 12, tzinfo=UTC)
    >>> [to_utc(noon, zone).hour for zone in ("ET", "UTC", "GMT+0100")], to_utc(noon, "EET")
    ([16, 12, 11], None)

    Args:
        by_season: whether the text calls a zone otherwise in summer than in winter.
    """
    hours = _HOURS | _NAMED_BY_SEASON if by_season else _HOURS
    offset = _OFFSET.fullmatch(zone)
    try:
        if zone in ("ET", "EST", "EDT"):
            return from_eastern(local)
        if zone in hours:
            return local - timedelta(hours=hours[zone])
        if offset is not None:
            away = timedelta(hours=int(offset[2]), minutes=int(offset[3]))
            return local - away if offset[1] == "+" else local + away
    except OverflowError:  # at the first or last day that there is
        return None
    return None


def from_eastern(local: datetime) -> datetime:
    """
    A time on New York's clocks, marked as UTC, as the UTC that it was.

    Of an hour that came twice the first is meant.

    >>> from_eastern(datetime(2009, 11, 25, 14, 12, 43, tzinfo=UTC)).isoformat()
    '2009-11-25T19:12:43+00:00'
    """
    begin, end = _daylight_saving(local.year)
    return local + timedelta(hours=4 if begin <= local < end else 5)


def _daylight_saving(year: int) -> tuple[datetime, datetime]:
    """From when to when, by the law as it is since 2007 and as it was since 1987."""
    if year >= 2007:
        return _sunday(year, 3, 8), _sunday(year, 11, 1)
    return _sunday(year, 4, 1), _sunday(year, 10, 25)


def _sunday(year: int, month: int, day: int) -> datetime:
    """Two in the morning of the first Sunday from this day on."""
    date = datetime(year, month, day, 2, tzinfo=UTC)
    return date + timedelta(days=6 - date.weekday())
