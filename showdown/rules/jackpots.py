"""
Jackpots: who may open, what proves it, and a deal that nobody opens (RULES 11).
"""

from collections import Counter
from collections.abc import Sequence
from itertools import combinations, combinations_with_replacement

from showdown.rules.cards import HAND_SIZE, RANKS, Card
from showdown.rules.hand import HandState
from showdown.rules.hand_rank import ACE, Category, HandRank
from showdown.rules.ruleset import Openers, ProveOpeners, Ruleset
from showdown.rules.wild import Wild, is_wild

_RISING = tuple(Openers)


def openers_after(openers: Openers, passed_out: int) -> Openers:
    """
    What opens after so many passed-out deals of a progressive game (RULES 11.8).

    >>> openers_after(Openers.JACKS, 2).value, openers_after(Openers.JACKS, 7).value
    ('K', 'A')
    """
    place = _RISING.index(openers) + passed_out
    return _RISING[min(place, len(_RISING) - 1)]


def can_open(ruleset: Ruleset, openers: Openers, cards: Sequence[Card]) -> bool:
    """Whether five dealt cards are a pair of the openers or better (RULES 11.1 and 11.3)."""
    return ruleset.rank(cards).plain >= _least(openers)


def needs_openers(state: HandState) -> bool:
    """Whether this betting round waits for somebody who can open."""
    return bool(state.started.openers and not state.street and not state.round.bet)


def is_passed_out(state: HandState) -> bool:
    """
    Whether a round that needed an opening is over without one (RULES 11.7).

    Somebody is asked only where two have chips as the round begins; else no opening is needed.
    """
    return needs_openers(state) and any(state.acted)


def shows_openers(state: HandState, winners: Sequence[int]) -> bool:
    """Whether the opener proves what he had (RULES 11.6)."""
    rule = state.ruleset.prove_openers
    if not state.started.openers or state.opener is None or rule is ProveOpeners.NEVER:
        return False
    return rule is ProveOpeners.ALWAYS or state.opener in winners


def fewest_openers(ruleset: Ruleset, openers: Openers, dealt: Sequence[Card]) -> tuple[Card, ...]:
    """
    The fewest of the dealt cards that qualify by themselves, the cards dealt first.

    >>> from showdown import parse_cards, Ruleset
    >>> fewest_openers(Ruleset(ante=1, min_bet=2), Openers.JACKS, parse_cards("KcJhKdJs3c"))
    (Kc, Kd)
    """
    for size in range(1, HAND_SIZE):
        for cards in combinations(dealt, size):
            if _part_value(ruleset, cards) >= _least(openers):
                return cards
    return tuple(dealt)


def _least(openers: Openers) -> HandRank:
    return HandRank.of(Category.ONE_PAIR, (RANKS.index(openers),))


_PARTS = {
    (4,): Category.FOUR_OF_A_KIND,
    (3,): Category.THREE_OF_A_KIND,
    (2, 2): Category.TWO_PAIR,
    (2,): Category.ONE_PAIR,
}


def _part_value(ruleset: Ruleset, cards: Sequence[Card]) -> HandRank:
    """What fewer than five cards are worth, whatever comes to them: pairs and the like only."""
    natural = [card.rank for card in cards if not is_wild(card, ruleset.wild)]
    wilds = len(cards) - len(natural)
    if ruleset.wild is Wild.BUG:
        return _group((*natural, *(ACE,) * wilds))
    return max(
        _group((*natural, *stand_ins))
        for stand_ins in combinations_with_replacement(range(len(RANKS)), wilds)
    )


def _group(ranks: Sequence[int]) -> HandRank:
    counted = sorted(Counter(ranks).items(), key=lambda item: (-item[1], -item[0]))
    shape = tuple(count for _, count in counted if count > 1)
    if shape not in _PARTS:
        return HandRank(0)
    return HandRank.of(_PARTS[shape], tuple(one for one, count in counted if count > 1))
