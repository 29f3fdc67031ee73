"""
Points in time as people type them.
"""

from datetime import UTC, datetime, time

_DAY = len("2026-11-30")


def moment_of(text: str, *, at_end: bool) -> datetime:
    """
    A day or a point in time, universal unless it says another zone.

    >>> str(moment_of("2026-11-30", at_end=True)), str(moment_of("2026-11-30T12:30", at_end=True))
    ('2026-11-30 23:59:59+00:00', '2026-11-30 12:30:00+00:00')
    >>> str(moment_of("2026-11-30T12:30+02:00", at_end=False))
    '2026-11-30 12:30:00+02:00'

    Args:
        at_end: whether a day stands for its last second.

    Raises:
        ValueError: it is neither.
    """
    found = datetime.fromisoformat(text)
    if at_end and len(text) <= _DAY:
        found = datetime.combine(found.date(), time(23, 59, 59))
    return found if found.tzinfo is not None else found.replace(tzinfo=UTC)
