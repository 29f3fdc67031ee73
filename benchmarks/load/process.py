"""
What a process uses, as Linux tells it.
"""

import os
import resource
from pathlib import Path

TICKS = os.sysconf("SC_CLK_TCK")


def cpu_seconds(process: int) -> float:
    """How long a process has kept a core busy."""
    fields = Path(f"/proc/{process}/stat").read_text("utf-8").rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / TICKS


def resident(process: int) -> int:
    """The bytes of memory that a process has in use."""
    pages = Path(f"/proc/{process}/statm").read_text("utf-8").split()[1]
    return int(pages) * os.sysconf("SC_PAGE_SIZE")


def open_many_files() -> None:
    """Let this process have as many connections as the system lets anybody have."""
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
