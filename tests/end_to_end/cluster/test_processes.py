"""Several processes behind one port: players land on all of them, and none is missed that dies."""

import asyncio
import os
import re
import signal
import sys
from collections import Counter
from itertools import cycle

import pytest

from benchmarks.load.figures import percentile
from server.health import is_alive
from tests.end_to_end.cluster.world import a_cluster
from tests.end_to_end.kills.world import NOTHING, SETTLED_WITHIN_S

PROCESSES = ("a-1", "a-2")


def pid_of(node, process):
    """The number of a process, as the log says it last."""
    found = [re.search(rf"process={process} pid=(\d+)", line) for line in node.said]
    return [int(each[1]) for each in found if each][-1]


async def connected(node):
    """How many are connected to each process, by its own metrics."""
    found = [re.search(r"port=(\d+).*can be read.*process=(\S+)", line) for line in node.said]
    counted = Counter[str]()
    for port, process in (each.groups() for each in found if each):
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        writer.write(b"GET /metrics HTTP/1.1\r\nHost: here\r\n\r\n")
        page = (await reader.read()).decode()
        writer.close()
        assert f'showdown_node_info{{node="{process}"}}' in page
        counts = re.findall(r"^showdown_connections{.*} (\d+)", page, re.MULTILINE)
        counted[process] = sum(map(int, counts))
    return counted


async def all_have_somebody(world, node):
    """Wait until players are connected to each process, and let one after the other come anew."""
    async with asyncio.timeout(SETTLED_WITHIN_S):
        for player in cycle(world.players):
            at = await connected(node)
            if set(at) == set(PROCESSES) and min(at.values()) > 0:
                break
            await player.in_step.wait()
            await player.socket.close()


async def all_own_tables(world):
    while {owner for owner, _ in (await world.owners()).values()} != set(PROCESSES):
        await asyncio.sleep(0.05)


def are_up(node):
    """How often a process has come up."""
    return sum("process is up" in line for line in node.said)


@pytest.mark.soak
async def test_processes_are_replaced_one_after_the_other_under_load_and_no_hand_is_given_up(
    tmp_path, own_postgres, own_nats, rounds, monkeypatch
):
    monkeypatch.setenv("SHOWDOWN_PROCESSES", "3")
    async with a_cluster(tmp_path, own_postgres, own_nats, next(rounds), names=("a",)) as world:
        node = world.node("a")
        await node.server.logs("all processes are up")
        await world.goes_on(events=2)
        for _ in rounds:
            world.forget_pauses()
            before = are_up(node)
            node.server.process.send_signal(signal.SIGUSR2)
            await world.until(lambda before=before: are_up(node) == before + 3)
            await world.goes_on(events=2)
            pauses = [player.longest_pause for player in world.players]
            sys.stdout.write(f"longest pauses: p99 {percentile(pauses, 0.99):.2f} s\n")
            await world.holds()
        assert await world.lost_in_the_end() == NOTHING


async def test_players_of_one_port_are_shared_out_and_play_on_when_a_process_is_killed(
    tmp_path, postgres, nats, rounds, monkeypatch
):
    monkeypatch.setenv("SHOWDOWN_PROCESSES", str(len(PROCESSES)))
    monkeypatch.setenv("SHOWDOWN_METRICS_PORT", "0")
    world_of = a_cluster(tmp_path, postgres, nats, next(rounds), names=("a",), tables=2)
    async with world_of as world:
        node = world.node("a")
        await node.server.logs("all processes are up")
        await all_own_tables(world)
        await world.goes_on(events=2)
        await all_have_somebody(world, node)

        os.kill(pid_of(node, "a-1"), signal.SIGKILL)
        await world.goes_on(events=5)
        assert await asyncio.to_thread(is_alive, node.server.port, "/readyz")
        await world.holds()
        await all_own_tables(world)
        await world.goes_on(events=2)
        await world.answered()
        await world.holds()
        await world.end_node("a", signal.SIGTERM)
        assert await world.lost() == NOTHING
        assert sum("process has ended, and is started again" in line for line in node.said) == 1
