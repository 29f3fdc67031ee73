"""What a bot is shown in one turn, without a hand around it."""

from showdown import Ruleset
from showdown import parse_cards as cards
from showdown.bots import Decision
from showdown.protocol import messages as msg
from showdown.rules.betting import Amounts
from showdown.rules.events import TurnKind
from showdown.rules.legal import LegalActions
from showdown.rules.pots import Pot

RULES = Ruleset(sb=5, bb=10)


def facing(hand, *, to_call=10, pot=30):
    """A betting decision with this hand."""
    raising = Amounts(20, 200)
    legal = LegalActions(
        seat=1,
        kind=TurnKind.BET,
        price=to_call,
        fold=True,
        check=not to_call,
        call=to_call or None,
        bet=None if to_call else raising,
        raise_=raising if to_call else None,
    )
    return _view(hand, legal, to_call, pot)


def drawing(hand):
    return _view(hand, LegalActions(seat=1, kind=TurnKind.DRAW, draw=5), 0, 30)


def _view(hand, legal, to_call, pot):
    return Decision(
        msg.ActionRequest(
            ruleset=RULES,
            seat=1,
            turn=1,
            kind=legal.kind,
            cards=cards(hand),
            to_call=to_call,
            pot=pot,
            pots=(Pot(pot, (1, 2)),),
            stacks={1: 200, 2: 200},
            legal=legal,
            base_ms=20_000,
            bank_ms=0,
        )
    )
