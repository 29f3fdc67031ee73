"""
What a bot does wrong, told to its author once: the second time it is counted, not repeated.
"""

import logging
from collections import Counter

log = logging.getLogger("showdown.sdk")


class Complaints:
    """The faults of one bot."""

    def __init__(self, bot: str) -> None:
        self._bot = bot
        self._counts: Counter[tuple[str, str]] = Counter()

    def note(self, what: str, error: Exception) -> None:
        """Say what the bot did and what came of it; with a traceback if it was raised in there."""
        kind = (what, str(getattr(error, "code", type(error).__name__)))
        self._counts[kind] += 1
        level = logging.ERROR if self._counts[kind] == 1 else logging.DEBUG
        raised = error if error.__traceback__ is not None else None
        log.log(
            level, "%s %s: %s", self._bot, what, str(error) or type(error).__name__, exc_info=raised
        )

    def sum_up(self) -> None:
        """Say how often each fault came again."""
        for (what, code), count in self._counts.items():
            if count > 1:
                log.warning("%s %s %d times in all (%s)", self._bot, what, count, code)
