"""
Options that all tests share: the seed of what is drawn at random, and how long soak tests go on.

A test marked `soak` takes the fixture `rounds` and loops over it; each round is a `Random` of its
own, made from the seed, the test's name and the round's number. With `--soak-minutes=N` the soak
tests share N minutes, and the last lines say how many rounds each of them had. Without it, one
marked `soak(slice=50)` plays 50 rounds, and one marked `soak` alone is deselected, and the last
lines say so.
"""

import os
import secrets
import signal
import sys
import time
from collections.abc import Generator, Iterator
from random import Random

import hypothesis
import pytest

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
        help="draw what is random from this seed (a soak makes a new one, any other run takes 1)",
    )


def pytest_configure(config: pytest.Config) -> None:
    _hear_signals()
    seed = config.getoption("--seed")
    if seed is None:
        seed = secrets.randbelow(2**32) if config.getoption("--soak-minutes") else 1
    config.stash[SEED] = seed
    config.stash[SOAKED] = []
    # Nothing timed decides a test, so an example has no deadline. In CI Hypothesis walks the same
    # examples each time: a landing fails for what it changed, not for what it happened to draw.
    hypothesis.settings.register_profile(
        "showdown", deadline=None, print_blob=True, derandomize=bool(os.environ.get("CI"))
    )
    hypothesis.settings.load_profile("showdown")


def _hear_signals() -> None:
    """A shell's background job ignores interrupts, and so would each program that a test starts."""
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.default_int_handler)
    if sys.platform != "win32" and signal.getsignal(signal.SIGHUP) is signal.SIG_IGN:
        signal.signal(signal.SIGHUP, signal.SIG_DFL)


def pytest_report_header(config: pytest.Config) -> str:
    return f"seed: {config.stash[SEED]} (the same again with --seed={config.stash[SEED]})"


@pytest.hookimpl(trylast=True)  # after -k and -m, so that minutes are shared by those that run
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    soaks = [item for item in items if item.get_closest_marker("soak")]
    config.stash[SOAKING] = len(soaks)
    if config.getoption("--soak-minutes"):
        return
    left_out = [item for item in soaks if _slice_of(item) is None]
    config.stash[NOT_SOAKED] = len(left_out)
    config.hook.pytest_deselected(items=left_out)
    items[:] = [item for item in items if item not in left_out]


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
def rounds(request: pytest.FixtureRequest) -> Iterator[Random]:
    """One `Random` a round: as many as the slice says, or until this test's minutes are over."""
    config, node = request.config, request.node
    seconds = config.getoption("--soak-minutes") * 60 / max(1, config.stash[SOAKING])
    return _rounds(node, f"{config.stash[SEED]} {node.name}", seconds)


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
