"""
What importing the library costs beyond importing msgspec, on which it stands.

Each import is the first of a fresh process, which says itself how long it took. Byte code is there,
as it is where a package was installed and used before.
"""

import os
import subprocess
import sys
import tempfile
from functools import cache

from benchmarks.contest import Contest, Peer, Runner, module

BUDGET_MS = 15
TIMED = """
import time, sys{before}
start = time.perf_counter()
import {what}
print(time.perf_counter() - start, *sys.modules)
"""


def seconds_to_import(what: str, before: str = "") -> float:
    """How long a fresh process takes to import a module, with another one there before."""
    return float(_first_words(what, before)[0])


def _first_words(what: str, before: str = "") -> list[str]:
    """The seconds, and then the names of all modules that were there in the end."""
    program = TIMED.format(what=what, before=f", {before}" if before else "")
    ran = subprocess.run(
        [sys.executable, "-c", program],
        env=_environment(),
        capture_output=True,
        text=True,
        check=True,
    )
    return ran.stdout.split()


@cache
def _byte_code() -> tempfile.TemporaryDirectory[str]:
    return tempfile.TemporaryDirectory(prefix="showdown-benchmarks-")


def _environment() -> dict[str, str]:
    kept = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    return kept | {"PYTHONPYCACHEPREFIX": _byte_code().name}


def _importing(what: str, before: str = "") -> Runner:
    seconds_to_import(what, before)  # writes the byte code

    def work(times: int) -> float:
        return sum(seconds_to_import(what, before) for _ in range(times))

    return Runner(what, work, reports=True)


def ours() -> Runner:
    """Our own import; heavy modules must not come with it."""
    came = set(_first_words("showdown", "msgspec"))
    assert "showdown.rules.hand" in came
    assert not came & {"asyncio", "numpy", "websockets"}
    return _importing("showdown", "msgspec")


def allowed() -> Runner:
    """What the budget allows, for the ratio."""
    return Runner("budget", lambda times: times * BUDGET_MS / 1000, reports=True)


def msgspec() -> Runner:
    """What we stand on."""
    return _importing("msgspec")


def treys() -> Runner:
    """A peer with much less in it."""
    module("treys", "treys")
    return _importing("treys")


def pokerkit() -> Runner:
    """A peer with about as much in it."""
    module("pokerkit", "pokerkit")
    return _importing("pokerkit")


IMPORT = Contest(
    id="import",
    title="import showdown beyond import msgspec, in a fresh process",
    unit="imports",
    ours=ours,
    peers=(
        Peer(f"an import of {BUDGET_MS} ms", allowed, budget=1),
        Peer("import msgspec itself", msgspec),
        Peer("import treys", treys),
        Peer("import pokerkit", pokerkit),
    ),
)
