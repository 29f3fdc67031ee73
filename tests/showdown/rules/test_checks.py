"""
Why an action is refused on its seat's turn: one answer for hands, bots and clients.
"""

import pytest

from showdown import (
    BetTo,
    Call,
    Check,
    Draw,
    Fold,
    IllegalAction,
    LegalActions,
    RaiseTo,
    Refusal,
    Ruleset,
    parse_cards,
)
from showdown.rules.betting import Amounts
from showdown.rules.checks import check_action
from showdown.rules.events import TurnKind

RULES = Ruleset(sb=5, bb=10, unit=5, max_draw=3, ace4=True)
HELD = parse_cards("Ah9c7d4s2h")
FACING = LegalActions(
    seat=1, kind=TurnKind.BET, price=10, fold=True, call=10, raise_=Amounts(20, 200)
)
FREE = LegalActions(seat=1, kind=TurnKind.BET, fold=True, check=True, bet=Amounts(10, 200))
CLOSED = LegalActions(seat=1, kind=TurnKind.BET, price=10, fold=True, call=10)
UNQUALIFIED = LegalActions(
    seat=1, kind=TurnKind.BET, fold=True, check=True, bet=Amounts(10, 200), qualified=False
)
DRAWING = LegalActions(seat=1, kind=TurnKind.DRAW, draw=3)
KEEPING_AN_ACE = LegalActions(seat=1, kind=TurnKind.DRAW, draw=4, keeps_ace=True)


@pytest.mark.parametrize(
    ("legal", "action"),
    [
        (FACING, Fold(1)),
        (FACING, Call(1)),
        (FACING, RaiseTo(1, 20)),
        (FACING, RaiseTo(1, 200)),
        (FREE, Fold(1)),
        (FREE, Check(1)),
        (FREE, BetTo(1, 10)),
        (DRAWING, Draw(1)),
        (UNQUALIFIED, Check(1)),
        (DRAWING, Draw(1, HELD[2:])),
        (KEEPING_AN_ACE, Draw(1, HELD[1:])),
        (KEEPING_AN_ACE, Draw(1, HELD[:3])),
    ],
)
def test_what_is_legal_passes(legal, action):
    check_action(RULES, legal, HELD, action)


@pytest.mark.parametrize(
    ("legal", "action", "refusal", "wanted"),
    [
        (FACING, Draw(1), Refusal.WRONG_PHASE, "bet"),
        (DRAWING, Fold(1), Refusal.WRONG_PHASE, "draw"),
        (FACING, Check(1), Refusal.ILLEGAL_ACTION, "call"),
        (FACING, BetTo(1, 20), Refusal.ILLEGAL_ACTION, "raise"),
        (FREE, Call(1), Refusal.ILLEGAL_ACTION, "check"),
        (FREE, RaiseTo(1, 20), Refusal.ILLEGAL_ACTION, "bet"),
        (UNQUALIFIED, BetTo(1, 10), Refusal.NOT_QUALIFIED, "check"),
        (UNQUALIFIED, BetTo(1, 3), Refusal.NOT_QUALIFIED, "check"),
        (CLOSED, RaiseTo(1, 3), Refusal.RAISE_NOT_ALLOWED, None),
        (FACING, RaiseTo(1, 1001), Refusal.BAD_AMOUNT, 5),
        (FACING, RaiseTo(1, 15), Refusal.AMOUNT_TOO_SMALL, 20),
        (FACING, RaiseTo(1, 205), Refusal.AMOUNT_TOO_LARGE, 200),
        (DRAWING, Draw(1, parse_cards("Ah") * 2), Refusal.DUPLICATE_DISCARD, None),
        (DRAWING, Draw(1, parse_cards("Ks") * 2), Refusal.DUPLICATE_DISCARD, None),
        (DRAWING, Draw(1, parse_cards("KsAh9c7d")), Refusal.CARD_NOT_HELD, None),
        (DRAWING, Draw(1, HELD[1:]), Refusal.TOO_MANY_DISCARDS, 3),
        (KEEPING_AN_ACE, Draw(1, HELD[:4]), Refusal.TOO_MANY_DISCARDS, 3),
        (KEEPING_AN_ACE, Draw(1, HELD), Refusal.TOO_MANY_DISCARDS, 4),
    ],
)
def test_what_is_not_is_refused_for_the_first_reason(legal, action, refusal, wanted):
    with pytest.raises(IllegalAction) as refused:
        check_action(RULES, legal, HELD, action)
    assert (refused.value.refusal, refused.value.wanted) == (refusal, wanted)
    assert str(refused.value).endswith(".")
