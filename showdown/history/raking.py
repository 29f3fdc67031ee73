"""
The rake of a site, by pot.

A text gives the rake of a hand as one amount. The engine takes a given amount from the main pot
first; a site may take a part of every pot, and then prints what is left of each. Here the rake is
laid onto the pots as printed. Who wins them does not change.
"""

from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby

from msgspec.structs import replace

from showdown.rules import events as ev
from showdown.rules.pots import split_evenly
from showdown.rules.ruleset import Chips

Events = tuple[ev.HandEvent, ...]


def rake_as_printed(events: Events, printed: Sequence[Chips]) -> Events:
    """
    The events of a hand with its rake taken from each pot as the text prints them.

    Nothing changes where the printed pots do not say how the rake was taken.

    Args:
        printed: main pot and side pots after rake; empty if they are not given apart.
    """
    ended = next((event for event in events if isinstance(event, ev.HandEnded)), None)
    if ended is None or len(printed) != len(ended.pots):
        return events
    rakes = [pot.amount - left for pot, left in zip(ended.pots, printed, strict=True)]
    if min(rakes) < 0 or sum(rakes) != ended.rake:
        return events
    unit = next(e.ruleset.unit for e in events if isinstance(e, ev.HandStarted))
    return tuple(_laid(events, ended, rakes, unit))


def _laid(
    events: Events, ended: ev.HandEnded, rakes: Sequence[Chips], unit: Chips
) -> Iterator[ev.HandEvent]:
    stacks = {each.seat: each.stack for each in ended.stacks}
    raked = False
    for kind, run in groupby(events, key=type):
        if kind in (ev.Raked, ev.PotAwarded) and not raked:
            yield from (ev.Raked(pot=n, amount=rake) for n, rake in enumerate(rakes) if rake)
            raked = True
        if kind is ev.PotAwarded:
            for award, share in _shares(run, ended, rakes, unit):
                stacks[award.seat] += share - award.amount
                yield replace(award, amount=share)
        elif kind is ev.HandEnded:
            after = tuple(replace(each, stack=stacks[each.seat]) for each in ended.stacks)
            yield replace(ended, stacks=after)
        elif kind is not ev.Raked:
            yield from run


def _shares(
    awards: Iterable[ev.HandEvent], ended: ev.HandEnded, rakes: Sequence[Chips], unit: Chips
) -> Iterator[tuple[ev.PotAwarded, Chips]]:
    paid = [award for award in awards if isinstance(award, ev.PotAwarded)]
    for number, winners in groupby(paid, key=lambda award: award.pot):
        shared = list(winners)
        left = ended.pots[number].amount - rakes[number]
        yield from zip(shared, split_evenly(left, len(shared), unit), strict=True)
