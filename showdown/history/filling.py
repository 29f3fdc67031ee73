"""
A deck for a hand of which a text shows only some cards.

Whatever the text shows stays as it is: hands, discards, drawn cards, at the places of the deck that
the order of the deal and of the draw gives them. Everything else is filled with unseen cards. Where
the stub runs out, what is drawn after the reshuffle must have been thrown, folded or left over
before it; the plan puts such cards there.
"""

from collections.abc import Iterator, Sequence
from enum import Enum
from itertools import chain

from msgspec import Struct

from showdown.errors import CardError
from showdown.rules.cards import DECK, HAND_SIZE, Card

Known = tuple[Card | None, ...]
"""Cards of which None is one that the text does not show."""

UNSEEN: Known = (None,) * HAND_SIZE


class Holding(Struct, frozen=True, kw_only=True):
    """What is known of the cards of a player."""

    hand: Known = UNSEEN
    """As it was dealt."""
    thrown: tuple[int, ...] = ()
    """Which of its places were discarded."""
    drawn: Known = ()
    folded: bool = False
    """Before the draw."""

    @property
    def final(self) -> Known:
        """What is held after the draw."""
        kept = tuple(card for place, card in enumerate(self.hand) if place not in self.thrown)
        return kept + self.drawn


class Fate(Enum):
    """What becomes of a card of the deck before a reshuffle."""

    LEFT_OVER = "left over"
    FOLDED = "folded"
    THROWN = "thrown"
    HELD = "held"


class Slot(Struct, frozen=True):
    """A place of the deck and what becomes of its card."""

    place: int
    fate: Fate
    draw: int = -1
    """In which draw of the hand it was thrown."""

    def comes_back(self, draw: int) -> bool:
        """Whether it is shuffled into the stub that is made in this draw."""
        if self.fate is Fate.THROWN:
            # Whoever needs the new stub gets back nothing of his own.
            return self.draw < draw
        return self.fate is not Fate.HELD


class Pool(Struct, frozen=True):
    """A stub that a reshuffle makes."""

    draw: int
    """In which draw of the hand, counted from 0."""
    cards: Known
    """What is drawn from it, in order."""


class Plan(Struct, frozen=True, kw_only=True):
    """A deck, and what later stubs must give."""

    order: tuple[Card, ...]
    """The deck, top card first."""
    pools: tuple[Pool, ...] = ()
    spare: tuple[Card, ...] = DECK
    """All cards in the order in which unseen ones are taken."""

    def pool_order(self, number: int, eligible: Sequence[Card]) -> tuple[Card, ...]:
        """
        The stub of a reshuffle.

        Args:
            number: which one, from 0.
            eligible: the cards that go into it.

        Raises:
            CardError: a card that was drawn from it cannot be among them.
        """
        wanted = self.pools[number].cards if number < len(self.pools) else ()
        named = {card for pool in self.pools[number:] for card in pool.cards}
        for card in wanted:
            if card is not None and card not in eligible:
                raise _cannot_come_back(card)
        free = [card for card in self.spare if card in eligible]
        # What somebody draws from a later stub is given away here only if nothing else is left.
        unseen = iter(sorted((c for c in free if c not in wanted), key=named.__contains__))
        top = tuple(next(unseen) if card is None else card for card in wanted)
        return (*top, *(card for card in free if card not in top))


class Layout:
    """
    Where in the deck the cards of a hand lie, as far as they are known.

    Args:
        holdings: by position in the order of the deal.
        draws: positions in the order in which they drew, those who stood pat included.
    """

    def __init__(self, holdings: Sequence[Holding], draws: Sequence[int]) -> None:
        self.holdings = holdings
        self.draws = draws
        self.first, *self.later = self._stubs()
        self.slots = tuple(self._slots())
        self.deck = self._known_deck()

    def returning(self, position: int) -> tuple[Card, ...]:
        """
        Known cards that a player who draws after a reshuffle can be given again.

        Of several reshuffles only the last before his draw counts: who drew in between may have
        taken what an earlier one brought back.
        """
        draw = self.draws.index(position)
        *earlier, last = [-1, *(pool.draw for pool in self.later if pool.draw <= draw)]
        before = earlier[-1] if earlier else -1
        known = zip(self.slots, self.deck, strict=True)
        return tuple(
            card
            for slot, card in known
            if card is not None and last >= 0 and slot.comes_back(last)
            if before < 0 or not slot.comes_back(before)
        )

    def _stubs(self) -> list[Pool]:
        """What is drawn from the first stub and from each that a reshuffle makes."""
        left = len(DECK) - HAND_SIZE * len(self.holdings)
        # All cards but the hands. Of the drawer's own hand the thrown part is not there, and stays
        # out too (RULES 10.6), so the sum is that of whole hands.
        renewed = len(DECK) - HAND_SIZE * sum(not each.folded for each in self.holdings)
        stubs = [Pool(0, ())]
        for draw, position in enumerate(self.draws):
            drawn = self.holdings[position].drawn
            if len(drawn) > left:
                left = renewed
                stubs.append(Pool(draw, ()))
            left -= len(drawn)
            stubs[-1] = Pool(stubs[-1].draw, stubs[-1].cards + drawn)
        return stubs

    def _slots(self) -> Iterator[Slot]:
        players = len(self.holdings)
        dealt = HAND_SIZE * players
        for place in range(len(DECK)):
            if place >= dealt:
                served = place < dealt + len(self.first.cards)
                yield Slot(place, Fate.HELD if served else Fate.LEFT_OVER)
                continue
            number, position = divmod(place, players)
            holding = self.holdings[position]
            if holding.folded:
                yield Slot(place, Fate.FOLDED)
            elif number in holding.thrown:
                yield Slot(place, Fate.THROWN, self.draws.index(position))
            else:
                yield Slot(place, Fate.HELD)

    def _known_deck(self) -> list[Card | None]:
        hands = (holding.hand for holding in self.holdings)
        known = [*chain.from_iterable(zip(*hands, strict=True)), *self.first.cards]
        return known + [None] * (len(DECK) - len(known))

    def refuse_doubles(self) -> None:
        """
        Make sure that no card is known to be in two places at once.

        Raises:
            CardError: one is.
        """
        seen: dict[Card, Slot] = {}
        for slot, card in zip(self.slots, self.deck, strict=True):
            if card in seen:
                raise _in_two_places(card)
            if card is not None:
                seen[card] = slot
        drawn: set[Card] = set()
        for pool in self.later:
            for card in pool.cards:
                if card is None:
                    continue
                if card in drawn or (card in seen and not seen[card].comes_back(pool.draw)):
                    raise _in_two_places(card)
                drawn.add(card)

    def deck_with_returning(self) -> list[Card | None]:
        """
        The known deck, with cards of later stubs where the reshuffle finds them.

        Raises:
            CardError: there is no place left for one.
        """
        deck = list(self.deck)
        for pool in self.later:
            for card in pool.cards:
                if card is None or card in deck:
                    continue
                back = (slot for slot in self.slots if slot.comes_back(pool.draw))
                free = [slot for slot in back if deck[slot.place] is None]
                if not free:
                    raise _cannot_come_back(card)
                # What was thrown last, since stubs made before did not have it to give away.
                deck[max(free, key=lambda slot: slot.draw).place] = card
        return deck


def make_plan(
    holdings: Sequence[Holding], draws: Sequence[int], spare: Sequence[Card] = DECK
) -> Plan:
    """
    Find a deck from which everybody gets the cards that he is known to have had.

    Args:
        holdings: by position in the order of the deal.
        draws: positions in the order in which they drew, those who stood pat included.
        spare: all cards; unseen ones are taken in this order.

    Raises:
        CardError: there is none; a card is in two places.
    """
    layout = Layout(holdings, draws)
    layout.refuse_doubles()
    deck = layout.deck_with_returning()
    used = set(deck)
    unseen = (card for card in spare if card not in used)
    order = tuple(next(unseen) if card is None else card for card in deck)
    return Plan(order=order, pools=tuple(layout.later), spare=tuple(spare))


def _in_two_places(card: Card) -> CardError:
    return CardError(f"{card} is in two places; a deck has each card once.", found=str(card))


def _cannot_come_back(card: Card) -> CardError:
    return CardError(f"{card} cannot have been drawn: no reshuffle brings it.", found=str(card))
