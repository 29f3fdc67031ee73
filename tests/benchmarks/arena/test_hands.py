"""The bots of the contest play the hands of its peers, and each runner works."""

import pytest

from benchmarks.arena.hands import (
    BEYOND_THE_RULES,
    BOT,
    PLAN,
    PROCESSES,
    one_process,
    rules_and,
    two_cores,
)
from benchmarks.rules.hands import RULESET, SEATS, STACK, play
from showdown.arena.chair import Chair
from showdown.arena.dealing import SeededDeal
from showdown.arena.match import Table
from showdown.bots import load


def test_six_bots_play_what_six_call_stations_play():
    table = Table(RULESET, STACK, [Chair(load(BOT), seat) for seat in range(1, SEATS + 1)])
    for number in range(1, 30):
        deal = SeededDeal(1, number, RULESET)
        table.play(1, deal, None)
        assert table.last is not None
        assert table.last.events == play(deal.order)[0]


def test_the_match_is_long_enough_for_any_run():
    assert PLAN.duplicate
    assert PLAN.rounds > 10**6


@pytest.mark.parametrize(
    "make", [one_process, lambda: rules_and(lambda view: view.request)], ids=["arena", "rules"]
)
def test_runners_in_one_process_do_their_work(make):
    runner = make()
    runner.work(2)
    runner.close()
    assert runner.units in (1, PLAN.session)
    assert len(BEYOND_THE_RULES.peers) == 3


def test_two_processes_play_whole_tasks():
    runner = two_cores()
    runner.work(1)
    runner.close()
    assert runner.units == PROCESSES * PLAN.session * SEATS
