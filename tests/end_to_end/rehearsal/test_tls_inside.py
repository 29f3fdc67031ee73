"""
With the second file of the composition the nodes speak TLS to their bus, and to nobody else.

The PostgreSQL that tests have is built without TLS; of it is shown that a node refuses to speak to
it in clear.
"""

import json
import shutil
import socket

import pytest

from server.broker.access import access_of
from server.broker.connecting import Connection
from server.cluster.ports import BusError
from server.config import load_settings
from server.ports import StorageError
from server.storage import open_storage
from server.storage.keyring import KeySource
from tests.containers import compose
from tests.end_to_end.caddy import make_certificate
from tests.end_to_end.rehearsal.stage import COMPOSE, NODES, ROOT, SECRETS, Stage

TLS = ROOT / "docker-compose.tls.yml"


@pytest.fixture(scope="module")
def certificates(tmp_path_factory):
    """What the page for operators makes, for the names that services have here."""
    folder = tmp_path_factory.mktemp("certificates")
    make_certificate(folder)
    for name in ("ca", "bus", "database"):
        shutil.copy(folder / "cert.pem", folder / f"{name}.pem")
        shutil.copy(folder / "key.pem", folder / f"{name}-key.pem")
    return folder


@pytest.fixture(scope="module")
def composition(tmp_path_factory, postgres, certificates):
    folder = tmp_path_factory.mktemp("composition")
    composed = Stage(folder, postgres, TLS, certificates=certificates)
    try:
        composed.start("bus")
        composed.well("bus")
        composed.mount("node-1")
        yield composed
    finally:
        composed.down()


@pytest.fixture
def settings(composition, monkeypatch):
    """The settings of a node that has these variables beside its own."""

    def read(**changed):
        for name, value in (composition.environment("node-1") | changed).items():
            if name.startswith("SHOWDOWN_"):
                monkeypatch.setenv(name, value)
        return load_settings()

    return read


async def test_a_node_speaks_tls_to_the_bus(settings):
    connection = Connection(access_of(settings()), "rehearsal")
    await connection.open()
    assert connection.access.tls is not None
    await connection.close()


async def test_a_node_does_not_speak_to_a_bus_that_it_does_not_trust(settings, tmp_path):
    make_certificate(tmp_path)
    access = access_of(settings(SHOWDOWN_NATS_CA=str(tmp_path / "cert.pem")))
    with pytest.raises(BusError, match=r"shows a certificate that is not trusted"):
        await Connection(access, "rehearsal").open()


def test_the_bus_speaks_to_nobody_in_clear(composition):
    place = ("127.0.0.1", composition.ports["bus:4222"])
    with socket.create_connection(place) as line, line.makefile("rwb") as in_clear:
        assert json.loads(in_clear.readline().removeprefix(b"INFO "))["tls_required"]
        in_clear.write(b"CONNECT {}\r\nPING\r\n")
        in_clear.flush()
        assert b"PONG" not in in_clear.read()


async def test_a_node_does_not_speak_to_a_database_in_clear(settings):
    with pytest.raises(StorageError, match=r"does not speak TLS; let it \(ssl = on\)"):
        async with open_storage(
            settings().database, keys=KeySource(SECRETS["SHOWDOWN_SECRET_KEY"])
        ):
            pass


def test_the_second_file_changes_how_they_speak_and_nothing_else():
    usual, tls = (compose(file, SECRETS)["services"] for file in (COMPOSE, TLS))
    for name, service in tls.items():
        assert set(service) <= {"command", "environment", "volumes"}
        assert set(service.get("environment", ())) <= {
            "SHOWDOWN_DATABASE",
            "SHOWDOWN_NATS",
            "SHOWDOWN_NATS_CA",
        }
        if name in NODES:
            assert service == tls[NODES[0]]
    assert tls["bus"]["command"][:3] == usual["bus"]["command"]
