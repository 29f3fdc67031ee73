"""
What importing costs is measured in fresh processes that import what they say.
"""

from benchmarks.rules.importing import BUDGET_MS, allowed, ours


def test_importing_showdown_brings_no_heavy_module():
    runner = ours()
    assert runner.reports
    assert isinstance(runner.work(1), float)


def test_the_budget_is_as_long_as_it_says():
    assert allowed().work(4) == 4 * BUDGET_MS / 1000
