"""
The rake of a site, by pot.

A text gives the rake of a hand as one amount. Of a single pot the engine takes it. Where there are
side pots a site takes a part of each, and prints what is left of them: such a hand is played
without rake first, and the rake is laid on afterwards. Who wins what pot does not change.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby

from msgspec.structs import replace

from showdown.history.record import PotShare
from showdown.rules import events as ev
from showdown.rules.pots import Pot, split_evenly
from showdown.rules.ruleset import Chips

Events = tuple[ev.HandEvent, ...]


def given_rake(rake: Chips | None, printed: Sequence[Chips]) -> Chips | None:
    """The rake with which a hand is played: none yet if it is to be laid onto printed pots."""
    return 0 if printed else rake


def rake_as_printed(
    events: Events,
    rake: Chips | None,
    printed: Sequence[Chips],
    collected: Sequence[PotShare] = (),
) -> Events:
    """
    The events of a hand that was played without rake, with the rake taken.

    How much is taken of each pot shows in what is left of it; if that does not add up, in what was
    collected from it; else it is taken from the main pot first. If the pots are not given apart,
    nothing changes.

    Args:
        rake: of the whole hand.
        printed: main pot and side pots, after rake or before it; empty if they are not given apart.
        collected: what seats were paid from each pot.
    """
    if not rake or not printed:
        return events
    ended = next((event for event in events if isinstance(event, ev.HandEnded)), None)
    if ended is None:
        return events
    return tuple(_laid(events, ended, rake, _by_pot(ended.pots, rake, printed, collected)))


def _by_pot(
    pots: Sequence[Pot], rake: Chips, printed: Sequence[Chips], collected: Sequence[PotShare]
) -> list[Chips]:
    paid: Counter[int] = Counter()
    for share in collected:
        paid[share.pot] += share.amount
    for left in (printed, [paid[number] for number in range(len(pots))]):
        if len(left) == len(pots):
            rakes = [pot.amount - each for pot, each in zip(pots, left, strict=True)]
            if sum(rakes) == rake and all(each >= 0 for each in rakes):
                return rakes
    rakes = []
    for pot in pots:
        rakes.append(min(rake, pot.amount))
        rake -= rakes[-1]
    return rakes


def _laid(
    events: Events, ended: ev.HandEnded, rake: Chips, rakes: Sequence[Chips]
) -> Iterator[ev.HandEvent]:
    stacks = {each.seat: each.stack for each in ended.stacks}
    for kind, run in groupby(events, key=type):
        if kind is ev.HandStarted:
            for started in run:
                yield replace(started, rake=rake)
        elif kind is ev.PotAwarded:
            yield from (ev.Raked(pot=n, amount=each) for n, each in enumerate(rakes) if each)
            for award, share in _shares(run, ended.pots, rakes):
                stacks[award.seat] += share - award.amount
                if share:
                    yield replace(award, amount=share)
        elif kind is ev.HandEnded:
            after = tuple(replace(each, stack=stacks[each.seat]) for each in ended.stacks)
            yield replace(ended, stacks=after, rake=sum(rakes))
        else:
            yield from run


def _shares(
    awards: Iterable[ev.HandEvent], pots: Sequence[Pot], rakes: Sequence[Chips]
) -> Iterator[tuple[ev.PotAwarded, Chips]]:
    paid = [award for award in awards if isinstance(award, ev.PotAwarded)]
    for number, winners in groupby(paid, key=lambda award: award.pot):
        shared = list(winners)
        left = pots[number].amount - rakes[number]
        yield from zip(shared, split_evenly(left, len(shared)), strict=True)
