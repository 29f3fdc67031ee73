"""
The bot that plays by the odds: how likely its hand becomes one that wins, against what it pays.

The odds of the draw are exact. What it wins with is an estimate: somebody who draws three has a
pair, who draws two has three of a kind, who draws one has two pair or four to a flush, and who
draws none has a straight or better.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from functools import cache, lru_cache
from math import prod

from showdown.bots.contract import Bot
from showdown.bots.decision import Decision
from showdown.bots.drawing import discards
from showdown.protocol.messages import Move
from showdown.rules.cards import DECK, HAND_SIZE, JOKERS, Card, parse_cards
from showdown.rules.events import Move as Moved
from showdown.rules.hand_rank import Category
from showdown.rules.odds import odds
from showdown.rules.ruleset import Ruleset, Seat
from showdown.rules.seen import Acted
from showdown.rules.wild import DEUCES, NO_WILD, Wild, is_wild

Chances = dict[Category, float]
"""How likely each category is."""

PAID = frozenset({Moved.CALL, Moved.BET, Moved.RAISE})
RAISED = frozenset({Moved.BET, Moved.RAISE})

RANKS = 13

DRAWS_THREE = 3
"""What is believed before the draw of who has paid to come in: a pair."""

OTHERS: dict[int, tuple[str, ...]] = {
    0: ("9c8d7h6s5c", "9c8d7h6s5c", "Qh9h7h4h3h", "8c8d8h4s4c"),
    1: ("JcJd6h6sAc", "Qh9h7h4hAc"),
    2: ("9c9d9hAs5c",),
    3: ("JcJd9h5s3c",),
    4: ("AcKd7h5s3c",),
}
"""
Hands of those who throw so many of the last cards, each as likely as the others.

Who throws four or five has nothing, and is taken for one who keeps two high cards.
"""


class DrawOdds(Bot):
    """Pays for a draw what it is worth, bets what is probably ahead, and never bluffs."""

    def __init__(self) -> None:
        # Tables are made when odds are asked for first: better now than on somebody's clock.
        _others(NO_WILD, 0, DRAWS_THREE)

    def decide(self, view: Decision) -> Move:
        """Call for less than its chance to win; bet and raise with more."""
        if view.is_draw:
            return view.draw(discards(view.cards, view.ruleset.wild)[: view.legal.draw])
        chance = chance_to_win(view)
        if view.amounts and chance > 1 - 0.4 / (1 + _raised_by_others(view)):
            return view.bet_or_raise_to(_half_the_pot(view))
        return view.check_or_call() if view.pot_odds <= chance else view.fold()


def chance_to_win(view: Decision) -> float:
    """How likely a hand beats all who have paid to play on, once it has drawn."""
    drawn = [view.drew.get(seat, DRAWS_THREE) for seat in _paying(view)]
    if view.drew:
        return _ahead(view.ruleset, view.rank.category, view.rank.ranks[0], drawn)
    return sum(
        likely * _ahead(view.ruleset, category, _deciding(view, category), drawn)
        for category, likely in drawing(view.cards, view.ruleset).items()
    )


def drawing(hand: tuple[Card, ...], rules: Ruleset) -> Chances:
    """
    What a hand becomes if it throws what is sensible.

    >>> chances = drawing(parse_cards("KhKd9c5s2h"), Ruleset(bb=2))
    >>> [f"{category.name} {likely:.1%}" for category, likely in chances.items()][:3]
    ['ONE_PAIR 71.3%', 'TWO_PAIR 16.0%', 'THREE_OF_A_KIND 11.4%']
    """
    thrown = discards(hand, rules.wild)
    if len(thrown) > 1:
        kept = [card for card in hand if card not in thrown]
        wilds = sum(is_wild(card, rules.wild) for card in kept)
        alike = Counter(card.rank for card in kept if not is_wild(card, rules.wild))
        hand, thrown = _example(rules.wild, wilds, tuple(sorted(alike.values())))
    return _exact(hand, thrown, rules.wild, rules.jokers or 0)


def _ahead(rules: Ruleset, category: Category, deciding: int, drawn: Sequence[int]) -> float:
    """How likely a hand after the draw beats others who drew so many cards each."""
    return prod(
        sum(likely for other, likely in chances.items() if other < category)
        + chances.get(category, 0) * deciding / RANKS
        for chances in (_others(rules.wild, rules.jokers or 0, count) for count in drawn)
    )


def _deciding(view: Decision, category: Category) -> int:
    """The rank that decides: the hand's own as long as it is no better, else a middling one."""
    return view.rank.ranks[0] if category == view.rank.category else RANKS // 2


def _paying(view: Decision) -> set[Seat]:
    """Opponents who have put in more than they had to; if there are none, one of them."""
    paid = {each.seat for each in _acted(view) if each.move in PAID and each.seat in view.opponents}
    return paid or set(view.opponents[:1])


def _raised_by_others(view: Decision) -> int:
    return sum(each.move in RAISED and each.seat != view.seat for each in _acted(view))


def _acted(view: Decision) -> Iterator[Acted]:
    return (each for each in view.history if isinstance(each, Acted))


def _half_the_pot(view: Decision) -> int:
    """A total that bets half the pot, as near as the game allows it."""
    assert view.amounts is not None
    unit = view.ruleset.unit
    size = view.to_call + (view.pot + view.to_call) // 2
    wanted = (view.legal.price - view.to_call + size) // unit * unit
    return min(max(wanted, view.amounts.min), view.amounts.max)


# Exact odds. Hands that throw two cards or more come in few shapes, whose odds are counted once.


@lru_cache(maxsize=4096)
def _exact(hand: tuple[Card, ...], thrown: tuple[Card, ...], wild: Wild, jokers: int) -> Chances:
    found = odds(hand, thrown, wild=wild, jokers=jokers)
    return {category: many / found.draws for category, many in found.counts.items()}


@cache
def _others(wild: Wild, jokers: int, drawn: int) -> Chances:
    """What somebody has who drew so many cards."""
    examples = [parse_cards(text) for text in OTHERS[min(drawn, max(OTHERS))]]
    total: Counter[Category] = Counter()
    for hand in examples:
        total.update(_exact(hand, hand[HAND_SIZE - min(drawn, 3) :], wild, jokers))
    return {category: likely / len(examples) for category, likely in sorted(total.items())}


@cache
def _example(
    wild: Wild, wilds: int, alike: tuple[int, ...]
) -> tuple[tuple[Card, ...], tuple[Card, ...]]:
    """A hand with so many wild cards and cards of a rank, and what it throws."""
    stands_in = (*DECK[:4], *JOKERS) if wild == DEUCES else JOKERS
    natural = (
        DECK[4 * rank + (place + nth) % 4]
        for place, (rank, many) in enumerate(zip((5, 10), alike, strict=False))
        for nth in range(many)
    )
    kept = (*stands_in[:wilds], *natural)
    thrown = parse_cards("4h9sKc3d")[: HAND_SIZE - len(kept)]
    return (*kept, *thrown), thrown
