"""
Lines that fail: silent, one way, slow, lost and back. Real sockets, and a proxy between.

The heartbeat is quick here; what it is in earnest is counted, not waited for.
"""

import asyncio
from contextlib import asynccontextmanager

import pytest
from websockets.asyncio.client import connect
from websockets.typing import Subprotocol

from server.gateway import gateway
from server.gateway.connection import HEARTBEAT
from showdown.protocol import SUBPROTOCOL
from tests.end_to_end.kills.slow_line import BACK, THERE, slow_line
from tests.server.gateway.kit import Wire, open_house

LOST = 30.0
"""Within so many seconds everybody knows that somebody's line is dead."""


@asynccontextmanager
async def far(line):
    """A client at the other end of a line."""
    async with connect(
        f"ws://127.0.0.1:{line.port}",
        proxy=None,
        compression=None,
        ping_interval=None,
        close_timeout=0.1,
        subprotocols=[Subprotocol(SUBPROTOCOL)],
    ) as socket:
        yield Wire(socket)


@pytest.fixture
def quick_heartbeat(monkeypatch):
    monkeypatch.setattr(gateway, "HEARTBEAT", 0.2)
    monkeypatch.setattr(gateway, "PING_TIMEOUT", 1.5)
    monkeypatch.setattr(gateway, "CLOSE_TIMEOUT", 0.1)


def presence(frame):
    return frame["type"] == "presence"


async def sit(wire, name):
    assert (await wire.ask("hello", name=name))["ok"]
    assert (await wire.ask("sit", table="main"))["ok"]


def test_a_dead_line_is_known_within_thirty_seconds():
    assert HEARTBEAT + gateway.PING_TIMEOUT + gateway.CLOSE_TIMEOUT < LOST


class Two:
    """Anna on a good line in seat 1, and Boris at the far end of another in seat 2."""

    def __init__(self, house, line, anna, boris):
        self.house, self.line, self.anna, self.boris = house, line, anna, boris

    def unread(self, seat):
        """Whether something waits to be read of who sits there."""
        actor = self.house.lobby.find("main").actor
        account = actor.state.seating.at(seat).account
        return actor.audience.has_unread(account, asyncio.get_running_loop().time())

    async def a_turn_of_boris(self):
        """Play until he is asked; what he has to send to stay in."""
        act, who = await asked(self.anna, self.boris, "call")
        if who is self.anna:
            assert (await self.anna.ask("act", **act))["ok"]
            act, _ = await asked(self.anna, self.boris, "check")
        return act


@asynccontextmanager
async def two():
    async with (
        open_house() as house,
        slow_line(house.gateway.port) as line,
        house.client() as anna,
        far(line) as boris,
    ):
        await sit(anna, "Anna")
        await sit(boris, "Boris")
        yield Two(house, line, anna, boris)
        line.release()


async def test_a_peer_who_falls_silent_is_closed_and_the_others_see_him_away(quick_heartbeat):
    async with two() as both:
        both.line.hold()
        assert (await both.anna.until(presence))["away"] == [2]
        assert [each.who.name for each in both.house.gateway.connections] == ["Anna"]


async def test_who_closes_his_connection_is_away_at_once():
    async with two() as both:
        await both.boris.socket.close()
        assert (await both.anna.until(presence))["away"] == [2]


async def test_who_is_back_after_a_dead_line_has_his_seat_and_is_seen(quick_heartbeat, monkeypatch):
    monkeypatch.setattr("server.tables.presence.STEADY", 0.05)
    async with two() as both:
        both.line.hold()
        await both.anna.until(presence)
        async with both.house.client() as again:
            await again.ask("hello", token="token-3")
            snapshot = await again.until(lambda frame: frame["type"] == "snapshot")
            assert snapshot["view"]["you"] == 2
            assert (await both.anna.until(presence))["away"] == []


async def test_an_action_whose_answer_is_lost_is_taken_once_when_it_is_sent_again():
    async with two() as both:
        act = await both.a_turn_of_boris()
        both.line.hold(BACK)
        await both.boris.send_as("the one", **act)
        seq = (await both.anna.until(acted_by(2)))["seq"]
        async with both.house.client() as again:
            assert (await again.ask("hello", token="token-3", resume=True))["ok"]
            assert (await again.ask("resume", table="main", last_seq=seq - 1))["ok"]
            await again.send_as("the one", **act)
            assert (await again.reply("the one"))["ok"]
        assert (await both.anna.ask("tables"))["ok"]
        assert [f["seq"] for f in both.anna.frames if acted_by(2)(f)] == [seq]


async def test_an_action_that_never_arrived_is_taken_when_it_is_sent_again():
    async with two() as both:
        act = await both.a_turn_of_boris()
        both.line.hold(THERE)
        await both.boris.send_as("the one", **act)
        async with both.house.client() as again:
            assert (await again.ask("hello", token="token-3"))["ok"]
            await again.send_as("the one", **act)
            assert (await again.reply("the one"))["ok"]


async def asked(anna, boris, move):
    """Read until one of two is asked; what he has to send for a move, and who it is."""
    reading = {asyncio.create_task(wire.turn()): wire for wire in (anna, boris)}
    done, waiting = await asyncio.wait(reading, return_when=asyncio.FIRST_COMPLETED)
    for task in waiting:
        task.cancel()
    await asyncio.gather(*waiting, return_exceptions=True)
    (task,) = done
    frame = task.result()
    act = {"table": "main", "hand": frame["hand"], "turn": frame["request"]["turn"]}
    return {**act, "action": {"type": move}}, reading[task]


def acted_by(seat):
    def wanted(frame):
        events = frame.get("events", ())
        return any(event.get("type") == "acted" and event["seat"] == seat for event in events)

    return wanted


# Time on a slow line.


async def test_on_a_slow_line_the_first_turn_is_no_shorter_and_an_answer_in_time_costs_no_bank():
    """The clock begins when the request is sent, after the cards, however late both are seen."""
    async with two() as both:
        both.line.delay_s = 0.5
        act = await both.a_turn_of_boris()
        request = both.boris.frames[-1]["request"]
        assert (request["base_ms"], request["bank_ms"]) == (20_000, 60_000)
        assert (await both.boris.ask("act", **act))["ok"]
        told = {e["type"] for frame in both.boris.frames for e in frame.get("events", ())}
        assert "acted" in told
        assert "bank_spent" not in told


async def test_an_answer_counts_from_when_it_arrived_though_an_earlier_request_waits_for_the_disk():
    async with two() as both:
        act = await both.a_turn_of_boris()
        desk, arrivals = both.house.lobby.find("main"), {}
        ask = desk.ask

        def noted(listener, name, request, arrived):
            arrivals[request.id] = arrived
            return ask(listener, name, request, arrived)

        desk.ask = noted
        journal = both.house.storage.journal
        with journal.held():
            await both.boris.send('{"type":"top_up","id":"slow","table":"main","to":1000}')
            await both.boris.send_as("the one", **act)
            # A pong comes when all before it has been taken from the line.
            await (await both.boris.socket.ping())
            taken = asyncio.get_running_loop().time()
            assert set(arrivals) == {"slow"}
        assert (await both.boris.reply("the one"))["ok"]
        assert arrivals["slow"] <= arrivals["the one"] <= taken


async def test_what_waits_behind_an_earlier_request_is_known_to_be_unread():
    async with two() as both:
        await both.a_turn_of_boris()
        with both.house.storage.journal.held():
            await both.boris.send('{"type":"top_up","id":"slow","table":"main","to":1000}')
            await both.boris.send('{"type":"tables","id":"next"}')
            await (await both.boris.socket.ping())
            assert both.unread(2)
        assert (await both.boris.reply("next"))["ok"]
        assert not both.unread(2)
