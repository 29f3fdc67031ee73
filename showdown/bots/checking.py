"""
Whether a move is one of those that were offered, with the refusal that the rules would give.

Nothing is repaired here: a raise that is too small is refused, not rounded up.
"""

from collections.abc import Callable
from typing import Any

from showdown.errors import IllegalAction, Refusal
from showdown.protocol import messages as msg
from showdown.rules.betting import Amounts
from showdown.rules.cards import Card
from showdown.rules.events import TurnKind
from showdown.rules.legal import LegalActions
from showdown.rules.ruleset import Chips

MOVES = (msg.Fold, msg.Check, msg.Call, msg.Bet, msg.Raise, msg.Draw)


def check_move(legal: LegalActions, held: tuple[Card, ...], unit: Chips, move: object) -> msg.Move:
    """
    The move, if it may be made.

    Args:
        held: the seat's cards.
        unit: what amounts must be a multiple of.

    Raises:
        IllegalAction: it may not, or is no move at all.
    """
    if not isinstance(move, MOVES):
        raise IllegalAction(
            Refusal.ILLEGAL_ACTION,
            f"{move!r:.60} is not a move; one is view.fold(), view.call(), view.raise_to(60) or "
            "view.draw(cards).",
            found=type(move).__name__,
        )
    drawing = legal.kind is TurnKind.DRAW
    if isinstance(move, msg.Draw) is not drawing:
        now = "the draw: discard cards or stand pat" if drawing else "a betting round"
        raise IllegalAction(Refusal.WRONG_PHASE, f"This is {now}.", found=_name(move))
    _CHECKS[type(move)](legal, held, unit, move)
    return move


def _name(move: msg.Move) -> str:
    return type(move).__name__.lower()


def _check(legal: LegalActions, _held: tuple[Card, ...], _unit: Chips, _move: msg.Check) -> None:
    if not legal.check:
        raise IllegalAction(
            Refusal.ILLEGAL_ACTION,
            f"You cannot check: there is a bet, calling costs {legal.call}.",
            found="check",
            wanted="call",
        )


def _call(legal: LegalActions, _held: tuple[Card, ...], _unit: Chips, _move: msg.Call) -> None:
    if legal.call is None:
        raise IllegalAction(
            Refusal.ILLEGAL_ACTION,
            "You cannot call: there is nothing to call; check instead.",
            found="call",
            wanted="check",
        )


def _bet(legal: LegalActions, _held: tuple[Card, ...], unit: Chips, move: msg.Bet) -> None:
    if legal.call is not None or legal.raise_ is not None:
        raise IllegalAction(
            Refusal.ILLEGAL_ACTION,
            "You cannot bet: there is a bet; raise instead.",
            found="bet",
            wanted="raise",
        )
    _check_amount("bet", legal.bet, unit, move.to)


def _raise(legal: LegalActions, _held: tuple[Card, ...], unit: Chips, move: msg.Raise) -> None:
    if legal.bet is not None:
        raise IllegalAction(
            Refusal.ILLEGAL_ACTION,
            "You cannot raise: there is no bet yet; bet instead.",
            found="raise",
            wanted="bet",
        )
    _check_amount("raise", legal.raise_, unit, move.to)


def _check_amount(move: str, amounts: Amounts | None, unit: Chips, to: object) -> None:
    if amounts is None:
        raise IllegalAction(
            Refusal.RAISE_NOT_ALLOWED, f"You may not {move} now; call, check or fold."
        )
    if type(to) is not int or to % unit:
        raise IllegalAction(
            Refusal.BAD_AMOUNT,
            f"{move} to {to!r} is not a whole number of chips of {unit}.",
            found=str(to),
            wanted=unit,
        )
    if to < amounts.min:
        raise IllegalAction(
            Refusal.AMOUNT_TOO_SMALL,
            f"{move} to {to} is below the minimum of {amounts.min}.",
            found=to,
            wanted=amounts.min,
        )
    if to > amounts.max:
        raise IllegalAction(
            Refusal.AMOUNT_TOO_LARGE,
            f"{move} to {to} is above the maximum of {amounts.max}.",
            found=to,
            wanted=amounts.max,
        )


def _draw(legal: LegalActions, held: tuple[Card, ...], _unit: Chips, move: msg.Draw) -> None:
    cards, most = move.cards, legal.draw or 0
    twice = next((card for card in cards if cards.count(card) > 1), None)
    if twice is not None:
        raise IllegalAction(
            Refusal.DUPLICATE_DISCARD,
            f"{twice} is named twice; a card is discarded once.",
            found=str(twice),
        )
    foreign = next((card for card in cards if card not in held), None)
    if foreign is not None:
        raise IllegalAction(
            Refusal.CARD_NOT_HELD, f"You do not hold {foreign}.", found=str(foreign)
        )
    if len(cards) > most:
        raise IllegalAction(
            Refusal.TOO_MANY_DISCARDS,
            f"{len(cards)} cards are more than the {most} that you may discard.",
            found=len(cards),
            wanted=most,
        )


def _free(_legal: LegalActions, _held: tuple[Card, ...], _unit: Chips, _move: msg.Fold) -> None:
    """Folding is always allowed, even when checking is free."""


_CHECKS: dict[type[msg.MoveOf], Callable[[LegalActions, tuple[Card, ...], Chips, Any], None]] = {
    msg.Fold: _free,
    msg.Check: _check,
    msg.Call: _call,
    msg.Bet: _bet,
    msg.Raise: _raise,
    msg.Draw: _draw,
}
