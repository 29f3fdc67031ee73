"""
Contests: whoever is not there is named, and what is compared is done by both.
"""

import pytest

from benchmarks.contest import Contest, Effort, Missing, Peer, Runner, hold, module

BRIEFLY = Effort(rounds=3, seconds=4)


class ManualClock:
    """Time goes by only while somebody works."""

    def __init__(self) -> None:
        self.now = 0.0

    def runner(self, name: str, each: float, units: int = 1) -> Runner:
        """Somebody to whom it takes so many seconds to do the work once."""

        def work(many: int) -> None:
            self.now += many * each

        return Runner(name, work, units)


@pytest.fixture
def clock(monkeypatch) -> ManualClock:
    clock = ManualClock()
    monkeypatch.setattr("benchmarks.contest.time.perf_counter", lambda: clock.now)
    return clock


def contest(ours: Runner, *peers: Peer) -> Contest:
    return Contest(id="sums", title="adding up", unit="sums", ours=lambda: ours, peers=peers)


def test_speeds_are_units_a_second_and_the_ratio_is_ours_to_theirs(clock):
    ours = clock.runner("us", each=0.5)
    bundles = Peer("in bundles", lambda: clock.runner("bundles", each=2, units=10), budget=0.3)
    slower = Peer("slower", lambda: clock.runner("slower", each=1.5))
    found = hold(contest(ours, bundles, slower), BRIEFLY)
    assert [(one.key, one.our_speed, one.peer_speed) for one in found] == [
        ("sums / in bundles", 2, 5),
        ("sums / slower", 2, pytest.approx(2 / 3)),
    ]
    assert [one.ratio for one in found] == [pytest.approx(0.4), pytest.approx(3)]
    assert [one.budget for one in found] == [0.3, None]


def test_everybody_works_about_as_long_in_a_round(clock):
    before = clock.now
    slow = Peer("slow", lambda: clock.runner("slow", each=1))
    hold(contest(clock.runner("us", each=0.125), slow), Effort(rounds=10, seconds=8))
    # Ten rounds of eight seconds for each of two, and what it took to find out how much that is.
    assert 160 <= clock.now - before <= 200


def test_a_contest_of_many_may_take_fewer_rounds(clock):
    few = contest(clock.runner("us", each=1), Peer("them", lambda: clock.runner("them", each=1)))
    hold(few._replace(rounds=2), Effort(rounds=10, seconds=8))
    # Two rounds of eight seconds for each, and what it took to find out how much that is.
    assert 32 <= clock.now <= 48


def test_a_peer_that_is_not_installed_is_named_and_the_others_run(clock):
    peers = (
        Peer("nobody", lambda: module("no_such_peer", "no-such-peer")),
        Peer("somebody", lambda: clock.runner("somebody", each=1)),
    )
    nobody, somebody = hold(contest(clock.runner("us", each=1), *peers), BRIEFLY)
    assert nobody.missing.startswith("no-such-peer is not installed")
    assert (nobody.ratio, somebody.ratio, somebody.missing) == (0, 1, "")


def test_a_peer_that_does_other_work_is_no_peer(clock):
    def other() -> Runner:
        raise AssertionError("5 is not 4")

    with pytest.raises(AssertionError, match="5 is not 4"):
        hold(contest(clock.runner("us", each=1), Peer("other", other)), BRIEFLY)


def test_what_is_missing_says_what_to_install():
    with pytest.raises(Missing, match="no-such-peer is not installed"):
        module("no_such_peer", "no-such-peer")
