"""
A place in a row of hands that are over, and every way to go to another one.

The hands are stories: what is told of each step, and how the table stands after it. Going anywhere
costs nothing, since each story knows all of its steps.
"""

from collections.abc import Callable, Iterator, Sequence
from itertools import chain

from client_cli.presenter import Step
from client_cli.story import DECISIONS, Story
from showdown.rules import seen
from showdown.rules.cards import Card
from showdown.rules.ruleset import Seat
from showdown.rules.table_view import TableView

SPEEDS = (0.5, 1.0, 2.0, 4.0, 8.0)
"""Steps a second."""

_SHOWDOWN = (seen.HandShown, seen.HandMucked, seen.PotAwarded)
_PARTS: tuple[Callable[[Step], bool], ...] = (
    lambda step: isinstance(step.event, seen.CardsDealt),
    lambda step: bool(step.view.street),
    lambda step: bool(step.view.street) and isinstance(step.event, seen.Acted),
    lambda step: isinstance(step.event, _SHOWDOWN),
)
"""With which step the parts of a hand begin: deal, draw, second round, showdown."""


class Reel:
    """Hands, and a step of one of them."""

    def __init__(self, stories: Sequence[Story]) -> None:
        """There has to be one at least."""
        self.stories = stories
        self.number = 0
        """Which hand, from 0."""
        self.place = 0
        """How many steps of it have happened."""
        self.playing = False
        self._speed = SPEEDS.index(1.0)

    @property
    def story(self) -> Story:
        """The hand."""
        return self.stories[self.number]

    @property
    def length(self) -> int:
        """How many steps it has."""
        return len(self.story.steps)

    @property
    def at_end(self) -> bool:
        """Whether everything of it has happened."""
        return self.place == self.length

    @property
    def step(self) -> Step | None:
        """What happened last; None before anything has."""
        return self.story.steps[self.place - 1] if self.place else None

    @property
    def view(self) -> TableView:
        """The table as it stands."""
        return self.step.view if self.step is not None else self.story.opening

    @property
    def lines(self) -> Iterator[str]:
        """All that was told so far."""
        return chain.from_iterable(step.lines for step in self.story.steps[: self.place])

    @property
    def subject(self) -> Seat | None:
        """Whom the last step is about."""
        return None if self.step is None else getattr(self.step.event, "seat", None)

    @property
    def cards_listed(self) -> dict[Seat, tuple[Card, ...]]:
        """Hands that were mucked by now, and may be seen all the same."""
        return {
            step.event.seat: step.event.cards
            for step in self.story.steps[: self.place]
            if isinstance(step.event, seen.HandMucked) and step.event.cards is not None
        }

    # Going.

    def forward(self) -> bool:
        """One step on; whether there was one."""
        return self.go_to(self.place + 1)

    def back(self) -> bool:
        """One step back; whether there was one."""
        return self.go_to(self.place - 1)

    def to_start(self) -> bool:
        """To where nothing has happened yet."""
        return self.go_to(0)

    def to_end(self) -> bool:
        """To where everything has."""
        return self.go_to(self.length)

    def to_next_decision(self) -> bool:
        """On to what somebody decides next."""
        return self._first(n for n in self._decisions if n > self.place)

    def to_last_decision(self) -> bool:
        """Back to what somebody decided before."""
        return self._first(n for n in reversed(self._decisions) if n < self.place)

    def to_next_part(self) -> bool:
        """On to where the next part of the hand begins, or to its end."""
        return self._first(n for n in (*self._parts, self.length) if n > self.place)

    def to_last_part(self) -> bool:
        """Back to where this part of the hand began, or the one before, or to its start."""
        return self._first(n for n in (*reversed(self._parts), 0) if n < self.place)

    def next_hand(self) -> bool:
        """To the next hand; whether there is one."""
        return self._to_hand(self.number + 1)

    def last_hand(self) -> bool:
        """To the hand before; whether there is one."""
        return self._to_hand(self.number - 1)

    def go_to(self, place: int) -> bool:
        """Go to a step, or as near as there is one; whether it moved."""
        before = self.place
        self.place = max(0, min(place, self.length))
        return self.place != before

    # Playing.

    @property
    def speed(self) -> float:
        """Steps a second."""
        return SPEEDS[self._speed]

    def faster(self) -> None:
        """Play faster, as far as there is something faster."""
        self._speed = min(self._speed + 1, len(SPEEDS) - 1)

    def slower(self) -> None:
        """Play slower."""
        self._speed = max(self._speed - 1, 0)

    def play(self) -> None:
        """Play on, or pause; at the end it begins anew."""
        self.playing = not self.playing
        if self.playing and self.at_end:
            self.to_start()

    def tick(self) -> bool:
        """One step of playing; whether something has changed. It pauses at the end."""
        if not self.playing:
            return False
        moved = self.forward()
        self.playing = not self.at_end
        return moved

    # Inside.

    @property
    def _decisions(self) -> tuple[int, ...]:
        """After which steps somebody had just decided."""
        steps = enumerate(self.story.steps, start=1)
        return tuple(n for n, step in steps if isinstance(step.event, DECISIONS))

    @property
    def _parts(self) -> tuple[int, ...]:
        """After which steps a part had just begun; what a hand does not have is left out."""
        found = []
        for begins in _PARTS:
            steps = enumerate(self.story.steps, start=1)
            place = next((n for n, step in steps if begins(step)), None)
            if place is not None and place not in found:
                found.append(place)
        return tuple(sorted(found))

    def _to_hand(self, number: int) -> bool:
        if not 0 <= number < len(self.stories):
            return False
        self.number, self.place, self.playing = number, 0, False
        return True

    def _first(self, places: Iterator[int]) -> bool:
        place = next(places, None)
        return place is not None and self.go_to(place)
