"""
What can go wrong with a cluster, and schedules of it that can be read, printed and run again.
"""

import asyncio
import signal
from collections.abc import Awaitable, Callable
from typing import NamedTuple

from tests.end_to_end.cluster import skewed

DELAY_S = 0.15
"""What a slow line takes in each direction."""


class Kind(NamedTuple):
    """How a fault begins and how it is over; each takes the world and the node's name."""

    begin: Callable[..., Awaitable[None] | None]
    end: Callable[..., Awaitable[None] | None]


class Fault(NamedTuple):
    """Something goes wrong, with one node or with what all share, for so long."""

    after: float
    """Seconds after the one before has begun."""
    kind: str
    target: str
    """A node, or `-`."""
    seconds: float

    def __str__(self):
        return f"{self.after:.2f} {self.kind} {self.target} {self.seconds:.2f}"


def written(faults):
    """
    A schedule as a line.

    >>> written([Fault(0.5, "kill", "a", 2)])
    '0.50 kill a 2.00'
    """
    return ", ".join(map(str, faults))


def read(text):
    """
    The schedule that a line says.

    >>> read("0.50 kill a 2.00, 1.00 freeze-broker - 3.00")[1].kind
    'freeze-broker'
    """
    parts = [each.split() for each in text.split(",")]
    return [Fault(float(after), kind, who, float(secs)) for after, kind, who, secs in parts]


# With one node.


def _of_node(act):
    return lambda world, target: act(world.node(target))


def _start(world, target):
    return world.start_at_last(target)


def _skew(number):
    return _of_node(lambda node: node.skew(number))


async def _restart(world, target):
    await world.end_node(target, signal.SIGTERM)
    await world.start_at_last(target)


def _slow(node):
    node.database.slow(DELAY_S)


OF_A_NODE = {
    "kill": Kind(lambda world, target: world.end_node(target, signal.SIGKILL), _start),
    "stop": Kind(lambda world, target: world.end_node(target, signal.SIGTERM), _start),
    "freeze": Kind(_of_node(lambda node: node.freeze()), _of_node(lambda node: node.thaw())),
    "cut-from-broker": Kind(
        _of_node(lambda node: node.broker.cut()), _of_node(lambda node: node.broker.mend())
    ),
    "hold-from-broker": Kind(
        _of_node(lambda node: node.broker.hold()), _of_node(lambda node: node.broker.mend())
    ),
    "cut-from-database": Kind(
        _of_node(lambda node: node.database.cut()), _of_node(lambda node: node.database.mend())
    ),
    "hold-from-database": Kind(
        _of_node(lambda node: node.database.hold()), _of_node(lambda node: node.database.mend())
    ),
    "slow-database": Kind(_of_node(_slow), _of_node(lambda node: node.database.mend())),
    "ahead": Kind(_skew(skewed.AHEAD), _restart),
    "behind": Kind(_skew(skewed.BEHIND), _restart),
}


# With what all share.


async def _kill_broker(world, _target):
    await asyncio.to_thread(world.broker.stop, signal.SIGKILL)


async def _wipe_broker(world, target):
    await _kill_broker(world, target)
    world.broker.wipe()


async def _start_broker(world, _target):
    await asyncio.to_thread(world.broker.start)


async def _stop_database(world, _target):
    await asyncio.to_thread(world.postgres.stop, signal.SIGQUIT)


async def _start_database(world, _target):
    await asyncio.to_thread(world.postgres.start)


OF_ALL = {
    "kill-broker": Kind(_kill_broker, _start_broker),
    "wipe-broker": Kind(_wipe_broker, _start_broker),
    "freeze-broker": Kind(
        lambda world, _target: world.broker.freeze(), lambda world, _target: world.broker.thaw()
    ),
    "stop-database": Kind(_stop_database, _start_database),
    "freeze-database": Kind(
        lambda world, _target: world.postgres.freeze(), lambda world, _target: world.postgres.thaw()
    ),
}

KINDS = OF_A_NODE | OF_ALL


def drawn(random, nodes, *, most=1):
    """Faults that overlap, with different targets, as they come up by chance."""
    targets = random.sample([*nodes, "-"], random.randint(1, most))
    return [
        Fault(
            round(random.uniform(0, 1.5), 2),
            random.choice(sorted(OF_ALL if target == "-" else OF_A_NODE)),
            target,
            round(random.choice([random.uniform(0.2, 2), random.uniform(2, 7)]), 2),
        )
        for target in targets
    ]


async def strike(world, faults):
    """Let all of it go wrong as scheduled; it is over when this returns."""
    running = []
    try:
        for fault in faults:
            await asyncio.sleep(fault.after)
            running.append(asyncio.create_task(_strike(world, fault)))
        await asyncio.gather(*running)
    finally:
        for each in running:
            each.cancel()


async def _strike(world, fault):
    kind = KINDS[fault.kind]
    await _done(kind.begin(world, fault.target))
    await asyncio.sleep(fault.seconds)
    await _done(kind.end(world, fault.target))


async def _done(result):
    if result is not None:
        await result
