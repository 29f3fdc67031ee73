"""
docs/rules.md says what the engine does: its cases are played, its picture is the current one, and
the comments in the code that name a rule name one that is there.
"""

import re
from pathlib import Path

import pytest

from showdown import Ruleset
from showdown.rules.phases import diagram
from showdown.testing.cases import Verdict, run_cases

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "rules.md").read_text(encoding="utf-8")
SHARED = ROOT.parent / "shared" / "RULES.md"
SOURCES = {
    path: path.read_text(encoding="utf-8")
    for package in ("showdown", "server", "client_cli", "tests")
    for path in sorted((ROOT / package).rglob("*.py"))
}

UNSUPPORTED = {"L1"}  # the ranking of lowball


def test_every_case_that_the_engine_can_play_holds():
    results = {result.name: result for result in run_cases(PAGE)}
    failed = [str(result) for result in results.values() if result.verdict is Verdict.FAILED]
    assert failed == []
    unsupported = {n for n, result in results.items() if result.verdict is Verdict.UNSUPPORTED}
    assert unsupported == UNSUPPORTED
    assert (len(results), len(results) - len(unsupported)) == (52, 51)


@pytest.mark.skipif(not SHARED.is_file(), reason="the shared specification is not here")
def test_the_cases_are_those_of_the_specification():
    theirs = SHARED.read_text(encoding="utf-8")
    heading = "\n## 20. Cases\n"
    assert PAGE.split(heading)[1].split() == theirs.split(heading)[1].split()


def test_the_picture_of_a_hand_is_the_current_one():
    assert f"```mermaid\n{diagram()}\n```" in PAGE


def test_every_option_is_explained():
    table = PAGE.split("## 1. Table options")[1].split("\n- **1.1**")[0]
    explained = {
        name
        for row in table.splitlines()
        if row.startswith("| `")
        for name in re.findall(r"`(\w+)`", row.split("|")[1])
    }
    assert explained == set(Ruleset.__struct_fields__)


def test_every_rule_that_the_code_names_is_there():
    rules = set(re.findall(r"^- \*\*(\d+\.\d+)\*\*", PAGE, re.MULTILINE))
    named = {
        rule
        for text in SOURCES.values()
        for words in re.findall(r"RULES ((?:\d+\.\d+(?:, | and | to )?)+)", text)
        for rule in re.findall(r"\d+\.\d+", words)
    }
    assert {"2.4", "9.4", "12.8"} <= named
    assert named - rules == set()


def test_every_heading_that_is_given_as_a_source_is_there():
    headings = set(re.findall(r"^## \d+\. (.+)$", PAGE, re.MULTILINE))
    named = {
        heading
        for text in SOURCES.values()
        for words in re.findall(r'Source: docs/rules\.md, ((?:"[^"]+"(?: and )?)+)', text)
        for heading in re.findall(r'"([^"]+)"', words)
    }
    assert {"Betting", "The draw"} <= named
    assert named - headings == set()
