"""
What you decide before it is your turn; it counts only for the price that you saw.
"""

from enum import Enum, auto
from typing import NamedTuple

from client_cli.presenter import Figures, words
from showdown.protocol import messages as msg
from showdown.rules.events import TurnKind
from showdown.rules.ruleset import Chips, HandId
from showdown.rules.table_view import SeatView, TableView


class Kind(Enum):
    """What is to be done in your turn."""

    FOLD = auto()
    CHECK_OR_FOLD = auto()
    CALL = auto()
    """Call what it costs now, or check where it costs nothing."""


class Intention(NamedTuple):
    """Something decided beforehand, and the moment that it was decided for."""

    kind: Kind
    hand: HandId
    street: int
    price: Chips
    """The bet to match, as it was then."""

    def holds(self, view: TableView) -> bool:
        """Whether hand, round and price are still those that it was decided for."""
        then = (self.hand, self.street, self.price)
        return view.running and (view.hand, view.street, view.bet) == then

    def move(self, request: msg.ActionRequest) -> msg.Move | None:
        """What it is now that it is your turn; None where it says nothing about that."""
        legal = request.legal
        if legal.kind is TurnKind.DRAW or legal.price != self.price:
            return None
        if self.kind is Kind.FOLD:
            return msg.Fold()
        if legal.check:
            return msg.Check()
        return msg.Call() if self.kind is Kind.CALL else msg.Fold()

    def said(self, own: SeatView | None, figures: Figures) -> str:
        """What was decided, in words; ``own`` is your seat."""
        if self.kind is Kind.FOLD:
            return str(words.LATER_FOLD)
        if self.kind is Kind.CHECK_OR_FOLD:
            return str(words.LATER_CHECK_FOLD)
        amount = 0 if own is None else min(self.price - own.bet, own.stack)
        if amount <= 0:
            return str(words.LATER_CHECK)
        return words.LATER_CALL.format(amount=figures.chips(amount))


def intend(kind: Kind, view: TableView | None) -> Intention | None:
    """
    Decide something for your next turn; None where there will be none to decide for.

    That is: no hand runs, you are not in it or have no chips left, cards are being drawn, or it
    is your turn already.
    """
    own = view.own if view is not None else None
    if view is None or own is None or view.hand is None or not view.running:
        return None
    turn = view.turn
    if not own.in_hand or not own.stack or turn is None or turn.kind is TurnKind.DRAW:
        return None
    if turn.seat == view.you:
        return None
    return Intention(kind, view.hand, view.street, view.bet)


def price_of(view: TableView) -> Chips:
    """What calling would cost you now, at most all that you have."""
    own = view.own
    return 0 if own is None else min(max(0, view.bet - own.bet), own.stack)
