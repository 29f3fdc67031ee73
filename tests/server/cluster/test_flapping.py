"""Leases that come and go, nodes that sleep and die: what is told of a table is one truth."""

import asyncio
from collections import defaultdict

import pytest

from server.tables.world import Moved
from showdown.protocol import messages as msg
from showdown.rules.ruleset import TableId
from tests.server.cluster.kin import kindred

TABLES = ("one", "two", "three")
STEPS = 12


class Onlookers:
    """Somebody at each node who sees each table there for as long as it is run there."""

    def __init__(self, kin):
        self.kin = kin
        self._seen = {}
        self.all = []

    async def look(self):
        """Let them see all tables that they do not see yet."""
        for node in self.kin.awake:
            for actor in tuple(node.lobby.actors):
                if actor not in self._seen:
                    self._seen[actor] = guest = node.guest(actor.table, None, "")
                    self.all.append(guest)
                    await asked(guest, msg.Watch)

    def check(self):
        """No event was told by two nodes, or by one of them twice."""
        told_by = defaultdict(list)
        for guest in self.all:
            for message in guest.told:
                if isinstance(message, msg.Update):
                    for number in range(len(message.events)):
                        told_by[guest.table, message.seq + number].append(guest.node.name)
        assert all(len(names) == 1 for names in told_by.values()), told_by
        return told_by


async def asked(guest, build):
    """What came of a request; None if the table has moved."""
    if guest.desk is None:
        return None
    try:
        return await guest.ask(build)
    except Moved:
        return None


async def somebody_acts(kin, rng, accounts):
    """Somebody sits down, out or in, at a table as one of the nodes has it."""
    table, name = TableId(rng.choice(TABLES)), rng.choice(sorted(accounts))
    nodes = [node for node in kin.awake if node.lobby.find(table)]
    if nodes:
        guest = rng.choice(nodes).guest(table, accounts[name], name)
        await asked(guest, rng.choice([msg.Sit, msg.Sit, msg.SitOut, msg.SitIn, msg.Leave]))


async def something_happens(kin, rng):
    """To a node: its lease ends, it sleeps or wakes, loses letters, dies, or another comes."""
    node = rng.choice(list(kin.nodes.values()))
    asleep = [each for each in kin.nodes.values() if each.asleep]
    match rng.choice(["lease", "lease", "sleep", "wake", "letters", "come"]):
        case "lease":
            node.is_thought_dead()
        case "sleep" if len(kin.awake) > 1 and not node.asleep:
            node.sleep()
            if rng.random() < 0.7:
                node.clock.jump(10)
                node.is_thought_dead()
        case "wake" if asleep:
            asleep[0].wake(0)
        case "letters" if not node.asleep:
            node.bus.loses = not node.bus.loses
        case "come" if len(kin.nodes) < 5:
            await kin.start(f"node{len(kin.nodes)}")


@pytest.mark.soak(slice=3)
async def test_one_truth_is_told_of_each_table_whatever_happens_to_its_nodes(
    rounds, migrated, tmp_path
):
    for number, rng in enumerate(rounds):
        folder = tmp_path / str(number)
        folder.mkdir()
        async with kindred(migrated, folder, TABLES) as kin:
            await kin.start("node0", "node1", "node2")
            accounts = {name: await kin.player(name) for name in ("Anna", "Boris", "Chloe")}
            onlookers = Onlookers(kin)
            for _ in range(STEPS):
                await something_happens(kin, rng)
                await kin.pass_time(rng.choice([0.25, 1, 3]))
                await onlookers.look()
                for _ in range(3):
                    await somebody_acts(kin, rng, accounts)
                onlookers.check()
            for node in kin.nodes.values():
                node.bus.loses = False
                if node.asleep:
                    node.wake(0)
            await kin.pass_time_until(kin.is_settled)
            await onlookers.look()
            for _ in range(9):
                await somebody_acts(kin, rng, accounts)
            await asyncio.gather(*(node.turns() for node in kin.awake))
            told = onlookers.check()
            assert told
            for table in kin.tables:
                last = (await kin.journal(table)).last
                assert kin.runner(table).table(table).seq == last
                assert all(seq <= last for where, seq in told if where == table)
