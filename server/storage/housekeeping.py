"""
What a server does with its database beside everything else, a little at a time.
"""

import asyncio
from collections.abc import Awaitable, Callable
from datetime import UTC, datetime
from functools import partial
from typing import NoReturn, ParamSpec

import structlog

from server.ports import StorageError
from server.storage.counting import count_plays
from server.storage.pruning import prune
from server.storage.renewing import renew_records
from server.storage.secrets import Vault
from server.storage.sessions import prune_sessions
from server.storage.store import Store

log = structlog.get_logger()

P = ParamSpec("P")

EVERY = 60.0
"""Seconds between two rounds."""


async def keep_house(
    store: Store,
    vault: Vault,
    now_s: Callable[[], float],
    pause: Callable[[float], Awaitable[None]] = asyncio.sleep,
    is_ours: Callable[[], bool] = lambda: True,
) -> NoReturn:
    """
    Renew old records, count who played them, prune the journal and sessions, until cancelled.

    Args:
        now_s: the time of day, in seconds since 1970.
        pause: waits for so many seconds.
        is_ours: whether it is for this process to do, and not for another one.
    """
    while True:
        if is_ours():
            await _keep(store, vault, now_s())
        await pause(EVERY)


async def _keep(store: Store, vault: Vault, now_s: float) -> None:
    await _within_bounds(_renew, store, vault)
    await _within_bounds(_count, store, vault)
    await _within_bounds(_prune, store, now_s)
    await _within_bounds(_prune_sessions, store, now_s)


async def _renew(store: Store, vault: Vault) -> None:
    if renewed := await renew_records(store, vault):
        log.info("records renewed", hands=renewed)


async def _count(store: Store, vault: Vault) -> None:
    if counted := await count_plays(store, vault):
        log.info("hands counted", hands=counted)


async def _prune(store: Store, now_s: float) -> None:
    if pruned := await prune(store, now_s):
        log.debug("journal pruned", hands=pruned)


async def _prune_sessions(store: Store, now_s: float) -> None:
    now = datetime.fromtimestamp(now_s, UTC)
    if pruned := await store.write(partial(prune_sessions, now)):
        log.debug("sessions pruned", sessions=pruned)


async def _within_bounds(work: Callable[P, Awaitable[None]], *args: P.args, **kw: P.kwargs) -> None:
    """Do something; whatever goes wrong in it, the rest is done and it is tried again."""
    try:
        await work(*args, **kw)
    except StorageError as error:
        log.warning("housekeeping has to wait", reason=str(error))
    except Exception:
        log.exception("housekeeping failed")
