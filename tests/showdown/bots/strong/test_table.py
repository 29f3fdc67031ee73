"""The table that comes with the game, and what is no such table."""

import itertools
from importlib.resources import files

import msgspec
import pytest

from showdown import FormatError
from showdown.bots.strong.buckets import buckets_after
from showdown.bots.strong.table import FILE, FULL, VERSION, Header, Table, decisions, shipped

PACKED = (files("showdown.bots.strong") / FILE).read_bytes()


def test_it_is_package_data_of_less_than_two_million_bytes():
    assert len(PACKED) < 2_000_000


def test_it_is_made_for_the_buckets_that_there_are():
    header = shipped().header
    assert header.version == VERSION
    assert header.after == buckets_after()
    assert len(header.before) == 297


def test_it_says_how_much_a_best_response_wins_from_it():
    assert 0 < shipped().header.exploitability < 0.002


def test_the_chances_of_each_decision_come_to_all(seed):
    table = shipped()
    for each in decisions(len(table.header.before), len(table.header.after)):
        for cell in itertools.islice(itertools.product(*map(range, each.cells)), seed, None, 97):
            chances = table.chances(each.name, cell)
            assert len(chances) == each.actions
            assert sum(chances) == FULL
            assert min(chances) >= 0


def test_lines_that_the_game_does_not_have_are_not_in_it():
    assert ("rrr", "before") in shipped()
    assert ("rrrr", "before") not in shipped()
    assert ("f", "draw") not in shipped()


def test_four_of_a_kind_never_folds_and_raises_a_bet():
    table = shipped()
    best = len(table.header.after) - 1
    folding, _, raising = table.chances(("cc", "r"), (3, 3, best))
    assert folding == 0
    assert raising > 0.95 * FULL
    assert table.chances(("cc", "rrrr"), (3, 3, best)) == [0, FULL]


def test_the_weakest_hand_does_not_call_a_bet_after_the_draw():
    folding, calling, _ = shipped().chances(("rc", "r"), (3, 3, 0))
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
        (PACKED[:-1], "bytes of strategy, not"),
        (changed(before=()), "bytes of strategy, not"),
    ],
)
def test_another_file_is_refused_in_a_sentence(packed, sentence):
    with pytest.raises(FormatError) as refused:
        Table(packed)
    assert sentence in str(refused.value)
