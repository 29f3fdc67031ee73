"""Where a bot's methods run, and what happens when they do not come back."""

import asyncio
import logging
import threading

import pytest

from showdown.bots.contract import Bot
from showdown.protocol import messages as msg
from showdown.rules.ruleset import Ruleset
from showdown.sdk import mind as minds
from showdown.sdk.choosing import choose
from showdown.sdk.complaints import Complaints
from showdown.sdk.mind import Mind
from tests.showdown.sdk.small_table import BLUE, SmallTable

SAID = msg.Said(table=BLUE, name="Bo", text="hello")


LONG, SHORT = 60.0, 0.05


def turn(budget):
    """A turn of a bot that may fold or call and think for so many seconds."""
    from showdown.bots.decision import Decision

    table = SmallTable(Ruleset(sb=5, bb=10, proof=False))
    table.sit(msg.Sit(id="1", table=BLUE))
    table.deal()
    assert table.request is not None
    return Decision(table.request, budget=budget)


@pytest.fixture
def view():
    """A turn with time enough, however busy the machine is."""
    return turn(LONG)


@pytest.fixture
def short_view():
    """A turn for bots that think until it is over."""
    return turn(SHORT)


def mind_of(bot):
    return Mind(bot, Complaints(type(bot).__name__))


class Where(Bot):
    """Remembers on which threads it was called."""

    def __init__(self):
        self.threads = []

    def decide(self, view):
        self.threads.append(threading.get_ident())
        return view.call()

    def on_chat(self, said):
        self.threads.append(threading.get_ident())


class Stuck(Bot):
    """Thinks until it is told to stop."""

    def __init__(self):
        self.heard, self.asked, self.go = [], 0, threading.Event()

    def decide(self, view):
        self.asked += 1
        self.go.wait()
        return view.fold()

    def on_chat(self, said):
        self.heard.append(said)


async def test_plain_methods_run_on_one_thread_that_is_not_the_event_loops(view):
    bot = Where()
    mind = mind_of(bot)
    await choose(mind, view)
    await mind.hear("on_chat", SAID)
    assert len({*bot.threads}) == 1
    assert threading.get_ident() not in bot.threads
    mind.rest()


async def test_coroutines_run_in_the_event_loop_and_so_do_the_hooks_beside_them(view):
    class InLoop(Where):
        async def decide(self, view):
            return super().decide(view)

        async def on_chat(self, said):
            super().on_chat(said)

    bot = InLoop()
    mind = mind_of(bot)
    assert await choose(mind, view) == msg.Call()
    await mind.hear("on_chat", SAID)
    assert bot.threads == [threading.get_ident()] * 2


async def test_the_event_loop_goes_on_while_a_plain_method_thinks(view):
    bot = Stuck()
    mind = mind_of(bot)
    turns = 0
    choosing = asyncio.ensure_future(choose(mind, view))
    while not choosing.done():
        turns += 1
        if bot.asked and turns > 10:
            bot.go.set()
        await asyncio.sleep(0)
    assert await choosing == msg.Fold()
    assert turns > 10


async def test_a_bot_that_hangs_is_played_for_and_never_asked_two_things_at_once(
    short_view, caplog
):
    bot = Stuck()
    mind = mind_of(bot)
    moves = [*await hang(mind, short_view), await choose(mind, short_view)]
    assert set(moves) == {msg.Fold()}
    assert bot.asked == 1
    await mind.hear("on_chat", SAID)
    assert bot.heard == []
    bot.go.set()
    await asyncio.to_thread(_settle, mind)
    assert (bot.asked, bot.heard) == (1, [SAID])
    assert "Stuck took too long and made the safe move: no move within 0.05 seconds" in caplog.text


async def hang(mind, short_view):
    """Ask a bot until it has begun to think, which a busy machine may not let it do in time."""
    moves = []
    while not mind.bot.asked:
        moves.append(await choose(mind, short_view))
    return moves


def _settle(mind):
    mind._thread.call(lambda: None).result()


async def test_a_bot_that_raises_what_ends_an_iteration_is_a_bot_that_fails(view, caplog):
    class Empty(Bot):
        def decide(self, view):
            return next(iter(()))

    assert await choose(mind_of(Empty()), view) == msg.Fold()
    assert "Empty failed to decide and made the safe move" in caplog.text


@pytest.mark.parametrize("asynchronous", [True, False])
async def test_a_hook_that_hangs_does_not_hold_up_the_game(caplog, monkeypatch, asynchronous):
    monkeypatch.setattr(minds, "HOOK_SECONDS", 0.01)

    class Plain(Stuck):
        def on_chat(self, said):
            self.go.wait()

    class Slow(Stuck):
        async def decide(self, view):
            return view.fold()

        async def on_chat(self, said):
            await asyncio.Event().wait()

    bot = Slow() if asynchronous else Plain()
    await mind_of(bot).hear("on_chat", SAID)
    bot.go.set()
    sentence = "took too long in on_chat: not done within 0.01 seconds"
    assert f"{type(bot).__name__} {sentence}" in caplog.text


async def test_a_hook_that_fails_behind_a_long_thought_is_noted_too(short_view, caplog):
    class Fails(Stuck):
        def on_chat(self, said):
            raise ValueError("what?")

    bot = Fails()
    mind = mind_of(bot)
    await hang(mind, short_view)
    await mind.hear("on_chat", SAID)
    bot.go.set()
    await asyncio.to_thread(_settle, mind)
    assert "Fails failed in on_chat: what?" in caplog.text


async def test_a_hook_that_nobody_wrote_costs_nothing():
    class Deaf(Bot):
        async def decide(self, view):
            return view.fold()

    await mind_of(Deaf()).hear("on_event", SAID)
    assert "bot Deaf" not in {thread.name for thread in threading.enumerate()}


def test_a_bot_that_says_nothing_about_deciding_is_told_so(caplog):
    caplog.set_level(logging.ERROR)
    with pytest.raises(NotImplementedError, match="Bot does not say how it decides"):
        Bot().decide(None)  # type: ignore[arg-type]
