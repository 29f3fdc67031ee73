"""
What must hold of a hand whatever happens in it (RULES 0.7): chips, stacks, and the deck.

A table looks before anything is stored, and when it is found again. What does not hold is a fault
of ours, and the hand is given up (RULES 15.4).
"""

from operator import is_
from typing import NamedTuple

from server.tables.money import chips_brought
from showdown.errors import CorruptHistory
from showdown.rules.cards import Card
from showdown.rules.hand import HandState
from showdown.rules.ruleset import Chips
from showdown.rules.seating import Seating
from showdown.rules.table import TableState


class Sound(NamedTuple):
    """A table with which nothing was wrong."""

    table: TableState
    brought: Chips = 0
    """The chips that its hand is played with."""


def check_table(table: TableState, sound: Sound | None = None) -> Sound:
    """
    Complain unless chips and cards of the hand that runs or was last are all there, each once.

    Args:
        sound: the table as it was when it was last looked at here; cards that lie where they lay
            and people who sit as they sat are not looked at again.

    Raises:
        CorruptHistory: they are not.
    """
    hand, seating, brought = table.hand, table.seating, 0
    if hand is not None and not seating.aborted:
        before = None if sound is None else sound.table.hand
        is_known = sound is not None and before is not None and before.started is hand.started
        brought = sound.brought if sound is not None and is_known else chips_brought(hand.started)
        _check_chips(hand, brought)
        if before is None or not _are_the_same_cards(hand, before):
            _check_cards(hand)
    if sound is None or seating.occupants is not sound.table.seating.occupants:
        _check_stacks(seating)
    return Sound(table, brought)


def _check_stacks(seating: Seating) -> None:
    if any(each.stack < 0 for each in seating.occupants):
        raise CorruptHistory("A player has less than no chips.")


def _check_chips(hand: HandState, brought: Chips) -> None:
    now = sum(hand.stacks) + hand.pot + sum(hand.raked) + hand.carried_over
    if min(hand.stacks) < 0 or now != brought:
        raise CorruptHistory(
            f"Hand {hand.hand} began with {brought} chips and has {now}.", found=now, wanted=brought
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
