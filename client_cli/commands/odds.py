"""
``showdown odds``: what a hand may become.
"""

import re
import sys
from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Annotated, Any

import msgspec
import typer
from rich.table import Table

from client_cli.commands.grids import cell, grid, show
from client_cli.commands.options import Ascii, Json, WildCards
from client_cli.console import shows_signs
from client_cli.errors import UsageError
from client_cli.languages import spoken
from client_cli.presenter import Figures, words
from client_cli.presenter.chances import EIGHTHS, bar, category_of, percent
from showdown import Category, Odds, Wild, best_discard, odds, parse_cards, rank
from showdown.rules.cards import without_duplicates

PAID = re.compile(r"\s*([^=,]+?)\s*=\s*(\d{1,9}(?:\.\d{1,9})?)\s*")

Pays = Mapping[Category, Fraction]


def draw_odds(
    cards: Annotated[
        list[str],
        typer.Argument(metavar="CARDS", help="Five cards, such as AhKdQcJs2h."),
    ],
    discard: Annotated[
        str | None,
        typer.Option(
            "--discard",
            metavar="CARDS",
            help="What is thrown; '' stands pat. Default: every discard.",
            show_default=False,
        ),
    ] = None,
    dead: Annotated[
        str, typer.Option("--dead", metavar="CARDS", help="Cards that cannot come.")
    ] = "",
    pay: Annotated[
        str | None,
        typer.Option(
            "--pay",
            metavar="HAND=N,...",
            help="What hands pay, such as flush=6,full-house=9: finds the best discard.",
            show_default=False,
        ),
    ] = None,
    wild: WildCards = Wild.NONE,
    ascii: Ascii = False,
    json: Json = False,
) -> None:
    """
    Say exactly how likely each hand is after the draw.

    All cards that are not in the hand and not dead may come, each draw as likely as any other.
    """
    pays = None if pay is None else _pays(pay)
    hand = without_duplicates(card for text in cards for card in parse_cards(text))
    thrown = None if discard is None else parse_cards(discard)
    out = parse_cards(dead)
    if thrown is not None:
        one = odds(hand, thrown, out, wild)
        if json:
            _print_json(_as_json(one, pays))
        else:
            _show_one(one, pays, ascii)
        return
    every = odds(hand, None, out, wild)
    if json:
        _print_json([_as_json(each, pays) for each in every])
    else:
        _show_every(every, pays, wild, ascii)


def _pays(text: str) -> Pays:
    pays: dict[Category, Fraction] = {}
    for part in text.split(","):
        found = PAID.fullmatch(part)
        if found is None:
            raise UsageError(words.NOT_A_PAY.format(found=part.strip()))
        category = category_of(found[1])
        if category is None:
            known = ", ".join(map(str, words.CATEGORIES.values()))
            raise UsageError(words.NO_CATEGORY.format(found=found[1], known=known))
        if category in pays:
            raise UsageError(words.PAYS_TWICE.format(found=words.CATEGORIES[category]))
        pays[category] = Fraction(found[2])
    return pays


# ---- on the screen -------------------------------------------------------------------------------


class _Style:
    """How cards and bars are written on this screen."""

    def __init__(self, ascii: bool) -> None:
        self.ascii = ascii or not shows_signs(sys.stdout, EIGHTHS)
        self.figures = Figures(ascii=self.ascii)

    def cards(self, cards: Sequence[Any]) -> str:
        return self.figures.cards(cards) or str(words.NOTHING)

    def bar(self, share: Fraction | float) -> str:
        return bar(share, ascii=self.ascii)


def _show_one(one: Odds, pays: Pays | None, ascii: bool) -> None:
    style = _Style(ascii)
    title = words.ODDS_TITLE if one.discard else words.ODDS_PAT
    thrown, kept = style.cards(one.discard), style.cards(one.kept)
    print(title.format(thrown=thrown, kept=kept, draws=_many(one.draws)))
    lines = grid(
        words.ODDS_HAND, words.ODDS_DRAWS, words.ODDS_CHANCE, "",
        right=(words.ODDS_DRAWS, words.ODDS_CHANCE),
    )  # fmt: skip
    for category in sorted(one.counts, reverse=True):
        chance = one.chance(category)
        lines.add_row(
            str(words.CATEGORIES[category]),
            _many(one.counts[category]),
            percent(chance),
            style.bar(chance),
        )
    show(lines)
    if pays is not None:
        print(words.ODDS_WORTH.format(worth=_amount(one.worth(pays))))


def _show_every(every: Sequence[Odds], pays: Pays | None, wild: Wild, ascii: bool) -> None:
    style = _Style(ascii)
    hand = every[0].hand
    value = rank(hand, wild)
    print(words.ODDS_HOLDS.format(cards=style.cards(hand), rank=style.figures.full_hand(value)))
    if pays is None:
        show(_by_improving(every, value.category, style))
        return
    show(_by_pay(every, pays, style))
    best = best_discard(every, pays)
    worth = _amount(best.worth(pays))
    print(words.ODDS_BEST.format(thrown=style.cards(best.discard), worth=worth))


def _by_improving(every: Sequence[Odds], held: Category, style: _Style) -> Table:
    """Every discard with how likely it leads to a better kind of hand."""
    lines = grid(words.ODDS_THROW, words.ODDS_IMPROVES, "", right=(words.ODDS_IMPROVES,))
    better = [category for category in Category if category > held]
    for each in every:
        chance = each.chance(*better)
        lines.add_row(cell(style.cards(each.discard)), percent(chance), style.bar(chance))
    return lines


def _by_pay(every: Sequence[Odds], pays: Pays, style: _Style) -> Table:
    """Every discard with what it pays, the best first."""
    lines = grid(words.ODDS_THROW, words.ODDS_PAYS, "", right=(words.ODDS_PAYS,))
    worth = {each.discard: each.worth(pays) for each in every}
    most = max(worth.values()) or Fraction(1)
    for each in sorted(every, key=lambda one: -worth[one.discard]):
        amount = worth[each.discard]
        lines.add_row(cell(style.cards(each.discard)), _amount(amount), style.bar(amount / most))
    return lines


def _amount(worth: Fraction) -> str:
    return spoken().number(f"{float(worth):,.4f}")


def _many(count: int) -> str:
    return spoken().number(f"{count:,}")


# ---- for programs --------------------------------------------------------------------------------


def _as_json(one: Odds, pays: Pays | None) -> dict[str, Any]:
    said: dict[str, Any] = {
        "discard": one.discard,
        "kept": one.kept,
        "draws": one.draws,
        "counts": {category.name.lower(): many for category, many in one.counts.items()},
    }
    if pays is not None:
        worth = one.worth(pays)
        said |= {"pays": float(worth), "pays_exactly": str(worth)}
    return said


def _print_json(value: object) -> None:
    print(msgspec.json.encode(value).decode())


def add_to(app: typer.Typer) -> None:
    """Add the command."""
    app.command("odds")(draw_odds)
