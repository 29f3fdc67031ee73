"""
Hands in PHH or OHH that are not whole: of other programs, or written for one viewer.

They are read as the text of a site is: into facts, which are played.
"""

from typing import Any

from msgspec.structs import replace

from showdown.history.beside import Beside
from showdown.history.record import HandRecord, PotShare, SeatAmount
from showdown.rules import events as ev
from showdown.rules.ruleset import Chips, Ruleset
from showdown.rules.wild import Wild


def unreadable(told: Beside | None) -> str | None:
    """Why a hand is read from a whole text only; None if it need not be whole."""
    if told is None:
        return None
    why = None
    if told.rules.wild is not Wild.NONE:
        why = "plays with wild cards"
    elif told.openers is not None or told.carried or told.forfeited:
        why = "is a deal of jackpots"
    elif told.given_up is not None:
        why = "was given up"
    if why is None:
        return None
    return f"This hand {why}, and was written for one viewer; only a whole one is read."


def quiet_rules(**options: Any) -> Ruleset:
    """
    A ruleset without clocks, of which other texts tell nothing.

    Raises:
        RulesetError: the options contradict each other.
    """
    return Ruleset(
        act_time=0.0,
        draw_time=0.0,
        time_bank=0.0,
        disconnect_grace=0.0,
        hand_pause=0.0,
        **options,
    )


def with_payments(record: HandRecord) -> HandRecord:
    """A record whose text does not say who was paid what: as the rules have it."""
    claims, ended = record.claims, record.ended
    assert claims is not None
    assert isinstance(ended, ev.HandEnded)
    events = record.events
    returned = tuple(
        SeatAmount(each.seat, each.amount) for each in events if isinstance(each, ev.BetReturned)
    )
    collected = tuple(
        PotShare(each.seat, each.pot, each.amount)
        for each in events
        if isinstance(each, ev.PotAwarded)
    )
    filled = replace(
        claims,
        pot=sum(pot.amount for pot in ended.pots),
        rake=ended.rake,
        pots=_pots_left(events, ended),
        returned=returned,
        collected=collected,
        reshuffles=sum(isinstance(event, ev.Reshuffled) for event in events),
    )
    return replace(record, claims=filled)


def _pots_left(events: tuple[ev.HandEvent, ...], ended: ev.HandEnded) -> tuple[Chips, ...]:
    """What is left of main pot and side pots after the rake; empty if there is but one."""
    raked = {event.pot: event.amount for event in events if isinstance(event, ev.Raked)}
    left = tuple(pot.amount - raked.get(number, 0) for number, pot in enumerate(ended.pots))
    return left if len(left) > 1 else ()
