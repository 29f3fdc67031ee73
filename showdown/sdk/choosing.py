"""
Asking a bot for a move, whatever it does instead of giving one.
"""

import asyncio

from showdown.bots.contract import Decision
from showdown.errors import IllegalAction
from showdown.protocol.messages import Move
from showdown.sdk.mind import Mind

MARGIN = 0.5
"""Seconds that are kept for the way to the server."""


class _TooLate(Exception):
    """The time to decide was over."""


def budget(seconds_left: float, waited: float = 0.0, latency: float = 0.0) -> float:
    """
    How long a bot may think until the safe move is made for it; never nothing at all.

    >>> budget(20, waited=0.25, latency=0.25)
    19.0
    >>> budget(0.1)
    0.5

    Args:
        seconds_left: what the server gave with the request.
        waited: how long ago the request came.
        latency: how long a message and its answer are on their way.
    """
    return max(seconds_left - waited - latency - MARGIN, MARGIN)


async def choose(mind: Mind, view: Decision) -> Move:
    """
    The bot's move; the safe one if it raises, takes too long, or names none that it may make.

    Each such fault is noted.
    """
    complaints = mind.complaints
    try:
        answer = await _in_time(mind, view)
    except _TooLate as error:
        complaints.note("took too long and made the safe move", error.with_traceback(None))
    except Exception as error:  # noqa: BLE001 - a stranger's code may raise what it likes
        complaints.note("failed to decide and made the safe move", error)
    else:
        try:
            return view.checked(answer)
        except IllegalAction as error:
            complaints.note(
                "chose what is not allowed and made the safe move", error.with_traceback(None)
            )
    return view.safe_move()


async def _in_time(mind: Mind, view: Decision) -> object:
    """What the bot answers, before the server acts for it."""
    limit = asyncio.timeout(view.budget)
    try:
        async with limit:
            return await mind.decide(view)
    except TimeoutError:
        if limit.expired():
            raise _TooLate(f"no move within {view.budget:.3g} seconds") from None
        raise
