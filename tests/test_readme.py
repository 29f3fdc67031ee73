"""
What the README promises holds: its commands exist, its configuration serves, its bot plays.
"""

import asyncio
import doctest
import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests.end_to_end.server_process import run_command, running

ROOT = Path(__file__).parents[1]
README = (ROOT / "README.md").read_text("utf-8")
TARGETS = set(re.findall(r"^([a-z.]+):", (ROOT / "Makefile").read_text("utf-8"), re.MULTILINE))
USAGES = re.findall(r"^showdown ([a-z]+.*?)  ", README, re.MULTILINE)


def block(language: str) -> str:
    """The one block of code in this language."""
    found = re.findall(rf"^```{language}\n(.*?)^```", README, re.MULTILINE | re.DOTALL)
    assert len(found) == 1
    return str(found[0])


@pytest.mark.parametrize("page", ["README.md", "CONTRIBUTING.md"])
def test_each_make_target_that_a_page_names_exists(page):
    text = (ROOT / page).read_text("utf-8")
    named = set(re.findall(r"(?:^|`)make ([a-z.]+)", text, re.MULTILINE))
    assert {"play", "test"} <= named
    assert named <= TARGETS


@pytest.mark.parametrize("page", ["README.md", "CONTRIBUTING.md", "CHANGELOG.md"])
def test_each_link_of_a_page_leads_somewhere(page):
    text = (ROOT / page).read_text("utf-8")
    links = re.findall(r"\]\(([^)#]+)\)", text)
    assert [link for link in links if "://" not in link and not (ROOT / link).exists()] == []


@pytest.mark.parametrize("usage", USAGES)
async def test_the_command_takes_the_options_that_the_readme_gives(usage):
    code, out, err = await run_command("client_cli", usage.split()[0], "--help")
    assert (code, err) == (0, "")
    for option in re.findall(r"--[a-z-]+", usage):
        assert option in out


def test_cards_in_python_come_out_as_the_readme_says():
    parsed = doctest.DocTestParser().get_doctest(block("pycon"), {}, "README.md", None, None)
    ran = doctest.DocTestRunner().run(parsed)
    assert ran.attempted == 6
    assert ran.failed == 0


async def test_the_bot_of_the_readme_plays_at_the_tables_of_the_readme(tmp_path):
    program = block("python")
    assert len([line for line in program.splitlines() if line]) <= 10
    # Its port belongs to whoever plays on this machine right now, and its pauses are for people.
    config = block("toml").replace("port = 8765\n", "bot_delay = 0\n") + "hand_pause = 0\n"
    async with running(tmp_path, config) as server:
        here = program.replace("ws://127.0.0.1:8765", server.url)
        script = tmp_path / "patient.py"
        script.write_text(here.replace('table="main")', 'table="friday", hands=2)'))
        played = await asyncio.to_thread(
            subprocess.run, [sys.executable, script], capture_output=True, text=True, check=False
        )
    assert (played.returncode, played.stdout, played.stderr) == (0, "", "")
