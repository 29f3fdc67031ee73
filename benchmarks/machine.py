"""
Where something was measured: figures without that say little.
"""

import os
import platform
import sqlite3
import sys
import time
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

import msgspec

NAMED = ("showdown-poker", "uvloop", "websockets", "msgspec", "SQLAlchemy", "asyncpg", "numpy")
"""What makes a difference."""


class Machine(msgspec.Struct, frozen=True, kw_only=True):
    """A machine, and what runs on it."""

    day: str
    system: str
    processor: str
    cores: int
    memory_gib: float
    load: float
    """How many wanted a core when it began."""
    versions: dict[str, str]

    @property
    def is_busy(self) -> bool:
        """Whether others wanted the machine, too."""
        return self.load > self.cores / 2


def this_machine() -> Machine:
    """The machine that this runs on."""
    return Machine(
        day=time.strftime("%Y-%m-%d", time.gmtime()),
        system=f"{platform.system()} {platform.release()}",
        processor=_said("/proc/cpuinfo", "model name") or platform.machine(),
        cores=os.cpu_count() or 1,
        memory_gib=round(os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") / 2**30, 1),
        load=round(os.getloadavg()[0], 1),
        versions={
            "Python": sys.version.split()[0],
            "SQLite": sqlite3.sqlite_version,
            **{name: found for name in NAMED if (found := _version(name))},
        },
    )


def _said(file: str, name: str) -> str:
    """What a file of Linux says of something; empty if it does not."""
    try:
        lines = Path(file).read_text("utf-8").splitlines()
    except OSError:
        return ""
    found = (line.partition(":")[2].strip() for line in lines if line.startswith(name))
    return next(found, "")


def _version(distribution: str) -> str:
    try:
        return version(distribution)
    except PackageNotFoundError:
        return ""
