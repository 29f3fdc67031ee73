"""
The small blind of fixed-limit, which texts leave to be found.

A header of fixed-limit gives the bets only. A small blind is half a small bet, but only what is
posted says to what that is rounded, and who is all-in by it says less.
"""

from collections.abc import Iterable
from typing import NamedTuple

from showdown.history.record import HandRecord
from showdown.rules import events as ev
from showdown.rules.ruleset import Chips


class Posted(NamedTuple):
    """What a seat posted of a small blind, on time or late."""

    amount: Chips
    all_in: bool


def small_blind_of(small_bet: Chips, posted: Iterable[Posted]) -> Chips:
    """
    What the small blind is by what was posted.

    >>> small_blind_of(5, [Posted(1, all_in=True), Posted(3, all_in=False)])
    3
    >>> small_blind_of(5, [Posted(1, all_in=True)])
    2
    """
    seen = tuple(posted)
    whole = [each.amount for each in seen if not each.all_in]
    amount = whole[0] if whole else max([small_bet // 2, *(each.amount for each in seen)])
    return max(0, min(amount, small_bet))


def told_small_blind(record: HandRecord) -> Chips:
    """The small blind of a hand of fixed-limit, by the lines that a text of it has."""
    small_bet = record.ruleset.bet_size(0)
    posts = {post.seat: post for post in record.started.posts}
    stacks = {dealt.seat: dealt.stack for dealt in record.started.lineup}
    posted: list[Posted] = []
    for event in record.events:
        if isinstance(event, ev.AntePosted):
            stacks[event.seat] -= event.amount
        elif isinstance(event, ev.BlindPosted):
            amount = event.amount + event.dead
            stacks[event.seat] -= amount
            post = posts.get(event.seat)
            late = event.kind is ev.BlindKind.POST and post is not None and post.dead > 0
            if late or event.kind is ev.BlindKind.SMALL:
                big = small_bet if late and post is not None and post.live else 0
                posted.append(Posted(amount - big, all_in=not stacks[event.seat]))
    return small_blind_of(small_bet, posted)
