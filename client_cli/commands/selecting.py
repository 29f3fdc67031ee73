"""
The options that say which stored hands are meant, for every command that asks a server for some.
"""

from datetime import datetime
from typing import Annotated

import typer
from msgspec import Struct

from client_cli.commands.options import LONGEST_NAME
from client_cli.errors import UsageError
from client_cli.presenter import words
from client_cli.presenter.chances import category_of
from showdown.history.moments import moment_of
from showdown.history.statistics import Outcome
from showdown.rules.hand_rank import Category
from showdown.rules.ruleset import LARGEST, TableId


def category_named(text: str) -> Category:
    """A category, by its name in any spelling: "full house", full-house, FULL_HOUSE."""
    category = category_of(text)
    if category is None:
        known = ", ".join(map(str, words.CATEGORIES.values()))
        raise typer.BadParameter(words.NO_CATEGORY.format(found=text, known=known))
    return category


def moment(text: str, *, at_end: bool) -> datetime:
    """A day or a point in time, as typed."""
    try:
        return moment_of(text, at_end=at_end)
    except ValueError:
        raise typer.BadParameter(words.NO_MOMENT.format(found=text)) from None


def _outcome(text: str) -> Outcome:
    if text not in list(Outcome):
        known = ", ".join(Outcome)
        raise typer.BadParameter(words.NO_SUCH_RESULT.format(found=text, known=known))
    return Outcome(text)


Player = Annotated[
    str | None, typer.Option("--player", metavar="NAME", help="Who was in.", show_default=False)
]
Since = Annotated[
    datetime | None,
    typer.Option(
        "--since",
        metavar="TIME",
        parser=lambda text: moment(text, at_end=False),
        help="Not before this day, or time as in 2026-11-30T12:00, in UTC.",
        show_default=False,
    ),
]
Until = Annotated[
    datetime | None,
    typer.Option(
        "--until",
        metavar="TIME",
        parser=lambda text: moment(text, at_end=True),
        help="Not after it; a day is meant whole.",
        show_default=False,
    ),
]
MinPot = Annotated[
    int | None,
    typer.Option(
        "--min-pot",
        metavar="N",
        min=0,
        max=LARGEST,
        help="The pots together at least, in the smallest unit.",
        show_default=False,
    ),
]
ByCategory = Annotated[
    Category | None,
    typer.Option(
        "--category",
        metavar="NAME",
        parser=category_named,
        help="What won and was shown, as in full-house.",
        show_default=False,
    ),
]
ByResult = Annotated[
    Outcome | None,
    typer.Option(
        "--result",
        metavar="|".join(Outcome),
        parser=_outcome,
        help="What it was for --player, or for you.",
        show_default=False,
    ),
]


class Filters(Struct, frozen=True, kw_only=True):
    """Which hands, as typed."""

    player: str | None = None
    table: TableId | None = None
    since: datetime | None = None
    until: datetime | None = None
    min_pot: int | None = None
    category: int | None = None
    result: Outcome | None = None

    def __post_init__(self) -> None:
        if self.player is not None and not 1 <= len(self.player) <= LONGEST_NAME:
            raise UsageError(words.NAME_TOO_LONG.format(found=len(self.player), most=LONGEST_NAME))

    @property
    def of_a_server(self) -> bool:
        """Whether there is any that only a server knows: all but the player."""
        others = (self.table, self.since, self.until, self.min_pot, self.category, self.result)
        return any(each is not None for each in others)
