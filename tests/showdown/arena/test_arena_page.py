"""What docs/arena.md says is so."""

import re
import subprocess
import sys
from pathlib import Path

import msgspec
import typer

from client_cli.commands import app_for
from showdown import Ruleset
from showdown.arena import Result, to_json
from showdown.arena.dealing import Piles
from showdown.arena.luck import MOST_COUNTED, SAMPLES
from showdown.arena.plan import MOST_SEATS, SESSION
from showdown.arena.runner import run_match
from tests.showdown.arena.players import plan

ROOT = Path(__file__).parents[3]
PAGE = (ROOT / "docs" / "arena.md").read_text("utf-8")
WORDS = " ".join(PAGE.split())


def test_its_example_runs(tmp_path):
    [block] = re.findall(r"```python\n(.*?)```", PAGE, re.DOTALL)
    script = tmp_path / "match.py"
    script.write_text(block, "utf-8")
    done = subprocess.run(
        [sys.executable, script],
        cwd=ROOT,
        env={"PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout.startswith("tight ")
    assert "bytes; took" in done.stdout


def test_it_names_every_option():
    commands = typer.main.get_command(app_for()).commands  # type: ignore[attr-defined]
    options = {
        name
        for parameter in commands["arena"].params
        for name in parameter.opts
        if name.startswith("--")
    }
    assert options - set(re.findall(r"--\w+", PAGE)) == set()


def test_its_numbers_are_those_of_the_code():
    assert f"one *session* of {SESSION} rounds" in WORDS
    assert f"Up to {MOST_COUNTED} possibilities are gone through; else {SAMPLES} are drawn" in WORDS
    assert f"(at most {['six'][MOST_SEATS - 6]};" in WORDS
    rules = Ruleset(sb=1, bb=2)
    assert [Piles.fit(rules, seats) for seats in (5, 6)] == [True, False]


def test_a_result_has_what_the_page_says_and_can_be_read_back():
    result = run_match(plan("caller", "tight")).result
    text = to_json(result)
    said = re.search(r"A result holds its whole plan: (.*?)\. ", WORDS)
    assert said is not None
    named = set(re.findall(r"`(\w+)`", said[1])) - {"faults", "curve"}
    assert named == set(msgspec.json.decode(text))
    assert msgspec.json.decode(text, type=Result) == result
