"""Letters and leases in bad weather: what is lost is noticed, and who is good has a lease."""

import asyncio
from random import Random

import pytest

from server.cluster.membership import GOOD_FOR, Membership, NodeCard
from server.cluster.ports import NodeId
from server.cluster.post import HEADS_EVERY, Message, Post
from tests.server.cluster.virtual_time import run
from tests.server.cluster.weather import ANSWER_SECONDS, LEASE_SECONDS, Weather

NAMES = [NodeId(name) for name in ("anna", "bert", "carl")]


class Counted(Message, frozen=True, tag="counted"):
    """One of many."""

    number: int


# Letters.


@pytest.mark.soak(slice=20)
def test_in_any_weather_a_letter_is_heard_once_in_order_or_its_loss_is_noticed(rounds):
    for random in rounds:
        run(letters(random))


async def letters(random):
    weather, lanes = Weather(random), Lanes()
    posts = {name: Post(weather.bus(name), name, f"boot {name}", weather.clock) for name in NAMES}
    for here, post in posts.items():
        lanes.follow(post, here)
        await post.open()
    for _ in range(random.randrange(20, 60)):
        weather.loss, weather.most_delay = random.choice(((0, 0), (0.3, 0.2), (0, 1), (1, 0)))
        for _ in range(random.randrange(4)):
            here, there = random.sample(NAMES, 2)
            posts[here].send(there, lanes.say(here, there))
        await asyncio.sleep(random.choice((0, 0.1, 1.5)))
    assert weather.lost
    weather.calm()
    await asyncio.sleep(3 * HEADS_EVERY)
    lanes.check()
    for post in posts.values():
        await post.close()


class Lanes:
    """What each node has said to each other one, and what became of it."""

    def __init__(self):
        self._count = 0
        self._said: dict = {(here, there): [] for here in NAMES for there in NAMES if here != there}
        self._heard: dict = {lane: [] for lane in self._said}

    def follow(self, post, here):
        """Note what a node hears; a break is None."""
        post.on(Counted, lambda sender, said: self._heard[sender, here].append(said.number))
        post.on_break(lambda sender: self._heard[sender, here].append(None))

    def say(self, here, there):
        self._count += 1
        self._said[here, there].append(self._count)
        return Counted(number=self._count)

    def check(self):
        """All is heard in order and once, but for what a break stands for."""
        for lane, heard in self._heard.items():
            said, place, broken = self._said[lane], 0, False
            for number in heard:
                if number is None:
                    broken = True
                    continue
                found = said.index(number)
                assert found == place or (found > place and broken), lane
                place, broken = found + 1, False
            assert place == len(said) or broken, lane


# Leases.


class Process:
    """A process that is a node, until it is killed."""

    def __init__(self, weather, name, boot):
        self.name = name
        self.leases = weather.leases(name)
        self.membership = Membership(
            self.leases, weather.clock, name, NodeCard(boot=f"boot {boot} of {name}")
        )
        self.events: list[str] = []
        self.membership.on_fence(lambda: self.events.append("fence"))
        self.membership.on_rejoin(lambda: self.events.append("rejoin"))


@pytest.mark.soak(slice=20)
def test_in_any_weather_who_is_good_has_the_lease_and_in_the_end_all_have(rounds):
    for random in rounds:
        run(renewals(random))


async def renewals(random):
    weather = Weather(random)
    processes = [Process(weather, name, 1) for name in NAMES]
    for process in processes:
        await process.membership.join()
    for _ in range(random.randrange(20, 80)):
        weather.most_delay = random.choice((0, 0, 0.3, 1.2))
        match random.randrange(6):
            case 0 | 1:
                weather.cut(random.choice(NAMES))
            case 2:
                weather.calm()
        for _ in range(random.randrange(1, 20)):
            await asyncio.sleep(0.1)
            check_good(weather, processes)
    weather.calm()
    await asyncio.sleep(LEASE_SECONDS + 2 * ANSWER_SECONDS)
    for process in processes:
        assert process.membership.is_good
        assert set(process.membership.live) == set(NAMES)
        assert process.events == ["fence", "rejoin"] * (len(process.events) // 2)
    for process in processes:
        await process.membership.leave()


def check_good(weather, processes):
    for process in processes:
        if process.membership.is_good:
            holder, _, until = weather.leases_now[process.name]
            assert holder is process.leases
            assert until - weather.clock.now() > LEASE_SECONDS - GOOD_FOR


def test_a_node_that_is_cut_off_is_silent_before_others_believe_it_dead_and_then_comes_back(seed):
    run(cut_off(Random(seed)))


async def cut_off(random):
    weather = Weather(random)
    old, other = Process(weather, NAMES[0], 1), Process(weather, NAMES[1], 1)
    for process in (old, other):
        await process.membership.join()
    weather.cut(NAMES[0])
    await asyncio.sleep(GOOD_FOR)
    assert old.events == ["fence"]
    await asyncio.sleep(LEASE_SECONDS - GOOD_FOR + 0.1)
    assert set(other.membership.live) == {NAMES[1]}
    weather.calm()
    await asyncio.sleep(2 * ANSWER_SECONDS)
    assert old.membership.is_good
    assert old.events == ["fence", "rejoin"]
    for process in (old, other):
        await process.membership.leave()
