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
    *levels, highest = sorted(set(stakes.values()))
    seats, paid = sorted(stakes), sorted(contributions.values())
    pots: list[Pot] = []
    # Asked in every turn, so that each stake is looked at once, from the smallest on.
    covered = whole = at = 0
    for level in levels:
        while paid[at] <= level:
            whole += paid[at]
            at += 1
        upto = whole + level * (len(paid) - at) + dead
        if upto > covered:
            pots.append(
                Pot(upto - covered, tuple([each for each in seats if stakes[each] >= level]))
            )
            covered = upto
    # Folded chips above the highest level belong to the last pot.
    everything = sum(paid) + dead
    if everything > covered:
        last = tuple([each for each in seats if stakes[each] == highest])
        pots.append(Pot(everything - covered, last))
    return tuple(pots)


def split_evenly(amount: Chips, winners: int, unit: Chips = 1) -> tuple[Chips, ...]:
    """
    Shares of a pot; odd units go one each to the first winners (RULES 12.8).

    >>> split_evenly(10, 3), split_evenly(85, 2, unit=5)
    ((4, 3, 3), (45, 40))
    """
    share, odd = divmod(amount // unit, winners)
    return tuple([(share + (place < odd)) * unit for place in range(winners)])
