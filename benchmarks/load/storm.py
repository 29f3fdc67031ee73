"""
Many who connect at once, shake hands, and go.
"""

import selectors
import socket
import time
from collections import deque
from contextlib import ExitStack

from benchmarks.load.frames import HANDSHAKE
from benchmarks.load.process import open_many_files

AT_ONCE = 256
"""So many are on their way in at the same time."""
HEAD_END = b"\r\n\r\n"
RETRY = b"Retry-After: "
PATIENCE = 30.0


def storm(port: int, many: int) -> int:
    """
    Let so many connect to a server of this machine, and leave when all are in.

    Who is told to come back later does so.

    Returns:
        How often somebody was told so.

    Raises:
        SystemExit: the server does not take somebody.
    """
    open_many_files()
    with ExitStack() as stack, selectors.DefaultSelector() as selector:
        come = deque([0.0] * many)  # when those may who are still to
        on_their_way = done = sent_away = 0
        while done < many:
            while come and on_their_way < AT_ONCE and come[0] <= time.monotonic():
                come.popleft()
                knocks = stack.enter_context(socket.socket())
                knocks.setblocking(False)
                knocks.connect_ex(("127.0.0.1", port))
                selector.register(knocks, selectors.EVENT_WRITE)
                on_their_way += 1
            if not on_their_way:
                time.sleep(max(0.0, come[0] - time.monotonic()))
                continue
            ready = selector.select(PATIENCE)
            if not ready:
                raise SystemExit("The server answers nobody who connects.")
            for key, events in ready:
                later = _answered(selector, key, events)
                if later is None:
                    continue
                on_their_way -= 1
                done += not later
                if later:
                    sent_away += 1
                    come.append(time.monotonic() + later)
    return sent_away


def _answered(
    selector: selectors.BaseSelector, key: selectors.SelectorKey, events: int
) -> float | None:
    """In how many seconds somebody may come back, 0 if he is in; who has just connected asks."""
    knocks = key.fileobj
    assert isinstance(knocks, socket.socket)
    if events & selectors.EVENT_WRITE:
        knocks.sendall(HANDSHAKE)
        selector.modify(knocks, selectors.EVENT_READ)
        return None
    head = knocks.recv(4096)
    selector.unregister(knocks)
    if b" 101 " in head and HEAD_END in head:
        return 0.0
    if b" 503 " not in head or RETRY not in head:
        raise SystemExit(f"The server does not take somebody: {head!r}")
    knocks.close()
    return float(head.partition(RETRY)[2].partition(b"\r")[0])
