"""
The image says what works, since its commands run here; the composition keeps what it promises.
"""

import asyncio
import json
import os
import re
import signal
import subprocess
import sys
from pathlib import Path
from shutil import copy, copytree, ignore_patterns

import pytest

from server.storage.keys import new_key, write_keys
from tests.containers import Unset, command, compose, instructions, variables
from tests.end_to_end.server_process import ServerProcess

ROOT = Path(__file__).parents[1]
DOCKERFILE, COMPOSE = ROOT / "Dockerfile", ROOT / "docker-compose.yml"
NODES = ("node-1", "node-2")
SECRETS = {
    "POSTGRES_PASSWORD": "hidden7",
    "NATS_PASSWORD": "hidden8",
    "NATS_OPERATOR_PASSWORD": "hidden9",
    "SHOWDOWN_SECRET_KEY": write_keys({1: new_key()}),
}


@pytest.fixture
def services():
    return compose(COMPOSE, SECRETS)["services"]


async def run(words, environment):
    """Run a command of the image to its end: exit code, stdout and stderr."""
    process = await asyncio.create_subprocess_exec(
        *natively(words),
        cwd=ROOT,
        env=clean() | environment,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.PIPE,
    )
    out, err = await process.communicate()
    return process.returncode, out.decode(), err.decode()


async def serving(words, environment):
    """Start a server and wait until it listens."""
    process = await asyncio.create_subprocess_exec(
        *natively(words), cwd=ROOT, env=clean() | environment, stderr=asyncio.subprocess.PIPE
    )
    server = ServerProcess(process, None)
    await server.listening()
    return server


def natively(words):
    assert words[0] == "python"
    return [sys.executable, *words[1:]]


def clean():
    return {name: value for name, value in os.environ.items() if not name.startswith("SHOWDOWN_")}


# ---- the image -----------------------------------------------------------------------------------


def test_the_image_is_slim_pinned_and_nobody_in_it_is_root():
    said = instructions(DOCKERFILE)
    words = [word for word, _ in said]
    assert said[0][0] == "FROM"
    assert said[0][1].endswith("-slim")
    (install,) = [rest for word, rest in said if word == "RUN" and "pip install" in rest]
    assert "--constraint constraints.txt" in install
    user = next(rest for word, rest in said if word == "USER")
    assert user != "root"
    assert f" {user}" in next(rest for word, rest in said if "useradd" in rest)
    assert words.index("USER") < words.index("ENTRYPOINT")
    assert words.index("USER") < words.index("CMD")


def test_the_image_copies_what_is_there_and_what_is_not_ignored():
    allowed = {
        line.removeprefix("!")
        for line in (ROOT / ".dockerignore").read_text().splitlines()
        if line.startswith("!")
    }
    for word, rest in instructions(DOCKERFILE):
        if word == "COPY":
            *sources, _ = rest.split()
            assert set(sources) <= allowed
            assert all((ROOT / source).exists() for source in sources)


def test_what_is_copied_before_the_installation_is_all_that_is_built_from(tmp_path):
    said = instructions(DOCKERFILE)
    install = next(place for place, (_, rest) in enumerate(said) if "pip install" in rest)
    for word, rest in said[:install]:
        if word == "COPY":
            *sources, _ = rest.split()
            for source in sources:
                there, here = ROOT / source, tmp_path / source
                if there.is_dir():
                    copytree(there, here, ignore=ignore_patterns("__pycache__", "*.mo"))
                else:
                    copy(there, here)
    building = [sys.executable, "-m", "hatchling", "build", "--target", "wheel", "--hooks-only"]
    built = subprocess.run(building, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert (built.returncode, built.stderr) == (0, "")
    assert list(tmp_path.glob("client_cli/languages/*/LC_MESSAGES/showdown.mo"))


async def test_the_image_serves_from_its_volume_and_says_that_it_is_well(tmp_path):
    database = variables(DOCKERFILE)["SHOWDOWN_DATABASE"]
    assert ("VOLUME", str(Path(database).parent)) in instructions(DOCKERFILE)
    environment = variables(DOCKERFILE) | {
        "SHOWDOWN_DATABASE": str(tmp_path / Path(database).name),
        "SHOWDOWN_PORT": "0",
    }
    entrypoint = command(DOCKERFILE, "ENTRYPOINT")
    server = await serving([*entrypoint, *command(DOCKERFILE, "CMD")], environment)
    check = command(DOCKERFILE, "HEALTHCHECK")
    here = environment | {"SHOWDOWN_PORT": str(server.port)}
    assert (await run(check, here))[0] == 0
    assert ("STOPSIGNAL", "SIGTERM") in instructions(DOCKERFILE)
    assert await server.stop(signal.SIGTERM) == 0
    assert (await run(check, here))[0] == 1
    assert {each.name for each in tmp_path.iterdir()} >= {"showdown.db", "showdown.db.key"}


# ---- the composition -----------------------------------------------------------------------------
# That it runs is rehearsed in tests/end_to_end/rehearsal.


@pytest.mark.parametrize("missing", SECRETS)
def test_without_a_secret_nothing_starts_and_it_is_named(missing):
    given = {name: value for name, value in SECRETS.items() if name != missing}
    for unset in (given, given | {missing: ""}):
        with pytest.raises(Unset, match=f"^put {missing} into .env$"):
            compose(COMPOSE, unset)


def test_a_node_waits_until_the_tables_are_up_to_date_and_those_until_there_is_a_database(services):
    for node in NODES:
        assert services[node]["depends_on"] == {
            "migrate": {"condition": "service_completed_successfully"},
            "bus": {"condition": "service_healthy"},
        }
    assert services["migrate"]["depends_on"] == {"database": {"condition": "service_healthy"}}


def test_what_is_stored_outlives_its_container(services):
    kept = compose(COMPOSE, SECRETS)["volumes"]
    for service in ("database", "bus", "proxy", "metrics"):
        named = {each.split(":")[0] for each in services[service]["volumes"]}
        assert named & set(kept), service


def test_nodes_differ_in_their_names_alone(services):
    one, two = (dict(services[node]["environment"]) for node in NODES)
    assert (one.pop("SHOWDOWN_NODE"), two.pop("SHOWDOWN_NODE")) == NODES
    assert one == two


def test_a_node_has_the_time_that_it_needs_to_end_and_may_do_nothing_else(services):
    for node in NODES:
        assert services[node]["stop_grace_period"] == "30s"
        assert services[node]["read_only"] is True
        assert services[node]["cap_drop"] == ["ALL"]


def test_nobody_outside_reaches_anything_but_the_proxy(services):
    networks = compose(COMPOSE, SECRETS)["networks"]
    assert networks["inside"]["internal"] is True
    open_to_all = {
        name
        for name, service in services.items()
        if any(not port.startswith("127.0.0.1:") for port in service.get("ports", ()))
    }
    assert open_to_all == {"proxy"}
    for service in ("database", "bus", "migrate", *NODES):
        assert services[service]["networks"] == ["inside"]
    (network,) = json.loads(services["node-1"]["environment"]["SHOWDOWN_TRUSTED_PROXIES"])
    assert networks["inside"]["ipam"]["config"] == [{"subnet": network}]


def test_every_file_that_is_mounted_is_there_and_read_only(services):
    for service in services.values():
        for volume in service.get("volumes", ()):
            source, _, rest = volume.partition(":")
            if source.startswith("./"):
                assert (ROOT / source).is_file()
                assert rest.endswith(":ro")


def test_no_secret_stands_in_a_file():
    for name in SECRETS:
        assert f"${{{name}:?put {name} into .env}}" in COMPOSE.read_text()
    passwords = re.findall(r"password: *(.*)", (ROOT / "deploy" / "nats.conf").read_text())
    assert passwords == ["$NATS_PASSWORD", "$NATS_OPERATOR_PASSWORD"]
