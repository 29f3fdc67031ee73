"""The runs on a server: two crowds in the same seconds, and many who only knock."""

from benchmarks.load.storm import storm
from benchmarks.service.load import raw_commit
from benchmarks.service.playing import cost, plan, played_together, server_with


def test_two_crowds_play_in_the_same_seconds_and_each_has_its_own_figures():
    with server_with(2) as server:
        storm(server.port, 20)
        first = plan(server, 1, seats=2, rate=20, seconds=0.5, called="p")
        idle = plan(server, 1, seats=0, idle=3, seconds=0.5, called="q")
        played, waited = played_together([first, idle])
    assert played.actions > 0
    assert cost(played) > 0
    assert waited.actions == 0


def test_a_raw_commit_takes_some_time():
    assert 0 < raw_commit() < 1
