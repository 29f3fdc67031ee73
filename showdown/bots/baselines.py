"""
Three bots to play against and to measure others by; none of them is good.
"""

from collections.abc import Callable

from showdown.bots.contract import Bot
from showdown.bots.decision import Decision
from showdown.bots.drawing import discards, four_to_a_flush, four_to_a_straight
from showdown.protocol.messages import Move
from showdown.rules.cards import Card
from showdown.rules.hand_rank import Category
from showdown.rules.legal import is_ace_or_wild

GOOD_DRAW_PAYS = 0.25
"""The part of the pot that four to a flush or an open straight pays before the draw."""


class Caller(Bot):
    """Never folds, never raises, and draws to what it has."""

    def decide(self, view: Decision) -> Move:
        """Check or call."""
        return _draw(view) if view.is_draw else view.check_or_call()


class Random(Bot):
    """Does anything that is allowed; with a seed always the same."""

    def __init__(self, seed: int | None = None) -> None:
        if seed is not None:
            self.reseed(seed)

    def decide(self, view: Decision) -> Move:
        """One of the kinds of move, each as likely; then any amount or any cards."""
        if view.is_draw:
            return view.draw(self._cards(view))
        options: list[Callable[[], Move]] = [view.fold, view.check_or_call]
        if view.amounts:
            options.append(lambda: view.bet_or_raise_to(self._amount(view)))
        return self.random.choice(options)()

    def _cards(self, view: Decision) -> list[Card]:
        most = view.legal.draw or 0
        count = self.random.randint(0, most)
        cards = self.random.sample(view.cards, len(view.cards))
        if count == most and view.legal.keeps_ace:
            # One goes to the end, behind those that are thrown (RULES 10.1).
            cards.sort(key=lambda card: is_ace_or_wild(view.ruleset, card))
        return cards[:count]

    def _amount(self, view: Decision) -> int:
        assert view.amounts is not None
        unit = view.ruleset.unit
        steps = (view.amounts.max - view.amounts.min) // unit
        return view.amounts.min + unit * self.random.randint(0, steps)


class Tight(Bot):
    """Plays a pair or better and good draws, bets what is strong, and folds the rest."""

    def decide(self, view: Decision) -> Move:
        """As the strength of its hand says."""
        if view.is_draw:
            return _draw(view)
        raises_from = Category.THREE_OF_A_KIND if view.to_call else Category.TWO_PAIR
        if view.rank.category >= raises_from and view.amounts:
            return view.bet_or_raise_to(view.amounts.min)
        return view.check_or_call() if view.pot_odds <= _worth(view) else view.fold()


def _draw(view: Decision) -> Move:
    return view.draw(discards(view.cards, view.ruleset.wild)[: view.legal.draw])


def _worth(view: Decision) -> float:
    """The part of the pot that a hand pays: deuces a fifth, aces nearly half, two pair all."""
    if view.rank.category > Category.ONE_PAIR:
        return 1.0
    if view.rank.category is Category.ONE_PAIR:
        return 0.2 + 0.02 * view.rank.ranks[0]
    drawing = four_to_a_flush(view.cards) or four_to_a_straight(view.cards)
    return GOOD_DRAW_PAYS if drawing and not view.drew else 0.0
