"""Making the table that comes with the game; the whole of it takes minutes."""

import pytest

from showdown.bots.strong.training import __main__ as training
from tests.showdown.bots.strong.training.small import small_chances


@pytest.fixture
def few_cards(monkeypatch):
    monkeypatch.setattr(training, "chances", small_chances)


@pytest.mark.usefixtures("few_cards")
def test_it_prints_how_much_less_a_best_response_wins_and_writes_the_table(tmp_path, capsys):
    made = tmp_path / "made.bin"
    assert training.main(["--rounds", "5", "--every", "2", "--out", str(made)]) == 0
    printed = capsys.readouterr().out.splitlines()
    figures = [float(line.split()[-2]) for line in printed if "a best response wins" in line]
    assert [line.split()[0] for line in printed[2:5]] == ["2", "4", "5"]
    assert figures[0] > figures[1] > figures[2]
    assert printed[-1] == f"{made}: {made.stat().st_size:,} bytes."


@pytest.mark.usefixtures("few_cards")
def test_it_says_whether_a_table_is_what_comes_out(tmp_path, capsys):
    made = tmp_path / "made.bin"
    training.main(["--rounds", "2", "--out", str(made)])
    assert training.main(["--rounds", "2", "--out", str(made), "--check"]) == 0
    assert capsys.readouterr().out.endswith("is the same.\n")
    assert training.main(["--rounds", "3", "--out", str(made), "--check"]) == 1
    assert capsys.readouterr().out.endswith("is another table.\n")


@pytest.mark.soak
def test_the_table_that_comes_with_the_game_comes_out_again_byte_for_byte():
    assert training.main(["--check"]) == 0
