"""
A server of several processes, from first to last, for the one that keeps them.
"""

import asyncio
import signal
from contextlib import closing
from functools import partial

from server.config import Settings
from server.gateway.gateway import CannotListen
from server.gateway.wire.accepting import bound_sockets
from server.processes.checking import base_of
from server.processes.keeping import Keeper, Kept
from server.processes.started import Starting
from server.signals import on_signal_if_any, on_signals


async def serve_by_several(settings: Settings) -> int:
    """
    Keep processes until SIGTERM or Ctrl-C; the exit code.

    SIGUSR2 replaces one after the other, SIGHUP lets all of them read the certificate again.

    Raises:
        ConfigError: there cannot be several.
        CannotListen: the address cannot be had.
    """
    base = base_of(settings)
    try:
        sockets = await bound_sockets(settings.host, settings.port)
    except OSError as error:
        raise CannotListen.at(settings.host, settings.port, error) from None
    stopped = asyncio.Event()
    on_signals(stopped.set, signal.SIGTERM, signal.SIGINT)
    with closing(Starting(base, settings.processes, sockets)) as start:
        kept = [
            Kept(start.name(number), partial(start, number), asyncio.sleep)
            for number in range(1, settings.processes + 1)
        ]
        keeper = Keeper(kept, start.leave_port)
        on_signal_if_any(keeper.replace_all, "SIGUSR2")
        if settings.tls_cert is not None:
            on_signal_if_any(lambda: keeper.signal(signal.SIGHUP), "SIGHUP")
        return await keeper.run(stopped)
