"""
What must hold of a hand whatever happens in it (RULES 0.7): chips, stacks, and the deck.

A table looks before anything is stored, and when it is found again. What does not hold is a fault
of ours, and the hand is given up (RULES 15.4).
"""

from operator import is_

from showdown.errors import CorruptHistory
from showdown.rules.cards import Card
from showdown.rules.hand import HandState
from showdown.rules.table import TableState


def check_table(table: TableState, sound: HandState | None = None) -> None:
    """
    Complain unless chips and cards of the hand that runs or was last are all there, each once.

    Args:
        sound: the hand as it was when it was last looked at here; cards that lie where they lay
            are not looked at again.

    Raises:
        CorruptHistory: they are not.
    """
    hand = table.hand
    if hand is not None and not table.seating.aborted:
        _check_chips(hand)
        if sound is None or not _are_the_same_cards(hand, sound):
            _check_cards(hand)
    if any(each.stack < 0 for each in table.seating.occupants):
        raise CorruptHistory("A player has less than no chips.")


def _check_chips(hand: HandState) -> None:
    started = hand.started
    before = sum(dealt.stack for dealt in started.lineup)
    before += sum(share.amount for share in started.carried) + sum(started.forfeited)
    now = sum(hand.stacks) + hand.pot + sum(hand.raked) + hand.carried_over
    if min(hand.stacks) < 0 or now != before:
        raise CorruptHistory(
            f"Hand {hand.hand} began with {before} chips and has {now}.", found=now, wanted=before
        )


def _are_the_same_cards(hand: HandState, sound: HandState) -> bool:
    """Whether these very cards lie where they lay; somebody may have folded since."""
    return (
        hand.started is sound.started
        and hand.dealt is sound.dealt
        and hand.stub is sound.stub
        and hand.burned is sound.burned
        and all(map(is_, hand.cards, sound.cards))
    )


def _check_cards(hand: HandState) -> None:
    if not hand.dealt:
        return
    held: list[Card] = [*hand.stub, *hand.burned]
    for place in hand.in_hand:
        held += hand.cards[place]
    seen = set(held)
    if len(seen) != len(held) or not seen <= set(hand.ruleset.deck):
        raise CorruptHistory(f"Hand {hand.hand} has a card twice, or one that is not in the deck.")
