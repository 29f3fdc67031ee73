"""
Stepping through hands: Enter goes on, and a letter goes elsewhere.
"""

from collections.abc import Iterator, Sequence
from typing import IO

from client_cli.console import printable
from client_cli.presenter import words
from client_cli.story import Story


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
        action = _COMMANDS.get(command.strip().lower())
        if action is None:
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

    def _draw(self) -> Iterator[str]:
        """On to the first choice at the draw, or to the end of a hand without one."""
        while self._place < len(self._story.steps):
            if self._story.steps[self._place].view.street:
                return
            yield from self._forward()

    def _end(self) -> Iterator[str]:
        while self._place < len(self._story.steps):
            yield from self._forward()

    def _table(self) -> Iterator[str]:
        if self._place:
            step = self._story.steps[self._place - 1]
            yield from self._story.presenter.picture(step.view, live=False)

    def _quit(self) -> Iterator[str]:
        self.done = True
        return iter(())


_COMMANDS = {
    "": Stepper._forward,
    "b": Stepper._back,
    "d": Stepper._draw,
    "e": Stepper._end,
    "n": Stepper._next_hand,
    "t": Stepper._table,
    "q": Stepper._quit,
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
