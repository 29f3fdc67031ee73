"""docs/bots-stdio.md: what it shows is what is said, and what it promises are our own figures."""

import re
from pathlib import Path

import msgspec
import pytest

from showdown.arena.contestants import DECISION_SECONDS
from showdown.bots import external as programs
from showdown.bots.lines import GOODBYE_SECONDS, MOST_TOLD, PROTOCOL

PAGE = (Path(__file__).parents[3] / "docs" / "bots-stdio.md").read_text("utf-8")
KINDS = {
    kind.__struct_config__.tag: kind
    for kind in (
        programs.Hello,
        programs.NewHand,
        programs.Request,
        programs.HandOver,
        programs.Ready,
        programs.Act,
    )
}


@pytest.mark.parametrize("tag", KINDS)
def test_every_line_is_explained(tag):
    assert re.search(rf"^\| `{tag}` \|", PAGE, re.MULTILINE)


@pytest.mark.parametrize("tag", KINDS)
def test_every_field_is_named(tag):
    fields = {field.encode_name for field in msgspec.structs.fields(KINDS[tag])}
    named = set(re.findall(r"[`\"](\w+)[`\"]", PAGE))
    assert fields <= named | {"protocol"}


def test_the_lines_that_are_shown_can_be_said():
    shown = re.findall(r"^[<>] (\{.*\})$", PAGE, re.MULTILINE)
    assert len(shown) == 4
    for line in shown:
        tag = msgspec.json.decode(line)["type"]
        said = msgspec.json.encode(msgspec.json.decode(line, type=KINDS[tag]))
        assert msgspec.json.decode(line).items() <= msgspec.json.decode(said).items()
    assert PROTOCOL in shown[0]


def test_its_figures_are_ours():
    assert f"within {programs.START_SECONDS:g} seconds" in PAGE
    assert f"in the arena {DECISION_SECONDS:g} seconds" in PAGE
    assert f"its first {MOST_TOLD} lines" in PAGE
    assert programs.MOST_STARTS == 5
    assert "started five times at most" in PAGE
    assert GOODBYE_SECONDS == 1
    assert "within a second" in PAGE
