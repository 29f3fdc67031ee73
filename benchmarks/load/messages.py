"""
What a player reads of a message, which is little, and what he answers.
"""

from collections.abc import Sequence
from random import Random

import msgspec
from msgspec import Struct

ODDS_OF_BETTING, ODDS_OF_FOLDING = 0.1, 0.1


class Amounts(Struct, frozen=True):
    """How much may be bet."""

    min: int
    max: int


class Legal(Struct, frozen=True, rename={"raise_": "raise"}):
    """What may be done."""

    check: bool = False
    call: int | None = None
    bet: Amounts | None = None
    raise_: Amounts | None = None
    draw: int | None = None


class Request(Struct, frozen=True):
    """What a player is asked."""

    turn: int
    legal: Legal
    cards: tuple[str, ...]


class Reply(Struct, frozen=True):
    """Whether something was done."""

    id: str
    ok: bool = False
    error: msgspec.Raw = msgspec.Raw()


class View(Struct, frozen=True):
    """A table in a snapshot."""

    hand: int | None = None


class Told(Struct, frozen=True):
    """Whatever a server tells."""

    type: str
    id: str = ""
    ok: bool = False
    error: msgspec.Raw = msgspec.Raw()
    seq: int = 0
    hand: int | None = None
    view: View | None = None
    request: Request | None = None
    reply: Reply | None = None

    @property
    def answer(self) -> Reply | None:
        """What it answers, alone or beside other news."""
        return Reply(self.id, self.ok, self.error) if self.type == "reply" else self.reply

    @property
    def running(self) -> int | None:
        """The hand that it is about."""
        return self.hand if self.view is None else self.view.hand


read = msgspec.json.Decoder(Told).decode
"""A message from its bytes."""

Move = dict[str, object]

_encode = msgspec.json.Encoder().encode


def message(kind: str, **fields: object) -> bytes:
    """
    A message in bytes.

    >>> message("ping", sent=7)
    b'{"type":"ping","sent":7}'
    """
    return _encode({"type": kind, **fields})


def move(request: Request, chance: Random) -> Move:
    """Something that a player may do: mostly he checks or calls, and draws up to three cards."""
    legal = request.legal
    if legal.draw is not None:
        return {"type": "draw", "cards": _discards(request.cards, legal.draw, chance)}
    luck = chance.random()
    more = legal.bet or legal.raise_
    if more is not None and luck < ODDS_OF_BETTING:
        return {"type": "bet" if legal.bet else "raise", "to": more.min}
    if legal.check:
        return {"type": "check"}
    if luck > 1 - ODDS_OF_FOLDING or legal.call is None:
        return {"type": "fold"}
    return {"type": "call"}


def _discards(cards: Sequence[str], most: int, chance: Random) -> Sequence[str]:
    return cards[: min(most, chance.randrange(4))]
