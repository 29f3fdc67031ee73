"""
How a hand ended: who won how much, with what, and by which cards.
"""

from collections.abc import Iterable, Mapping
from typing import NamedTuple

from client_cli.presenter import Event
from showdown.rules import seen
from showdown.rules.cards import Card
from showdown.rules.deciding import deciding_cards
from showdown.rules.hand_rank import HandRank
from showdown.rules.ruleset import Chips, Ruleset, Seat


class Result(NamedTuple):
    """The end of a hand, as everybody at the table may see it."""

    won: Mapping[Seat, Chips]
    """What each got from the pots."""
    net: Mapping[Seat, Chips]
    """What each has more or less than before the hand, where that is known."""
    decides: Mapping[Seat, tuple[Card, ...]]
    """Of each winner who showed, the cards by which he won."""

    @classmethod
    def of(
        cls, events: Iterable[Event], ruleset: Ruleset, before: Mapping[Seat, Chips]
    ) -> "Result | None":
        """
        What a batch of events says about the end of a hand; None if it has none.

        Args:
            before: the stacks with which the hand began, as far as they are known.
        """
        shown: dict[Seat, tuple[tuple[Card, ...], HandRank]] = {}
        won: dict[Seat, Chips] = {}
        net: dict[Seat, Chips] = {}
        for event in events:
            match event:
                case seen.HandShown(seat=seat, cards=cards):
                    shown[seat] = cards, ruleset.rank(cards)
                case seen.PotAwarded(seat=seat, amount=amount):
                    won[seat] = won.get(seat, 0) + amount
                case seen.HandEnded(stacks=stacks):
                    net = {
                        each.seat: each.stack - before[each.seat]
                        for each in stacks
                        if each.seat in before
                    }
        if not won:
            return None
        ranks = [rank for _, rank in shown.values()]
        decides = {
            seat: deciding_cards(*shown[seat], ranks, ruleset.wild) for seat in won if seat in shown
        }
        return cls(won, net, decides)
