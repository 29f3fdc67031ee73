"""
Moments at a table, made without a server: you in seat 1 against Bert in seat 2.
"""

from msgspec.structs import replace

from client_cli.desk.table import TableDesk
from client_cli.presenter import Figures
from showdown import Ruleset, parse_cards
from showdown.protocol import messages as msg
from showdown.protocol.codec import encode_events
from showdown.protocol.session import Received
from showdown.rules.betting import Amounts
from showdown.rules.events import SeatBank, TurnKind
from showdown.rules.legal import LegalActions
from showdown.rules.ruleset import HandId, TableId
from showdown.rules.seen import Turn
from showdown.rules.table_view import SeatView, TableView

TABLE = TableId("blue")
RULES = Ruleset(sb=5, bb=10)
USUAL = Amounts(20, 200)
HELD = parse_cards("KsKd9c5s2h")


def view(*, bet=10, own_bet=5, turn=1, kind=TurnKind.BET, street=0, hand=7, stack=195, **changes):
    """You have posted the small blind, and Bert the big one."""
    seats = (
        SeatView(seat=1, name="Ada", stack=stack, bet=own_bet, dealt_in=True, cards=HELD, count=5),
        SeatView(seat=2, name="Bert", stack=190, bet=bet, dealt_in=True, count=5),
    )
    asked = Turn(seat=turn, turn=3, kind=kind, base_ms=20_000, bank_ms=60_000)
    fields = {
        "ruleset": RULES, "seats": seats, "you": 1, "hand": HandId(hand), "running": True,
        "street": street, "button": 1, "pot": bet + own_bet, "bet": bet, "turn": asked,
    }  # fmt: skip
    return TableView(**(fields | changes))


def betting(*, call=5, price=10, raises=USUAL, pot=15, stack=195, turn=3, rules=RULES):
    """It is your turn to call, raise or fold; to check or bet where calling costs nothing."""
    legal = LegalActions(
        seat=1, kind=TurnKind.BET, price=price, fold=True, check=not call, call=call or None,
        bet=None if price else raises, raise_=raises if price else None,
    )  # fmt: skip
    return _request(legal, call, pot, stack, turn, rules)


def drawing(*, most=5, keeps_ace=False, cards=HELD, turn=3, rules=RULES):
    """It is your turn to draw."""
    legal = LegalActions(seat=1, kind=TurnKind.DRAW, draw=most, keeps_ace=keeps_ace)
    return replace(_request(legal, 0, 20, 190, turn, rules), cards=cards)


def _request(legal, call, pot, stack, turn, rules):
    return msg.ActionRequest(
        ruleset=rules, seat=1, turn=turn, kind=legal.kind, cards=HELD, to_call=call, pot=pot,
        pots=(), stacks={1: stack, 2: 190}, legal=legal, base_ms=20_000, bank_ms=60_000,
    )  # fmt: skip


def desk_at(table=None, request=None):
    """A table as it lies before you."""
    desk = TableDesk(TABLE, Figures())
    show(desk, table or view(), request)
    return desk


def show(desk, table, request=None):
    """The server shows the table anew."""
    snapshot = msg.Snapshot(table=TABLE, seq=1, view=table, request=request)
    desk.hear(Received(snapshot, after=table))


def update(desk, before, after, *events, request=None):
    """Something happens."""
    message = msg.Update(table=TABLE, seq=2, events=encode_events(events), request=request)
    desk.hear(Received(message, events=events, before=before, after=after))


def others(*seats):
    """The banks of those who are asked too."""
    return tuple(SeatBank(seat=seat, bank_ms=0) for seat in seats)
