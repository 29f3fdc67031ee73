"""
Many who connect at once, shake hands, and go.
"""

import selectors
import socket
from contextlib import ExitStack

from benchmarks.load.frames import HANDSHAKE
from benchmarks.load.process import open_many_files

AT_ONCE = 256
"""So many are on their way in at the same time."""
HEAD_END = b"\r\n\r\n"
PATIENCE = 30.0


def storm(port: int, many: int) -> None:
    """
    Let so many connect to a server of this machine, and leave when all are in.

    Raises:
        SystemExit: the server does not take somebody.
    """
    open_many_files()
    with ExitStack() as stack, selectors.DefaultSelector() as selector:
        begun = done = 0
        while done < many:
            while begun < many and begun - done < AT_ONCE:
                knocks = stack.enter_context(socket.socket())
                knocks.setblocking(False)
                knocks.connect_ex(("127.0.0.1", port))
                selector.register(knocks, selectors.EVENT_WRITE)
                begun += 1
            ready = selector.select(PATIENCE)
            if not ready:
                raise SystemExit("The server answers nobody who connects.")
            done += sum(_answered(selector, key, events) for key, events in ready)


def _answered(selector: selectors.BaseSelector, key: selectors.SelectorKey, events: int) -> bool:
    """Whether somebody is in by now; who has just connected asks."""
    knocks = key.fileobj
    assert isinstance(knocks, socket.socket)
    if events & selectors.EVENT_WRITE:
        knocks.sendall(HANDSHAKE)
        selector.modify(knocks, selectors.EVENT_READ)
        return False
    head = knocks.recv(4096)
    if b" 101 " not in head or HEAD_END not in head:
        raise SystemExit(f"The server does not take somebody: {head!r}")
    selector.unregister(knocks)
    return True
