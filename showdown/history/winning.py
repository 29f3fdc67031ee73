"""
A hand for those who won a showdown unseen: some exports do not list the winner's cards.
"""

from collections.abc import Iterator, Sequence

from showdown.errors import CardError
from showdown.history import facts as fc
from showdown.history import hand_names
from showdown.history.facts import Facts
from showdown.history.losing import Holdings, final_ranks, unseen_losers, winners_of
from showdown.history.unseen import Order, Setting, complete
from showdown.rules.cards import Card
from showdown.rules.hand_rank import HandRank
from showdown.rules.pots import Pot
from showdown.rules.ruleset import Seat

_NATURAL_TRIES = 500
"""So many hands are tried as they come before strong ones are looked for."""

_TRIES = 20_000


def complete_winners(
    facts: Facts,
    holdings: Holdings,
    pots: Sequence[Pot],
    order: Sequence[Seat],
    draws: Sequence[int],
    spare: Sequence[Card],
) -> Holdings:
    """
    The holdings with cards for everybody who won a pot at the showdown unseen.

    Args:
        pots: who contends for which.
        order: seats in the order of the deal.
        draws: positions in that order, as they drew.
        spare: all cards; unseen ones are taken in this order.

    Raises:
        CardError: with the cards that are left no hand wins.
    """
    completed = dict(holdings)
    # Whoever mucks gives up the pot, whatever the text says he collects.
    mucked = {step.seat for step in facts.steps if isinstance(step, fc.Mucked)}
    for seat in unseen_losers(facts, holdings):
        bounds = _Bounds(facts, completed, pots, seat)
        if not bounds.wins or seat in mucked:
            continue
        by_position = [completed[each] for each in order]
        setting = Setting(by_position, order.index(seat), draws)
        found = complete(setting, bounds.fit, _orders(setting.unseen(spare), bounds))
        if found is None:
            raise CardError(
                f"Seat {seat} wins with a hand that is not listed, but of the cards that are left "
                "none wins what the text says."
            )
        completed[seat] = found
    return completed


class _Bounds:
    """Between which hands a winner's must be, as far as others are known."""

    def __init__(self, facts: Facts, holdings: Holdings, pots: Sequence[Pot], seat: Seat) -> None:
        self.site, self.name = facts.site, _name(facts, seat)
        self.wins = False
        self.above: list[HandRank] = []
        self.equal: list[HandRank] = []
        self.below: list[HandRank] = []
        for number, pot in enumerate(pots):
            if seat not in pot.contenders or len(pot.contenders) < 2:
                continue
            winners = winners_of(facts, number, pot)
            others = set(pot.contenders) - winners - {seat}
            if seat in winners:
                self.wins = True
                self.above += final_ranks(holdings, others)
                self.equal += final_ranks(holdings, winners - {seat})
            else:
                self.below += final_ranks(holdings, winners)

    def fit(self, value: HandRank) -> bool:
        """Whether a hand wins what the text says, and is called as it says."""
        return (
            all(value > other for other in self.above)
            and all(value == other for other in self.equal)
            and all(value < other for other in self.below)
            and (not self.name or hand_names.agrees(self.site, self.name, value) is not False)
        )


def _name(facts: Facts, seat: Seat) -> str:
    """What the text calls the hand whose cards it does not list."""
    said = [step.name for step in facts.steps if isinstance(step, fc.Showed) and step.seat == seat]
    return said[0] if said else ""


def _orders(unseen: Sequence[Card], bounds: _Bounds) -> Iterator[Order]:
    yield Order(unseen, _NATURAL_TRIES)
    ranks = {rank for value in bounds.equal for rank in value.ranks}
    if ranks:
        yield Order(sorted(unseen, key=lambda card: card.rank not in ranks), _TRIES)
    # Beside one another stand cards of a rank, for fours and full houses; then those of a suit.
    yield Order(sorted(unseen, key=lambda card: (-card.rank, card.suit)), _TRIES)
    yield Order(sorted(unseen, key=lambda card: (card.suit, -card.rank)), _TRIES)
    # Whatever else there is, from many beginnings.
    for start in range(0, len(unseen), 3):
        yield Order((*unseen[start:], *unseen[:start]), _TRIES)
