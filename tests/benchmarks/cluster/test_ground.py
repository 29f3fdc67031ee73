"""Processes behind one port are measured when all are up, or not at all."""

from contextlib import contextmanager

import pytest

from benchmarks.cluster import ground
from benchmarks.cluster.ground import Ground
from benchmarks.load.serving import Server

UP = """\
process=a-1 pid=11 event="process is up" level=info
process=a-2 pid=12 event="process is up" level=info
"""


@pytest.fixture
def says(monkeypatch):
    """Let what is started listen, and say something in its log."""

    def say(log):
        @contextmanager
        def started(folder, *_, **__):
            (folder / "log").write_text(log, "utf-8")
            yield Server(1, 4000)

        monkeypatch.setattr(ground, "started", started)

    return say


def test_each_process_is_found_in_the_log(tmp_path, says):
    says(UP + 'event="all processes are up" level=info')
    with Ground(tmp_path, "", "").processes(2, ["t1"]) as servers:
        assert servers == [Server(11, 4000), Server(12, 4000)]


def test_processes_that_do_not_come_up_are_not_waited_for_for_ever(tmp_path, says, monkeypatch):
    monkeypatch.setattr(ground, "PATIENCE", 0.0)
    says("This process has no port.")
    with (
        pytest.raises(SystemExit, match=r"(?s)^processes-2 did not start:.*has no port\.$"),
        Ground(tmp_path, "", "").processes(2, ["t1"]),
    ):
        pass
