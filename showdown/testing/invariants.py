"""
Chips and cards, counted anew from the events of a hand and compared with its state.

The counts here know nothing of how the rules count: they move chips and cards from place to place
as each event says, and complain as soon as something is lost, doubled, or not where the state has
it (RULES 0.7).
"""

from itertools import chain
from math import gcd
from typing import NoReturn

from showdown.rules import events as ev
from showdown.rules.cards import Card
from showdown.rules.hand import HandState
from showdown.rules.ruleset import Chips, DrawMode, ReshuffleMode, Ruleset, Seat


class InvariantBroken(AssertionError):
    """The rules have lost or made a chip or a card: a fault of ours, not of a player."""


def broken(sentence: str) -> NoReturn:
    """
    Complain with this sentence.

    Raises:
        InvariantBroken: always.
    """
    raise InvariantBroken(sentence)


def require(holds: bool, sentence: str) -> None:
    """
    Complain with this sentence unless something holds.

    Raises:
        InvariantBroken: it does not.
    """
    if not holds:
        broken(sentence)


class ChipCount:
    """Where every chip of a hand is: in a stack, in the middle, with the house, or carried over."""

    def __init__(self, started: ev.HandStarted) -> None:
        self.stacks: dict[Seat, Chips] = {each.seat: each.stack for each in started.lineup}
        self.brought = sum(share.amount for share in started.carried) + sum(started.forfeited)
        """What passed-out deals have left for this one."""
        self.middle = self.brought
        self.rake: Chips = 0
        self.carried: Chips = 0
        """What is left for the next deal."""
        self.total = sum(self.stacks.values()) + self.middle
        self.unit = started.ruleset.unit if started.rake is None else 1

    def observe(self, event: ev.HandEvent) -> None:
        """Move the chips that an event moves."""
        match event:
            case ev.AntePosted() | ev.Acted():
                self._into_the_middle(event.seat, event.amount)
            case ev.BlindPosted():
                self._into_the_middle(event.seat, event.amount + event.dead)
            case ev.BetReturned() | ev.PotAwarded():
                self._into_the_middle(event.seat, -event.amount)
            case ev.Raked():
                self.middle -= event.amount
                self.rake += event.amount
            case ev.CarriedOver():
                self.carried = sum(share.amount for share in event.shares) + sum(event.forfeited)
                self.middle -= self.carried
            case ev.HandAborted():
                self.stacks = {each.seat: each.stack for each in event.stacks}
                self.middle = self.rake = 0
                self.carried = self.brought
            case ev.HandEnded():
                require(self.middle == 0, f"{self.middle} chips were left in the middle.")
                require(self.rake == event.rake, f"rake is {self.rake}, not {event.rake}.")
            case _:
                pass

    def _into_the_middle(self, seat: Seat, amount: Chips) -> None:
        self.stacks[seat] -= amount
        self.middle += amount

    def check(self, state: HandState) -> None:
        """Complain unless all chips are there, and where the state has them."""
        amounts = [*self.stacks.values(), self.middle, self.rake, self.carried]
        if sum(amounts) != self.total:
            broken(f"{self.total} chips became {sum(amounts)}.")
        if min(amounts) < 0:
            broken(f"an amount is negative: {amounts}.")
        # The greatest common divisor is a multiple of the unit if all of them are.
        if gcd(*amounts) % self.unit:
            broken(f"an amount is no multiple of the unit {self.unit}: {amounts}.")
        found = dict(zip(state.seats, state.stacks, strict=True))
        if found != self.stacks:
            broken(f"the stacks are {self.stacks}, the state has {found}.")
        if state.pot != self.middle:
            broken(f"the pot is {self.middle}, the state has {state.pot}.")


class CardCount:
    """Where every card of a hand is: with a seat, in the stub, thrown, folded or burned."""

    def __init__(self, ruleset: Ruleset) -> None:
        self.ruleset = ruleset
        self.deck = frozenset(ruleset.deck)
        self.hands: dict[Seat, list[Card]] = {}
        self.stub: list[Card] = []
        self.folded: list[Card] = []
        self.burned: list[Card] = []
        self.has_burned = False
        """Whether a card was burned in this draw."""
        self.discards: dict[Seat, list[Card]] = {}
        self.thrown: dict[Seat, set[Card]] = {}
        self.chosen: dict[Seat, tuple[Card, ...]] = {}
        """What seats have chosen in a simultaneous draw."""
        self.drawer: Seat | None = None
        self.owed = 0
        """How many cards the drawer waits for."""

    def observe(self, event: ev.HandEvent) -> None:
        """Move the cards that an event moves."""
        match event:
            case ev.CardsDealt():
                self.hands = {dealt.seat: list(dealt.cards) for dealt in event.hands}
                self.stub = list(event.stub)
            case ev.Acted(move=ev.Move.FOLD):
                self.folded += self.hands.pop(event.seat)
            case ev.Turn(kind=ev.TurnKind.BET):
                self.has_burned = False
            case ev.DrawChosen():
                require(event.seat not in self.chosen, f"seat {event.seat} chose twice.")
                self.chosen[event.seat] = event.cards
            case ev.Discarded():
                self._discard(event.seat, event.cards)
            case ev.Reshuffled():
                self._reshuffle(event.order)
            case ev.CardsDrawn():
                self._draw(event.seat, event.cards)
            case _:
                pass

    def _discard(self, seat: Seat, cards: tuple[Card, ...]) -> None:
        if self.ruleset.draw_mode is DrawMode.SIMULTANEOUS:
            require(
                self.chosen.keys() == self.hands.keys(),
                f"seat {seat} was served before everybody had chosen.",
            )
            require(self.chosen[seat] == cards, f"seat {seat} threw {cards}, but chose otherwise.")
        if cards and self.ruleset.burn and not self.has_burned:
            self.burned.append(self.stub.pop(0))
            self.has_burned = True
        self.drawer, self.owed = seat, len(cards)
        for card in cards:
            self.hands[seat].remove(card)
            self.discards.setdefault(seat, []).append(card)
            self.thrown.setdefault(seat, set()).add(card)

    def _reshuffle(self, order: tuple[Card, ...]) -> None:
        require(self.owed > len(self.stub), "the stub was made anew without need.")
        others = {
            card for seat, cards in self.discards.items() if seat != self.drawer for card in cards
        }
        on_top: list[Card] = []
        pool = {*self.stub, *self.folded, *self.burned, *others}
        if self.ruleset.reshuffle is ReshuffleMode.STUB_FIRST:
            on_top = self.stub
            pool -= set(on_top)
            if len(self.folded) >= self.owed - len(on_top):
                pool = set(self.folded)
        require(
            set(order) == pool and len(order) == len(pool),
            "the new stub is not made of the cards of which it should be.",
        )
        self.stub = [*on_top, *order]
        self.folded = [card for card in self.folded if card not in pool]
        self.burned = [card for card in self.burned if card not in pool]
        self.discards = {
            seat: [card for card in cards if card not in pool]
            for seat, cards in self.discards.items()
        }

    def _draw(self, seat: Seat, cards: tuple[Card, ...]) -> None:
        top = tuple(self.stub[: len(cards)])
        require(cards == top, f"seat {seat} drew {cards}, but the top of the stub is {top}.")
        require(len(cards) == self.owed, f"seat {seat} got {len(cards)} cards for {self.owed}.")
        back = self.thrown.get(seat, set()).intersection(cards)
        require(not back, f"seat {seat} got back {back}, which it had thrown.")
        del self.stub[: len(cards)]
        self.hands[seat] += cards

    def check(self, state: HandState) -> None:
        """Complain unless every card is there once, and where the state has it."""
        if not self.hands:
            return
        piles = (*self.hands.values(), *self.discards.values(), self.folded, self.burned)
        cards = list(chain(self.stub, *piles))
        if len(cards) != len(self.deck) or set(cards) != self.deck:
            broken(f"the deck has become {len(cards)} cards, {len(set(cards))} of them different.")
        if tuple(self.stub) != state.stub:
            broken("the state has another stub.")
        if tuple(self.burned) != state.burned:
            broken("the state has burned other cards.")
        for place in state.in_hand:
            held = self.hands[state.seats[place]]
            if tuple(held) != state.cards[place]:
                broken(f"seat {state.seats[place]} holds {held}, the state has something else.")


class Invariants:
    """All that must hold after each event of a hand."""

    def __init__(self, started: ev.HandStarted) -> None:
        self.chips = ChipCount(started)
        self.cards = CardCount(started.ruleset)

    def observe(self, event: ev.HandEvent, state: HandState) -> None:
        """
        Follow an event to the state that it led to.

        Raises:
            InvariantBroken: chips or cards are not what they were.
        """
        self.chips.observe(event)
        self.cards.observe(event)
        self.chips.check(state)
        self.cards.check(state)
