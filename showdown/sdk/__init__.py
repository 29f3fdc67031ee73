"""
What a bot author imports: ``from showdown.sdk import Bot, run``.
"""

from showdown.sdk.connection import Connection
from showdown.sdk.errors import ConnectionFailed, ConnectionLost, NoSeat, Refused

__all__ = ["Connection", "ConnectionFailed", "ConnectionLost", "NoSeat", "Refused"]
