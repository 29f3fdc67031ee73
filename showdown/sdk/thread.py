"""
A thread on which one call is made after another, so that the event loop never waits for a bot.
"""

import threading
from collections.abc import Callable
from concurrent.futures import Future
from queue import SimpleQueue
from typing import NamedTuple


class Answer(NamedTuple):
    """What came of a call."""

    value: object = None
    error: BaseException | None = None

    def get(self) -> object:
        """The value, or what was raised instead."""
        if self.error is not None:
            raise self.error
        return self.value


class BotThread:
    """
    A thread that makes calls in the order in which they are asked for.

    It is a daemon: a bot that never comes back does not hold up the end of the program.
    """

    def __init__(self, name: str) -> None:
        self._calls: SimpleQueue[tuple[Future[Answer], Callable[[], object]] | None] = SimpleQueue()
        # Each is counted by one thread alone.
        self._asked = self._made = 0
        threading.Thread(target=self._work, name=name, daemon=True).start()

    @property
    def is_busy(self) -> bool:
        """Whether a call is still being made, or waits to be."""
        return self._asked != self._made

    def call(self, function: Callable[[], object]) -> Future[Answer]:
        """Ask for a call; the future never fails, :meth:`Answer.get` does."""
        future: Future[Answer] = Future()
        self._asked += 1
        self._calls.put((future, function))
        return future

    def stop(self) -> None:
        """End the thread after what it has been asked for."""
        self._calls.put(None)

    def _work(self) -> None:
        while (asked := self._calls.get()) is not None:
            future, function = asked
            wanted = future.set_running_or_notify_cancel()
            answer = _answer(function) if wanted else None
            # Before it is told: who has the answer finds the thread free.
            self._made += 1
            if answer is not None:
                future.set_result(answer)


def _answer(function: Callable[[], object]) -> Answer:
    try:
        return Answer(value=function())
    except BaseException as error:  # noqa: BLE001 - it is raised where the answer is taken
        return Answer(error=error)
