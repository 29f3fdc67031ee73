"""
Why an action is refused although it is its seat's turn (RULES 9.4).

One answer for a hand, for a bot that wants to know beforehand, and for a client. Nothing is
repaired: a raise that is too small is refused, not rounded up.
"""

from collections.abc import Callable
from typing import Any

from showdown.errors import IllegalAction, Refusal
from showdown.rules import actions as act
from showdown.rules.betting import Amounts
from showdown.rules.cards import Card, join_cards
from showdown.rules.events import TurnKind
from showdown.rules.legal import LegalActions, is_ace_or_wild
from showdown.rules.ruleset import Chips, Ruleset

_DRAW = TurnKind.DRAW


def check_action(
    rules: Ruleset, legal: LegalActions, held: tuple[Card, ...], action: act.PlayerAction
) -> None:
    """
    Return if the seat to act may do this.

    Args:
        rules: what is played.
        legal: what it may do.
        held: its cards.

    Raises:
        IllegalAction: it may not; the first reason that applies.
    """
    check_kind(legal.kind, drawing=isinstance(action, act.Draw))
    _CHECKS[type(action)](rules, legal, held, action)


def check_kind(kind: TurnKind, *, drawing: bool) -> None:
    """
    Return if a draw is asked for at the draw, or a bet in a betting round.

    Raises:
        IllegalAction: it is the other way round.
    """
    if (kind is _DRAW) is not drawing:
        now = "a betting round" if drawing else "the draw: discard cards or stand pat"
        found, wanted = ("draw", "bet") if drawing else ("bet", "draw")
        raise IllegalAction(Refusal.WRONG_PHASE, f"This is {now}.", found=found, wanted=wanted)


def _fold(
    _rules: Ruleset, _legal: LegalActions, _held: tuple[Card, ...], _action: act.Fold
) -> None:
    """Allowed even when checking is free (RULES 9.1)."""


def _check(
    _rules: Ruleset, legal: LegalActions, _held: tuple[Card, ...], _action: act.Check
) -> None:
    if not legal.check:
        raise IllegalAction(
            Refusal.ILLEGAL_ACTION,
            f"You cannot check: there is a bet, calling costs {legal.call}.",
            found="check",
            wanted="call",
        )


def _call(_rules: Ruleset, legal: LegalActions, _held: tuple[Card, ...], _action: act.Call) -> None:
    if legal.call is None:
        raise IllegalAction(
            Refusal.ILLEGAL_ACTION,
            "You cannot call: there is nothing to call; check instead.",
            found="call",
            wanted="check",
        )


def _bet(rules: Ruleset, legal: LegalActions, _held: tuple[Card, ...], action: act.BetTo) -> None:
    if legal.price:
        raise IllegalAction(
            Refusal.ILLEGAL_ACTION,
            f"You cannot bet: there is a bet of {legal.price}; raise instead.",
            found="bet",
            wanted="raise",
        )
    if not legal.qualified:
        raise IllegalAction(
            Refusal.NOT_QUALIFIED,
            "You cannot open: your cards are not the openers that this deal asks for; check.",
            found="bet",
            wanted="check",
        )
    _check_amount("bet", legal.bet, rules.unit, action.to)


def _raise(
    rules: Ruleset, legal: LegalActions, _held: tuple[Card, ...], action: act.RaiseTo
) -> None:
    if not legal.price:
        raise IllegalAction(
            Refusal.ILLEGAL_ACTION,
            "You cannot raise: there is no bet yet; bet instead.",
            found="raise",
            wanted="bet",
        )
    _check_amount("raise", legal.raise_, rules.unit, action.to)


def _check_amount(move: str, amounts: Amounts | None, unit: Chips, to: Chips) -> None:
    if amounts is None:
        raise IllegalAction(
            Refusal.RAISE_NOT_ALLOWED, f"You may not {move} now; call, check or fold.", found=to
        )
    refused = (
        (to % unit, Refusal.BAD_AMOUNT, "not a multiple of the chip unit", unit),
        (to < amounts.min, Refusal.AMOUNT_TOO_SMALL, "below the minimum of", amounts.min),
        (to > amounts.max, Refusal.AMOUNT_TOO_LARGE, "above the maximum of", amounts.max),
    )
    for wrong, refusal, why, wanted in refused:
        if wrong:
            raise IllegalAction(
                refusal, f"A {move} to {to} is {why} {wanted}.", found=to, wanted=wanted
            )


def _draw(rules: Ruleset, legal: LegalActions, held: tuple[Card, ...], action: act.Draw) -> None:
    cards, most = action.cards, legal.draw or 0
    if len(set(cards)) < len(cards):
        twice = next(card for card in cards if cards.count(card) > 1)
        raise IllegalAction(
            Refusal.DUPLICATE_DISCARD,
            f"{twice} is named twice; a card is discarded once.",
            found=str(twice),
        )
    foreign = [card for card in cards if card not in held]
    if foreign:
        raise IllegalAction(
            Refusal.CARD_NOT_HELD, f"You do not hold {foreign[0]}.", found=str(foreign[0])
        )
    if len(cards) > most:
        raise IllegalAction(
            Refusal.TOO_MANY_DISCARDS,
            f"{len(cards)} cards are more than the {most} that you may discard.",
            found=len(cards),
            wanted=most,
        )
    if legal.keeps_ace and len(cards) == most:
        _check_kept(rules, held, cards)


def _check_kept(rules: Ruleset, held: tuple[Card, ...], thrown: tuple[Card, ...]) -> None:
    kept = [card for card in held if card not in thrown]
    if not all(is_ace_or_wild(rules, card) for card in kept):
        raise IllegalAction(
            Refusal.TOO_MANY_DISCARDS,
            f"{len(thrown)} cards may be discarded only if an ace or a wild card is kept, "
            f"not {join_cards(kept)}.",
            found=len(thrown),
            wanted=rules.max_draw,
        )


_CHECKS: dict[type, Callable[[Ruleset, LegalActions, tuple[Card, ...], Any], None]] = {
    act.Fold: _fold,
    act.Check: _check,
    act.Call: _call,
    act.BetTo: _bet,
    act.RaiseTo: _raise,
    act.Draw: _draw,
}
