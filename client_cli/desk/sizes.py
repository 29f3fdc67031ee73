"""
How much to bet or raise: the sizes that players think in, inside what the rules allow.
"""

from typing import NamedTuple

from client_cli.presenter import everything
from showdown.protocol import messages as msg
from showdown.rules.ruleset import Chips
from showdown.rules.table_view import TableView


class Sizes(NamedTuple):
    """Totals for this round, each of them possible."""

    raises: bool
    """Whether there is a bet already."""
    least: Chips
    most: Chips
    half_pot: Chips
    pot: Chips
    everything: Chips
    """Your total if you go all-in; it may be more than the most."""
    step: Chips
    unit: Chips

    @property
    def all_in(self) -> Chips | None:
        """The total with which you are all-in, if you may be."""
        return self.everything if self.most == self.everything else None

    @property
    def exact(self) -> bool:
        """Whether there is only one size."""
        return self.least == self.most

    def fitting(self, to: Chips) -> Chips:
        """The nearest total that is possible."""
        return min(max(to - to % self.unit, self.least), self.most)

    def move(self, to: Chips) -> msg.Move:
        """Bet or raise to a total."""
        return msg.Raise(to) if self.raises else msg.Bet(to)


def sizes(request: msg.ActionRequest, view: TableView) -> Sizes | None:
    """
    The sizes of a bet or raise; None if you can do neither.

    A pot-sized raise calls first, and then raises by what the pot is then.
    """
    legal, rules = request.legal, request.ruleset
    amounts = legal.bet or legal.raise_
    if amounts is None:
        return None
    called = request.pot + request.to_call
    found = Sizes(
        raises=legal.raise_ is not None,
        least=amounts.min,
        most=amounts.max,
        half_pot=0,
        pot=0,
        everything=everything(request, view),
        step=max(rules.bb or rules.min_bet, rules.unit),
        unit=rules.unit,
    )
    return found._replace(
        half_pot=found.fitting(legal.price + called // 2),
        pot=found.fitting(legal.price + called),
    )
