"""Named places to die at: only for who asks for it, and exactly there."""

import signal
import subprocess
import sys

import pytest

from server import crash
from server.config import ConfigError

PASSING = """
from server import crash
crash.arm()
for number in range(1, 4):
    crash.here(crash.Place.DRAW)
    crash.here(crash.Place.AFTER_COMMIT)
    print(number, flush=True)
"""


def passed(**environment):
    """How often a process came past its places, and how it ended."""
    ended = subprocess.run(
        [sys.executable, "-c", PASSING], env=environment, capture_output=True, check=False
    )
    return len(ended.stdout.split()), ended.returncode


def test_without_the_variable_nobody_dies():
    assert passed() == (3, 0)


def test_a_place_kills_when_it_is_passed_for_the_named_time_and_not_before():
    assert passed(SHOWDOWN_CRASH_AT="after_commit") == (0, -signal.SIGKILL)
    assert passed(SHOWDOWN_CRASH_AT="after_commit:3") == (2, -signal.SIGKILL)


def test_other_places_are_passed_unharmed():
    assert passed(SHOWDOWN_CRASH_AT="showdown") == (3, 0)


@pytest.mark.parametrize("wanted", ["lunch", "draw:0", "draw:x", "draw:-1", ":3"])
def test_a_place_that_does_not_exist_is_refused_in_one_sentence(wanted):
    with pytest.raises(ConfigError, match="wants PLACE or PLACE:NUMBER, with a place of before_"):
        crash.arm({"SHOWDOWN_CRASH_AT": wanted})
    assert not crash.is_armed()
