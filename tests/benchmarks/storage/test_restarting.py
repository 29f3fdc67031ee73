"""A start is measured by itself: nothing is left of the one before."""

import io
from pathlib import Path

from benchmarks.storage import restarting


class Started:
    """A process that says at once that all clocks run, and leaves the log of its database."""

    def __init__(self, words, **_):
        database = Path(words[-1])
        assert sorted(each.name for each in database.parent.glob("started*")) == [
            "started.db",
            "started.db.key",
        ]
        database.with_name("started.db-wal").write_text("what was written")
        self.stdout = io.StringIO(f"{restarting.TABLES}\n")

    def __enter__(self):
        return self

    def __exit__(self, *_):
        pass

    def kill(self):
        pass


def test_a_start_finds_nothing_of_the_one_before(tmp_path, monkeypatch):
    for name in ("crashed.db", "crashed.db.key"):
        (tmp_path / name).write_text(name)
    monkeypatch.setattr("benchmarks.storage.restarting.subprocess.Popen", Started)
    for _ in range(2):
        assert restarting._start(tmp_path) >= 0
