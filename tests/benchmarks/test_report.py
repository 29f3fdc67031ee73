"""
What a run says, and when a quick run fails.
"""

import pytest

from benchmarks.__main__ import main
from benchmarks.contest import Contest, Result
from benchmarks.report import RECORD, fallen, lines, read_record
from benchmarks.rules import CONTESTS


def result(ratio: float, budget: float | None = None, missing: str = "") -> Result:
    return Result(
        contest="hand", peer="them", unit="hands", our_speed=12_345, peer_speed=99.5,
        ratio=ratio, budget=budget, missing=missing,
    )  # fmt: skip


def told(each: Result) -> str:
    contest = Contest(id="hand", title="a hand", unit="hands", ours=None, peers=())  # type: ignore[arg-type]
    title, line = lines(contest, [each])
    assert title == "hand: a hand"
    return " ".join(line.split())


@pytest.mark.parametrize(
    ("each", "line"),
    [
        (result(3), "them 12.3k to 99.5 hands/s 3.00 x"),
        (result(3, budget=2.5), "them 12.3k to 99.5 hands/s 3.00 x budget 2.50, kept"),
        (result(2, budget=2.5), "them 12.3k to 99.5 hands/s 2.00 x budget 2.50, MISSED"),
        (result(0, 2.5, "them is not installed"), "them not run: them is not installed"),
    ],
)
def test_a_line_says_how_fast_and_whether_the_budget_is_kept(each, line):
    assert told(each) == line


def test_a_quick_run_fails_below_half_of_the_record_and_not_above():
    recorded = {"hand / them": 4.0}
    assert list(fallen([result(2.0)], recorded)) == []
    assert list(fallen([result(1.9)], recorded)) == [
        "hand / them: 1.90 x is below half of the 4.00 x that was recorded."
    ]


def test_what_did_not_run_or_was_never_recorded_fails_nothing():
    assert list(fallen([result(0, missing="not installed")], {"hand / them": 4.0})) == []
    assert list(fallen([result(0.1)], {})) == []


def test_the_record_knows_every_line_with_a_budget():
    recorded = read_record().ratios
    wanted = {
        f"{contest.id} / {peer.name}"
        for contest in CONTESTS
        for peer in contest.peers
        if peer.budget is not None
    }
    assert wanted - recorded.keys() == set(), f"record them in {RECORD.name} with --record"


def test_an_unknown_contest_is_refused_in_a_sentence(capsys):
    assert main(["chess"]) == 2
    refused = capsys.readouterr().err
    assert refused.startswith("There is no part or contest 'chess'; there are ")
    assert "rules" in refused
