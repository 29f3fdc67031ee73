"""
What sites call a hand, so that a text's words can be compared with its cards.

A form holds a number for the word of that tie-breaking rank (``{0}`` is the highest), ``low`` for
the lowest of a straight.
"""

import re
from collections.abc import Callable, Mapping

from showdown.history.pokerstars_names import agrees as pokerstars_agrees
from showdown.rules.hand_rank import RANK_WORDS, Category, HandRank

Judge = Callable[[str, HandRank], bool | None]
"""Whether words fit a hand; None if they are no words of the site that are known."""


def agrees(site: str, said: str, value: HandRank) -> bool | None:
    """Whether a site's words fit a hand; None if they are not known."""
    judge = _JUDGES.get(site)
    return None if judge is None else judge(said, value)


# Full Tilt: as PokerStars, but a straight is named by its highest card only.

_FULL_TILT_STRAIGHTS = {
    Category.STRAIGHT: "a straight, {0} high",
    Category.STRAIGHT_FLUSH: "a straight flush, {0} high",
}


def _full_tilt(said: str, value: HandRank) -> bool | None:
    if pokerstars_agrees(said, value):
        return True
    words = [word.capitalize() for word in RANK_WORDS]
    form = _FULL_TILT_STRAIGHTS.get(value.category)
    if form is not None:
        return said == form.format(words[value.ranks[0]])
    if value.category is Category.HIGH_CARD:
        # "Ace high", "Ace Queen high": as many as it takes.
        named = said.removesuffix(" high").split()
        return said.endswith(" high") and named == [words[r] for r in value.ranks[: len(named)]]
    return False


# OnGame: a word for the category, and the ranks that matter.

_ONGAME = {
    "HIGH_CARD": Category.HIGH_CARD,
    "PAIR": Category.ONE_PAIR,
    "TWO_PAIR": Category.TWO_PAIR,
    "THREE_OF_A_KIND": Category.THREE_OF_A_KIND,
    "STRAIGHT": Category.STRAIGHT,
    "FLUSH": Category.FLUSH,
    "FULL_HOUSE": Category.FULL_HOUSE,
    "FOUR_OF_A_KIND": Category.FOUR_OF_A_KIND,
    "STRAIGHT_FLUSH": Category.STRAIGHT_FLUSH,
    "ROYAL_FLUSH": Category.STRAIGHT_FLUSH,
}


def _ongame(said: str, value: HandRank) -> bool | None:
    name, _, ranks = said.partition(" ")
    named = tuple(rank.lower() for rank in re.split(r",\s*", ranks) if rank)
    return _fits(name, named, _ONGAME, value)


# Boss Media: keys of the client's dictionary, in the plural where a rank is there more than once.

_BOSS = {
    "HIGHCARD": Category.HIGH_CARD,
    "PAIR": Category.ONE_PAIR,
    "TWOPAIR": Category.TWO_PAIR,
    "THREEOFAKIND": Category.THREE_OF_A_KIND,
    "STRAIGHT": Category.STRAIGHT,
    "FLUSH": Category.FLUSH,
    "FULLHOUSE": Category.FULL_HOUSE,
    "FOUROFAKIND": Category.FOUR_OF_A_KIND,
    "STRAIGHTFLUSH": Category.STRAIGHT_FLUSH,
    "ROYALFLUSH": Category.STRAIGHT_FLUSH,
}
_BOSS_NAME = re.compile(r"\$\(STR_G_WIN_(?P<name>[A-Z]+)\)(?P<ranks>( \$\(STR_G_[A-Z_]+\))*)")
_BOSS_RANK = re.compile(r"STR_G_CARDS?_([A-Z]+)")


def _boss(said: str, value: HandRank) -> bool | None:
    found = _BOSS_NAME.fullmatch(said)
    if found is None:
        return None
    named = tuple(_singular(rank[1].lower()) for rank in _BOSS_RANK.finditer(found["ranks"]))
    return _fits(found["name"], named, _BOSS, value)


def _singular(word: str) -> str:
    if word in RANK_WORDS:
        return word
    return "six" if word == "sixes" else word.removesuffix("s")


def _fits(
    name: str, named: tuple[str, ...], names: Mapping[str, Category], value: HandRank
) -> bool | None:
    if name not in names or not all(word in RANK_WORDS for word in named):
        return None
    words = tuple(RANK_WORDS[rank] for rank in value.ranks[: len(named)])
    return names[name] is value.category and words == named


_JUDGES: dict[str, Judge] = {
    "PokerStars": pokerstars_agrees,
    "Full Tilt": _full_tilt,
    "OnGame": _ongame,
    "Boss Media": _boss,
}
