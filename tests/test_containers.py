"""
The container and the composition say what works: their commands run here, with their environment.
"""

import asyncio
import os
import signal
import sys
from pathlib import Path

import pytest

from server.storage.keys import new_key, write_keys
from showdown.sdk.connection import Connection
from tests.containers import Unset, command, compose, instructions, variables
from tests.end_to_end.server_process import ServerProcess

ROOT = Path(__file__).parents[1]
DOCKERFILE, COMPOSE = ROOT / "Dockerfile", ROOT / "docker-compose.yml"
SECRETS = {"POSTGRES_PASSWORD": "hidden7", "SHOWDOWN_SECRET_KEY": write_keys({1: new_key()})}


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


async def plain_http(port, path):
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    writer.write(f"GET {path} HTTP/1.1\r\nHost: here\r\n\r\n".encode())
    status = await reader.readline()
    writer.close()
    await writer.wait_closed()
    return int(status.split()[1])


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


@pytest.mark.parametrize("missing", SECRETS)
def test_without_a_secret_nothing_starts_and_it_is_named(missing):
    given = {name: value for name, value in SECRETS.items() if name != missing}
    with pytest.raises(Unset, match=f"^put {missing} into .env$"):
        compose(COMPOSE, given)


def test_a_server_waits_until_the_tables_are_up_to_date_and_those_until_there_is_a_database(
    services,
):
    assert services["server"]["depends_on"] == {
        "migrate": {"condition": "service_completed_successfully"}
    }
    assert services["migrate"]["depends_on"] == {"database": {"condition": "service_healthy"}}
    assert services["database"]["healthcheck"]["test"][:2] == ["CMD", "pg_isready"]


def test_what_is_stored_outlives_its_container(services):
    (volume,) = services["database"]["volumes"]
    assert volume.split(":")[0] in compose(COMPOSE, SECRETS)["volumes"]


def test_a_server_has_the_time_that_it_needs_to_end(services):
    assert services["server"]["stop_grace_period"] == "15s"
    assert services["server"]["read_only"] is True


def test_no_secret_stands_in_the_file():
    text = COMPOSE.read_text()
    assert "POSTGRES_PASSWORD: ${POSTGRES_PASSWORD:?" in text
    assert "SHOWDOWN_SECRET_KEY: ${SHOWDOWN_SECRET_KEY:?" in text


async def test_the_composition_runs_on_a_real_postgresql(services, blank_postgres_url):
    entrypoint = command(DOCKERFILE, "ENTRYPOINT")
    migrate, server = services["migrate"], services["server"]
    there = "postgresql://showdown:hidden7@database/showdown"
    for service in (migrate, server):
        assert service["environment"]["SHOWDOWN_DATABASE"] == there

    def environment(service):
        return (
            variables(DOCKERFILE)
            | service["environment"]
            | {"SHOWDOWN_DATABASE": blank_postgres_url, "SHOWDOWN_PORT": "0"}
        )

    # Before the tables are there a server says what to do instead of making them itself.
    code, _, err = await run([*entrypoint, *server["command"]], environment(server))
    assert code == 2
    assert "python -m server migrate" in err
    code, out, err = await run([*entrypoint, *migrate["command"]], environment(migrate))
    assert (code, err) == (0, "")
    assert out
    running = await serving([*entrypoint, *server["command"]], environment(server))
    assert await plain_http(running.port, "/readyz") == 200
    async with await Connection.open(running.url, name="Ada") as ada:
        assert ada.session.account
    assert await running.stop(signal.SIGTERM) == 0
    log = "".join(running.log)
    assert "Traceback" not in log
    assert "hidden" not in log
    assert SECRETS["SHOWDOWN_SECRET_KEY"] not in log
