"""
``python -m benchmarks.screen [--seconds N]``: measure the full screen, each part in a process.
"""

import argparse
import contextlib
import fcntl
import os
import pty
import select
import struct
import subprocess
import sys
import tempfile
import termios
import time
from collections.abc import Iterator, Mapping
from pathlib import Path

PATIENCE = 60.0
BUDGETS = {
    "first frame, s": 0.5,
    "four busy tables, part of a core": 0.10,
    "four busy tables, MB": 120,
    "key to action sent, ms": 30,
}
TABLES = 4
CONFIG = "bot_delay = 0.5\n" + "".join(
    f'[[tables]]\nname = "busy{number}"\nsb = 5\nbb = 10\nhand_pause = 1\n'
    'bots = ["caller", "random", "tight"]\n'
    for number in range(1, TABLES + 1)
)


@contextlib.contextmanager
def server(folder: Path) -> Iterator[str]:
    """A server with busy tables; its address."""
    (folder / "server.toml").write_text(CONFIG, encoding="utf-8")
    database = folder / "showdown.db"
    arguments = (
        "--port",
        "0",
        "--config",
        str(folder / "server.toml"),
        "--database",
        str(database),
    )
    process = subprocess.Popen(
        (sys.executable, "-m", "server", "serve", *arguments), stderr=subprocess.PIPE, text=True
    )
    assert process.stderr is not None
    try:
        for line in process.stderr:
            if "event=listening" in line:
                port = next(part[5:] for part in line.split() if part.startswith("port="))
                yield f"ws://127.0.0.1:{port}"
                return
        raise SystemExit("The server did not start.")
    finally:
        process.terminate()
        process.wait()


def in_terminal(command: tuple[str, ...], folder: Path) -> tuple[subprocess.Popen[bytes], int]:
    """A command with a terminal of its own, and the other end of that."""
    master, slave = pty.openpty()
    fcntl.ioctl(slave, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 80, 0, 0))
    environment = {
        **os.environ,
        "TERM": "xterm-256color",
        "XDG_DATA_HOME": str(folder / "data"),
        "XDG_CONFIG_HOME": str(folder / "config"),
    }
    process = subprocess.Popen(
        command, stdin=slave, stdout=slave, stderr=slave, env=environment, start_new_session=True
    )
    os.close(slave)
    return process, master


def seen(master: int, texts: tuple[bytes, ...]) -> dict[bytes, float]:
    """Read until each text was there, and after how many seconds it was."""
    started, out = time.perf_counter(), b""
    found: dict[bytes, float] = {}
    while len(found) < len(texts) and time.perf_counter() - started < PATIENCE:
        if select.select([master], [], [], 0.1)[0]:
            out += os.read(master, 65536)
            now = time.perf_counter() - started
            found |= {text: now for text in texts if text in out and text not in found}
    return found


def first_frame(url: str, folder: Path) -> Mapping[str, float]:
    """How soon there is a frame, in time and in processor time, and the whole screen behind it."""
    command = (sys.executable, "-m", "client_cli", "play", "--url", url, "--name", "Paint")
    figures = {}
    for name, text in (("first frame", b"Connecting"), ("whole screen", b"Lobby")):
        process, master = in_terminal(command, folder)
        figures[f"{name}, s"] = seen(master, (text,))[text]
        process.kill()
        used = os.wait4(process.pid, 0)[2]
        figures[f"{name}, s of a core"] = used.ru_utime + used.ru_stime
        process.returncode = 0
        os.close(master)
    return figures


def busy(url: str, folder: Path, seconds: float) -> Mapping[str, float]:
    """What four tables take, and how long a key takes to be an action on its way."""
    report = folder / "report"
    command = (sys.executable, "-m", "benchmarks.screen.busy", url, str(seconds), str(report))
    process, master = in_terminal(command, folder)
    last = b""
    with contextlib.suppress(OSError):  # the other end is closed when it ends
        while part := os.read(master, 65536):
            last = (last + part)[-4000:]
    if process.wait() or not report.exists():
        raise SystemExit(f"The client has ended without figures: {last.decode()}")
    lines = (line.rpartition(": ") for line in report.read_text(encoding="utf-8").splitlines())
    return {name: float(value) for name, _, value in lines}


def main() -> int:
    """Print each figure beside its budget."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.screen", description=__doc__)
    parser.add_argument("--seconds", type=float, default=20, help="How long to play.")
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        with server(folder) as url:
            first_frame(url, folder)  # what is compiled once
            figures = {**first_frame(url, folder), **busy(url, folder, asked.seconds)}
    for name, value in figures.items():
        budget = f"  (budget {BUDGETS[name]:g})" if name in BUDGETS else ""
        print(f"{name:36} {value:9.3f}{budget}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
