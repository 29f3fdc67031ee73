"""A match from one end to the other: in one process or several, stopped or not."""

import hashlib
import multiprocessing
import os
import signal
import subprocess
import sys
import textwrap
import threading
from pathlib import Path

import pytest

from showdown.arena import to_json
from showdown.arena.errors import MatchFailed
from showdown.arena.runner import Crew, run_match, tasks_of
from showdown.bots import BotNotFound
from showdown.history.phh import from_phh
from showdown.history.reconcile import check
from showdown.history.record import HandRecord, results
from tests.showdown.arena.players import Broken, Gambler, Learner, Maniac, named, plan

ROOT = Path(__file__).parents[3]

MATCH = plan(Gambler, Learner, Maniac, hands=240, duplicate=True, session=16)
DIGEST = "13d6196da8ac607fe41790b15fa8f911b8ff53ff14d0ac10e630584d4618e172"
"""Of the result of this match, wherever it is played."""


def digest(result):
    return hashlib.sha256(to_json(result)).hexdigest()


def test_the_same_match_gives_the_same_bytes_with_any_number_of_processes_here_and_elsewhere():
    assert digest(run_match(MATCH).result) == DIGEST
    assert digest(run_match(MATCH, processes=2).result) == DIGEST


def test_it_gives_the_same_bytes_without_numpy_and_whatever_texts_hash_to():
    script = textwrap.dedent(
        """
        import sys
        sys.modules["numpy"] = None
        from tests.showdown.arena.test_runner import MATCH, digest, run_match
        print(digest(run_match(MATCH).result))
        """
    )
    environment = {**os.environ, "PYTHONHASHSEED": "7", "PYTHONPATH": str(ROOT)}
    done = subprocess.run(
        [sys.executable, "-c", script],
        cwd=ROOT,
        env=environment,
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout.strip() == DIGEST


def test_times_are_told_apart_from_the_result():
    match = run_match(plan("caller", "tight", hands=40))
    caller, tight = match.times.bots
    assert (caller.bot, tight.bot) == ("caller", "tight")
    assert caller.decisions >= 40
    assert 0 < caller.slowest <= caller.seconds < match.times.seconds
    assert match.times.hands == 40


def test_who_watches_sees_it_grow():
    seen = []
    run_match(
        plan("caller", "tight", hands=80, session=10), watch=lambda tally: seen.append(tally.rounds)
    )
    assert seen == [0, 10, 10, 20, 20, 30, 30, 40]


def test_a_bot_that_there_is_not_ends_it_before_it_begins():
    with pytest.raises(BotNotFound, match="There is no bot 'shark'"):
        run_match(plan("caller", "shark"), processes=2)


def test_a_bot_that_ends_its_process_is_a_sentence():
    with pytest.raises(MatchFailed, match="A process that plays ended by itself; a bot may"):
        run_match(plan("caller", "tests.showdown.arena.test_runner:Leaver"), processes=2)


class Leaver(Gambler):
    """Ends the process where it plays, as a fault in a library of C does."""

    def decide(self, view):
        os._exit(3)


def test_ctrl_c_keeps_what_is_played(monkeypatch):
    match = plan("caller", "tight", hands=4000, session=20)

    def press(tally):
        if tally.rounds >= 60:
            os.kill(os.getpid(), signal.SIGINT)

    before = signal.getsignal(signal.SIGINT)
    played = run_match(match, watch=press)
    assert signal.getsignal(signal.SIGINT) is before
    assert not played.result.finished
    assert played.result.rounds == 60
    again = run_match(match, processes=2, watch=press)
    assert not again.result.finished
    assert 60 <= again.result.rounds < 2000


def test_nothing_is_left_of_processes_that_are_ended_at_work():
    before = set(threading.enumerate())
    match = plan("caller", "tight", hands=4000, session=20)
    with Crew(match, 2) as crew:
        assert next(crew.play(tasks_of(match)))
    assert set(threading.enumerate()) == before
    assert not multiprocessing.active_children()


def test_every_hand_is_kept_and_replays_to_what_was_won(tmp_path):
    match = plan(Gambler, Broken, "tight", hands=60, duplicate=True, session=10)
    result = run_match(match, processes=2, phh=tmp_path / "hands").result
    files = sorted((tmp_path / "hands").iterdir())
    assert len(files) == 6
    won = dict.fromkeys((standing.bot for standing in result.standings), 0)
    for path in files:
        records = list(from_phh(path.read_bytes()))
        assert len(records) == 10
        for record in records:
            assert isinstance(record, HandRecord)
            assert check(record).ok
            for each in results(record):
                won[record.name_of(each.seat)] += each.net
    assert won == {standing.bot: standing.net for standing in result.standings}
    assert named(Broken) in won


def test_hands_that_cannot_be_kept_are_a_sentence(tmp_path):
    (tmp_path / "file").write_text("")
    with pytest.raises(MatchFailed, match="The hands cannot be written to"):
        run_match(plan("caller", "tight"), phh=tmp_path / "file")
