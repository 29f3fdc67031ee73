"""
The protocol ``showdown.v1``: JSON text frames between a server and its clients.

No socket in here: :mod:`~showdown.protocol.messages` says what travels,
:mod:`~showdown.protocol.codec` reads and writes it, :mod:`~showdown.protocol.session` is a client's
side of a connection without the connection.
"""

SUBPROTOCOL = "showdown.v1"
DEFAULT_PORT = 8765
DEFAULT_URL = f"ws://127.0.0.1:{DEFAULT_PORT}"
MAX_FRAME = 8192
"""Bytes of the largest frame that a server accepts."""
