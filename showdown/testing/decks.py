"""
Decks that deal what a test or a written case wants.
"""

from collections.abc import Iterable, Mapping, Sequence

from showdown.errors import CardError
from showdown.rules.cards import DECK, HAND_SIZE, Card, without_duplicates
from showdown.rules.ruleset import Seat


def stacked_deck(
    order: Sequence[Seat],
    hands: Mapping[Seat, Sequence[Card]],
    stub_top: Sequence[Card] = (),
    deck: Sequence[Card] = DECK,
) -> tuple[Card, ...]:
    """
    The deck from which these seats get these hands; all other places hold the rest, lowest first.

    >>> from showdown import parse_cards
    >>> deck = stacked_deck((2, 1), {1: parse_cards("AcAdAhKsKd")}, stub_top=parse_cards("QhQs"))
    >>> deck[:12]
    (2c, Ac, 2d, Ad, 2h, Ah, 2s, Ks, 3c, Kd, Qh, Qs)

    Args:
        order: the seats in the order of the deal, first left of the button.
        hands: five cards each, in the order in which they are dealt.
        stub_top: the first cards after the deal.
        deck: all cards of the game, lowest first.

    Raises:
        CardError: a card is named twice or not in this deck, a hand has not five, or a seat is not
            dealt in.
    """
    for seat, cards in hands.items():
        if seat not in order:
            raise CardError(f"Seat {seat} has a hand but is not dealt in.", found=seat)
        if len(cards) != HAND_SIZE:
            raise CardError(
                f"Seat {seat} has {len(cards)} cards; a hand has five.",
                found=len(cards),
                wanted=HAND_SIZE,
            )
    named = without_duplicates([*(card for hand in hands.values() for card in hand), *stub_top])
    for card in named:
        if card not in deck:
            raise CardError(f"{card} is not in the deck of this game.", found=str(card))
    rest = (card for card in deck if card not in named)
    dealt = [
        hands[seat][turn] if seat in hands else next(rest)
        for turn in range(HAND_SIZE)
        for seat in order
    ]
    return (*dealt, *stub_top, *rest)


def stacked_stub(eligible: Iterable[Card], top: Sequence[Card] = ()) -> tuple[Card, ...]:
    """
    A new stub that starts with these cards; the other eligible ones follow, lowest first.

    Raises:
        CardError: a card is named twice or is not eligible.
    """
    pool = sorted(eligible, key=lambda card: card.index)
    for card in without_duplicates(top):
        if card not in pool:
            raise CardError(f"{card} is not among the cards of the new stub.", found=str(card))
    return (*top, *(card for card in pool if card not in top))
