"""Letters between nodes: in order, numbered, and a loss is noticed."""

import asyncio
from types import SimpleNamespace

import pytest
from structlog.testing import capture_logs

from server import metrics
from server.cluster.local import Hub
from server.cluster.ports import NodeId
from server.cluster.post import HEADS_EVERY, MOST_BYTES, Message, Post
from tests.server.tables.kit import ManualClock

COUNTERS = (metrics.LETTERS_SENT, metrics.LETTERS_LOST, metrics.LETTER_BYTES)
HERE, THERE = NodeId("here"), NodeId("there")


class Said(Message, frozen=True, tag="said"):
    """Something."""

    text: str


class Unknown(Message, frozen=True, tag="unknown"):
    """What an older node does not know."""


class Lossy:
    """A bus that loses what it is told to lose."""

    def __init__(self, bus):
        self._bus = bus
        self.losing = False
        self.letters = 0

    async def open(self, hear):
        await self._bus.open(hear)

    def send(self, to, payload):
        self.letters += 1
        if not self.losing:
            self._bus.send(to, payload)

    def send_to_all(self, payload):
        if not self.losing:
            self._bus.send_to_all(payload)

    async def close(self):
        await self._bus.close()


@pytest.fixture
async def pair():
    hub, clock = Hub(), ManualClock()
    bus = Lossy(hub.bus(HERE))
    here = Post(bus, HERE, "first boot", clock)
    there = Post(hub.bus(THERE), THERE, "its boot", clock)
    heard: list[object] = []
    breaks: list[NodeId] = []
    there.on(Said, lambda sender, said: heard.append((sender, said.text)))
    there.on_break(breaks.append)
    await here.open()
    await there.open()
    pass_time(clock, HEADS_EVERY)
    await turn()
    breaks.clear()
    pair = SimpleNamespace(
        hub=hub, clock=clock, bus=bus, here=here, there=there, heard=heard, breaks=breaks
    )
    yield pair
    await here.close()
    await there.close()


async def test_a_node_that_was_thought_gone_is_a_break_and_its_letters_are_counted_on(pair):
    pair.here.send(THERE, Said(text="one"))
    await turn()
    pair.here.forget(THERE)
    letters = pair.bus.letters
    pass_time(pair.clock, 3 * HEADS_EVERY)
    assert pair.bus.letters == letters, "nothing is said to who is gone"
    pair.bus.losing = True
    pair.here.send(THERE, Said(text="two"))
    await turn()
    pair.bus.losing = False
    pair.here.send(THERE, Said(text="three"))
    await turn()
    assert pair.breaks == [HERE], "the letter that was lost is missed"
    pair.breaks.clear()
    pair.there.forget(HERE)
    pass_time(pair.clock, HEADS_EVERY)
    await turn()
    assert set(pair.breaks) == {HERE}


def pass_time(clock, seconds):
    """Let time pass, and happen what is due by then."""
    until = clock.now() + seconds
    while action := clock.due(until):
        action()


async def turn():
    """Let everything arrive that is under way."""
    for _ in range(5):
        await asyncio.sleep(0)


async def test_what_is_said_in_a_turn_travels_in_one_letter_and_in_order(pair):
    for number in range(3):
        pair.here.send(THERE, Said(text=str(number)))
    await turn()
    assert pair.heard == [(HERE, "0"), (HERE, "1"), (HERE, "2")]
    assert pair.bus.letters == 1
    assert pair.breaks == []


async def test_a_message_that_leads_to_a_fault_harms_no_other_and_is_told(pair):
    def fails(*_):
        raise ValueError("a fault of ours")

    pair.there.on(Unknown, fails)
    pair.there.on_break(fails)
    pair.here.send(THERE, Said(text="before"))
    await turn()
    pair.there.forget(HERE)  # so that what it says next is a break
    with capture_logs() as logs:
        pair.here.send(THERE, Unknown())
        pair.here.send(THERE, Said(text="after both"))
        await turn()
    assert pair.heard == [(HERE, "before"), (HERE, "after both")]
    faults = [each.get("kind") for each in logs if each["log_level"] == "error"]
    assert faults == [None, "unknown"]


async def test_a_long_letter_is_cut_between_messages(pair):
    texts = [str(number) * (MOST_BYTES // 2) for number in range(4)]
    for text in texts:
        pair.here.send(THERE, Said(text=text))
    await turn()
    assert [text for _, text in pair.heard] == texts
    assert pair.bus.letters == 4


async def test_a_letter_lost_between_two_others_is_noticed_before_the_next_is_heard(pair):
    pair.here.send(THERE, Said(text="a"))
    await turn()
    pair.bus.losing = True
    pair.here.send(THERE, Said(text="b"))
    await turn()
    pair.bus.losing = False
    pair.there.on_break(lambda node: pair.heard.append("break"))
    pair.here.send(THERE, Said(text="c"))
    await turn()
    assert pair.heard == [(HERE, "a"), "break", (HERE, "c")]


def counted(metric):
    """What a counter says now."""
    return next(iter(metric.collect())).samples[0].value


async def test_letters_that_say_something_are_counted_and_those_that_were_lost(pair):
    sent, missed, size = map(counted, COUNTERS)
    pair.here.send(THERE, Said(text="a"))
    await turn()
    pair.bus.losing = True
    for text in ("b", "c"):
        pair.here.send(THERE, Said(text=text))
        await turn()
    pair.bus.losing = False
    pass_time(pair.clock, HEADS_EVERY)
    await turn()
    assert counted(metrics.LETTERS_SENT) == sent + 3
    assert counted(metrics.LETTERS_LOST) == missed + 2
    assert counted(metrics.LETTER_BYTES) > size


@pytest.mark.parametrize("to_all", [False, True])
async def test_a_lost_last_letter_is_noticed_within_a_second(pair, to_all):
    say = pair.here.tell_all if to_all else lambda said: pair.here.send(THERE, said)
    say(Said(text="a"))
    await turn()
    pair.breaks.clear()
    pair.bus.losing = True
    say(Said(text="b"))
    await turn()
    pair.bus.losing = False
    pass_time(pair.clock, HEADS_EVERY)
    await turn()
    assert pair.breaks == [HERE]
    pass_time(pair.clock, HEADS_EVERY)
    await turn()
    assert pair.breaks == [HERE]


async def test_a_node_that_starts_again_is_heard_from_its_first_letter_on(pair):
    pair.here.send(THERE, Said(text="a"))
    await turn()
    await pair.here.close()
    again = Post(pair.hub.bus(HERE), HERE, "second boot", pair.clock)
    again.send(THERE, Said(text="b"))
    await turn()
    assert pair.heard == [(HERE, "a"), (HERE, "b")]


async def test_who_comes_later_is_told_that_it_missed_something(pair):
    pair.here.tell_all(Said(text="a"))
    await turn()
    late = Post(pair.hub.bus(NodeId("late")), NodeId("late"), "boot", pair.clock)
    breaks: list[NodeId] = []
    late.on_break(breaks.append)
    await late.open()
    pass_time(pair.clock, HEADS_EVERY)
    await turn()
    assert HERE in breaks
    await late.close()


async def test_what_a_newer_node_says_and_nobody_knows_is_passed_over(pair):
    pair.here.send(THERE, Unknown())
    pair.here.send(THERE, Said(text="a"))
    await turn()
    assert pair.heard == [(HERE, "a")]
    assert pair.breaks == []


async def test_garbage_is_passed_over(pair):
    pair.hub.carry(THERE, b"\xc1")
    pair.hub.carry(THERE, b"\x93\x01\x02\x03")
    pair.here.send(THERE, Said(text="a"))
    await turn()
    assert pair.heard == [(HERE, "a")]
