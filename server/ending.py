"""
Ending what goes on in the background.
"""

import asyncio
from typing import Any

AGAIN_AFTER = 1.0
"""Seconds until a task that goes on is told once more to end."""


async def end(task: asyncio.Task[Any]) -> None:
    """
    Cancel a task until it has ended.

    Once is not always enough: `asyncio.wait_for` forgets it where what it waited for comes at the
    same moment, and libraries make errors of their own of it.
    """
    while not task.done():
        task.cancel()
        await asyncio.wait([task], timeout=AGAIN_AFTER)
