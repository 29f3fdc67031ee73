"""
Asking a bot for a move, whatever it does instead of giving one.
"""

import asyncio
import inspect
from collections.abc import Awaitable

from showdown.bots.contract import Bot, Decision
from showdown.errors import IllegalAction
from showdown.protocol.messages import Move
from showdown.sdk.complaints import Complaints

MARGIN = 0.5
"""Seconds that are kept for the way to the server."""


class _TooLate(Exception):
    """The time to decide was over."""


async def choose(bot: Bot, view: Decision, complaints: Complaints) -> Move:
    """
    The bot's move; the safe one if it raises, takes too long, or names none that it may make.

    Each such fault is noted in ``complaints``.
    """
    try:
        answer = await _in_time(bot, view)
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


async def _in_time(bot: Bot, view: Decision) -> object:
    """What the bot answers, before the server acts for it."""
    seconds = max(view.seconds_left - MARGIN, MARGIN)
    limit = asyncio.timeout(seconds)
    try:
        async with limit:
            answer: Move | Awaitable[Move] = bot.decide(view)
            return await answer if inspect.isawaitable(answer) else answer
    except TimeoutError:
        if limit.expired():
            raise _TooLate(f"no move within {seconds:g} seconds") from None
        raise
