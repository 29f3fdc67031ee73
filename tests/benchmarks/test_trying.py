"""What fails says so, and harms nothing that is measured after it."""

import pytest

from benchmarks import __main__ as benchmarks
from benchmarks import trying
from benchmarks.contest import Result
from benchmarks.report import fallen, lines
from benchmarks.runs import Run
from benchmarks.trying import tried

GOOD = Result(contest="good", peer="them", unit="", said="as they do", ratio=1)


def fails(quick):
    raise SystemExit("The server did not start:\nshowdown: no port")


def breaks(quick):
    yield GOOD
    raise ZeroDivisionError


RUNS = {
    "fails": Run("fails", "a server", fails),
    "breaks": Run("breaks", "half a server", breaks),
    "good": Run("good", "a good one", lambda quick: [GOOD]),
}


@pytest.mark.parametrize(
    ("name", "said"), [("fails", "The server did not start:"), ("breaks", "ZeroDivisionError")]
)
def test_a_part_that_fails_has_a_line_that_says_so(name, said):
    recorded = tried(RUNS[name], quick=True)
    (line,) = list(lines(recorded, recorded.results))[1:]
    assert line.split("FAILED: ") == [line.partition("FAILED")[0], said]
    assert list(fallen(recorded.results, {})) == [f"{name} / {RUNS[name].title} has failed: {said}"]


def test_the_others_are_measured_all_the_same(monkeypatch, capsys):
    monkeypatch.setattr(benchmarks, "PARTS", {"all": tuple(RUNS.values())})
    assert benchmarks.main(["--quick"]) == 1
    said = capsys.readouterr().out
    assert "as they do" in said
    assert "fails / a server has failed: The server did not start:" in said
    assert "That took " in said
    assert benchmarks.main(["good", "--quick"]) == 0


def test_before_a_server_is_measured_the_disk_has_what_was_written(monkeypatch):
    done: list[object] = []
    monkeypatch.setattr("benchmarks.trying.os.sync", lambda: done.append("written"))
    monkeypatch.setattr("benchmarks.trying.time.sleep", done.append)
    tried(RUNS["good"], quick=False)
    assert done == ["written", trying.PAUSE]
