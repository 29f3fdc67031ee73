"""
Ports of this machine that stay a test's own while nothing listens there.

A port that was free a moment ago, or is to be listened at again after a restart, may be given to
whoever asks the system for any. Of a socket that is bound to it and does not listen nobody gets the
port who wants any, and whoever asks for this one may listen there.
"""

import socket
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def own_port() -> Iterator[int]:
    """The number of a port where nobody else listens until the block ends."""
    with socket.socket() as keeper:
        keeper.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        keeper.bind(("127.0.0.1", 0))
        number: int = keeper.getsockname()[1]
        yield number
