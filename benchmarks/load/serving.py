"""
The server under load: a process of its own, its database in a temporary folder.
"""

import os
import re
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path

from msgspec import Struct

ROOT = Path(__file__).resolve().parents[2]

LIMITS = """
[limits]
connections = 100000
connections_per_address = 100000
strangers = 100000
arrivals_per_second = 100000
spectators_per_table = 100000
messages_per_second = 100000
message_burst = 1000000
address_messages_per_second = 1000000
address_message_burst = 1000000
"""
"""All players come from one address here, and nobody is held back: that is measured elsewhere."""

TABLE = """
[[tables]]
name = "{name}"
sb = 1
bb = 2
hand_pause = 0
max_buy = 10000
act_time = 600
"""


class Server(Struct, frozen=True):
    """A server that listens."""

    process: int
    port: int


def names(number: int) -> tuple[str, ...]:
    """The tables of a server."""
    return tuple(f"t{each}" for each in range(1, number + 1))


@contextmanager
def serving(
    tables: Sequence[str],
    settings: Mapping[str, str] | None = None,
    launcher: Sequence[str] = (sys.executable, "-m", "server"),
) -> Iterator[Server]:
    """A server for the length of a block; ``settings`` are names and values in TOML."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        head = "".join(f"{name} = {value}\n" for name, value in (settings or {}).items())
        config = head + LIMITS + "".join(TABLE.format(name=each) for each in tables)
        with started(folder, config, str(folder / "load.db"), launcher) as server:
            yield server


@contextmanager
def started(
    folder: Path,
    config: str,
    database: str,
    launcher: Sequence[str] = (sys.executable, "-m", "server"),
    environment: Mapping[str, str] | None = None,
) -> Iterator[Server]:
    """A server with this configuration for the length of a block; its log is in the folder."""
    (folder / "server.toml").write_text(config)
    words = ["serve", "--port", "0", "--config", str(folder / "server.toml")]
    with (
        (folder / "log").open("w+", encoding="utf-8") as log,
        subprocess.Popen(
            [*launcher, *words, "--log-level", "info", "--database", database],
            cwd=ROOT,
            env=os.environ | {"NO_COLOR": "1"} | dict(environment or {}),
            stderr=log,
        ) as process,
    ):
        try:
            yield Server(process.pid, _port(process, folder / "log"))
        finally:
            process.terminate()
            process.wait()
            _check((folder / "log").read_text("utf-8"))


def _port(process: "subprocess.Popen[bytes]", log: Path) -> int:
    """Where it listens, as soon as it says so."""
    while process.poll() is None:
        if found := re.search(r"port=(\d+).*event=listening", log.read_text("utf-8")):
            return int(found[1])
        time.sleep(0.05)
    raise SystemExit(f"The server did not start:\n{log.read_text('utf-8')}")


def _check(log: str) -> None:
    """A server that had to complain of itself has no figures."""
    if "Traceback" in log:
        raise SystemExit(f"The server had a fault:\n{log}")
