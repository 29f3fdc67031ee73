"""docs/bots.md: its examples play, and what it says a bot can ask for is there."""

import asyncio
import inspect
import re
from functools import partial
from pathlib import Path

import pytest

from showdown.bots import Bot, Decision, load
from showdown.sdk import play, run

PAGE = (Path(__file__).parents[3] / "docs" / "bots.md").read_text("utf-8")
BLOCKS = re.findall(r"```python\n(.*?)```", PAGE, re.DOTALL)


def names_in(block):
    """What an example defines when somebody imports it."""
    names: dict[str, object] = {"__name__": "example"}
    exec(compile(block, "docs/bots.md", "exec"), names)
    return names


def decided(decide, view):
    """What a coroutine decides."""
    return asyncio.run(decide(view))


def bots_of_the_page():
    for block in BLOCKS:
        for name, found in names_in(block).items():
            if isinstance(found, type) and issubclass(found, Bot) and found is not Bot:
                yield pytest.param(found, id=name)


@pytest.mark.parametrize("kind", list(bots_of_the_page()))
def test_an_example_bot_plays_by_the_rules(kind):
    play_hand = names_in(BLOCKS[-1])["play_hand"]
    bot, caller, wild = kind(), load("caller"), load("random", seed=1)
    if inspect.iscoroutinefunction(bot.decide):
        bot.decide = partial(decided, bot.decide)
    for seed in range(20):
        stacks = play_hand({1: bot, 2: caller, 3: wild}, seed=seed)
        assert sum(stacks.values()) == 3000


def test_the_first_example_says_how_to_run_it():
    assert "print(run(MyBot()" in BLOCKS[0]
    assert len(BLOCKS[0].split('if __name__ == "__main__":')) == 2


def test_what_the_page_says_about_a_decision_is_there():
    named = set(re.findall(r"`view\.(\w+)", PAGE)) - {"budget", "latency"}  # of each object
    assert len(named) > 20
    assert {name for name in named if not hasattr(Decision, name)} == set()


def test_a_decision_has_nothing_that_the_page_does_not_name():
    public = {name for name in vars(Decision) if not name.startswith("_")} | {"budget", "latency"}
    assert public - set(re.findall(r"view\.(\w+)", PAGE)) == set()


def test_the_page_names_what_run_takes():
    said = re.search(r"`run\(bot, url, (.*?)\)`", PAGE)
    assert said is not None
    arguments = [part.strip().rstrip("=") for part in said[1].split(",")]
    assert ["bot", "url", *arguments] == list(inspect.signature(run).parameters)
    assert set(arguments) <= set(inspect.signature(play).parameters)
