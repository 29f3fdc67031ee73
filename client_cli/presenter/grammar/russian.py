"""
Russian, as players name hands: "фул-хаус, короли на валетах", "стрит до туза".
"""

from typing import NamedTuple

from client_cli.presenter.grammar.naming import Grammar, naming
from showdown.rules.hand_rank import Category


class Forms(NamedTuple):
    """A rank in the cases that the names of hands take."""

    one: str
    of_one: str
    many: str
    of_many: str
    on_many: str


def _feminine(one: str) -> Forms:
    """Like двойка; behind к stands и, and the plural of the genitive slips a vowel in."""
    stem = one[:-1]
    return Forms(one, f"{stem}и", f"{stem}и", f"{stem[:-1]}ок", f"{stem}ах")


_RANKS = (
    Forms("двойка", "двойки", "двойки", "двоек", "двойках"),
    Forms("тройка", "тройки", "тройки", "троек", "тройках"),
    *map(_feminine, ("четвёрка", "пятёрка", "шестёрка", "семёрка", "восьмёрка")),
    *map(_feminine, ("девятка", "десятка")),
    Forms("валет", "валета", "валеты", "валетов", "валетах"),
    Forms("дама", "дамы", "дамы", "дам", "дамах"),
    Forms("король", "короля", "короли", "королей", "королях"),
    Forms("туз", "туза", "тузы", "тузов", "тузах"),
)

_PATTERNS = {
    Category.HIGH_CARD: "старшая карта, {0.one}",
    Category.ONE_PAIR: "пара {0.of_many}",
    Category.TWO_PAIR: "две пары, {0.many} и {1.many}",
    Category.THREE_OF_A_KIND: "тройка {0.of_many}",
    Category.STRAIGHT: "стрит до {0.of_one}",
    Category.FLUSH: "флеш до {0.of_one}",
    Category.FULL_HOUSE: "фул-хаус, {0.many} на {1.on_many}",
    Category.FOUR_OF_A_KIND: "каре {0.of_many}",
    Category.STRAIGHT_FLUSH: "стрит-флеш до {0.of_one}",
    Category.FIVE_OF_A_KIND: "пять одинаковых, {0.many}",
}

RUSSIAN = Grammar(
    ranks=tuple(forms.one for forms in _RANKS),
    suits=("треф", "бубен", "червей", "пик"),
    card="{rank} {suit}",
    joker="джокер",
    hand=naming(_PATTERNS, "флеш-рояль", _RANKS),
)
