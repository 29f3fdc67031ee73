"""
The server with a look at what it does, each millisecond that it uses of a core.

``python -m benchmarks.load.sampled FILE SERVER-ARGUMENTS`` writes at its end where it was seen
since it last had SIGUSR2, as JSON: how often in which layer, and how often in which function. A
look costs next to nothing, so that functions that are called often seem no dearer than they are, as
they do under cProfile.
"""

import json
import runpy
import signal
import sys
import threading
import time
from collections import Counter
from pathlib import Path
from types import FrameType

STEP = 0.001
"""Seconds of CPU, of all threads together, between two looks."""

LAYERS = (
    ("requests: what a seat is asked", ("protocol/asking.py", "tables/notes.py:told")),
    ("rules: decide, follow", ("showdown/rules/table.py", "rules/table_state.py")),
    ("proofs", ("tables/proving.py", "rules/proofs.py")),
    ("a check of what follows", ("tables/soundness.py",)),
    ("postings and record", ("tables/money.py", "tables/notes.py")),
    ("events and frames as text", ("tables/telling.py", "protocol/codec.py", "encoded.py")),
    ("frames out", ("wire/own.py:write", "gateway/outbox.py")),
    ("who hears it", ("audience.py", "viewers.py", "connection.py:tell", "skipping.py")),
    ("clocks", ("tables/turn_clock.py", "tables/window.py", "tables/idle.py")),
    ("frames in, limits", ("wire/", "connection.py:_read", "connection.py:_paid", "metering.py")),
    ("dealer between actions", ("tables/dealing.py", "tables/waiting.py")),
    ("table: inbox, desk, follow", ("server/tables/",)),
    ("from request to desk", ("server/gateway/",)),
    ("rows, encryption", ("storage/entries.py", "storage/rows.py", "storage/secrets.py")),
    ("SQL", ("storage/sqlite/", "storage/postgres/")),
    ("storage: the way there and back", ("server/storage/", "server/ports/")),
    ("numbers for operators", ("prometheus_client/",)),
)
"""By where the innermost call stands that is one of a layer; the first that fits counts."""

ELSEWHERE = "the loop itself"


class Looks:
    """What was seen."""

    def __init__(self) -> None:
        self.layers: Counter[str] = Counter()
        self.functions: Counter[str] = Counter()
        self._names: dict[object, tuple[str, str | None]] = {}
        self._used: dict[int, float] = {}

    def forget(self, _: int, __: FrameType | None) -> None:
        """Begin anew."""
        self.layers.clear()
        self.functions.clear()

    def look(self, _: int, main: FrameType | None) -> None:
        """See what the thread does that has used most since the last look."""
        frames = sys._current_frames()
        mine = threading.get_ident()
        busiest = max(frames, key=self._used_lately)
        frame = main if busiest == mine else frames[busiest]
        layer, inner = None, None
        while frame is not None:
            name, found = self._named(frame)
            inner = inner or name
            if found is not None:
                layer = found
                break
            frame = frame.f_back
        self.layers[layer or ELSEWHERE] += 1
        self.functions[inner or ""] += 1

    def _used_lately(self, thread: int) -> float:
        try:
            used = time.clock_gettime(time.pthread_getcpuclockid(thread))
        except OSError:  # it is over
            return 0.0
        before, self._used[thread] = self._used.get(thread, 0.0), used
        return used - before

    def _named(self, frame: FrameType) -> tuple[str, str | None]:
        code = frame.f_code
        found = self._names.get(code)
        if found is None:
            name = f"{code.co_filename}:{code.co_name}"
            found = self._names[code] = name, _layer(name)
        return found


def _layer(name: str) -> str | None:
    return next((layer for layer, places in LAYERS if any(each in name for each in places)), None)


if __name__ == "__main__":
    file = Path(sys.argv.pop(1))
    looks = Looks()
    signal.signal(signal.SIGPROF, looks.look)
    signal.signal(signal.SIGUSR2, looks.forget)
    signal.setitimer(signal.ITIMER_PROF, STEP, STEP)
    try:
        runpy.run_module("server", run_name="__main__", alter_sys=True)
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        text = json.dumps({"layers": looks.layers, "functions": looks.functions}, indent=1)
        file.write_text(text, "utf-8")
