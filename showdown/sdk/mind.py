"""
How a bot is called: a coroutine in the event loop, a plain method on a thread of the bot's own.

However long a plain method thinks, the connection lives on: its heartbeat is answered and the other
tables play. All plain methods of one bot are called on one thread, one after the other.
"""

import asyncio
import inspect
from collections.abc import Callable
from concurrent.futures import Future
from functools import partial
from typing import Any

from showdown.bots.contract import Bot, Decision
from showdown.sdk.complaints import Complaints
from showdown.sdk.thread import Answer, BotThread

HOOK_SECONDS = 2.0
"""So long a hook may hold up what follows it; then the game goes on without it."""


class Mind:
    """One bot, and where its methods run."""

    def __init__(self, bot: Bot, complaints: Complaints) -> None:
        self.bot = bot
        self.complaints = complaints
        self._in_loop = inspect.iscoroutinefunction(bot.decide)
        self._thread: BotThread | None = None

    async def decide(self, view: Decision) -> object:
        """What the bot answers, or what it raises; the caller sets the time limit."""
        return await self._called(partial(self.bot.decide, view))

    async def hear(self, hook: str, *arguments: object) -> None:
        """Call one of the bot's hooks; what goes wrong is noted and the game goes on."""
        function: Callable[..., Any] = getattr(self.bot, hook)
        if getattr(function, "__func__", None) is getattr(Bot, hook):
            return
        call = partial(function, *arguments)
        if self._thread is not None and self._thread.is_busy:
            # It hears of it in its turn; nobody waits for a bot that is still at something else.
            self._thread.call(call).add_done_callback(partial(self._note, hook))
            return
        try:
            async with asyncio.timeout(HOOK_SECONDS) as limit:
                await self._called(call)
        except Exception as error:  # noqa: BLE001 - a stranger's code may raise what it likes
            if isinstance(error, TimeoutError) and limit.expired():
                late = f"not done within {HOOK_SECONDS:g} seconds"
                self.complaints.note(f"took too long in {hook}", TimeoutError(late))
            else:
                self.complaints.note(f"failed in {hook}", error)

    def _note(self, hook: str, future: Future[Answer]) -> None:
        error = future.result().error
        if isinstance(error, Exception):
            self.complaints.note(f"failed in {hook}", error)

    async def _called(self, call: Callable[[], object]) -> object:
        if self._in_loop:
            value = call()
        else:
            if self._thread is None:
                self._thread = BotThread(f"bot {type(self.bot).__name__}")
            value = (await asyncio.wrap_future(self._thread.call(call))).get()
        return await value if inspect.isawaitable(value) else value

    def rest(self) -> None:
        """The bot is asked no more."""
        if self._thread is not None:
            self._thread.stop()
            self._thread = None
