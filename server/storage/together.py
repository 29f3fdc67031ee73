"""
Small writes of many askers, in one transaction.

What is asked for while one transaction is under way goes into the next. Whoever asks alone has his
answer at once. Where several ask in the same moment more are to come: a moment is left to them, for
one transaction costs nearly as much with one of them in it as with ten, and whoever plays waits for
each.
"""

import asyncio
from collections import deque
from collections.abc import Callable, Sequence
from functools import partial
from typing import Generic, NamedTuple, TypeVar

from sqlalchemy import Connection

from server.storage.store import Store

Q = TypeVar("Q")
A = TypeVar("A")

APART = 0.03
"""Seconds from a transaction for several to the next one."""


class _Waiting(NamedTuple, Generic[Q, A]):
    asked: Q
    done: asyncio.Future[A]


class Together(Generic[Q, A]):
    """Gathers what is asked for; make one per kind of question, in the loop that uses it."""

    def __init__(
        self,
        store: Store,
        answer_all: Callable[[Sequence[Q], Connection], Sequence[A]],
        at_once: int,
    ) -> None:
        """
        Gather questions for a unit of work that answers several.

        Args:
            answer_all: gives the answers in the order of the questions.
            at_once: so many questions go into one transaction at most.
        """
        self._store, self._answer_all, self._at_once = store, answer_all, at_once
        self._waiting: deque[_Waiting[Q, A]] = deque()
        self._task: asyncio.Task[None] | None = None

    async def ask(self, question: Q) -> A:
        """
        Have a question answered; what the answer says is durable then.

        Raises:
            StorageError: the database cannot do it now.
        """
        waiting = _Waiting[Q, A](question, asyncio.get_running_loop().create_future())
        self._waiting.append(waiting)
        if self._task is None or self._task.done():
            self._task = asyncio.create_task(self._work(), name="storage-together")
        return await waiting.done

    async def _work(self) -> None:
        while self._waiting:
            count = min(self._at_once, len(self._waiting))
            await self._answer([self._waiting.popleft() for _ in range(count)])
            if count > 1:
                await asyncio.sleep(APART)

    async def _answer(self, batch: Sequence[_Waiting[Q, A]]) -> None:
        unit = partial(self._answer_all, [each.asked for each in batch])
        try:
            answers = await self._store.write(unit)
        except Exception as error:  # noqa: BLE001 - whoever asked gets it
            for each in batch:
                if not each.done.done():
                    each.done.set_exception(error)
            return
        for each, answer in zip(batch, answers, strict=True):
            if not each.done.done():
                each.done.set_result(answer)
