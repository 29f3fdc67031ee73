"""
What a large cluster says through its broker in a second, in letters as nodes write them.

One owner's second is played with a real `server.cluster.post.Post` for each side; the cluster is so
many times that, since all nodes are alike.
"""

import asyncio
from collections.abc import Iterator
from random import Random

import msgspec
from msgspec import Struct

from benchmarks.cluster.carrying import Carried, CountingBus, StillClock, renewal
from server.cluster.membership import NodeCard
from server.cluster.ports import NodeId
from server.cluster.post import Message, Post
from server.gateway.remote.messages import Answered, Ask, Card, Handed, Told
from showdown.rules.ruleset import AccountId

BOOT = "0123456789abcdef"


class Rates(Struct, frozen=True, kw_only=True):
    """How busy the cluster is."""

    nodes: int
    tables: int
    seats: int = 6
    seconds_a_turn: float = 4
    """People think, and half of a hand's turns are not theirs."""
    act_bytes: int = 130
    """Of a request to act, as the load generator sends it."""
    frame_bytes: int = 330
    """Of what each seat is told of it, as the load generator gets it on average."""
    summaries_each_second: float = 0.2
    """How often what the lobby says of a table changes: with who sits there, and with each hand."""

    @property
    def actions(self) -> float:
        """Of a node in a second."""
        return self.tables / self.nodes / self.seconds_a_turn


def node_name(number: int) -> NodeId:
    """A node's name, as long as they are."""
    return NodeId(f"node-{number}")


def _post(number: int, others: int) -> tuple[Post, CountingBus]:
    bus = CountingBus(others)
    return Post(bus, node_name(number), BOOT, StillClock()), bus


async def _turn_of_the_loop() -> None:
    for _ in range(3):
        await asyncio.sleep(0)


def heads(rates: Rates) -> Carried:
    """Each node says to each other, and to all, which letter was its last."""

    async def second() -> Carried:
        post, bus = _post(1, rates.nodes - 1)
        for number in range(2, rates.nodes + 1):
            post.send(node_name(number), Answered(command=1))
        await _turn_of_the_loop()
        bus.carried = Carried()
        await post.open()
        return bus.carried

    return asyncio.run(second()) * rates.nodes


def leases(rates: Rates) -> Carried:
    """Each lease is renewed once a second."""
    card = msgspec.json.encode(NodeCard(boot=BOOT, version="0.10.0", started_s=1_700_000_000))
    return renewal(node_name(rates.nodes), card, rates.nodes) * rates.nodes


def actions(rates: Rates) -> Carried:
    """What is asked and told for the actions at all tables, with players at nodes by chance."""
    return asyncio.run(_second_of_actions(rates)) * rates.nodes


async def _second_of_actions(rates: Rates) -> Carried:
    owner, told = _post(1, rates.nodes - 1)
    chance = Random(1)
    asked = CountingBus(rates.nodes - 1)
    for number in range(round(rates.actions)):
        seats = [chance.randint(1, rates.nodes) for _ in range(rates.seats)]
        actor, asked_next = chance.sample(range(rates.seats), 2)
        gateway = Post(asked, node_name(seats[actor]), BOOT, StillClock())
        if seats[actor] != 1:
            gateway.send(owner.node, _ask(number, rates))
        for seat, node in enumerate(seats):
            private = seat in (actor, asked_next)
            if node != 1 and (private or node not in seats[:seat]):
                owner.send(node_name(node), _told(number, rates, private=private))
        if seats[actor] != 1:
            owner.send(node_name(seats[actor]), Answered(command=1_000_000 + number))
        if seats[asked_next] != 1:
            other = Post(asked, node_name(seats[asked_next]), BOOT, StillClock())
            other.send(owner.node, Handed(tokens=(number,)))
        await _turn_of_the_loop()
    return told.carried + asked.carried


def _ask(number: int, rates: Rates) -> Message:
    card = Card(connection=100_000 + number, account=AccountId(500_000 + number), name="Somebody")
    return Ask(
        card=card,
        command=1_000_000 + number,
        request=bytes(rates.act_bytes),
        age_ms=0.25,
        since=10_000 + number,
    )


def _told(number: int, rates: Rates, *, private: bool) -> Message:
    token = number if private else 0
    return Told(frame=bytes(rates.frame_bytes), to=(100_000 + number,), token=token)


def lines(rates: Rates) -> Iterator[str]:
    """All that the broker carries in a second, by what it is for."""
    yield (
        f"stated: {rates.seats} seats, an action each {rates.seconds_a_turn:g} s at each table, "
        f"{rates.actions * rates.nodes:,.0f} actions/s in all, players at any node"
    )
    total = Carried()
    for name, of in (("heads", heads), ("leases", leases), ("actions", actions)):
        carried = of(rates)
        total += carried
        yield f"{name}: {carried}"
    yield f"all: {total}; for each node {total * (1 / rates.nodes)}"
