"""Who asks alone has his answer at once; a crowd shares transactions, with time between them."""

import asyncio

import pytest

from server.storage import together
from server.storage.together import Together


class Store:
    """Counts the transactions."""

    def __init__(self):
        self.batches = []

    async def write(self, unit):
        await asyncio.sleep(0)
        return unit(None)


@pytest.fixture
def store():
    return Store()


def asking(store, at_once=3):
    def answer_all(asked, _):
        store.batches.append(list(asked))
        return [f"{each}!" for each in asked]

    return Together(store, answer_all, at_once)


async def in_a_while():
    for _ in range(20):
        await asyncio.sleep(0)


async def test_who_asks_alone_never_waits(store, monkeypatch):
    monkeypatch.setattr(together, "APART", 3_600)
    line = asking(store)
    assert [await line.ask(name) for name in ("Anna", "Boris")] == ["Anna!", "Boris!"]
    assert store.batches == [["Anna"], ["Boris"]]


async def test_a_crowd_is_answered_in_a_few_transactions_in_its_order(store, monkeypatch):
    monkeypatch.setattr(together, "APART", 0)
    line = asking(store)
    assert await asyncio.gather(*map(line.ask, "abcdefg")) == [f"{each}!" for each in "abcdefg"]
    assert store.batches == [["a", "b", "c"], ["d", "e", "f"], ["g"]]


async def test_between_two_transactions_of_a_crowd_is_time_for_who_plays(store, monkeypatch):
    monkeypatch.setattr(together, "APART", 3_600)
    line = asking(store)
    asked = [asyncio.create_task(line.ask(each)) for each in "abcde"]
    await in_a_while()
    assert store.batches == [["a", "b", "c"]]
    assert [each.done() for each in asked] == [True] * 3 + [False] * 2
    for each in asked:
        each.cancel()


async def test_all_of_a_crowd_hear_what_went_wrong_and_the_next_are_answered(store, monkeypatch):
    monkeypatch.setattr(together, "APART", 0)

    def answer_all(asked, _):
        if "b" in asked:
            raise KeyError("b")
        return asked

    line = Together(store, answer_all, 2)
    answers = await asyncio.gather(*map(line.ask, "abc"), return_exceptions=True)
    assert [type(each) for each in answers] == [KeyError, KeyError, str]
