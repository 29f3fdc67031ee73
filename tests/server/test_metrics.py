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


def test_durations_are_told_apart_around_what_a_player_notices():
    bounds = metrics.SECONDS
    assert bounds == tuple(sorted(bounds))
    assert bounds[0] <= 0.001
    assert bounds[-1] >= 10
