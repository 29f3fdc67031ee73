"""`replay`: files and stored hands again, and real hands through the engine."""

import html
import json
import os
import subprocess
import sys
from shutil import which

import pytest

from showdown.history import HandRecord, to_json
from showdown.rules.ruleset import TableId
from tests.client_cli.commands.test_play import CHECKOUT
from tests.client_cli.scripted import House, house_next_door
from tests.client_cli.test_story import played
from tests.client_cli.texts import MUCKED, POKERSTARS
from tests.showdown.history.sites import EVERY


@pytest.fixture
def stars(tmp_path):
    file = tmp_path / "stars.txt"
    file.write_text(POKERSTARS + "\n\n" + MUCKED, "utf-8")
    return file


@pytest.fixture
def ours(tmp_path):
    file = tmp_path / "ours.jsonl"
    file.write_text(to_json(HandRecord(table=TableId("blue"), events=played())) + "\n", "utf-8")
    return file


def test_a_file_is_told_hand_by_hand(showdown, stars):
    ran = showdown("replay", stars)
    assert (ran.code, ran.err) == (0, "")
    hands = ran.out.split("\n\n")
    assert [hand.splitlines()[0].split(" at ")[0] for hand in hands] == ["Hand 1001", "Hand 1002"]


def test_our_own_records_are_told_as_well(showdown, ours):
    ran = showdown("replay", ours, "--plain", "--ascii")
    assert ran.code == 0
    assert "Ada is dealt 2d 2s 3d 3s 4d: two pair, threes and twos." in ran.out


def test_a_file_as_json_is_our_own_format_and_reads_back(showdown, stars, tmp_path):
    ran = showdown("replay", stars, "--json")
    again = tmp_path / "again.jsonl"
    again.write_text(ran.out, "utf-8")
    assert showdown("replay", again).out == showdown("replay", stars).out


def test_hands_of_other_sites_are_told_and_checked(showdown, tmp_path):
    file = tmp_path / "hands.txt"
    file.write_text("\n\n".join(EVERY.values()), "utf-8")
    ran = showdown("replay", file, "--plain")
    assert (ran.code, ran.err) == (0, "")
    assert len(ran.out.split("\n\n")) == len(EVERY)
    ran = showdown("replay", "--check", file)
    assert ran.code == 0
    assert "Boss Media hand 7300 holds: 3 players, 17.00, rake 0.25. Not in the text:" in ran.out


def test_a_speed_is_a_pause_after_every_line(showdown, stars, monkeypatch):
    pauses: list[float] = []
    monkeypatch.setattr("client_cli.commands.replay.time.sleep", pauses.append)
    ran = showdown("replay", stars, "--plain", "--speed", "4")
    assert ran.out == showdown("replay", stars, "--plain").out
    assert pauses == [0.25] * len([line for line in ran.out.splitlines() if line])


def test_a_speed_is_more_than_nothing(showdown, stars):
    assert showdown("replay", stars, "--plain", "--speed", "0").code == 2


def test_one_hand_of_a_file_is_picked_by_its_number(showdown, stars):
    ran = showdown("replay", stars, "--hand", "1002")
    assert ran.out.startswith("Hand 1002")
    ran = showdown("replay", stars, "--hand", "7")
    assert (ran.code, ran.out) == (2, "")
    assert ran.err == "showdown: There is no hand 7 here; there are 1001, 1002.\n"


def test_a_hand_becomes_a_page(showdown, stars, tmp_path):
    page = tmp_path / "hand.html"
    ran = showdown("replay", stars, "--hand", "1001", "--html", page)
    assert (ran.code, ran.out) == (0, "")
    assert ran.err.startswith(f"{page}: hand 1001, ")
    text = page.read_text("utf-8")
    assert text.startswith("<!DOCTYPE html>")
    assert "Pot $16.20: P2 wins with pair of kings." in text


def test_a_stored_hand_becomes_a_page_with_the_cards_that_you_may_see(showdown, tmp_path):
    page = tmp_path / "hand.html"
    with house_next_door(House("Bert", "Carl")) as house:
        showdown("play", "--url", house.url)
        ran = showdown("replay", 1, "--html", page)
        told = showdown("hand", 1).out.splitlines()[1:]
    assert ran.code == 0
    text = page.read_text("utf-8")
    assert all(html.escape(line) in text for line in told)


def test_a_page_plays_one_hand(showdown, stars, tmp_path):
    page = tmp_path / "hand.html"
    ran = showdown("replay", stars, "--html", page)
    assert (ran.code, page.exists()) == (2, False)
    assert ran.err == (
        "showdown: One page plays one hand, but here are several; --hand picks one: 1001, 1002.\n"
    )


def test_a_page_of_nothing_is_not_written(showdown, tmp_path):
    file, page = tmp_path / "empty", tmp_path / "hand.html"
    file.write_text("\n")
    ran = showdown("replay", file, "--html", page)
    assert (ran.code, page.exists()) == (2, False)
    assert ran.err.endswith("showdown: There is no hand to play.\n")


def test_a_page_that_cannot_be_written_is_one_sentence(showdown, stars, tmp_path):
    ran = showdown("replay", stars, "--hand", "1001", "--html", tmp_path)
    assert ran.code == 2
    assert ran.err == f"showdown: {tmp_path} cannot be written: is a directory.\n"


def test_a_stored_hand_is_found_by_its_number(showdown):
    with house_next_door(House("Bert", "Carl")) as house:
        showdown("play", "--url", house.url)
        ran = showdown("replay", 1)
        assert ran.out == showdown("hand", 1).out
        assert json.loads(showdown("replay", 1, "--json").out)["hand"] == 1
        assert showdown("replay", 99).err.endswith(
            "There is no hand of this number that is over.\n"
        )


def test_a_file_whose_name_is_a_number_is_a_file(showdown, stars, monkeypatch, tmp_path):
    stars.rename(tmp_path / "12")
    monkeypatch.chdir(tmp_path)
    assert showdown("replay", "12").out.startswith("Hand 1001 at Blue II")


def test_what_cannot_be_read_is_placed_and_the_rest_is_told(showdown, stars):
    text = stars.read_text("utf-8").replace("Hero: bets $5", "Hero: bats $5")
    stars.write_text(text, "utf-8")
    ran = showdown("replay", stars)
    assert ran.code == 1
    assert ran.err.startswith(f"{stars}:16:7:")
    assert ran.out.startswith("Hand 1002")


def test_check_says_that_hands_hold(showdown, stars, ours):
    ran = showdown("replay", "--check", stars, ours)
    assert (ran.code, ran.err) == (0, "")
    *lines, total = ran.out.splitlines()
    assert [line.split(" holds: ")[0] for line in lines] == [
        "PokerStars hand 1001",
        "PokerStars hand 1002",
        "showdown hand 1",
    ]
    assert total == "Hands checked: 3; 3 hold."


def test_check_finds_a_difference_and_goes_on(showdown, stars):
    text = stars.read_text("utf-8").replace("P2 collected $16.20", "P2 collected $16.30")
    stars.write_text(text, "utf-8")
    ran = showdown("replay", "--check", stars)
    assert ran.code == 1
    first, second, total = ran.out.splitlines()
    assert first.startswith("PokerStars hand 1001 DIFFERS: ")
    assert first.endswith(f"({stars})")
    assert second.startswith("PokerStars hand 1002 holds")
    assert total == "Hands checked: 2; 1 hold, 1 differ."


def test_check_places_what_it_cannot_read_and_goes_on(showdown, stars):
    text = stars.read_text("utf-8").replace("Hero: bets $5", "Hero: bats $5")
    stars.write_text(text, "utf-8")
    ran = showdown("replay", "--check", stars)
    assert ran.code == 1
    first, second, total = ran.out.splitlines()
    assert first.startswith(f"{stars}:16:7:")
    assert second.startswith("PokerStars hand 1002 holds")
    assert total == "Hands checked: 2; 1 hold, 1 cannot be read."


def test_check_as_json_is_a_line_for_each_hand(showdown, stars):
    ran = showdown("replay", "--check", "--json", stars)
    lines = [json.loads(line) for line in ran.out.splitlines()]
    assert [(line["hand"], line["verdict"]) for line in lines] == [
        ("PokerStars hand 1001", "holds"),
        ("PokerStars hand 1002", "holds"),
    ]


def test_check_of_a_file_without_hands_does_not_hold(showdown, tmp_path):
    file = tmp_path / "empty"
    file.write_text("\n")
    ran = showdown("replay", "--check", file)
    assert ran.code == 1
    assert ran.out.startswith(f"{file}:1:1: ")


@pytest.mark.parametrize("option", [(), ("--check",)])
def test_a_file_that_is_not_there_is_one_sentence_and_nothing_is_told(showdown, stars, option):
    ran = showdown("replay", *option, stars, "gone.txt")
    assert (ran.code, ran.out) == (2, "")
    assert ran.err == "showdown: There is no file gone.txt.\n"


def test_a_folder_is_no_file(showdown, tmp_path):
    ran = showdown("replay", tmp_path)
    assert (ran.code, ran.err) == (2, f"showdown: {tmp_path} is a folder; name the files in it.\n")


READS_ANYTHING = os.name == "nt" or (os.geteuid() == 0 and which("setpriv") is None)
MAY_NOT = "-dac_override,-dac_read_search"
BOUND_BY_MODES = ("setpriv", f"--bounding-set={MAY_NOT}", f"--inh-caps={MAY_NOT}")
"""How root starts a program that cannot read what its mode forbids."""


@pytest.mark.skipif(READS_ANYTHING, reason="who runs the tests may read everything")
def test_a_file_that_may_not_be_read_is_one_sentence(stars):
    stars.chmod(0)
    launcher = BOUND_BY_MODES if os.geteuid() == 0 else ()
    ran = subprocess.run(
        [*launcher, sys.executable, "-m", "client_cli", "replay", str(stars)],
        cwd=CHECKOUT,
        capture_output=True,
        text=True,
        check=False,
        env={**os.environ, "PYTHONIOENCODING": "utf-8"},
    )
    assert (ran.returncode, ran.stdout) == (2, "")
    assert ran.stderr == f"showdown: {stars} cannot be read: permission denied.\n"


@pytest.mark.parametrize("number", ["0", "9" * 30, "9" * 300, "9" * 5000])
def test_a_number_that_no_hand_has_is_one_sentence(showdown, number):
    ran = showdown("replay", number)
    assert ran.code == 2
    assert ran.err == f"showdown: {number} is neither a file nor the number of a hand.\n"


def test_nothing_to_replay_is_wrong_use(showdown):
    ran = showdown("replay")
    assert ran.code == 2
    assert "Missing argument 'FILE|ID...'" in ran.err
