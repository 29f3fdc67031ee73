"""docs/bots.md: its examples play, and what it says a bot can ask for is there."""

import importlib
import inspect
import re
import sys
from pathlib import Path

import pytest

from showdown.bots import Bot, Decision, load
from showdown.sdk import play, run
from showdown.testing.bots import Script, play_hand

PAGE = (Path(__file__).parents[3] / "docs" / "bots.md").read_text("utf-8")
BLOCKS = re.findall(r"```python\n(.*?)```", PAGE, re.DOTALL)


FILES = dict(
    re.findall(
        r"Write `(\w+)\.py`[^\n]*\n(?:[^`\n][^\n]*\n)*\n```python\n(.*?)```", PAGE, re.DOTALL
    )
)
"""The files that the page lets one write, by the name of the module."""


def names_in(block):
    """What an example defines when somebody imports it."""
    names: dict[str, object] = {"__name__": "example"}
    exec(compile(block, "docs/bots.md", "exec"), names)
    return names


@pytest.fixture
def files(tmp_path, monkeypatch):
    """A folder with these files, as after following the page."""
    for name, text in FILES.items():
        (tmp_path / f"{name}.py").write_text(text, "utf-8")
        monkeypatch.delitem(sys.modules, name, raising=False)
    monkeypatch.syspath_prepend(tmp_path)
    yield tmp_path
    for name in FILES:
        sys.modules.pop(name, None)


def bots_of_the_page():
    for block in BLOCKS:
        if block == FILES["test_mybot"]:
            continue
        for name, found in names_in(block).items():
            if isinstance(found, type) and issubclass(found, Bot) and found not in (Bot, Script):
                yield pytest.param(found, id=name)


@pytest.mark.parametrize("kind", list(bots_of_the_page()))
def test_an_example_bot_plays_by_the_rules(kind):
    bot, caller, wild = kind(), load("caller"), load("random", seed=1)
    for seed in range(20):
        tried = play_hand({1: bot, 2: caller, 3: wild}, seed=seed)
        assert sum(tried.net.values()) == 0


def test_the_first_file_is_a_bot_that_says_how_to_run_it():
    assert list(FILES) == ["mybot", "test_mybot"]
    assert "print(run(MyBot()" in FILES["mybot"]
    assert len(FILES["mybot"].split('if __name__ == "__main__":')) == 2


def test_the_second_file_tests_the_first_and_both_hold(files):
    module = importlib.import_module("test_mybot")
    tests = [found for name, found in vars(module).items() if name.startswith("test_")]
    assert len(tests) == 2
    for test in tests:
        test()


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
