"""What is counted, and that the page for operators says it."""

import re
from pathlib import Path
from types import SimpleNamespace
from typing import Any

from prometheus_client.parser import text_string_to_metric_families

from server import metrics
from server.cluster.figures import node_figures
from server.cluster.ports import NodeId
from server.gateway.figures import figures

PAGE = (Path(__file__).parents[2] / "docs" / "operations.md").read_text("utf-8")
DESCRIBED = set(re.findall(r"`(showdown_\w+)`", PAGE.split("## Metrics")[1].split("\n## ")[0]))


EMPTY: Any = SimpleNamespace(actors=(), seated=frozenset)


def series():
    """What a server without tables and clients tells: each metric by its name."""
    page = metrics.page((*figures(EMPTY, (), 0), *node_figures(NodeId("here"), (), 0)))
    return {family.name: family for family in text_string_to_metric_families(page)}


def test_each_metric_stands_on_the_page_for_operators_and_nothing_else_does():
    ours = {name: family for name, family in series().items() if name.startswith("showdown")}
    suffix = {"counter": "_total", "info": "_info"}
    told = {name + suffix.get(family.type, "") for name, family in ours.items()}
    told = {name.replace("_info_info", "_info") for name in told}
    assert told == DESCRIBED


def test_memory_and_open_files_are_told_beside_them():
    assert {"process_resident_memory_bytes", "process_open_fds"} <= set(series())


def test_a_duration_counts_for_each_bound_that_it_does_not_exceed():
    durations = metrics.Durations("showdown_test_seconds", "A test.")
    for seconds in (0.0005, 0.001, 0.3, 20.0):
        durations.observe(seconds)
    (told,) = durations.collect()
    found = {(each.name, each.labels.get("le")): each.value for each in told.samples}
    bounds = {str(bound): 2 + (bound > 0.3) for bound in metrics.SECONDS} | {"+Inf": 4}
    assert found == {("showdown_test_seconds_bucket", le): n for le, n in bounds.items()} | {
        ("showdown_test_seconds_count", None): 4,
        ("showdown_test_seconds_sum", None): 20.3015,
    }


def test_durations_are_told_apart_around_what_a_player_notices():
    bounds = metrics.SECONDS
    assert bounds == tuple(sorted(bounds))
    assert bounds[0] <= 0.001
    assert bounds[-1] >= 10
