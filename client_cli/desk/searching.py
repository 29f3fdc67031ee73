"""
What is typed to find old hands, understood: the filters of ``showdown hands`` in one line.

A filter is written as ``table=main``; a few words need no name: ``won`` and ``lost``, the name of a
hand, and anything else is a player.
"""

from collections.abc import Callable
from datetime import datetime
from typing import Any

from msgspec import Struct, structs

from client_cli.errors import Unclear
from client_cli.numbers import whole
from client_cli.presenter import words
from client_cli.presenter.chances import category_of
from client_cli.presenter.words import around
from showdown.history.moments import moment_of
from showdown.history.statistics import Outcome
from showdown.rules.hand_rank import Category
from showdown.rules.ruleset import Chips, TableId

LONGEST_NAME = 32


class Search(Struct, frozen=True, kw_only=True):
    """Which hands are looked for; all that is given has to hold."""

    player: str | None = None
    table: TableId | None = None
    since: datetime | None = None
    until: datetime | None = None
    min_pot: Chips | None = None
    category: int | None = None
    result: Outcome | None = None


def understand_search(line: str) -> Search:
    """
    What a line looks for; nothing in it is everything.

    >>> understand_search("won table=main min-pot=100").result
    <Outcome.WON: 'won'>

    Raises:
        Unclear: something in it means nothing.
    """
    found: dict[str, Any] = {}
    names: list[str] = []
    for word in line.split():
        name, equals, value = word.partition("=")
        if equals:
            field, read = _filter(name)
            if not value:
                raise Unclear(around.SEARCH_NEEDS.format(word=name))
            found[field] = read(value)
        elif (plain := _plain(word)) is not None:
            found.update(plain)
        else:
            names.append(word)
    if names:
        found["player"] = _player(" ".join(names))
    return structs.replace(Search(), **found)


def _filter(name: str) -> tuple[str, Callable[[str], Any]]:
    field = name.lower().lstrip("-").replace("-", "_")
    if field not in _READERS:
        known = ", ".join(f"{each.replace('_', '-')}=" for each in _READERS)
        raise Unclear(around.SEARCH_UNKNOWN.format(found=f"{name}=", known=known))
    return field, _READERS[field]


def _plain(word: str) -> dict[str, Any] | None:
    """A word that says by itself which filter it is."""
    if word.lower() in list(Outcome):
        return {"result": Outcome(word.lower())}
    category = category_of(word)
    return None if category is None else {"category": int(category)}


def _player(name: str) -> str:
    if len(name) > LONGEST_NAME:
        raise Unclear(words.NAME_TOO_LONG.format(found=len(name), most=LONGEST_NAME))
    return name


def _moment(*, at_end: bool) -> Callable[[str], datetime]:
    def read(text: str) -> datetime:
        try:
            return moment_of(text, at_end=at_end)
        except ValueError:
            raise Unclear(words.NO_MOMENT.format(found=text)) from None

    return read


def _amount(text: str) -> Chips:
    chips = whole(text)
    if chips is None:
        raise Unclear(around.SEARCH_NO_AMOUNT.format(found=text))
    return chips


def _category(text: str) -> int:
    category = category_of(text)
    if category is None:
        known = ", ".join(str(words.CATEGORIES[each]) for each in Category)
        raise Unclear(words.NO_CATEGORY.format(found=text, known=known))
    return int(category)


def _result(text: str) -> Outcome:
    if text not in list(Outcome):
        raise Unclear(words.NO_SUCH_RESULT.format(found=text, known=", ".join(Outcome)))
    return Outcome(text)


_READERS: dict[str, Callable[[str], Any]] = {
    "player": _player,
    "table": TableId,
    "since": _moment(at_end=False),
    "until": _moment(at_end=True),
    "min_pot": _amount,
    "category": _category,
    "result": _result,
}
