"""
Stepping through hands: Enter goes on, and a letter goes elsewhere.
"""

from collections.abc import Callable, Iterator, Sequence
from typing import IO

from client_cli.console import printable
from client_cli.presenter import Step, words
from client_cli.spellings import as_latin
from client_cli.story import DECISIONS, Story
from showdown.rules import seen

_SHOWDOWN = (seen.HandShown, seen.HandMucked, seen.PotAwarded)


class Stepper:
    """A place in a row of hands; each command gives the lines to show."""

    def __init__(self, stories: Sequence[Story]) -> None:
        self._stories = stories
        self._hand = -1
        self._place = 0
        """How many steps of this hand were told."""
        self.done = not stories

    @property
    def prompt(self) -> str:
        """Where we are, and what can be typed."""
        told, all_ = self._place, len(self._story.steps)
        return words.STEP_PROMPT.format(place=told, most=all_)

    def begin(self) -> Iterator[str]:
        """The first hand."""
        yield from self._next_hand()

    def obey(self, command: str) -> Iterator[str]:
        """What a line means: nothing is one step on."""
        said = as_latin(command.strip().lower())
        action = _COMMANDS.get(said)
        if said.isascii() and said.isdigit() and len(said) < 5:
            yield from self._go_to(int(said))
        elif action is None:
            yield words.STEP_UNKNOWN.format(found=command.strip())
        else:
            yield from action(self)

    @property
    def _story(self) -> Story:
        return self._stories[max(self._hand, 0)]

    def _next_hand(self) -> Iterator[str]:
        if self._hand + 1 == len(self._stories):
            self.done = True
            return
        self._hand, self._place = self._hand + 1, 0
        yield self._story.title

    def _forward(self) -> Iterator[str]:
        if self._place == len(self._story.steps):
            yield from self._next_hand()
            return
        self._place += 1
        yield from self._story.steps[self._place - 1].lines

    def _back(self) -> Iterator[str]:
        self._place = max(0, self._place - 1)
        if self._place == 0:
            yield self._story.title
        else:
            yield from self._table()
            yield from self._story.steps[self._place - 1].lines

    def _previous_hand(self) -> Iterator[str]:
        """The hand before this one, or this one from its beginning."""
        self._hand, self._place = max(0, self._hand - 1), 0
        yield self._story.title

    def _start(self) -> Iterator[str]:
        self._place = 0
        yield self._story.title

    def _go_to(self, place: int) -> Iterator[str]:
        """A step by its number: on with all that happens, or back."""
        if place > self._place:
            while self._place < min(place, len(self._story.steps)):
                yield from self._forward()
            return
        self._place = place + 1
        yield from self._back()

    def _on_to(self, there: Callable[[Step], bool]) -> Iterator[str]:
        """On until such a step comes next, or to the end of a hand that has none."""
        while self._place < len(self._story.steps):
            if there(self._story.steps[self._place]):
                return
            yield from self._forward()

    def _draw(self) -> Iterator[str]:
        return self._on_to(lambda step: bool(step.view.street))

    def _showdown(self) -> Iterator[str]:
        return self._on_to(lambda step: isinstance(step.event, _SHOWDOWN))

    def _decision(self) -> Iterator[str]:
        """On to what somebody decides next, and that."""
        yield from self._on_to(lambda step: isinstance(step.event, DECISIONS))
        if self._place < len(self._story.steps):
            yield from self._forward()

    def _end(self) -> Iterator[str]:
        return self._on_to(lambda _: False)

    def _table(self) -> Iterator[str]:
        if self._place:
            step = self._story.steps[self._place - 1]
            yield from self._story.presenter.picture(step.view, live=False)

    def _quit(self) -> Iterator[str]:
        self.done = True
        return iter(())


_COMMANDS: dict[str, Callable[[Stepper], Iterator[str]]] = {
    "": Stepper._forward,
    "b": Stepper._back,
    "a": Stepper._start,
    "c": Stepper._decision,
    "d": Stepper._draw,
    "s": Stepper._showdown,
    "e": Stepper._end,
    "n": Stepper._next_hand,
    "p": Stepper._previous_hand,
    "t": Stepper._table,
    "q": Stepper._quit,
    "?": lambda _: map(str, words.STEP_HELP),
}


def step_through(stories: Sequence[Story], source: IO[str], out: IO[str]) -> None:
    """Let somebody at a terminal go through hands until the last one's end, q, or Ctrl-D."""
    stepper = Stepper(stories)
    lines = stepper.begin()
    while True:
        for line in lines:
            out.write(printable(line) + "\n")
        if stepper.done:
            return
        out.write(stepper.prompt)
        out.flush()
        typed = source.readline()
        if not typed:
            out.write("\n")
            return
        lines = stepper.obey(typed)
