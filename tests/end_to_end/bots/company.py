"""
Many bots of the SDK in a process of its own, each an account with a connection of its own.

    python -m tests.end_to_end.bots.company URL BOTS SEATS SECONDS HANDS THINKS SEED

Each thinks for so many seconds, more or less: a thousand that answer at once are one busy process,
and say nothing of a server. They play at the tables t0, t1, ... until the seconds are over and so
many hands have been played, get up, and what they saw is printed as JSON: each hand with what each
bot won in it, and all that was wrong.
"""

import asyncio
import json
import logging
import sys
from collections import Counter, defaultdict

from showdown.rules import seen
from showdown.sdk import Bot, ConnectionFailed, play

TIMED = (seen.Acted, seen.DrawChosen, seen.Discarded)
AT_ONCE = 20
"""How many come in at the same time."""


class Notebook:
    """What all of them have seen."""

    def __init__(self, seconds, hands):
        self.seconds, self.wanted = seconds, hands
        self.nets: dict[int, dict[int, int]] = defaultdict(dict)
        self.wrong: Counter[str] = Counter()
        self.decisions = self.came_later = 0
        self.slowest = 0.0
        self.latency = 0.0
        self.enough = asyncio.Event()

    def note(self, hand):
        """A hand is over for one of them."""
        self.nets[hand.hand][hand.seat] = hand.net
        for event in hand.events:
            if isinstance(event, TIMED) and event.seat == hand.seat and event.timed_out:
                self.wrong["was played for by the clock"] += 1
        if len(self.nets) >= self.wanted:
            self.enough.set()


class Warnings(logging.Handler):
    """Lost connections, faults and refusals are warnings of the SDK."""

    def __init__(self, notebook):
        super().__init__(logging.WARNING)
        self.notebook = notebook

    def emit(self, record):
        self.notebook.wrong[record.getMessage()] += 1


class Anything(Bot):
    """Does anything that is allowed, and folds no more than others."""

    def __init__(self, notebook, seed, thinks):
        self.notebook, self.thinks = notebook, thinks
        self.reseed(seed)

    async def decide(self, view):
        self.notebook.decisions += 1
        self.notebook.slowest = max(self.notebook.slowest, view.seconds_left - view.budget)
        self.notebook.latency = max(self.notebook.latency, view.latency)
        if self.thinks:
            await asyncio.sleep(self.random.uniform(0, 2 * self.thinks))
        if view.is_draw:
            return view.draw(view.cards[: self.random.randint(0, min(3, view.legal.draw))])
        if view.amounts and self.random.random() < 0.2:
            return view.bet_or_raise_to(view.amounts.min)
        return view.check_or_call() if self.random.random() < 0.9 else view.safe_move()

    async def on_hand(self, hand):
        self.notebook.note(hand)


async def first_of(tasks, seconds=None):
    """Wait until one of them is done, or so long."""
    await asyncio.wait(tasks, timeout=seconds, return_when=asyncio.FIRST_COMPLETED)


async def main(url, bots, seats, seconds, hands, thinks, seed):
    notebook = Notebook(seconds, hands)
    logging.getLogger("showdown.sdk").addHandler(Warnings(notebook))
    logging.getLogger("showdown.sdk").propagate = False
    door = asyncio.Semaphore(AT_ONCE)

    async def one(number, tries=0):
        came = asyncio.Event()
        bot = Anything(notebook, seed + number, thinks)
        async with door:
            playing = asyncio.create_task(
                play(
                    bot,
                    url,
                    name=f"Bot {number}.{tries}",
                    table=f"t{number // seats}",
                    on_token=lambda _: came.set(),
                )
            )
            await first_of({playing, asyncio.create_task(came.wait())})
        try:
            await playing
        except ConnectionFailed:
            # This process may be too busy with those who play to shake hands in time.
            if came.is_set():
                raise
            notebook.came_later += 1
            await one(number, tries + 1)
        finally:
            playing.cancel()
            await asyncio.wait({playing})

    tasks = {asyncio.create_task(one(number)) for number in range(bots)}
    await first_of(tasks, seconds)
    await first_of({asyncio.create_task(notebook.enough.wait()), *tasks})
    for task in tasks:
        if task.done():
            notebook.wrong[f"ended before it was told to: {task.exception()!r}"] += 1
    wrong = dict(notebook.wrong)  # what getting up all at once brings is not counted
    for task in tasks:
        task.cancel()
    await asyncio.wait(tasks)
    seen = {
        "nets": notebook.nets,
        "wrong": wrong,
        "came_later": notebook.came_later,
        "decisions": notebook.decisions,
        "slowest_s": notebook.slowest,
        "latency_s": notebook.latency,
    }
    sys.stdout.write(json.dumps(seen))


if __name__ == "__main__":
    asyncio.run(main(sys.argv[1], *map(int, sys.argv[2:])))
