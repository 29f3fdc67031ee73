"""
Telling a player in his turn that his time runs out.

The screen of a line-by-line game stands still while he thinks, and somebody who has it read aloud
sees no clock at all.
"""

import asyncio
from collections.abc import Callable, Iterator

from client_cli.presenter import words
from showdown.protocol.messages import ActionRequest

LAST = (10, 5)
"""Seconds before the end at which it is told that it comes."""


def reminders(base_ms: int, bank_ms: int) -> Iterator[tuple[float, str]]:
    """
    After how many seconds what is said: that the bank runs, and that the end is near.

    >>> [after for after, _ in reminders(20_000, 60_000)]
    [20.0, 70.0, 75.0]
    >>> [after for after, _ in reminders(4_000, 0)]
    []
    """
    base, bank = base_ms / 1000, bank_ms / 1000
    if base and bank >= 1:
        yield base, words.BANK_RUNS.format(seconds=round(bank))
    for seconds in LAST:
        # Who has just been asked has heard how much time there is.
        if base + bank - seconds >= seconds:
            yield base + bank - seconds, words.TIME_RUNS_OUT.format(seconds=seconds)


class Reminders:
    """The reminders of the turn that is open, if one is."""

    def __init__(self, say: Callable[[str], None]) -> None:
        self._say = say
        self._timers: list[asyncio.TimerHandle] = []

    def follow(self, request: ActionRequest | None) -> None:
        """Remind of this turn, and of no other any more."""
        for timer in self._timers:
            timer.cancel()
        self._timers = []
        if request is not None:
            loop = asyncio.get_running_loop()
            self._timers = [
                loop.call_later(after, self._say, sentence)
                for after, sentence in reminders(request.base_ms, request.bank_ms)
            ]
