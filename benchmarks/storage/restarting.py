"""
A start with 1,000 tables in mid-hand: from the birth of the process until every turn has its clock.
"""

import asyncio
import shutil
import subprocess
import sys
import time
from collections.abc import Sequence
from pathlib import Path

from benchmarks.contest import Contest, Peer, Runner
from benchmarks.storage.ground import Ground, fill
from benchmarks.storage.sessions import SEED, Session, sessions
from server import logs
from server.bootstrap import running_server
from server.config import Settings, TableConfig
from server.storage import Storage, open_storage

TABLES = 1_000
BUDGET_S = 5
QUIETLY = ("-W", "ignore::RuntimeWarning")
"""Without a word about a module that its package has imported before it is run."""
ROOT = Path(__file__).resolve().parents[2]


def ours() -> Runner:
    """Start after start, each as after a crash."""
    ground = Ground()
    folder = ground.folder()
    ground.wait_for(_crashed(folder / "crashed.db"))

    def work(starts: int) -> float:
        return sum(_start(folder) for _ in range(starts))

    return Runner("showdown", work, reports=True, close=ground.close)


async def _crashed(database: Path) -> None:
    """A database with a hand in progress at every table."""
    async with open_storage(database) as storage:
        tables = sessions(await fill(storage, TABLES), SEED)
        await asyncio.gather(*(_play_until_asked(storage, table) for table in tables))


async def _play_until_asked(storage: Storage, table: Session) -> None:
    """Play until somebody is asked in the middle of a hand."""
    asked = 0
    while asked < 6:
        await storage.journal.append(table.next())
        asked += table.state.running is not None and table.state.running.turn > 0


def _start(folder: Path) -> float:
    """How many seconds a start takes."""
    for left in folder.glob("started.*"):
        left.unlink()  # a log of what the last one has written would be replayed into the copy
    for name in ("crashed.db", "crashed.db.key"):
        shutil.copy(folder / name, folder / name.replace("crashed", "started"))
    begin = time.perf_counter()
    with subprocess.Popen(
        [
            sys.executable,
            *QUIETLY,
            "-m",
            "benchmarks.storage.restarting",
            str(folder / "started.db"),
        ],
        cwd=ROOT,
        stdout=subprocess.PIPE,
        text=True,
    ) as server:
        assert server.stdout is not None
        armed = server.stdout.readline()
        took = time.perf_counter() - begin
        server.kill()
    assert armed == f"{TABLES}\n", f"{armed.strip() or 'no'} turns of {TABLES} have their clock"
    return took


async def _serve(database: Path) -> None:
    """Start, say how many turns have their clock, and wait to be killed."""
    names = [f"table-{number}" for number in range(1, TABLES + 1)]
    tables = tuple(TableConfig.model_validate({"name": name, "sb": 5, "bb": 10}) for name in names)
    logs.configure("error")
    async with running_server(Settings(port=0, database=database, tables=tables)) as server:
        clocks = [actor.turn_clock for actor in server.lobby.actors]
        while not all(clock.is_armed for clock in clocks):  # noqa: ASYNC110 - nobody says it
            await asyncio.sleep(0)
        print(len(clocks), flush=True)
        await asyncio.Event().wait()


def _allowed() -> Runner:
    return Runner("budget", lambda starts: starts * BUDGET_S, reports=True)


RESTART = Contest(
    id="restart",
    title=f"starts with {TABLES:,} tables in mid-hand, until every turn has its clock",
    unit="starts",
    ours=ours,
    peers=(Peer(f"a start of {BUDGET_S} s", _allowed, budget=1),),
)


def main(arguments: Sequence[str]) -> None:
    """Be the server that is started."""
    import uvloop

    uvloop.run(_serve(Path(arguments[0])))


if __name__ == "__main__":
    main(sys.argv[1:])
