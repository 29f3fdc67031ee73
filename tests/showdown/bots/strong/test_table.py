"""The table that comes with the game, and what is no such table."""

from importlib.resources import files
from itertools import islice, product

import msgspec
import pytest

from showdown import FormatError
from showdown.bots.strong.buckets import buckets_after
from showdown.bots.strong.games import GAMES
from showdown.bots.strong.table import FULL, VERSION, Header, Table, decisions, shipped

FOLDER = files("showdown.bots.strong")
PACKED = (FOLDER / "fixed.bin").read_bytes()


def test_they_are_package_data_of_less_than_two_million_bytes_together():
    assert sum(len((FOLDER / f"{game}.bin").read_bytes()) for game in GAMES) < 2_000_000


@pytest.mark.parametrize("game", GAMES)
def test_a_table_is_made_for_the_buckets_that_there_are(game):
    header = shipped(game).header
    assert (header.version, header.game) == (VERSION, game)
    assert header.after == buckets_after()
    assert len(header.before) == 297


@pytest.mark.parametrize(("game", "most"), [("fixed", 0.0012), ("no_limit", 0.02)])
def test_it_says_how_little_a_best_response_wins_from_it(game, most):
    assert 0 < shipped(game).header.exploitability < most


@pytest.mark.parametrize("game", GAMES)
def test_the_chances_of_each_decision_come_to_all(game, seed):
    table = shipped(game)
    for each in decisions(table.game, len(table.header.before), len(table.header.after)):
        for cell in islice(product(*map(range, each.cells)), seed, None, 97):
            chances = table.chances(each.name, cell)
            assert len(chances) == each.actions
            assert sum(chances) == FULL
            assert min(chances) >= 0


def test_lines_that_the_game_does_not_have_are_not_in_it():
    assert ("rrr", "before") in shipped("fixed")
    assert ("rrrr", "before") not in shipped("fixed")
    assert ("f", "draw") not in shipped("fixed")
    assert ("ac", "draw") in shipped("no_limit")
    assert ("ac", "") not in shipped("no_limit")


def test_four_of_a_kind_never_folds_and_raises_a_bet():
    table = shipped("fixed")
    best = len(table.header.after) - 1
    folding, _, raising = table.chances(("cc", "r"), (3, 3, best))
    assert folding == 0
    assert raising > 0.95 * FULL
    assert table.chances(("cc", "rrrr"), (3, 3, best)) == [0, FULL]


def test_the_weakest_hand_does_not_call_a_bet_after_the_draw():
    folding, calling, _ = shipped("fixed").chances(("rc", "r"), (3, 3, 0))
    assert calling == 0
    assert folding > 0.8 * FULL


def changed(**facts):
    header, _, body = PACKED.partition(b"\n")
    known = msgspec.json.decode(header, type=Header)
    return msgspec.json.encode(msgspec.structs.replace(known, **facts)) + b"\n" + body


@pytest.mark.parametrize(
    ("packed", "sentence"),
    [
        (b"", "This is no table of a strategy: Input data was truncated."),
        (b"{}\n", "This is no table of a strategy: Object missing required field `version`."),
        (changed(version=0), "The table is of version 0, not 1."),
        (changed(game="chess"), "The table is for chess; games are fixed, no_limit."),
        (PACKED[:-1], "bytes of strategy, not"),
        (changed(before=()), "bytes of strategy, not"),
    ],
)
def test_another_file_is_refused_in_a_sentence(packed, sentence):
    with pytest.raises(FormatError) as refused:
        Table(packed)
    assert sentence in str(refused.value)
