"""
How each language names cards and hands: built from what they are, never from English words.
"""

from collections import Counter
from collections.abc import Sequence

from client_cli.languages import spoken
from client_cli.presenter.grammar.english import ENGLISH
from client_cli.presenter.grammar.french import FRENCH
from client_cli.presenter.grammar.naming import Grammar
from client_cli.presenter.grammar.russian import RUSSIAN
from showdown.rules.cards import RANKS, Card
from showdown.rules.hand_rank import NAMES, HandRank

__all__ = ["GRAMMARS", "Grammar", "card_in_words", "full_name", "hand_name", "hand_names"]

GRAMMARS = {"en": ENGLISH, "fr": FRENCH, "ru": RUSSIAN}
"""By the code of the language."""


def card_in_words(card: Card) -> str:
    """
    A card as one says it.

    >>> from showdown import parse_cards
    >>> from client_cli.languages import speaking
    >>> card_in_words(parse_cards("As")[0])
    'ace of spades'
    >>> with speaking("fr"):
    ...     card_in_words(parse_cards("As")[0])
    'as de pique'
    """
    grammar = GRAMMARS[spoken().code]
    if card.is_joker:
        return f"{grammar.joker} {str(card)[1:]}"
    return grammar.card.format(rank=grammar.ranks[card.rank], suit=grammar.suits[card.suit])


def hand_name(rank: HandRank) -> str:
    """
    What a hand is called.

    >>> from showdown import parse_cards, rank
    >>> from client_cli.languages import speaking
    >>> with speaking("fr"):
    ...     hand_name(rank(parse_cards("KhKdKcJsJh")))
    'full aux rois par les valets'
    """
    return GRAMMARS[spoken().code].hand(rank)


def full_name(rank: HandRank, *, aloud: bool = False) -> str:
    """The name with all that breaks ties, as in ``pair of aces (K-5-3)``."""
    ranks = rank.ranks[NAMES[rank.category].count("{") :]
    if not ranks:
        return hand_name(rank)
    spell = GRAMMARS[spoken().code].ranks if aloud else RANKS
    return f"{hand_name(rank)} ({(', ' if aloud else '-').join(spell[each] for each in ranks)})"


def hand_names(ranks: Sequence[HandRank], *, aloud: bool = False) -> tuple[str, ...]:
    """
    The names of hands that are shown together, told apart where they differ (RULES 3.5).

    Args:
        aloud: kickers as words, for who hears them.
    """
    names = {value: hand_name(value) for value in ranks}
    shared = Counter(names.values())
    return tuple(
        full_name(value, aloud=aloud) if shared[names[value]] > 1 else names[value]
        for value in ranks
    )
