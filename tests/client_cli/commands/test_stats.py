"""`stats`: what hands say about those who played them."""

import json

import pytest

from tests.client_cli.texts import MUCKED, POKERSTARS


@pytest.fixture
def stars(tmp_path):
    file = tmp_path / "stars.txt"
    file.write_text(POKERSTARS + "\n\n" + MUCKED, "utf-8")
    return file


def test_everybody_is_a_line(showdown, stars):
    ran = showdown("stats", stars)
    assert (ran.code, ran.err) == (0, "")
    heading, *lines = ran.out.splitlines()
    assert heading.split()[:4] == ["player", "hands", "net", "bb/100"]
    assert {line.split()[0] for line in lines} == {"P1", "P2", "Hero"}


def test_one_player_has_all_figures_and_a_chart(showdown, stars):
    ran = showdown("stats", stars, "--player", "P2", "--ascii")
    assert ran.code == 0
    lines = ran.out.splitlines()
    assert lines[0] == "P2, 2 hands"
    assert any(line.split("  ")[1:2] == ["put chips in by choice"] for line in lines)
    assert "Won and lost, hand after hand:" in lines
    assert any("*" in line for line in lines)


def test_as_json_everything_is_there_with_fractions(showdown, stars):
    (line,) = showdown("stats", stars, "--player", "Hero", "--json").out.splitlines()
    found = json.loads(line)
    assert (found["player"], found["hands"], len(found["course"])) == ("Hero", 1, 1)
    assert found["nets"] == [{"currency": "USD", "scale": 100, "amount": -800}]
    assert found["voluntary"] == {"count": 1, "of": 1, "part": 1.0}
    assert found["won_at_showdown"]["part"] == 0.0
    assert len(showdown("stats", stars, "--json").out.splitlines()) == 3


def test_somebody_who_is_not_there_is_one_sentence(showdown, stars):
    ran = showdown("stats", stars, "--player", "Nemo")
    assert (ran.code, ran.out) == (2, "")
    assert ran.err == "showdown: Nobody called 'Nemo' plays in these hands.\n"


def test_what_cannot_be_read_is_placed_and_the_rest_counts(showdown, stars):
    text = stars.read_text("utf-8").replace("Hero: bets $5", "Hero: bats $5")
    stars.write_text(text, "utf-8")
    ran = showdown("stats", stars)
    assert ran.code == 1
    assert ran.err.startswith(f"{stars}:16:7:")
    assert "Hero" not in ran.out


def test_no_hands_are_no_lines(showdown, tmp_path):
    file = tmp_path / "empty"
    file.write_text("\n")
    ran = showdown("stats", file)
    assert (ran.code, ran.out) == (1, "")


def test_a_file_that_is_not_there_is_one_sentence(showdown):
    ran = showdown("stats", "gone.txt")
    assert (ran.code, ran.err) == (2, "showdown: There is no file gone.txt.\n")
