"""
What a bot is: one decision, and two hooks for what it wants to learn from.

The same object plays over a websocket, inside a server and in a test: nothing here knows how the
decision came or where the move goes.
"""

from collections.abc import Awaitable

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

    One object plays one seat; it is asked one thing at a time and may remember what it likes.
    """

    def decide(self, view: Decision) -> Move | Awaitable[Move]:
        """
        Choose a move, as in ``return view.call()``.

        It may be a coroutine. A plain method should answer within a second or two, because the
        connection stands still meanwhile; think longer in ``await asyncio.to_thread(...)``.
        """
        raise NotImplementedError(f"{type(self).__name__} does not say how it decides.")

    def on_event(self, event: SeenEvent) -> None:
        """Something happened at the table; hands of others are in it when they are shown."""

    def on_chat(self, said: Said) -> None:
        """Somebody said something at the table; what it is worth is yours to judge."""

    def on_hand(self, hand: PlayedHand) -> None:
        """A hand in which you were dealt in is over."""
