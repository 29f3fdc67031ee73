"""`arena`: bots against bots."""

import json
import os
import re
import signal
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[3]


def test_bots_are_ranked_and_compared(showdown):
    ran = showdown("arena", "caller", "tight", "random", "--hands", 60, "--processes", 1)
    assert ran.code == 0
    standings, pairs = ran.out.split("\n\n")
    heading, *lines = standings.splitlines()
    assert heading.split()[:4] == ["bot", "hands", "net", "bb/100"]
    assert {line.split()[0] for line in lines} == {"caller", "tight", "random"}
    assert [line.split()[:3:2] for line in pairs.splitlines()[1:]] == [
        ["caller", "tight"],
        ["caller", "random"],
        ["tight", "random"],
    ]


def test_times_are_narration(showdown):
    ran = showdown("arena", "caller", "tight", "--hands", 20, "--processes", 1)
    assert "20 hands in " in ran.err
    assert re.search(r"\ncaller: \d+\.\d+ ms for a decision, at most \d+\.\d+ ms\.\n", ran.err)
    assert "ms for a decision" not in ran.out


def test_the_same_command_gives_the_same_result_byte_for_byte(showdown):
    def out(*more):
        ran = showdown("arena", "random", "tight", "--hands", 200, "--duplicate", "--json", *more)
        assert ran.code == 0
        return ran.out

    once = out("--processes", 1)
    assert once == out("--processes", 2)
    assert once != out("--processes", 1, "--seed", 2)
    found = json.loads(once)
    assert (found["hands"], found["finished"], found["plan"]["duplicate"]) == (200, True, True)
    assert "seconds" not in once


def test_what_bots_print_does_not_come_among_the_result():
    talker = "tests.showdown.arena.players:Leaver"
    command = [sys.executable, "-m", "client_cli", "arena", talker, "caller", "--hands", "4"]
    ran = subprocess.run(
        [*command, "--json", "--processes", "2"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
    )
    assert json.loads(ran.stdout)["standings"][0]["faults"]["crashes"] == 4
    assert "thinking" in ran.stderr


def test_the_stakes_and_rules_are_those_that_are_asked_for(showdown):
    ran = showdown(
        *("arena", "caller", "tight", "--hands", 4, "--processes", 1, "--json"),
        *("--game", "FL", "--blinds", "5/10", "--ante", 1, "--stack", 300),
        *("--rule", "max_draw=3", "--rule", "wild=bug", "--rule", "burn=true"),
    )
    plan = json.loads(ran.out)["plan"]
    assert plan["stack"] == 300
    rules = plan["ruleset"]
    assert (rules["game"], rules["sb"], rules["bb"], rules["ante"]) == ("FL", 5, 10, 1)
    assert (rules["max_draw"], rules["wild"], rules["burn"]) == (3, "bug", True)


def test_a_game_may_have_antes_alone(showdown):
    ran = showdown(
        *("arena", "caller", "tight", "--hands", 4, "--processes", 1, "--json"),
        *("--blinds", "0/0", "--ante", 1, "--rule", "min_bet=2"),
    )
    assert json.loads(ran.out)["plan"]["stack"] == 200


def test_many_bots_have_a_rating(showdown):
    ran = showdown(
        "arena", "caller", "tight", "random", "--seats", 2, "--hands", 60, "--processes", 1
    )
    assert "rating" in ran.out.splitlines()[0]


def test_a_page_and_the_hands_are_written_on_demand(showdown, tmp_path):
    page, hands = tmp_path / "report.html", tmp_path / "hands"
    ran = showdown(
        *("arena", "caller", "tight", "--hands", 40, "--processes", 1),
        *("--html", page, "--phh", hands),
    )
    assert ran.code == 0
    assert page.read_text("utf-8").startswith("<!DOCTYPE html>")
    files = sorted(hands.iterdir())
    assert len(files) == 2
    assert f"The report is in {page}." in ran.err
    assert showdown("replay", "--check", *files).code == 0


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (("caller", "shark"), "There is no bot 'shark'"),
        (("caller",), "A match needs two bots or more, not 1."),
        (("caller", "tight", "--hands", "0"), "A match has at least one hand, not 0."),
        (("caller", "tight", "--blinds", "2"), "'2' are no blinds: write them as in 1/2"),
        (("caller", "tight", "--rule", "burn"), "'burn' is no rule: write it as in max_draw=3."),
        (("caller", "tight", "--rule", "burns=1"), "There is no option 'burns'"),
        (("caller", "tight", "--game", "XL"), "game is 'XL'; it is one of NL, PL"),
        (("caller", "tight", "--stack", "-3"), "The stack is -3"),
        (("caller", "tight", "--html", "no/such/folder.html"), "cannot be written"),
    ],
)
def test_wrong_use_is_one_sentence(showdown, arguments, sentence):
    ran = showdown("arena", *arguments, *(() if "--hands" in arguments else ("--hands", 4)))
    assert ran.code == 2
    assert sentence in ran.err.splitlines()[-1]


def test_it_speaks_the_language_that_is_asked_for(showdown):
    ran = showdown("--lang", "fr", "arena", "caller", "tight", "--hands", 20, "--processes", 1)
    assert "caller contre tight" in ran.out
    assert "20 mains en " in ran.err


HERALD = """
import sys
from showdown.bots.baselines import Caller

class Herald(Caller):
    asked = 0

    def decide(self, view):
        Herald.asked += 1
        if Herald.asked == 500:
            sys.stderr.write("begun\\n")
            sys.stderr.flush()
        return super().decide(view)
"""


def test_ctrl_c_ends_with_what_is_played(tmp_path):
    (tmp_path / "heralds.py").write_text(HERALD, "utf-8")
    command = [
        *(sys.executable, "-m", "client_cli", "arena", "heralds:Herald", "tight", "--json"),
        *("--hands", "10000000", "--session", "20", "--processes", "2"),
    ]
    with subprocess.Popen(
        command,
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    ) as match:
        assert match.stderr.readline() == "begun\n"
        match.send_signal(signal.SIGINT)
        out, err = match.communicate(timeout=240)
    assert match.returncode == 130
    found = json.loads(out)
    assert not found["finished"]
    assert f"The match was stopped after {found['hands']} of 10000000 hands" in err
    assert "Traceback" not in err
