"""
What a bot is: one decision, and two hooks for what it wants to learn from.

The same object plays over a websocket, inside a server and in a test: nothing here knows how the
decision came or where the move goes.
"""

from collections.abc import Awaitable
from random import Random

from msgspec import Struct

from showdown.bots.decision import Decision
from showdown.protocol.messages import Move, Said
from showdown.rules.ruleset import Chips, HandId, Seat
from showdown.rules.seen import SeenEvent

__all__ = ["Bot", "Decision", "Move", "PlayedHand", "Said"]


class PlayedHand(Struct, frozen=True, kw_only=True):
    """A hand that is over, as you saw it."""

    hand: HandId
    seat: Seat
    """Yours."""
    net: Chips
    """What you won; negative what you lost."""
    events: tuple[SeenEvent, ...]
    """From ``hand_started`` to ``hand_ended``; hands that were shown are among them."""


class Bot:
    """
    A player that is a program: subclass it and write :meth:`decide`.

    >>> class Nit(Bot):
    ...     def decide(self, view):
    ...         return view.stand_pat() if view.is_draw else view.check_or_fold()

    One object plays one seat; it is asked one thing at a time and may remember what it likes. Its
    methods may be coroutines if :meth:`decide` is one. Over a websocket plain methods are called on
    a thread of the bot's own, so that the connection lives on however long they think.

    What it leaves to chance it takes from :attr:`random`, so that a hand can be played again::

        if self.random.random() < 0.1:
            return view.bet_or_raise_to(view.amounts.min)
    """

    # On the class, so that a bot with an `__init__` of its own need not call this one's.
    _seed: int | None = None
    _chance: Random | None = None

    @property
    def random(self) -> Random:
        """
        Your source of chance; nothing else makes a bot's hands repeatable.

        Whoever runs the bot seeds it: the arena before each hand, from the deal and the seat, so
        that two copies of a bot do the same with the same cards; a test as it likes. At a table
        nobody does, and it is as good as the computer's own.
        """
        if self._chance is None:
            self._chance = Random()
        if self._seed is not None:
            self._chance.seed(self._seed)
            self._seed = None
        return self._chance

    @random.setter
    def random(self, chance: Random) -> None:
        self._chance, self._seed = chance, None

    def reseed(self, seed: int) -> None:
        """
        Let :attr:`random` begin anew from this number; whoever runs the bot calls it between hands.

        A bot that asks another program passes the number on. It is from 0 to 2**53 - 1, which any
        language can hold.

        >>> class Coin(Bot):
        ...     def decide(self, view):
        ...         return view.check_or_call() if self.random.random() < 0.5 else view.safe_move()
        >>> bot = Coin()
        >>> bot.reseed(7)
        >>> first = bot.random.random()
        >>> bot.reseed(7)
        >>> bot.random.random() == first
        True
        """
        # The generator takes a while to begin anew, and most bots never ask it.
        self._seed = seed

    def decide(self, view: Decision) -> Move | Awaitable[Move]:
        """
        Choose a move, as in ``return view.call()``.

        It may be a coroutine. Either way ``view.budget`` says how long it may take.
        """
        raise NotImplementedError(f"{type(self).__name__} does not say how it decides.")

    def on_event(self, event: SeenEvent) -> Awaitable[None] | None:
        """Something happened at the table; hands of others are in it when they are shown."""

    def on_chat(self, said: Said) -> Awaitable[None] | None:
        """Somebody said something at the table; what it is worth is yours to judge."""

    def on_hand(self, hand: PlayedHand) -> Awaitable[None] | None:
        """A hand in which you were dealt in is over."""
