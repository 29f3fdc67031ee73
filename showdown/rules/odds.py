"""
Exact draw odds: what a hand becomes when some of its cards are thrown, over all unseen cards.
"""

from collections.abc import Iterable, Mapping, Sequence
from decimal import Decimal
from fractions import Fraction
from functools import cache
from math import comb
from typing import overload

from msgspec import Struct

from showdown.errors import CardError
from showdown.rules.cards import HAND_SIZE, JOKERS, Card, without_duplicates
from showdown.rules.census import Census
from showdown.rules.hand_rank import Category, HandRank
from showdown.rules.ranking import rank
from showdown.rules.wild import BUG, DEUCES, NO_WILD, WILD, Wild

Pay = Mapping[Category, int | Fraction | Decimal]
"""What each category pays; what is not named pays nothing."""


class Odds(Struct, frozen=True, kw_only=True):
    """What comes of one discard."""

    hand: tuple[Card, ...]
    discard: tuple[Card, ...]
    """In the order in which they are held."""
    draws: int
    """How many sets of replacement cards there are, each as likely as any other."""
    counts: dict[Category, int]
    """How many of them lead to each category; what cannot come is not named."""

    @property
    def kept(self) -> tuple[Card, ...]:
        """The cards that stay."""
        return tuple(card for card in self.hand if card not in self.discard)

    def chance(self, *categories: Category) -> Fraction:
        """
        How likely it is to end in one of these categories.

        >>> from showdown import parse_cards
        >>> odds(parse_cards("2h6h9hKhTs"), parse_cards("Ts")).chance(Category.FLUSH)
        Fraction(9, 47)
        """
        return Fraction(sum(self.counts.get(each, 0) for each in categories), self.draws)

    def worth(self, pay: Pay) -> Fraction:
        """
        What it pays on average.

        >>> from showdown import parse_cards
        >>> odds(parse_cards("2h6h9hKhTs"), parse_cards("Ts")).worth({Category.FLUSH: 6})
        Fraction(54, 47)
        """
        paid = sum(Fraction(pay[each]) * many for each, many in self.counts.items() if each in pay)
        return Fraction(paid, self.draws)


@overload
def odds(
    hand: Sequence[Card],
    discard: Sequence[Card],
    dead: Sequence[Card] = ...,
    wild: Wild = ...,
    *,
    jokers: int | None = ...,
) -> Odds: ...


@overload
def odds(
    hand: Sequence[Card],
    discard: None = ...,
    dead: Sequence[Card] = ...,
    wild: Wild = ...,
    *,
    jokers: int | None = ...,
) -> tuple[Odds, ...]: ...


def odds(
    hand: Sequence[Card],
    discard: Sequence[Card] | None = None,
    dead: Sequence[Card] = (),
    wild: Wild = NO_WILD,
    *,
    jokers: int | None = None,
) -> Odds | tuple[Odds, ...]:
    """
    What a hand becomes if some of its cards are thrown, by counting all draws.

    >>> from showdown import parse_cards
    >>> odds(parse_cards("JcJd4h4s9c"), discard=parse_cards("9c")).counts
    {<Category.TWO_PAIR: 2>: 43, <Category.FULL_HOUSE: 6>: 4}
    >>> len(odds(parse_cards("JcJd4h4s9c")))
    32

    Args:
        hand: five cards.
        discard: those of them that are thrown; they do not come back. None asks for every discard.
        dead: other cards that are known not to come.
        wild: which cards stand for others.
        jokers: how many are in the deck; by default one in a game with a joker, or as many as the
            cards show.

    Returns:
        The odds of this discard; without one those of every discard that enough cards are left
        for, the smallest first, and of as many cards in the order of the hand.

    Raises:
        CardError: hand, discard and dead cards are not of one deck, or too few cards are left.

    Source: docs/rules.md, "Hand ranking"; draws as in "The draw".
    """
    hand, dead = tuple(hand), tuple(dead)
    without_duplicates(hand)
    rank(hand, wild)  # for its complaints
    if jokers is None:
        jokers = jokers_in((*hand, *dead), wild)
    census = _census(wild, jokers)
    _check_dead(hand, dead)
    for card in (*hand, *dead):
        if card not in census.deck:
            raise CardError(
                f"{card} is not in a deck of {len(census.deck)} cards.", found=str(card)
            )
    unseen = len(census.deck) - HAND_SIZE - len(dead)
    if discard is not None:
        thrown = _checked_discard(hand, tuple(discard), unseen)
        kept = tuple(card for card in hand if card not in thrown)
        return _odds(hand, kept, census.drawn(hand, kept, dead), unseen)
    every = census.each_drawn(hand, dead)
    found = [_odds(hand, kept, counts, unseen) for kept, counts in every.items() if counts]
    return tuple(sorted(found, key=lambda one: (len(one.discard), _places(one))))


def best_discard(choices: Iterable[Odds], pay: Pay) -> Odds:
    """
    The discard that pays most on average; of equal ones the first.

    >>> from showdown import parse_cards
    >>> best_discard(odds(parse_cards("2h6h9hKhTs")), {Category.FLUSH: 6}).discard
    (Ts,)
    """
    return max(choices, key=lambda choice: choice.worth(pay))


def _odds(
    hand: tuple[Card, ...], kept: tuple[Card, ...], counts: dict[Category, int], unseen: int
) -> Odds:
    thrown = tuple(card for card in hand if card not in kept)
    return Odds(hand=hand, discard=thrown, draws=comb(unseen, len(thrown)), counts=counts)


def _places(choice: Odds) -> list[int]:
    return [choice.hand.index(card) for card in choice.discard]


def _category(value: HandRank) -> Category:
    return value.category


@cache
def _census(wild: Wild, jokers: int) -> Census[Category]:
    return Census(_category, wild, jokers=jokers)


_JOKERS = {NO_WILD: (0, 0), BUG: (1, 1), WILD: (1, 2), DEUCES: (0, 2)}
"""How many a game has at least and at most."""


def jokers_in(cards: Sequence[Card], wild: Wild) -> int:
    """How many jokers are in the deck: what the game has at least, or as these cards show."""
    least, most = _JOKERS[wild]
    shown = max((JOKERS.index(card) + 1 for card in cards if card.is_joker), default=0)
    return min(max(least, shown), most)


def _check_dead(hand: tuple[Card, ...], dead: tuple[Card, ...]) -> None:
    without_duplicates(dead)
    for card in dead:
        if card in hand:
            raise CardError(f"{card} is in the hand, so it cannot be dead.", found=str(card))


def _checked_discard(
    hand: tuple[Card, ...], discard: tuple[Card, ...], unseen: int
) -> tuple[Card, ...]:
    """The discard in the order of the hand."""
    without_duplicates(discard)
    for card in discard:
        if card not in hand:
            held = " ".join(map(str, hand))
            raise CardError(
                f"{card} cannot be thrown: the hand is {held}.", found=str(card), wanted=held
            )
    if len(discard) > unseen:
        raise CardError(
            f"{len(discard)} cards are thrown, and no more than {unseen} can be drawn.",
            found=len(discard),
            wanted=unseen,
        )
    return tuple(card for card in hand if card in discard)
