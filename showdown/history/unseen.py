"""
Cards for what a text does not show of a hand, so that the whole of it fits what came of it.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import combinations, islice
from typing import NamedTuple

from msgspec.structs import replace

from showdown.errors import CardError
from showdown.history.filling import Holding, Known, Layout, make_plan
from showdown.rules.cards import HAND_SIZE, Card
from showdown.rules.hand_rank import HandRank
from showdown.rules.ranking import rank

Fits = Callable[[HandRank], bool]
"""Whether a hand is worth what it should be."""

_DEALS = 200
"""After so many that fit, but cannot have been dealt, there is none."""


class Order(NamedTuple):
    """Unseen cards in the order in which they are tried, and how many hands are."""

    cards: Sequence[Card]
    tries: int


class Setting(NamedTuple):
    """A hand that is to be completed, among all others of the deal."""

    holdings: Sequence[Holding]
    """By position in the order of the deal."""
    position: int
    draws: Sequence[int]
    """Positions as they drew."""

    def unseen(self, spare: Sequence[Card]) -> list[Card]:
        """Cards that nobody is known to have had, in this order."""
        known = {c for each in self.holdings for c in (*each.hand, *each.drawn)}
        return [card for card in spare if card not in known]


def complete(setting: Setting, fits: Fits, orders: Iterable[Order]) -> Holding | None:
    """The holding with unseen cards with which it fits and can be dealt; None if there is none."""
    layout = Layout(setting.holdings, setting.draws)
    fitting = (
        holding for order in orders for holding in _fitting(layout, setting.position, fits, order)
    )
    return next((each for each in islice(fitting, _DEALS) if _can_be_dealt(setting, each)), None)


def _can_be_dealt(setting: Setting, completed: Holding) -> bool:
    place = setting.position
    trial = [*setting.holdings[:place], completed, *setting.holdings[place + 1 :]]
    try:
        make_plan(trial, setting.draws)
    except CardError:
        return False
    return True


def _fitting(layout: Layout, position: int, fits: Fits, order: Order) -> Iterator[Holding]:
    """
    The holding with every choice of these cards with which it fits.

    What is drawn after a reshuffle may be a card that was seen thrown or folded before it; such
    come first, since few places are left for others.
    """
    holding = layout.holdings[position]
    drawn = {card for each in layout.holdings for card in each.drawn}
    again = [card for card in _returning(layout, position) if card not in drawn]
    seen = [card for card in holding.final if card is not None]
    wanted = HAND_SIZE - len(seen)
    for chosen in islice(combinations((*again, *order.cards), wanted), order.tries):
        if fits(rank((*seen, *chosen))):
            yield from _laid_out(holding, chosen, again)


def _laid_out(holding: Holding, chosen: Sequence[Card], again: Sequence[Card]) -> Iterator[Holding]:
    """The holding with these cards in each way, some kept and the others drawn."""
    kept = [card for place, card in enumerate(holding.hand) if place not in holding.thrown]
    held = [card for card in chosen if card not in again]
    for hand in combinations(held, kept.count(None)):
        new = [card for card in chosen if card not in hand]
        yield replace(holding, hand=_put(holding, hand), drawn=tuple(_filled(holding.drawn, new)))


def _returning(layout: Layout, position: int) -> tuple[Card, ...]:
    return layout.returning(position) if position in layout.draws else ()


def _put(holding: Holding, cards: Sequence[Card]) -> Known:
    """The hand as dealt, with cards for what was kept unseen."""
    new = iter(cards)
    return tuple(
        next(new) if card is None and place not in holding.thrown else card
        for place, card in enumerate(holding.hand)
    )


def _filled(known: Known, cards: Sequence[Card]) -> Iterator[Card]:
    new = iter(cards)
    for card in known:
        yield next(new) if card is None else card
