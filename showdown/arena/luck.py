"""
Taking the luck of all-in draws out of a result.

Where nobody can bet any more before the draw, what is left is chance: the discards are chosen
without seeing what others draw, so they would have been the same with other cards. In place of what
a bot won there stands what it would have won on average over all cards that could have been drawn,
given everybody's cards and discards. The average of these averages is that of what was won, since
each is the expectation of it; only the scatter goes. All other luck stays: that of the deal, and
that of draws after which there was betting.

Few cards are gone through one by one; where there are more possibilities than
:data:`MOST_COUNTED`, :data:`SAMPLES` of them are drawn by the deal's own sampler, which leaves
a 64th of that scatter and no bias.
"""

from collections.abc import Callable, Iterator, Sequence
from itertools import combinations
from math import comb
from random import Random

from showdown.rules import events as ev
from showdown.rules.cards import Card
from showdown.rules.hand import HandState
from showdown.rules.hand_rank import HandRank
from showdown.rules.pots import Pot, split_evenly
from showdown.rules.settlement import winners_of

MOST_COUNTED = 500
"""Up to so many possibilities are gone through."""

SAMPLES = 64

PARTS = 1_000_000
"""Expectations are whole millionths of a chip."""

Draws = tuple[tuple[Card, ...], ...]
"""What each drawing position draws."""


def expected_nets(
    state: HandState, events: Sequence[ev.HandEvent], sampler: Callable[[], Random]
) -> tuple[int, ...] | None:
    """
    What each position wins on average, in millionths of a chip; None where it cannot be said.

    It cannot where the stub was made anew: then the discards of some are what others draw.

    Args:
        state: a hand that is over, in which nobody could bet after the first draw.
        events: all of it.
    """
    if state.reshuffles:
        return None
    ended = events[-1]
    assert isinstance(ended, ev.HandEnded)
    paid = _paid_by_pot(events, len(ended.pots))
    before = _before_the_pots(state, events)
    won = [0] * len(state.seats)
    kept = [_kept(state, place) for place in state.in_hand]
    count = 0
    for draws in _possible_draws(state, sampler):
        count += 1
        ranks = {
            place: state.ruleset.rank(own + draw)
            for place, own, draw in zip(state.in_hand, kept, draws, strict=True)
        }
        for pot, amount in zip(ended.pots, paid, strict=True):
            _pay(state, pot, amount, ranks, won)
    return tuple(
        [PARTS * base + PARTS * share // count for base, share in zip(before, won, strict=True)]
    )


def _paid_by_pot(events: Sequence[ev.HandEvent], pots: int) -> list[int]:
    """What was paid out of each pot, rake already taken."""
    paid = [0] * pots
    for event in events:
        if isinstance(event, ev.PotAwarded):
            paid[event.pot] += event.amount
    return paid


def _before_the_pots(state: HandState, events: Sequence[ev.HandEvent]) -> list[int]:
    """What each position had won, mostly lost, before pots were paid."""
    nets = [
        stack - dealt.stack for stack, dealt in zip(state.stacks, state.started.lineup, strict=True)
    ]
    for event in events:
        if isinstance(event, ev.PotAwarded):
            nets[state.seats.index(event.seat)] -= event.amount
    return nets


def _pay(
    state: HandState, pot: Pot, amount: int, ranks: dict[int, HandRank], won: list[int]
) -> None:
    """Add what each position would be paid of a pot if the hands were worth this."""
    winners = winners_of(state, pot, ranks)
    shares = split_evenly(amount, len(winners), state.ruleset.unit)
    for place, share in zip(winners, shares, strict=True):
        won[place] += share


def _kept(state: HandState, place: int) -> tuple[Card, ...]:
    thrown = state.discards[place]
    return tuple([card for card in state.dealt[place] if card not in thrown])


# Who draws what.


def _possible_draws(state: HandState, sampler: Callable[[], Random]) -> Iterator[Draws]:
    """All draws that were possible, or equally likely ones among them."""
    dealt = {card for cards in state.dealt for card in cards}
    unseen = [card for card in state.ruleset.deck if card not in dealt]
    counts = [len(state.discards[place]) for place in state.in_hand]
    if _possibilities(len(unseen), counts) <= MOST_COUNTED:
        return _every(unseen, counts)
    return _some(unseen, counts, sampler())


def _possibilities(unseen: int, counts: Sequence[int]) -> int:
    many = 1
    for count in counts:
        many *= comb(unseen, count)
        unseen -= count
    return many


def _every(unseen: list[Card], counts: Sequence[int]) -> Iterator[Draws]:
    if not counts:
        yield ()
        return
    for first in combinations(unseen, counts[0]):
        left = [card for card in unseen if card not in first] if counts[0] else unseen
        for others in _every(left, counts[1:]):
            yield (first, *others)


def _some(unseen: list[Card], counts: Sequence[int], chance: Random) -> Iterator[Draws]:
    many, size = sum(counts), len(unseen)
    for _ in range(SAMPLES):
        # Only `random()` gives the same numbers on every version of Python.
        for place in range(many):
            other = place + int(chance.random() * (size - place))
            unseen[place], unseen[other] = unseen[other], unseen[place]
        draws, first = [], 0
        for count in counts:
            draws.append(tuple(unseen[first : first + count]))
            first += count
        yield tuple(draws)
