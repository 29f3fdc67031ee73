"""
Whether what a bot answers is a move, and one that it may make now.

Nothing is repaired: a raise that is too small is refused, not rounded up.
"""

import msgspec

from showdown.errors import IllegalAction, Refusal
from showdown.protocol import messages as msg
from showdown.rules.cards import HAND_SIZE, Card
from showdown.rules.checks import check_action
from showdown.rules.legal import LegalActions
from showdown.rules.ruleset import Ruleset

_PLAIN = frozenset({msg.Fold, msg.Check, msg.Call})
"""Moves that say nothing else."""

MOVES = (msg.Fold, msg.Check, msg.Call, msg.Bet, msg.Raise, msg.Draw)


def check_move(
    rules: Ruleset, legal: LegalActions, held: tuple[Card, ...], move: object
) -> msg.Move:
    """
    The move, if it may be made.

    Args:
        rules: what is played.
        held: the seat's cards.

    Raises:
        IllegalAction: it may not, or is no move at all.
    """
    checked = _well_formed(move)
    check_action(rules, legal, held, checked.by(legal.seat))
    return checked


def _well_formed(move: object) -> msg.Move:
    """The move as the server would read it: whole chips, real cards."""
    if type(move) in _PLAIN or (type(move) is msg.Draw and _are_cards(move.cards)):
        return move  # type: ignore[return-value]
    if not isinstance(move, MOVES):
        raise IllegalAction(
            Refusal.ILLEGAL_ACTION,
            f"{_short(move)} is not a move; one is view.fold(), view.call(), view.raise_to(60) or "
            "view.draw(cards).",
            found=type(move).__name__,
        )
    try:
        read: msg.Move = msgspec.convert(msgspec.to_builtins(move), msg.Move)
    except (msgspec.ValidationError, TypeError, ValueError, RecursionError) as error:
        raise IllegalAction(
            Refusal.ILLEGAL_ACTION,
            f"{_short(move)} is not a move that can be sent: {error}.",
            found=_short(move),
        ) from None
    return read


def _are_cards(cards: object) -> bool:
    """Whether a draw names cards and nothing else; as most do, it need not be read again."""
    if type(cards) is not tuple or len(cards) > HAND_SIZE:
        return False
    for card in cards:  # noqa: SIM110 - asked in every draw; all() takes twice as long
        if type(card) is not Card:
            return False
    return True


def _short(move: object) -> str:
    """What it looks like; some things cannot even be shown, as what is nested too deep."""
    try:
        return repr(move)[:60]
    except Exception:  # noqa: BLE001 - a stranger's object may raise what it likes
        return f"Something of type {type(move).__name__}"
