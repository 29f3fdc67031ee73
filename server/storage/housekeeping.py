"""
What a server does with its database beside everything else, a little at a time.
"""

import asyncio
from collections.abc import Awaitable, Callable
from typing import NoReturn

import structlog

from server.ports import StorageError
from server.storage.pruning import prune
from server.storage.renewing import renew_records
from server.storage.secrets import Vault
from server.storage.store import Store

log = structlog.get_logger()

EVERY = 60.0
"""Seconds between two rounds."""


async def keep_house(
    store: Store,
    vault: Vault,
    now_s: Callable[[], float],
    pause: Callable[[float], Awaitable[None]] = asyncio.sleep,
) -> NoReturn:
    """
    Renew old records and prune the journal, round after round, until cancelled.

    Args:
        now_s: the time of day, in seconds since 1970.
        pause: waits for so many seconds.
    """
    while True:
        try:
            if renewed := await renew_records(store, vault):
                log.info("records renewed", hands=renewed)
            if pruned := await prune(store, now_s()):
                log.debug("journal pruned", hands=pruned)
        except StorageError as error:
            log.warning("housekeeping has to wait", reason=str(error))
        await pause(EVERY)
