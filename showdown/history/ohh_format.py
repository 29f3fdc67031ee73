"""
Open Hand History, version 1.4.6, as far as five-card draw needs it: the shape of the JSON.

Draws are a convention of this house: the format has a game called Draw and no words for what is
drawn. See docs/formats.md.
"""

from decimal import Decimal
from typing import Any

import msgspec
from msgspec import Struct

SPEC = "1.4.6"
Number = int | Decimal


class BetLimit(Struct, kw_only=True):
    """How much may be bet: NL, PL or FL."""

    bet_type: str
    bet_cap: Number = 0


class Player(Struct, kw_only=True):
    """A player who was dealt in."""

    id: int
    seat: int
    name: str
    starting_stack: Number


class Action(Struct, kw_only=True, omit_defaults=True):
    """One action; ``amount`` is what went in by it."""

    action_number: int
    player_id: int
    action: str
    amount: Number
    is_allin: bool
    cards: list[str] | None = None
    count: int | None = None
    """Ours: how many cards were thrown."""


class Round(Struct, kw_only=True):
    """The actions of a street."""

    id: int
    street: str
    actions: list[Action]


class PlayerWins(Struct, kw_only=True):
    """What a player got of a pot."""

    player_id: int
    win_amount: Number


class Pot(Struct, kw_only=True):
    """A pot before the rake was taken, without what nobody called."""

    number: int
    amount: Number
    rake: Number = 0
    player_wins: list[PlayerWins]


class Hand(Struct, kw_only=True, omit_defaults=True, rename={"own": "_showdown"}):
    """A hand."""

    spec_version: str
    site_name: str
    network_name: str
    internal_version: str
    game_number: str
    start_date_utc: str
    table_name: str
    game_type: str
    bet_limit: BetLimit
    table_size: int
    currency: str
    dealer_seat: int
    small_blind_amount: Number
    big_blind_amount: Number
    ante_amount: Number
    hero_player_id: int | None = None
    flags: list[str] | None = None
    players: list[Player]
    rounds: list[Round]
    pots: list[Pot]
    own: dict[str, Any] | None = None
    """Our own fields, as in PHH, and their version."""


class Document(Struct):
    """What a file holds for each hand."""

    ohh: Hand


# What happens, in the words of the format; the last one is ours.
DEALT, SHOWS, MUCKS = "Dealt Cards", "Shows Cards", "Mucks Cards"
ANTE, SMALL, BIG, DEAD, EXTRA = "Post Ante", "Post SB", "Post BB", "Post Dead", "Post Extra Blind"
FOLD, CHECK, CALL, BET, RAISE = "Fold", "Check", "Call", "Bet", "Raise"
DISCARDS = "Discards Cards"

FIRST, DRAW, SHOWDOWN = "Preflop", "Draw", "Showdown"
GAME = "Draw"

ENCODER = msgspec.json.Encoder(decimal_format="number")
DECODER = msgspec.json.Decoder(Document)
