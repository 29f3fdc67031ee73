"""
Places and prizes of a tournament (RULES 17.3 and 17.4).
"""

from collections.abc import Mapping, Sequence

from showdown.errors import RulesetError
from showdown.rules.pots import split_evenly
from showdown.rules.ruleset import Chips, Seat
from showdown.rules.start import deal_order

_PERCENT = {2: (100,), 3: (100,), 4: (100,), 5: (65, 35), 6: (65, 35), 7: (50, 30, 20)}
_PERCENT[8] = _PERCENT[7]


def places(left: int, out: Mapping[Seat, Chips]) -> dict[Seat, int]:
    """
    The places of players who are out in the same hand, 1 being the winner's.

    Who began the hand with more is placed higher; equal stacks share their places, and each is
    given the best of them.

    >>> places(4, {2: 300, 5: 120})
    {2: 3, 5: 4}
    >>> places(6, {2: 100, 4: 250, 5: 100})
    {2: 5, 4: 4, 5: 5}

    Args:
        left: how many players were left before the hand.
        out: what each of them had at its start.

    Raises:
        ValueError: more are out than were left.

    Source: docs/rules.md, "Places and prizes"; PokerStars.
    """
    if len(out) > left:
        raise ValueError(f"{len(out)} players are out of {left} that were left")
    best = left - len(out) + 1
    return {
        seat: best + sum(other > stack for other in out.values()) for seat, stack in out.items()
    }


def prizes(entrants: int, pool: Chips) -> tuple[Chips, ...]:
    """
    The prizes by place; each is rounded down, and the first gets what remains.

    >>> prizes(6, 300), prizes(8, 405)
    ((195, 105), (203, 121, 81))

    Raises:
        RulesetError: so many entrants have no prizes here; a table has 2 to 8.
    """
    if entrants not in _PERCENT:
        raise RulesetError(
            f"{entrants} entrants were given; prizes are for 2 to {max(_PERCENT)}.", found=entrants
        )
    others = [pool * percent // 100 for percent in _PERCENT[entrants][1:]]
    return (pool - sum(others), *others)


def prize_money(
    left: int, out: Mapping[Seat, Chips], prizes: Sequence[Chips], button: Seat
) -> dict[Seat, Chips]:
    """
    What players get who are out in the same hand; who gets nothing is left out.

    Shared places share their prizes equally, odd units going to the first left of the button:

    >>> prize_money(4, {2: 300, 5: 300}, (500, 300, 75), button=3)
    {5: 38, 2: 37}

    Args:
        left: how many players were left before the hand.
        out: what each of them had at its start.
        prizes: by place, the winner's first; there is none for later places.
        button: the button's seat in that hand.

    Source: docs/rules.md, "Places and prizes"; PokerStars.
    """
    found = places(left, out)
    money: dict[Seat, Chips] = {}
    for place in sorted(set(found.values())):
        sharers = deal_order([seat for seat in found if found[seat] == place], button)
        pool = sum(prizes[place - 1 : place - 1 + len(sharers)])
        money |= dict(zip(sharers, split_evenly(pool, len(sharers)), strict=True))
    return {seat: amount for seat, amount in money.items() if amount}
