"""The page for operators and the files in deploy/ say the same."""

import re
from pathlib import Path

from server.cluster.standing import BUS_AWAY, DRAINING, FENCED
from server.gateway.readiness import STORAGE_AWAY
from tests.plain_yaml import read_yaml

ROOT = Path(__file__).parents[1]
PAGE = (ROOT / "docs" / "operations.md").read_text("utf-8")
DEPLOY = ROOT / "deploy"


def section(title):
    return PAGE.split(f"\n## {title}\n")[1].split("\n## ")[0]


def test_each_alarm_stands_on_the_page_and_nothing_else_does():
    rules = read_yaml((DEPLOY / "alarms.yml").read_text())
    alarms = [rule for group in rules["groups"] for rule in group["rules"]]
    described = re.findall(r"^\| `(\w+)` \|", section("Alarms"), re.MULTILINE)
    assert [alarm["alert"] for alarm in alarms] == described
    for alarm in alarms:
        assert alarm["labels"] in ({"severity": "page"}, {"severity": "notice"})
        assert alarm["annotations"]["summary"].endswith(".")


def test_what_the_files_refer_to_is_a_part_of_the_page():
    files = [*DEPLOY.iterdir(), ROOT / "docker-compose.yml"]
    named = {
        title
        for file in files
        for title in re.findall(r'docs/operations\.md, "([^"]+)"', file.read_text())
    }
    titles = set(re.findall(r"^##+ (.*)$", PAGE, re.MULTILINE))
    assert named
    assert named <= titles


def test_every_sentence_of_readiness_stands_on_the_page():
    health = section("Health")
    for sentence in (DRAINING, BUS_AWAY, FENCED, STORAGE_AWAY):
        assert f"`not ready: {sentence.partition(':')[0]}" in health


def test_what_the_bus_allows_stands_on_the_page():
    bus = PAGE.split("\n### The bus\n")[1].split("\n### ")[0]
    config = (DEPLOY / "nats.conf").read_text()
    for user in re.findall(r"user: (\w+)", config):
        assert f"| `{user}` |" in bus
    for heard in re.findall(r"subscribe: \[(.*)\]", config):
        assert f"`{heard.split(',')[0].strip()[1:-1]}`" in bus
