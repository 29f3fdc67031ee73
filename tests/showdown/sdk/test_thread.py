"""The thread on which a bot's plain methods are called."""

import threading
from functools import partial

import pytest

from showdown.sdk.thread import BotThread


def test_calls_are_made_in_order_on_one_thread_that_is_not_ours():
    thread, made = BotThread("bot"), []

    def call(number):
        made.append((number, threading.get_ident()))

    last = [thread.call(partial(call, number)) for number in range(20)][-1]
    last.result()
    numbers, threads = zip(*made, strict=True)
    assert numbers == tuple(range(20))
    assert len({*threads}) == 1
    assert threading.get_ident() not in threads


def test_it_is_busy_until_what_it_was_asked_is_done():
    thread, go = BotThread("bot"), threading.Event()
    waits = thread.call(go.wait)
    assert thread.is_busy
    go.set()
    assert waits.result().get() is True
    assert not thread.is_busy


def test_what_a_call_raises_is_raised_where_its_answer_is_taken():
    thread = BotThread("bot")
    answer = thread.call(lambda: next(iter(()))).result()
    with pytest.raises(StopIteration):
        answer.get()


def test_a_call_that_nobody_waits_for_any_more_is_not_made():
    thread, go, made = BotThread("bot"), threading.Event(), []
    thread.call(go.wait)
    given_up = thread.call(lambda: made.append(1))
    assert given_up.cancel()
    go.set()
    thread.call(lambda: made.append(2)).result()
    assert made == [2]


def test_it_ends_after_what_it_was_asked():
    thread = BotThread("bot that ends")
    (own,) = [each for each in threading.enumerate() if each.name == "bot that ends"]
    done = thread.call(lambda: 7)
    thread.stop()
    own.join()
    assert done.result().get() == 7
