"""Making the table that comes with the game; the whole of it takes minutes."""

import sys

import pytest

from showdown.bots.strong.table import Table
from showdown.bots.strong.training import __main__ as training
from showdown.bots.strong.training import dealing
from tests.showdown.bots.strong.training.small import small_chances


@pytest.fixture
def few_cards(monkeypatch):
    monkeypatch.setattr(dealing, "chances", small_chances)


@pytest.mark.usefixtures("few_cards")
def test_it_prints_how_much_less_a_best_response_wins_and_writes_the_tables(tmp_path, capsys):
    assert training.main(["--rounds", "5", "--every", "2", "--out", str(tmp_path)]) == 0
    printed = capsys.readouterr().out.splitlines()
    figures = [float(line.split()[-2]) for line in printed if " rounds: a best" in line]
    assert [line.split()[0] for line in printed[2:5]] == ["2", "4", "5"]
    assert figures[0] > figures[1] > figures[2]
    for game, last in (("fixed", printed[6]), ("no_limit", printed[-1])):
        made = tmp_path / f"{game}.bin"
        assert last == f"{made}: {made.stat().st_size:,} bytes."
        assert Table(made.read_bytes()).header.game == game


@pytest.mark.usefixtures("few_cards")
def test_it_says_whether_a_table_is_what_comes_out(tmp_path, capsys):
    wanted = ["fixed", "--out", str(tmp_path), "--rounds"]
    training.main([*wanted, "2"])
    assert training.main([*wanted, "2", "--check"]) == 0
    assert capsys.readouterr().out.endswith("is the same.\n")
    assert training.main([*wanted, "3", "--check"]) == 1
    assert capsys.readouterr().out.endswith("is another table.\n")


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["chess"], "there is no game 'chess'; games are fixed, no_limit."),
        (["--rounds", "0"], "--rounds is 0; it is at least 1."),
        (["--every", "-1"], "--every is -1; it is at least 1."),
        (["--out", "nowhere"], "there is no folder nowhere."),
    ],
)
def test_wrong_use_is_a_sentence(arguments, sentence, capsys):
    with pytest.raises(SystemExit) as ended:
        training.main(arguments)
    assert ended.value.code == 2
    assert sentence in capsys.readouterr().err


def test_without_numpy_it_says_what_to_install(monkeypatch, capsys):
    for name in [name for name in sys.modules if name.startswith("showdown.bots.strong.training.")]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, "numpy", None)
    assert training.main([]) == 2
    assert capsys.readouterr().err == "It takes numpy: pip install 'showdown-poker[fast]'.\n"


@pytest.mark.soak
def test_the_tables_that_come_with_the_game_come_out_again_byte_for_byte():
    assert training.main(["--check"]) == 0
