"""The page of results says what was measured where, and which budgets are missed."""

from xml.etree import ElementTree

import pytest
from msgspec.structs import replace

from benchmarks import report, results
from benchmarks.__main__ import PARTS
from benchmarks.contest import Missing, Result
from benchmarks.machine import this_machine
from benchmarks.reasons import REASONS, UNKNOWN
from benchmarks.report import Record, Recorded, lines, read_record, write_record
from benchmarks.results import bars, page, write_results
from benchmarks.runs import Run, carry_out, within

SPEED = Result(
    contest="load", peer="the floor", unit="actions",
    our_speed=7_000, peer_speed=20_000, ratio=0.35, budget=0.35,
)  # fmt: skip
MEMORY = within("idle", "8 KiB", "16.0 KiB", used=16, allowed=8)
ABSENT = Result(contest="hand", peer="them", unit="hands", missing="not installed")
RECORDED = (
    Recorded(id="load", title="tables, flat out", results=(SPEED,), seconds=130),
    Recorded(id="idle", title="memory of a connection", results=(MEMORY, ABSENT)),
)


MACHINE = this_machine()


@pytest.fixture
def record(tmp_path, monkeypatch):
    monkeypatch.setattr(report, "RECORD", tmp_path / "recorded.json")
    monkeypatch.setattr(results, "PAGE", tmp_path / "RESULTS.md")
    monkeypatch.setattr(results, "CHART", tmp_path / "results.svg")
    return write_record(RECORDED, MACHINE)


def test_a_page_has_the_machine_each_line_and_what_is_missed(record):
    said = list(page(record))
    assert "1 of 2 budgets are kept. All of it took 2 minutes." in said
    assert f"- MISSED `idle / 8 KiB`, 0.50 of 1.00: {UNKNOWN}" in said
    assert "| the floor | 7000 to 20.0k actions/s | 0.35 | 0.35 | kept |" in said
    assert "| 8 KiB | 16.0 KiB | 0.50 | 1.00 | MISSED |" in said
    assert "| them | not run: not installed |  |  |  |" in said
    assert any(this_machine().processor in line for line in said)


def test_a_page_says_of_a_missed_budget_why_and_of_a_failure_what(record):
    journal = within("journal", "raw", "half", used=2, allowed=1)
    failed = Result(contest="idle", peer="memory", unit="", failed="The server did not start")
    record = write_record(
        [
            Recorded(id="journal", title="entries", results=(journal,)),
            Recorded(id="idle", title="memory of a connection", results=(failed,)),
        ],
        replace(MACHINE, load=float(MACHINE.cores)),
    )
    said = list(page(record))
    assert f"- MISSED `journal / raw`, 0.50 of 1.00: {REASONS['journal']}" in said
    assert "- FAILED `idle`: The server did not start" in said
    assert "| memory | FAILED: The server did not start |  |  |  |" in said
    assert "Others wanted the machine, too: believe no figure that is not a ratio." in said
    assert record.ratios["idle / 8 KiB"] == 0.5, "what failed changes no ratio"
    assert [bar.name for bar in bars(record)] == ["load / the floor", "journal / raw"]


def test_of_the_searches_the_chart_has_the_slowest_of_each_database(record):
    found = [within(f"search-sqlite-{n}", "50 ms", "a page", used=n, allowed=4) for n in (1, 2)]
    searches = [Recorded(id=each.contest, title="hands", results=(each,)) for each in found]
    record = write_record(searches, MACHINE)
    assert list(bars(record))[2:] == [("search-sqlite / the slowest of 2", 2.0)]


def test_each_reason_is_that_of_something_that_has_a_budget():
    assert REASONS.keys() <= {each.id for part in PARTS.values() for each in part}


def test_page_and_chart_are_written_beside_each_other(record, tmp_path):
    write_results(record)
    assert "](results.svg)" in (tmp_path / "RESULTS.md").read_text("utf-8")
    chart = ElementTree.parse(tmp_path / "results.svg").getroot()
    words = [each.text for each in chart.iter("{http://www.w3.org/2000/svg}text")]
    assert {"load / the floor", "idle / 8 KiB", "1.00", "0.50 MISSED"} <= set(words)
    assert [round(each.ratio, 2) for each in bars(record)] == [1.0, 0.5]


def test_what_was_recorded_before_stays_until_it_is_measured_again(record):
    again = within("idle", "8 KiB", "6.0 KiB", used=6, allowed=8)
    write_record([Recorded(id="idle", title="memory of a connection", results=(again,))], MACHINE)
    now = read_record()
    assert [each.id for each in now.recorded] == ["load", "idle"]
    assert now.ratios == {"load / the floor": 0.35, "idle / 8 KiB": 1.33}
    assert isinstance(record, Record)


def test_a_run_that_cannot_be_says_why():
    def measure(quick):
        raise Missing("There is no C compiler here.")

    run = Run("load", "tables, flat out", measure)
    assert list(lines(run, carry_out(run, quick=True))) == [
        "load: tables, flat out",
        "  tables, flat out                     not run: There is no C compiler here.",
    ]
