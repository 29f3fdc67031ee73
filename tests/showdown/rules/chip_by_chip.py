"""
Pots by laying chips on the table one by one: slow, plain, and not how the rules count.
"""

from collections.abc import Collection, Mapping

from showdown import Pot


def pots_chip_by_chip(
    contributions: Mapping[int, int], folded: Collection[int], dead: int
) -> tuple[Pot, ...]:
    """The pots of RULES 12.2."""
    playing = {seat: chips for seat, chips in contributions.items() if seat not in folded}
    most = max(playing.values())
    pots: list[tuple[list[int], int]] = [(sorted(playing), dead)]
    for chip in range(1, max(contributions.values()) + 1):
        # Whoever has laid down a chip of this height plays for it; above the highest of those who
        # still play, the highest ones do.
        eligible = sorted(seat for seat, chips in playing.items() if chips >= min(chip, most))
        laid = sum(chips >= chip for chips in contributions.values())
        before, amount = pots[-1]
        if before == eligible or not amount:
            pots[-1] = (eligible, amount + laid)
        else:
            pots.append((eligible, laid))
    return tuple(Pot(amount, tuple(seats)) for seats, amount in pots if amount)
