"""
Who is asked to open in the next hand of a table, by rule and not by choice.

Everybody who is dealt in and has an anchor is asked, save who has let three deals of his last
hundred pass: he rests for a hundred hands and is counted anew. That an account was silent is
remembered when it gets up, so that coming back forgets nothing.
"""

from collections.abc import Iterable, Iterator

from msgspec.structs import replace

from showdown.rules import events as ev
from showdown.rules.fairness.hashing import FIRST
from showdown.rules.fairness.telling import Bound
from showdown.rules.fairness.texts import to_text
from showdown.rules.proven import is_valid
from showdown.rules.ruleset import AccountId, Seat
from showdown.rules.seating import Seating, Silence

MISSES_ALLOWED = 3
"""So many deals missed among the last :data:`LISTINGS`, and an account rests."""

LISTINGS = 100
"""Over so many times that it was asked misses are counted, and for so many hands it rests."""

MOST_REMEMBERED = 256
"""Accounts whose silence a table remembers; the longest known go first."""


def contributors(seating: Seating, dealt_in: Iterable[Seat]) -> Iterator[Bound]:
    """Who of those dealt in is asked to open."""
    for seat in dealt_in:
        occupant = seating.at(seat)
        assert occupant is not None
        if occupant.bound_by and not _silence(seating, occupant.account).rests:
            yield Bound(seat=seat, commitment=occupant.bound_by)


def previous_head(seating: Seating) -> str:
    """What the next hand is bound to."""
    return seating.head or to_text(FIRST)


# What openings and silence leave behind.


def after_openings(seating: Seating, event: ev.EntropyOpened | ev.PoolUnused) -> Seating:
    """Each value that was opened is what its account has committed to from now on."""
    values = {each.seat: each.value for each in event.openings}
    occupants = tuple(
        # A new anchor that came in the meantime stays.
        replace(each, bound_by=values[each.seat])
        if each.seat in values and is_valid(values[each.seat], each.bound_by)
        else each
        for each in seating.occupants
    )
    seating = replace(seating, occupants=occupants)
    return _counted(seating, event) if event.part == 0 else seating


def _counted(seating: Seating, event: ev.EntropyOpened | ev.PoolUnused) -> Seating:
    """Count who was asked and who was silent, and let those rest a hand less who rest."""
    asked = {each.seat for each in event.openings} | set(event.missed)
    noted = {each.account: each for each in seating.silences}
    for occupant in seating.occupants:
        before = noted.get(occupant.account, Silence(account=occupant.account))
        if occupant.seat in asked:
            after = _after_listing(before, missed=occupant.seat in event.missed)
        else:
            after = replace(before, rests=max(0, before.rests - 1))
        noted.pop(occupant.account, None)
        if after.rests or after.missed:
            noted[occupant.account] = after
    return replace(seating, silences=tuple(noted.values())[-MOST_REMEMBERED:])


def _after_listing(before: Silence, *, missed: bool) -> Silence:
    """Misses as how many listings ago they were."""
    ago = (*(each + 1 for each in before.missed), *((0,) if missed else ()))
    recent = tuple(each for each in ago if each < LISTINGS)
    if len(recent) >= MISSES_ALLOWED:
        return Silence(account=before.account, rests=LISTINGS)
    return replace(before, missed=recent)


def _silence(seating: Seating, account: AccountId) -> Silence:
    found = (each for each in seating.silences if each.account == account)
    return next(found, Silence(account=account))
