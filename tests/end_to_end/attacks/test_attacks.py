"""
Attacks on a server where people play: each ends as the documents say, and the people play on.

Counts and ways of ending are exact; times are printed beside those of a quiet server and judged by
who reads them.
"""

import asyncio
import json
import os
import sys
import time
from pathlib import Path

import pytest

from server.gateway.prices import HANDSHAKE
from server.limits import Limits
from tests.conftest import SOAKED
from tests.end_to_end.attacks.players import Measured, playing, tables
from tests.end_to_end.attacks.watched import Work
from tests.end_to_end.server_process import CHECKOUT, running

FULL = {
    "silent": 500,
    "dripped": 500,
    "giant": 500,
    "endless": 500,
    "flood": 60,
    "pings": 60,
    "stalled": 50,
    "strangers": 500,
    "connects": 5000,
    "storm": 2000,
}
"""How many of each attack there are when there is time."""

SLICE = {
    "silent": 20,
    "dripped": 20,
    "giant": 20,
    "endless": 20,
    "flood": 3,
    "pings": 3,
    "stalled": 3,
    "strangers": 20,
    "connects": 1000,
    "storm": 40,
}
QUIET_S = 5
PHASES = 2
"""So often quiet and attack come by turns in a round."""

MOST_GROWTH = 64 * 2**20
"""
Bytes that a server may have more in use after an attack than before it: two thousand connections
have 20 KiB each, and what they leave is used again and not given back.
"""


class Attack:
    """Attacks that run in a process of their own."""

    def __init__(self, process):
        self._process = process

    @classmethod
    async def begin(cls, port, sizes):
        """Begin; a storm gathers first, until all are there."""
        process = await asyncio.create_subprocess_exec(
            sys.executable,
            *("-m", "tests.end_to_end.attacks.attacker", str(port)),
            *(f"{kind}={size}" for kind, size in sizes.items()),
            cwd=CHECKOUT,
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
        )
        if "storm" in sizes:
            assert await process.stdout.readline() == b"ready\n"
        return cls(process)

    async def end(self):
        """Let it happen, and wait for the end; how often each thing happened, by kind."""
        out, _ = await self._process.communicate(b"\n")
        assert self._process.returncode == 0
        return json.loads(out)


def resident(server):
    """The memory that a server's process has in use, and the most that it ever had, in bytes."""
    status = Path(f"/proc/{server.process.pid}/status").read_text()
    values = dict(line.split(":") for line in status.splitlines())
    return tuple(int(values[name].split()[0]) * 1024 for name in ("VmRSS", "VmHWM"))


def cpu_seconds(server):
    """How long a server has kept a core busy."""
    fields = Path(f"/proc/{server.process.pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def check(kind, size, tally):
    """Whether an attack ended as it has to."""
    sent = tally.pop("sent", None)
    match kind:
        case "silent":
            assert tally == {"closed 4001": size}
        case "dripped":
            assert tally == {"closed 1006": size}
        case "giant":
            assert tally == {"closed 1009": size}
        case "endless":
            assert tally == {"closed 4009": size}
        case "flood" | "pings":
            assert tally == {"closed 4009": size}
            assert sent >= size * 900
        case "stalled" | "strangers":
            assert tally == {"cut": size}
        case "connects":
            seconds = tally.pop("seconds")
            assert sum(tally.values()) == size
            limits = Limits()
            tokens = limits.address_message_burst + seconds * limits.address_messages_per_second
            assert tally["let in"] <= tokens / HANDSHAKE
        case "storm":
            assert (tally["came"], tally["back"]) == (size, size)


async def test_while_people_play_attacks_of_all_kinds_at_once_end_as_the_documents_say(
    tmp_path, pytestconfig
):
    async with running(tmp_path, tables(10)) as server, playing(server.port, 3) as players:
        quiet = await players.measure(asyncio.sleep(1))
        attack = await Attack.begin(server.port, SLICE)
        end = asyncio.ensure_future(attack.end())
        attacked = await players.measure(end)
        for kind, size in SLICE.items():
            check(kind, size, end.result()[kind])
        after = await players.measure(asyncio.sleep(1))
        assert after.actions
    pytestconfig.stash[SOAKED].append(
        f"all attacks at once: 99 of 100 actions within {attacked}, quiet {quiet}"
    )


@pytest.mark.soak
@pytest.mark.parametrize("kind", FULL)
async def test_while_people_play_an_attack_ends_as_the_documents_say(
    tmp_path, rounds, kind, pytestconfig
):
    size, work = FULL[kind], tmp_path / "work"
    watching = (sys.executable, "-m", "tests.end_to_end.attacks.watched", str(work))
    quiet, attacked, told = Measured([], []), Measured([], []), ""
    async with (
        running(tmp_path, tables(10), launcher=watching) as server,
        playing(server.port, 10) as players,
    ):
        await players.measure(asyncio.sleep(1))
        for _ in rounds:
            # By turns, so that what else the machine does meets both alike.
            for _ in range(PHASES):
                quiet += await players.measure(asyncio.sleep(QUIET_S))
                attack = await Attack.begin(server.port, {kind: size})
                before, _ = resident(server)
                busy, began = cpu_seconds(server), time.monotonic()
                end = asyncio.ensure_future(attack.end())
                attacked += await players.measure(end)
                busy = (cpu_seconds(server) - busy) / (time.monotonic() - began)
                after, most = resident(server)
                told = str(end.result())
                check(kind, size, end.result()[kind])
                assert after - before < MOST_GROWTH
    own = [Work(work).wait_ms(each.phases) for each in (quiet, attacked)]
    pytestconfig.stash[SOAKED].append(
        f"{kind} x {size}: 99 of 100 actions within {attacked}, quiet {quiet}, "
        f"ratio {attacked.p99_ms / quiet.p99_ms:.1f}; in 99 of 100 moments the loop is free after "
        f"{own[1]:.1f} ms of its own work, quiet {own[0]:.1f}; memory {before >> 20} MiB before, "
        f"{after >> 20} after, {most >> 20} at most; a core busy for {busy:.0%}; {told}"
    )
