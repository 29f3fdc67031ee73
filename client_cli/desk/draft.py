"""
What you prepare in a turn and have not sent yet: an amount, cards to throw, a question to answer.

It belongs to the turn and to nothing else, so that it outlives a lost connection and a change of
tabs, and is never taken for another turn.
"""

from collections.abc import Iterator

from client_cli.desk.sizes import Sizes
from showdown.protocol import messages as msg
from showdown.rules.cards import Card
from showdown.rules.ruleset import LARGEST, Chips, HandId

MOST_DIGITS = len(str(LARGEST)) - 1
Turn = tuple[HandId | None, int]


class Draft:
    """An answer in the making."""

    def __init__(self, turn: Turn, cards: tuple[Card, ...] = ()) -> None:
        self.turn = turn
        self.cards = cards
        self.thrown: set[int] = set()
        """Places of the cards that are to be thrown away."""
        self.cursor = 0
        """The card that the arrows are at."""
        self.sizing: Sizes | None = None
        """The sizes between which you choose, while you do."""
        self.amount: Chips = 0
        self.digits = ""
        """The amount as far as it was typed; empty when it was chosen otherwise."""
        self.asked: tuple[str, msg.Move] | None = None
        """What is asked before something is sent, and what."""

    # The draw.

    def toggle(self, place: int) -> None:
        """Throw a card away, or keep it after all."""
        if place < len(self.cards):
            self.cursor = place
            self.thrown ^= {place}

    def step(self, by: int) -> None:
        """Move to another card."""
        if self.cards:
            self.cursor = (self.cursor + by) % len(self.cards)

    @property
    def discard(self) -> tuple[Card, ...]:
        """The cards that are to be thrown away."""
        return tuple(card for place, card in enumerate(self.cards) if place in self.thrown)

    @property
    def kept(self) -> tuple[Card, ...]:
        """The others."""
        return tuple(card for place, card in enumerate(self.cards) if place not in self.thrown)

    # The amount.

    def begin(self, sizes: Sizes) -> None:
        """Choose an amount; the least is proposed."""
        self.sizing, self.amount, self.digits = sizes, sizes.least, ""

    def size(self, to: Chips) -> None:
        """Choose the nearest possible total."""
        if self.sizing is not None:
            self.amount, self.digits = self.sizing.fitting(to), ""

    def type(self, digit: str) -> None:
        """Type a digit of the amount; it may be impossible until it is typed out."""
        if len(self.digits) < MOST_DIGITS:
            self.digits += digit
            self.amount = int(self.digits)

    def erase(self) -> None:
        """Take the last digit back."""
        self.digits = (self.digits or str(self.amount))[:-1]
        self.amount = int(self.digits or 0)

    def back(self) -> None:
        """Go back one step: from the question, or from the amount."""
        if self.asked is not None:
            self.asked = None
        else:
            self.sizing = None

    @property
    def open(self) -> bool:
        """Whether something is half done, so that you must not be taken elsewhere."""
        return self.asked is not None or self.sizing is not None or bool(self.thrown)

    def marks(self) -> Iterator[bool]:
        """For each card, whether it is to be thrown away."""
        return (place in self.thrown for place in range(len(self.cards)))
