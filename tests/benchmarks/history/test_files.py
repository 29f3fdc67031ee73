"""
What is measured is the same work: every reader comes to the stacks that were written.
"""

import pytest

from benchmarks.history import CONTESTS
from benchmarks.history import files as bench
from showdown.history.writers import FORMATS
from showdown.rules import events as ev


def test_the_hands_are_those_that_engines_are_measured_by():
    assert len(bench.records()) == bench.HANDS
    for record in bench.records():
        thrown = [len(e.cards) for e in record.events if isinstance(e, ev.Discarded)]
        assert thrown == [3] * 6


@pytest.mark.parametrize("name", FORMATS)
def test_a_reader_and_a_writer_do_all_hands_each_time(name):
    for runner in (bench.reading(name), bench.writing(name)):
        assert runner.units == bench.HANDS
        assert runner.work(1) is None


def test_pokerkit_comes_to_the_same_stacks():
    assert bench.pokerkit_reading().name.startswith("pokerkit")
    assert bench.pokerkit_parsing().work(1) is None


def test_a_reader_that_gives_other_hands_is_not_measured(monkeypatch):
    monkeypatch.setattr(bench, "stacks_of", lambda record: [id(record)])
    with pytest.raises(AssertionError):
        bench.reading("json")


def test_every_contest_has_a_name_of_its_own():
    assert len({contest.id for contest in CONTESTS}) == len(CONTESTS)
