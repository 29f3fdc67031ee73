"""Where a server was seen is told by layers, with what each has of an action."""

import sys
from types import SimpleNamespace
from typing import Any

import msgspec

from benchmarks.load.figures import where_time_goes
from benchmarks.load.players import Measured
from benchmarks.load.sampled import ELSEWHERE, Looks
from server.gateway.outbox import Outbox

MEASURED = Measured(
    seconds=5,
    actions=1000,
    frames=6000,
    bytes=600_000,
    late=0,
    server_cpu=2.0,
    own_cpu=0.1,
    seats=(),
    watchers=(),
)


def test_each_layer_has_its_part_of_an_actions_cpu(tmp_path):
    file = tmp_path / "looks.json"
    file.write_bytes(msgspec.json.encode({"layers": {"SQL": 25, "rules": 75}, "functions": {}}))
    told = [line.split() for line in where_time_goes(MEASURED, str(file))]
    assert told == [["75.0%", "1500", "us", "rules"], ["25.0%", "500", "us", "SQL"]]


def test_a_look_counts_for_the_layer_of_the_innermost_call():
    looks = Looks()

    def look():
        looks.look(0, sys._getframe())

    look()
    assert dict(looks.layers) == {ELSEWHERE: 1}
    looks.forget(0, None)
    line: Any = SimpleNamespace(paused=False, write=lambda frame: True)
    Outbox(line).put(b"{}", look)
    assert dict(looks.layers) == {"frames out": 1}
