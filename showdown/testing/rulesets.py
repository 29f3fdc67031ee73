"""
Rulesets by chance: everything that a table may be, and the plain tables that most sites offer.
"""

from decimal import Decimal
from random import Random
from typing import Any

from showdown.rules.ruleset import (
    AnteType,
    ButtonRule,
    CarryEntry,
    DrawMode,
    Game,
    Openers,
    Passout,
    ProveOpeners,
    ReshuffleMode,
    Ruleset,
    Second,
    ShortBlind,
)
from showdown.rules.wild import Wild

MOST_PLAYERS = 8
_RAKES = tuple(map(Decimal, ("0", "0", "0.05", "0.025", "0.333", "0.99")))

_JOKERS: dict[Wild, tuple[int, ...]] = {
    Wild.NONE: (0,),
    Wild.BUG: (1,),
    Wild.WILD: (1, 2),
    Wild.DEUCES: (0, 1, 2),
}

Options = dict[str, Any]
"""Options of a table by name."""


def any_ruleset(rng: Random) -> Ruleset:
    """
    A ruleset that can be played: every structure, wild cards, jackpots, every kind of draw.

    >>> any_ruleset(Random(5)) == any_ruleset(Random(5))
    True
    """
    unit = rng.choice((1, 1, 1, 5, 25))
    jackpots = rng.random() < 0.25
    stakes = _stakes(rng, unit, blinds=not jackpots and rng.random() < 0.75)
    return Ruleset(
        **stakes,
        **_limits(rng, unit, least=stakes["min_bet"]),
        **_wild_cards(rng),
        **_drawing(rng),
        **(_jackpots(rng) if jackpots else {}),
        **_showing(rng),
        second=rng.choice((None, None, *Second)),
        button_rule=rng.choice(list(ButtonRule)),
        max_seats=MOST_PLAYERS,
        rake=rng.choice(_RAKES),
        rake_cap=rng.choice((0, 1, 3)) * unit,
        proof=rng.random() < 0.5,
    )


def plain_ruleset(rng: Random) -> Ruleset:
    """A ruleset without wild cards, jackpots and whatever is rare at the draw."""
    unit = rng.choice((1, 1, 1, 5, 25))
    stakes = _stakes(rng, unit, blinds=rng.random() < 0.75)
    return Ruleset(
        **stakes,
        **_limits(rng, unit, least=stakes["min_bet"]),
        max_seats=MOST_PLAYERS,
        tabled=rng.random() < 0.7,
        rake=rng.choice(_RAKES),
        rake_cap=rng.choice((0, 1, 3)) * unit,
    )


def _stakes(rng: Random, unit: int, *, blinds: bool) -> Options:
    big = rng.choice((1, 2, 3, 10)) if blinds else 0
    small = rng.choice((0, big // 2, big)) if blinds else 0
    ante = rng.choice((0, 1, 2, 5)) if blinds else rng.choice((1, 2, 5))
    min_bet = big + rng.choice((0, 0, 0, 3)) if blinds else rng.choice((1, 2, 10))
    return {
        "sb": small * unit,
        "bb": big * unit,
        "ante": ante * unit,
        "ante_type": rng.choice(list(AnteType)) if blinds else AnteType.EACH,
        "unit": unit,
        "min_bet": min_bet * unit,
    }


def _limits(rng: Random, unit: int, least: int) -> Options:
    game = rng.choice(list(Game))
    options: Options = {
        "game": game,
        "cap": rng.choice((3, 4)),
        "uncap_hu": rng.random() < 0.5,
        "pl_short": rng.choice(list(ShortBlind)),
    }
    if game is Game.SPREAD_LIMIT:
        options["spread_min"] = least
        options["spread_max"] = least + rng.choice((0, 1, 4, 20)) * unit
    return options


def _wild_cards(rng: Random) -> Options:
    wild = rng.choice((Wild.NONE, *Wild))
    return {
        "wild": wild,
        "jokers": rng.choice(_JOKERS[wild]),
        "double_ace": rng.random() < 0.3,
        "natural_beats_wild": rng.random() < 0.3,
    }


def _drawing(rng: Random) -> Options:
    # Mostly all five may go, since only large draws bring reshuffles.
    most = 5 if rng.random() < 0.75 else rng.choice((0, 1, 2, 3, 3, 3, 4))
    return {
        "max_draw": most,
        "ace4": most == 3 and rng.random() < 0.7,
        "draw_mode": DrawMode.SIMULTANEOUS if rng.random() < 0.3 else DrawMode.IN_TURN,
        "burn": rng.random() < 0.3,
        "reshuffle": rng.choice(list(ReshuffleMode)),
    }


def _jackpots(rng: Random) -> Options:
    return {
        "jacks": rng.choice((Openers.JACKS, *Openers)),
        "progressive": rng.random() < 0.5,
        "passout": rng.choice(list(Passout)),
        "passout_limit": rng.randint(1, 4),
        "carry_entry": rng.choice(list(CarryEntry)),
        "prove_openers": rng.choice(list(ProveOpeners)),
    }


def _showing(rng: Random) -> Options:
    return {
        "tabled": rng.random() < 0.7,
        "auto_muck": rng.random() < 0.7,
        "history_shows_mucked": rng.random() < 0.3,
        "advice": rng.random() < 0.7,
    }
