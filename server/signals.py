"""
Signals of the system, heard by the running loop.
"""

import asyncio
import signal
from collections.abc import Callable


def on_signals(action: Callable[[], None], *signals: signal.Signals) -> None:
    """Do something at signals that every system has."""
    loop = asyncio.get_running_loop()
    for number in signals:
        try:
            loop.add_signal_handler(number, action)
        except NotImplementedError:  # Windows: the loop has no signal handlers
            signal.signal(number, lambda *_: loop.call_soon_threadsafe(action))


def on_signal_if_any(action: Callable[[], None], name: str) -> None:
    """Do something at a signal, as in ``SIGHUP``, where there is such a one."""
    number = getattr(signal, name, None)
    if number is not None:
        asyncio.get_running_loop().add_signal_handler(number, action)
