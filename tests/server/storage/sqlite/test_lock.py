"""One server per database."""

import os
import subprocess
import sys

import pytest

from server.ports import StorageError
from server.storage import open_storage
from server.storage.sqlite.lock import only_server

HOLDER = """
import sys
from pathlib import Path
from server.storage.sqlite.lock import only_server

with only_server(Path(sys.argv[1])):
    print("held", flush=True)
    sys.stdin.read()
"""


def refusal(process, database):
    return (
        f"Another server (process {process}) uses {database}; "
        "stop it first or give another --database."
    )


def test_a_second_server_is_told_which_process_has_the_database(database):
    with only_server(database), pytest.raises(StorageError) as refused, only_server(database):
        pass
    assert str(refused.value) == refusal(os.getpid(), database)


def test_the_next_server_may_come_when_the_last_has_gone(database):
    for _ in range(2):
        with only_server(database):
            pass


def test_two_databases_are_not_in_each_others_way(database):
    with only_server(database), only_server(database.with_name("other.db")):
        pass


@pytest.mark.skipif(sys.platform == "win32", reason="a link needs rights on Windows")
def test_one_database_by_two_names_has_one_lock(database, tmp_path):
    database.touch()
    other = tmp_path / "other.db"
    other.symlink_to(database)
    with only_server(database), pytest.raises(StorageError, match=r"other\.db"), only_server(other):
        pass


def test_the_lock_of_a_process_that_was_killed_is_free(database):
    command = (sys.executable, "-c", HOLDER, str(database))
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as holder:
        assert holder.stdout is not None
        assert holder.stdout.readline().strip() == b"held"
        with pytest.raises(StorageError) as refused, only_server(database):
            pass
        assert str(refused.value) == refusal(holder.pid, database)
        holder.kill()
        holder.wait()
        with only_server(database):
            pass


async def test_a_storage_that_is_open_cannot_be_opened_again(database):
    async with open_storage(database):
        with pytest.raises(StorageError) as refused:
            async with open_storage(database):
                pass
    assert str(refused.value) == refusal(os.getpid(), database)
    async with open_storage(database):
        pass
