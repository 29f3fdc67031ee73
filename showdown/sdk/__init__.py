"""
What a bot author imports: ``from showdown.sdk import Bot, run``.

A bot is a class with one method; :func:`run` seats it at a server's table and plays until it is
done. :class:`Connection` below is for programs that want to speak the protocol themselves.
"""

from showdown.bots.contract import Bot, Decision, Move, PlayedHand
from showdown.sdk.backoff import backoff
from showdown.sdk.connection import Connection
from showdown.sdk.errors import ConnectionFailed, ConnectionLost, NoSeat, Refused, WrongUse
from showdown.sdk.runner import Outcome, play, run

__all__ = [
    "Bot",
    "Connection",
    "ConnectionFailed",
    "ConnectionLost",
    "Decision",
    "Move",
    "NoSeat",
    "Outcome",
    "PlayedHand",
    "Refused",
    "WrongUse",
    "backoff",
    "play",
    "run",
]
