"""
What the facts of a hand say about everybody's cards, put together seat by seat.
"""

from collections import Counter
from collections.abc import Sequence
from itertools import chain, takewhile
from typing import TypeVar

from showdown.errors import CardError
from showdown.history import facts as fc
from showdown.history.facts import Facts
from showdown.history.filling import UNSEEN, Holding, Known
from showdown.rules.cards import HAND_SIZE, Card, join_cards
from showdown.rules.events import Move
from showdown.rules.ruleset import Seat

T = TypeVar("T", bound=fc.Step)


def read_holdings(facts: Facts) -> dict[Seat, Holding]:
    """
    What is known of each seat's cards.

    Raises:
        CardError: the text contradicts itself.
    """
    return {place.seat: _Story(facts, place.seat, place.name).read() for place in facts.places}


def folded_before_draw(facts: Facts) -> frozenset[Seat]:
    """Who was out when the draw began."""
    before = takewhile(lambda step: not isinstance(step, fc.Threw), facts.steps)
    return frozenset(
        step.seat for step in before if isinstance(step, fc.Moved) and step.move is Move.FOLD
    )


class _Story:
    """Puts together what the text says in different places about the cards of one seat."""

    def __init__(self, facts: Facts, seat: Seat, name: str) -> None:
        self.facts = facts
        self.seat = seat
        self.name = name
        self.given = self._step(fc.Given)
        self.threw = self._step(fc.Threw)
        self.drew = self._step(fc.Drew)
        self.count = self.threw.count if self.threw else 0
        self.folded = seat in folded_before_draw(facts)
        self.elsewhere = {
            card
            for step in facts.steps
            if isinstance(step, fc.Given | fc.Threw) and step.seat != seat
            for card in step.cards or ()
        }
        """Cards that others had before a reshuffle may have brought them here."""

    def _step(self, kind: type[T]) -> T | None:
        return next(
            (s for s in self.facts.steps if isinstance(s, kind) and s.seat == self.seat), None
        )

    def read(self) -> Holding:
        final = self._shown()
        if self.folded and final is not None:
            return Holding(hand=_padded(final), folded=True)
        if self.given is None:
            return self._unseen_deal(final)
        return self._seen_deal(self.given.cards, final)

    def _shown(self) -> tuple[Card, ...] | None:
        """All that the text lists of the hand at its end; the longest list."""
        lists = [
            each.cards
            for each in chain(self.facts.steps, self.facts.summary)
            if isinstance(each, fc.Showed | fc.Moved | fc.Summary)
            and each.seat == self.seat
            and each.cards
        ]
        if not lists:
            return None
        longest = max(lists, key=len)
        for other in lists:
            self._expect(set(other) <= set(longest), "shows", other, longest)
        return longest

    def _seen_deal(self, hand: tuple[Card, ...], final: tuple[Card, ...] | None) -> Holding:
        if len(hand) != HAND_SIZE:
            raise CardError(f"{self.name} is dealt {len(hand)} cards; a hand has {HAND_SIZE}.")
        kept = self._kept(hand, final)
        thrown = tuple(place for place, card in enumerate(hand) if card not in kept)
        if self.threw is not None and self.threw.cards is not None:
            self._expect(
                set(self.threw.cards) == {hand[place] for place in thrown},
                "discards",
                self.threw.cards,
                tuple(hand[place] for place in thrown),
            )
        if len(thrown) != self.count:
            raise CardError(
                f"{self.name} discards {self.count} of {join_cards(hand)} and keeps "
                f"{join_cards(kept) or 'nothing'}.",
                found=len(thrown),
                wanted=self.count,
            )
        drawn = self._drawn(kept, final)
        whole = {*kept, *(card for card in drawn if card is not None)}
        if final is not None and None not in drawn:
            self._expect(set(final) <= whole, "shows", final, tuple(whole))
        return Holding(hand=hand, thrown=thrown, drawn=drawn, folded=self.folded)

    def _kept(self, hand: tuple[Card, ...], final: tuple[Card, ...] | None) -> tuple[Card, ...]:
        said = self._said_kept()
        if said is not None:
            self._expect(set(said) <= set(hand), "keeps", said, hand)
            return said
        if self.threw is not None and self.threw.cards is not None:
            self._expect(set(self.threw.cards) <= set(hand), "discards", self.threw.cards, hand)
            return tuple(card for card in hand if card not in self.threw.cards)
        if final is not None and self.count and len(final) == HAND_SIZE:
            return tuple(card for card in hand if card in final)
        return hand[: HAND_SIZE - self.count]

    def _said_kept(self) -> tuple[Card, ...] | None:
        if self.drew is not None:
            return self.drew.kept
        return self.threw.kept if self.threw is not None else None

    def _drawn(self, kept: tuple[Card, ...], final: tuple[Card, ...] | None) -> Known:
        if self.drew is not None:
            if len(self.drew.cards) != self.count:
                raise CardError(
                    f"{self.name} discards {self.count} and gets {join_cards(self.drew.cards)}.",
                    found=len(self.drew.cards),
                    wanted=self.count,
                )
            return self.drew.cards
        new = tuple(card for card in final or () if card not in kept)
        if len(new) > self.count:
            self._expect(False, "shows", final or (), kept)
        return new + (None,) * (self.count - len(new))

    def _unseen_deal(self, final: tuple[Card, ...] | None) -> Holding:
        """Nobody knows what he threw; of what he showed he kept what belongs together."""
        stays = HAND_SIZE - self.count
        said = self._said_kept()
        if said is None:
            together = _padded(self._best_first(final or ()))
            kept, drawn = together[:stays], together[stays:]
        else:
            kept = (*said, *UNSEEN)[:stays]
            drawn = self._drawn(said, final)
        thrown = self.threw.cards if self.threw is not None else None
        return Holding(
            hand=kept + (thrown if thrown is not None else (None,) * self.count),
            thrown=tuple(range(stays, HAND_SIZE)),
            drawn=drawn,
            folded=self.folded,
        )

    def _best_first(self, cards: Sequence[Card]) -> tuple[Card, ...]:
        """Pairs and better first, then high cards: what most players keep."""
        held = Counter(card.rank for card in cards)
        return tuple(
            sorted(
                cards,
                key=lambda card: (card in self.elsewhere, -held[card.rank], -card.rank),
            )
        )

    def _expect(self, fits: bool, does: str, said: Sequence[Card], there: Sequence[Card]) -> None:
        if not fits:
            raise CardError(
                f"{self.name} {does} {join_cards(said)}, but elsewhere the text says "
                f"{join_cards(there)}.",
                found=join_cards(said),
                wanted=join_cards(there),
            )


def _padded(cards: Sequence[Card]) -> Known:
    return (*cards, *UNSEEN)[:HAND_SIZE]
