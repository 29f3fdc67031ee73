"""
A server that is killed while it brings the database of an earlier release up to date.
"""

import asyncio
import shutil
import signal
import sys

import pytest

from tests.end_to_end.released import RELEASES
from tests.end_to_end.server_process import CHECKOUT, run_command, start_server

LONGEST_S = 0.1
"""Longer than it takes to copy and migrate such a database."""


@pytest.mark.soak
@pytest.mark.parametrize("release", sorted(folder.name for folder in RELEASES.iterdir()))
async def test_a_server_that_is_killed_while_it_upgrades_leaves_what_the_next_one_can_use(
    tmp_path, rounds, release
):
    for random in rounds:
        database = tmp_path / str(random.random()) / "showdown.db"
        shutil.copytree(RELEASES / release, database.parent)
        database.with_name("showdown.db.key").chmod(0o600)
        for _ in range(6):
            await killed_in_the_middle(database, random.uniform(0, LONGEST_S))
        server = await start_server(database.parent)
        code, out, err = await run_command("server", "audit", "--database", str(database))
        assert code == 0, out + err
        assert await server.stop(signal.SIGTERM) == 0


async def killed_in_the_middle(database, seconds):
    """Start a server and kill it so much later than it has begun to change something."""
    before = state_of(database)
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "server", "serve", "--port", "0", "--database", str(database)),
        cwd=CHECKOUT,
        stderr=asyncio.subprocess.DEVNULL,
    )
    while state_of(database) == before:
        await asyncio.sleep(0.001)
    await asyncio.sleep(seconds)
    process.kill()
    assert await process.wait() == -signal.SIGKILL


def state_of(database):
    """The files around a database, without the lock, and when each was changed."""
    files = set(database.parent.iterdir()) - {database.with_name("showdown.db.lock")}
    return {(file.name, file.stat().st_mtime_ns) for file in files}
