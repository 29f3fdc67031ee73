"""
The floor: what the kernel alone costs for the same frames, measured by ``floor.c`` beside it.
"""

import shutil
import subprocess
import tempfile
from pathlib import Path

import msgspec
from msgspec import Struct

from benchmarks.contest import Missing

SOURCE = Path(__file__).with_name("floor.c")


class Floor(Struct, frozen=True):
    """What can be had when nothing is parsed, decided or stored."""

    actions: int
    seconds: float
    server_cpu: float
    p50: float
    p99: float
    p999: float

    @property
    def per_second(self) -> float:
        """Actions a second."""
        return self.actions / self.seconds

    @property
    def cpu_per_action(self) -> float:
        """Seconds that the server's core is busy for an action."""
        return self.server_cpu / self.actions


def measure(*, tables: int, seats: int, seconds: float, bytes_in: int, bytes_out: int) -> Floor:
    """
    Run it for a while.

    Raises:
        Missing: there is no C compiler here.
    """
    compiler = shutil.which("cc") or shutil.which("gcc")
    if compiler is None:
        raise Missing("There is no C compiler here, so the kernel's floor is not measured.")
    with tempfile.TemporaryDirectory() as folder:
        program = Path(folder) / "floor"
        subprocess.run([compiler, "-O2", "-o", program, SOURCE], check=True)
        words = [str(each) for each in (tables, seats, seconds, bytes_in, bytes_out)]
        done = subprocess.run([program, *words], check=True, capture_output=True)
    return msgspec.json.decode(done.stdout, type=Floor)
