"""
Options that all tests share: the seed of what is drawn at random, and how long soak tests go on.

A test marked `soak` takes the fixture `rounds` and loops over it; each round is a `Random` of its
own, made from the seed, the test's name and the round's number. With `--soak-minutes=N` the soak
tests share N minutes, and the last lines say how many rounds each of them had. Without it, one
marked `soak(slice=50)` plays 50 rounds, and one marked `soak` alone is deselected, and the last
lines say so.
"""

import asyncio
import gc
import os
import secrets
import signal
import sys
import time
from collections.abc import Generator, Iterator
from concurrent.futures import ThreadPoolExecutor
from itertools import count
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING

import hypothesis
import pytest

if TYPE_CHECKING:
    from tests.databases import Databases
    from tests.nats import NatsServer
    from tests.postgres import PostgresServer

NOT_SOAKED = pytest.StashKey[int]()
ROUND = pytest.StashKey[str]()
SEED = pytest.StashKey[int]()
SOAKING = pytest.StashKey[int]()
SOAKED = pytest.StashKey[list[str]]()


def pytest_addoption(parser: pytest.Parser) -> None:
    group = parser.getgroup("showdown")
    group.addoption(
        "--soak-minutes",
        type=float,
        default=0.0,
        metavar="N",
        help="run the tests marked soak, for N minutes in all",
    )
    group.addoption(
        "--seed",
        type=int,
        default=None,
        metavar="N",
        help="draw what is random from this seed, and examples of laws anew (a soak makes a new"
        " seed; any other run takes 1, and the same examples each time)",
    )


# A program that a test starts would compile ours anew each time, and pytest each test.
sys.dont_write_bytecode = False
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)


def pytest_configure(config: pytest.Config) -> None:
    _hear_signals()
    # Tests read English, whoever runs them; what speaks another language says so.
    os.environ["SHOWDOWN_LANG"] = "en"
    # And nobody's settings: there is no folder below this one.
    os.environ["XDG_CONFIG_HOME"] = os.devnull
    seed, is_soak = config.getoption("--seed"), bool(config.getoption("--soak-minutes"))
    # Hypothesis walks the same examples each time, too, unless somebody asks for others: a landing
    # fails for what it changed, not for what it happened to draw.
    draws_anew = is_soak or seed is not None or config.getoption("--hypothesis-seed") is not None
    if seed is None:
        seed = secrets.randbelow(2**32) if is_soak else 1
    config.stash[SEED] = seed
    config.stash[SOAKED] = []
    # Nothing timed decides a test, so an example has no deadline and may take long to be made.
    hypothesis.settings.register_profile(
        "showdown",
        deadline=None,
        suppress_health_check=[hypothesis.HealthCheck.too_slow],
        print_blob=True,
        derandomize=not draws_anew,
    )
    hypothesis.settings.load_profile("showdown")


def _hear_signals() -> None:
    """A shell's background job ignores interrupts, and so would each program that a test starts."""
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.default_int_handler)
    if sys.platform != "win32" and signal.getsignal(signal.SIGHUP) is signal.SIG_IGN:
        signal.signal(signal.SIGHUP, signal.SIG_DFL)


@pytest.hookimpl(wrapper=True)
def pytest_collection(session: pytest.Session) -> Generator[None, object, object]:
    """Nothing of what is collected goes before the end, so nobody looks for garbage in it."""
    gc.disable()
    try:
        return (yield)
    finally:
        gc.freeze()
        gc.enable()


def pytest_report_header(config: pytest.Config) -> str:
    return f"seed: {config.stash[SEED]} (the same again with --seed={config.stash[SEED]})"


@pytest.hookimpl(trylast=True)  # after -k and -m, so that minutes are shared by those that run
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    soaks = [item for item in items if item.get_closest_marker("soak")]
    config.stash[SOAKING] = len(soaks)
    if hasattr(config, "workerinput"):
        _spread_long_files(items)
    if config.getoption("--soak-minutes"):
        return
    left_out = [item for item in soaks if _slice_of(item) is None]
    config.stash[NOT_SOAKED] = len(left_out)
    config.hook.pytest_deselected(items=left_out)
    items[:] = [item for item in items if item not in left_out]


LONG = "end_to_end"
"""Where a file takes as long as a dozen others, and waits for most of it."""
BEFORE_THE_END = 0.8


def _spread_long_files(items: list[pytest.Item]) -> None:
    """
    Put files that take long between others, so that workers side by side seldom all have one.

    Several clusters at once starve each other. None of them is among the last files, for which all
    would wait.
    """
    files = list(dict.fromkeys(item.path for item in items))
    tests = Path(__file__).parent
    long = [file for file in files if LONG in file.parts or file.parent == tests]
    short = [file for file in files if file not in set(long)]
    place = {file: number / len(short) for number, file in enumerate(short)}
    place |= {file: BEFORE_THE_END * number / len(long) for number, file in enumerate(long)}
    items.sort(key=lambda item: place[item.path])


def pytest_terminal_summary(
    terminalreporter: pytest.TerminalReporter, config: pytest.Config
) -> None:
    if left_out := config.stash.get(NOT_SOAKED, 0):
        terminalreporter.write_line(f"{left_out} soak tests not run: make soak MINUTES=20")
    for line in config.stash[SOAKED]:
        terminalreporter.write_line(line)


@pytest.fixture
def seed(pytestconfig: pytest.Config) -> int:
    """The run's seed, which the header prints."""
    return pytestconfig.stash[SEED]


@pytest.fixture
def soaking(pytestconfig: pytest.Config) -> bool:
    """Whether there is time for more than a slice."""
    return bool(pytestconfig.getoption("--soak-minutes"))


@pytest.fixture
def soak_seconds(pytestconfig: pytest.Config) -> int:
    """This test's share of the minutes, for one that has a single long round; 0 for a slice."""
    return round(_share(pytestconfig))


@pytest.fixture
def rounds(request: pytest.FixtureRequest) -> Iterator[Random]:
    """One `Random` a round: as many as the slice says, or until this test's minutes are over."""
    config, node = request.config, request.node
    return _rounds(node, f"{config.stash[SEED]} {node.name}", _share(config))


def _share(config: pytest.Config) -> float:
    """The seconds of each soak test."""
    minutes: float = config.getoption("--soak-minutes")
    return minutes * 60 / max(1, config.stash[SOAKING])


def _rounds(item: pytest.Item, source: str, seconds: float) -> Iterator[Random]:
    start = time.monotonic()
    at_least = _slice_of(item) or 1
    number = 0
    while number < at_least or time.monotonic() < start + seconds:
        item.stash[ROUND] = f"round {number} of seed {source}"
        yield Random(f"{source} {number}")
        number += 1
    if seconds:
        rate = number / (time.monotonic() - start)
        soaked = f"{number:,} rounds of seed {source}, {rate:,.0f} a second"
        item.config.stash[SOAKED].append(soaked)


# A real PostgreSQL: one for each process of tests that asks for it, started when it first does.

_TEMPLATE = "migrated"
_NUMBERS = count(1)


@pytest.fixture(scope="session")
def postgres() -> Iterator["PostgresServer"]:
    """A PostgreSQL that tests share; leave it running."""
    from tests.postgres import postgres_server

    with postgres_server() as server:
        yield server


@pytest.fixture(scope="session")
def postgres_databases(postgres: "PostgresServer") -> "Databases":
    """Databases that are up to date and empty, whoever used them before."""
    from server.addresses import PostgresAddress
    from server.storage import migrate_database
    from tests.databases import Databases

    postgres.sql(f"CREATE DATABASE {_TEMPLATE}")
    migration = migrate_database(PostgresAddress(postgres.url(_TEMPLATE)))
    # On a thread: whoever asks first may be in a running loop.
    with ThreadPoolExecutor(1) as thread:
        thread.submit(asyncio.run, migration).result()
    return Databases(postgres, _TEMPLATE)


@pytest.fixture
def postgres_url(postgres_databases: "Databases") -> Iterator[str]:
    """The address of a database of this test's own, up to date and empty."""
    with postgres_databases.one() as url:
        yield url


@pytest.fixture
def blank_postgres_url(postgres: "PostgresServer") -> Iterator[str]:
    """The address of a database without any tables."""
    name = f"blank_{next(_NUMBERS)}"
    postgres.sql(f"CREATE DATABASE {name} STRATEGY FILE_COPY")
    yield postgres.url(name)
    postgres.sql(f"DROP DATABASE {name} WITH (FORCE)")


@pytest.fixture
def own_postgres() -> Iterator["PostgresServer"]:
    """A PostgreSQL of this test's own, to be stopped, killed and frozen; nothing is in it."""
    from tests.postgres import postgres_server

    with postgres_server() as server:
        yield server


@pytest.fixture(scope="session")
def nats() -> Iterator["NatsServer"]:
    """A NATS that tests share, each with a prefix of its own; leave it running."""
    from tests.nats import nats_server

    with nats_server() as server:
        yield server


@pytest.fixture
def own_nats() -> Iterator["NatsServer"]:
    """A NATS of this test's own, to be stopped, killed, frozen and wiped."""
    from tests.nats import nats_server

    with nats_server() as server:
        yield server


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(
    item: pytest.Item, call: pytest.CallInfo[None]
) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """Say in which round a test failed."""
    report = yield
    if report.failed and ROUND in item.stash:
        report.sections.append(("Random round", item.stash[ROUND]))
    return report


def _slice_of(item: pytest.Item) -> int | None:
    marker = item.get_closest_marker("soak")
    return marker.kwargs.get("slice") if marker else None
