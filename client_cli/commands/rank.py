"""
``showdown rank``: what cards are worth.
"""

import sys
from collections.abc import Sequence
from typing import Annotated

import msgspec
import typer
from msgspec import Struct

from client_cli.commands.grids import cell, grid, show
from client_cli.commands.options import Ascii, Json, WildCards
from client_cli.console import shows_signs
from client_cli.presenter import Figures, words
from client_cli.presenter.chances import EIGHTHS, bar, percent
from showdown import Card, HandRank, Wild, best, display_names, parse_cards, rank
from showdown.rules.cards import HAND_SIZE, without_duplicates
from showdown.rules.frequencies import frequencies
from showdown.rules.odds import jokers_in


class Ranked(Struct, frozen=True, kw_only=True):
    """One hand, as it is printed and as JSON."""

    cards: tuple[Card, ...]
    hand: str
    category: str
    value: int
    """Bigger is better."""
    place: int
    """Among the hands that were given."""
    beats: float
    """Which part of all hands of the deck is worse."""


def rank_cards(
    cards: Annotated[
        list[str],
        typer.Argument(
            metavar="CARDS",
            help="Five cards, such as AhKdQcJsTh or Ah Kd Qc Js Th; or several hands.",
        ),
    ],
    wild: WildCards = Wild.NONE,
    ascii: Ascii = False,
    json: Json = False,
) -> None:
    """
    Say what cards are worth.

    Of six or seven cards the best five count. Several hands are put into order, the best first.
    """
    ranked = _ranked(_hands(cards), wild)
    if json:
        print(msgspec.json.encode(ranked).decode())
        return
    letters = ascii or not shows_signs(sys.stdout, EIGHTHS)
    figures = Figures(ascii=letters)
    columns = (words.RANK_CARDS, words.RANK_HAND, words.RANK_BEATS, "")
    several = len(ranked) > 1
    values = [HandRank(each.value) for each in ranked]
    names = dict(zip(values, figures.hands(values), strict=True))
    lines = grid(*(words.RANK_PLACE,) * several, *columns, right=(words.RANK_BEATS,))
    for each in ranked:
        cells = (figures.cards(each.cards), names[HandRank(each.value)], percent(each.beats))
        lines.add_row(
            *(str(each.place),) * several, *map(cell, cells), bar(each.beats, ascii=letters)
        )
    show(lines)


def _hands(texts: Sequence[str]) -> list[tuple[Card, ...]]:
    """A hand in each argument, or one in all of them together."""
    parts = [parse_cards(text) for text in texts]
    if all(len(part) >= HAND_SIZE for part in parts):
        return parts
    return [without_duplicates(card for part in parts for card in part)]


def _ranked(hands: Sequence[tuple[Card, ...]], wild: Wild) -> list[Ranked]:
    values = [_value(cards, wild) for cards in hands]
    dealt = frequencies(wild, jokers_in([card for hand in hands for card in hand], wild))
    ranked = [
        Ranked(
            cards=cards,
            hand=name,
            category=value.category.name.lower(),
            value=int(value),
            place=1 + sum(other > value for other in values),
            beats=sum(many for other, many in dealt.items() if other < value) / dealt.total(),
        )
        for cards, value, name in zip(hands, values, display_names(values), strict=True)
    ]
    return sorted(ranked, key=lambda each: each.place)


def _value(cards: Sequence[Card], wild: Wild) -> HandRank:
    return rank(cards, wild) if len(cards) < HAND_SIZE else best(cards, wild)


def add_to(app: typer.Typer) -> None:
    """Add the command."""
    app.command("rank")(rank_cards)
