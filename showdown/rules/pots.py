"""
Main pot and side pots (RULES 12.1 and 12.2).

How much each seat put in says it all: what was all-in when, and in which round, does not matter.
"""

from collections.abc import Collection, Mapping

from msgspec import Struct

from showdown.rules.ruleset import Chips, Seat


class Pot(Struct, frozen=True, gc=False):
    """Chips, and the seats that can win them."""

    amount: Chips
    contenders: tuple[Seat, ...]


def split_pots(
    contributions: Mapping[Seat, Chips], folded: Collection[Seat] = (), dead: Chips = 0
) -> tuple[Pot, ...]:
    """
    Split what the seats have put in into a main pot and side pots.

    A seat that is all in can win from each other seat no more than it put in itself, so each
    distinct stake among the seats still contending closes one pot.

    >>> split_pots({1: 50, 2: 200, 3: 200, 4: 20}, folded={4})
    (Pot(amount=170, contenders=(1, 2, 3)), Pot(amount=300, contenders=(2, 3)))

    Args:
        contributions: chips put in over the whole hand, antes of each included; never negative.
        folded: seats that gave up their claim; their chips stay in.
        dead: chips that are nobody's stake: dead posts and a big blind's ante.

    Returns:
        Pots from the main pot outwards, none of them empty; their amounts sum to the contributions
        and ``dead``.

    Raises:
        ValueError: every seat has folded.

    Source: docs/rules.md, "Pots, showdown, payment".
    """
    stakes = {seat: stake for seat, stake in contributions.items() if seat not in folded}
    if not stakes:
        raise ValueError("every seat has folded, so nobody can win a pot")
    contested = set(stakes.values())
    if len(contested) == 1:
        everything = sum(contributions.values()) + dead
        return (Pot(everything, tuple(sorted(stakes))),) if everything else ()
    pots: list[Pot] = []
    below = 0
    levels = sorted({0, *contested} if dead else contested)
    for level in levels:
        # Folded chips above the highest level belong to the last pot.
        top = level if level < levels[-1] else max(contributions.values())
        amount = 0
        for paid in contributions.values():  # asked in every turn; sum() takes twice as long
            if paid > below:
                amount += (min(top, paid)) - below
        contenders = tuple([seat for seat in sorted(stakes) if stakes[seat] >= level])
        _add(pots, Pot(amount + dead if level == 0 else amount, contenders))
        below = level
    return tuple([pot for pot in pots if pot.amount])


def _add(pots: list[Pot], pot: Pot) -> None:
    """Append a pot; it joins the one before if the same seats contend or that one is empty."""
    if pots and (pots[-1].contenders == pot.contenders or not pots[-1].amount):
        pot = Pot(pots.pop().amount + pot.amount, pot.contenders)
    pots.append(pot)


def split_evenly(amount: Chips, winners: int, unit: Chips = 1) -> tuple[Chips, ...]:
    """
    Shares of a pot; odd units go one each to the first winners (RULES 12.8).

    >>> split_evenly(10, 3), split_evenly(85, 2, unit=5)
    ((4, 3, 3), (45, 40))
    """
    share, odd = divmod(amount // unit, winners)
    return tuple([(share + (place < odd)) * unit for place in range(winners)])
