"""
Who plays in the arena, by the text that names him.

A contestant is the kind of player; it makes a bot for each seat that it takes, and a new one for
each session, so that what a bot remembers is that session and nothing else.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable
from functools import partial

from showdown.bots.contract import Bot
from showdown.bots.external import PREFIXES, ExternalBot, external
from showdown.bots.registry import load
from showdown.rules.ruleset import Seat

DECISION_SECONDS = 5.0
"""So long a program may take for a decision; one that takes longer hangs, and is started anew."""


class Contestant(ABC):
    """
    A kind of player; make one by :func:`contestant`.

    One object serves one process. What it raises in :meth:`sit_down` ends the match with a
    sentence; what its bots raise is counted as a crash, TimeoutError as a timeout.
    """

    @abstractmethod
    def sit_down(self, seat: Seat) -> Bot:
        """A new bot for a session in this seat."""

    def get_up(self, bot: Bot) -> None:  # noqa: B027 - most hold nothing
        """The session of a bot is over; give back what it held."""


class PythonBot(Contestant):
    """A bot of the house, or a class of yours by ``module:Class``."""

    def __init__(self, name: str) -> None:
        self._make = partial(load, name)

    def sit_down(self, seat: Seat) -> Bot:
        """A new object of the class."""
        return self._make()


class Program(Contestant):
    """A program of its own, started here or served by its author; each seat has one to itself."""

    def __init__(self, name: str) -> None:
        self._name = name

    def sit_down(self, seat: Seat) -> Bot:
        """One more process or connection, which is ready to play."""
        bot = external(self._name, limit=DECISION_SECONDS)
        bot.start()
        return bot

    def get_up(self, bot: Bot) -> None:
        """End the process."""
        assert isinstance(bot, ExternalBot)
        bot.close()


KINDS: dict[str, Callable[[str], Contestant]] = dict.fromkeys(PREFIXES, Program)
"""Contestants that are no Python class, by what their name begins with, as in ``cmd:``."""


def contestant(name: str) -> Contestant:
    """
    The contestant of this name.

    Nothing is started before it sits down; then a name that means nobody raises.

    >>> type(contestant("caller").sit_down(1)).__name__
    'Caller'
    """
    for prefix, make in KINDS.items():
        if name.startswith(prefix):
            return make(name)
    return PythonBot(name)


def display_names(names: tuple[str, ...]) -> tuple[str, ...]:
    """
    What to call contestants, each otherwise.

    >>> display_names(("caller", "tight", "caller"))
    ('caller', 'tight', 'caller#2')
    """
    seen: dict[str, int] = {}
    shown = []
    for name in names:
        seen[name] = seen.get(name, 0) + 1
        shown.append(name if seen[name] == 1 else f"{name}#{seen[name]}")
    return tuple(shown)
