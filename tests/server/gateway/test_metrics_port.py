"""What a server counts while people play, and who may read it where."""

import asyncio
import json
import urllib.error
import urllib.request

import pytest
from prometheus_client.parser import text_string_to_metric_families
from websockets.exceptions import ConnectionClosed, InvalidStatus

from server import metrics
from server.gateway.figures import figures
from server.gateway.gateway import CannotListen
from server.gateway.metrics_port import MetricsPort
from tests.server.gateway.kit import asked, open_house


def now(house):
    """All samples that a house tells at this moment."""
    page = metrics.page(figures(house.lobby, house.gateway.connections, 0))
    return {
        (sample.name, *sample.labels.values()): sample.value
        for family in text_string_to_metric_families(page)
        for sample in family.samples
    }


class Counting:
    """What has been counted since."""

    def __init__(self, house):
        self._house, self._before = house, now(house)

    def __getitem__(self, name):
        key = name if isinstance(name, tuple) else (name,)
        return now(self._house).get(key, 0) - self._before.get(key, 0)


async def play(table, *wires):
    """Sit down, and call or check until a hand is over; returns how many actions were taken."""
    for wire in wires:
        assert (await wire.ask("sit", table=table))["ok"]
    acted = 0
    while not any(is_over(frame) for wire in wires for frame in wire.frames):
        wire, frame = await asked(wires)
        request = frame["request"]
        passive = {"type": "check"} if request["legal"].get("check") else {"type": "call"}
        turn = {"table": table, "hand": frame["hand"], "turn": request["turn"]}
        move = {"type": "draw", "cards": []} if request["kind"] == "draw" else passive
        reply = await wire.ask("act", **turn, action=move)
        assert reply["ok"], reply
        acted += 1
    return acted


def is_over(frame):
    return any(event.get("type") == "hand_ended" for event in frame.get("events", ()))


async def test_an_action_is_measured_once_and_a_hand_counted_once():
    async with open_house() as house, house.guest("Anna") as anna, house.guest("Boris") as boris:
        since = Counting(house)
        acted = await play("main", anna, boris)
        assert acted >= 6
        await anna.ask("tables")
        await boris.ask("tables")
        assert since["showdown_action_seconds_count"] == acted
        assert since["showdown_hands_dealt_total"] >= 1
        assert since["showdown_hands_aborted_total"] == 0


async def test_a_refusal_is_counted_by_its_code():
    async with open_house() as house, house.guest("Anna") as anna:
        since = Counting(house)
        await anna.ask("sit", table="nowhere")
        await anna.ask("act", table="main", hand=1, turn=1, action={"type": "fold"})
        await anna.send("{")
        await anna.ask("tables")
        assert since["showdown_refusals_total", "no_such_table"] == 1
        assert since["showdown_refusals_total", "not_seated"] == 1
        assert since["showdown_refusals_total", "bad_json"] == 1
        assert since["showdown_action_seconds_count"] == 0


async def test_connections_are_told_apart_by_whether_they_sit():
    async with (
        open_house() as house,
        house.guest("Anna") as anna,
        house.guest("Boris") as boris,
        house.client(),
        house.client() as onlooker,
    ):
        await anna.ask("sit", table="main")
        await onlooker.ask("hello", token=boris.frames[0]["token"], look=True)
        found = now(house)
        for who in ("seated", "unseated", "looking", "unknown"):
            assert found["showdown_connections", who] == 1
        assert found["showdown_tables", "open"] == 1
        assert found["showdown_seats_taken", "person"] == 1


async def test_an_end_is_counted_by_its_code_and_by_whom():
    async with open_house() as house, house.guest("Anna") as older:
        since, token = Counting(house), older.frames[0]["token"]
        async with house.client() as newer:
            await newer.ask("hello", token=token)
            with pytest.raises(ConnectionClosed):
                await older.read()
        async with house.client() as rude:
            await rude.socket.close(4242)
        await all_gone(house)
        assert since["showdown_closes_total", "server", "4003"] == 1
        assert since["showdown_closes_total", "client", "1000"] == 1
        assert since["showdown_closes_total", "client", "other"] == 1


async def test_a_connection_that_breaks_off_is_nobodys_end():
    async with open_house() as house, house.guest("Anna") as anna:
        since = Counting(house)
        anna.socket.transport.abort()
        await all_gone(house)
        assert since["showdown_closes_total", "nobody", "1006"] == 1


async def test_a_handshake_that_is_refused_is_counted_by_its_status():
    async with open_house() as house:
        since = Counting(house)
        with pytest.raises(InvalidStatus):
            async with house.client(origin="https://elsewhere.example"):
                pass
        await fetch(house.gateway.port, "/healthz")
        assert since["showdown_handshakes_refused_total", "403"] == 1
        assert since["showdown_handshakes_refused_total", "200"] == 0


async def all_gone(house):
    while house.gateway.connections:
        await asyncio.sleep(0)


async def fetch(port, path):
    def get():
        try:
            with urllib.request.urlopen(f"http://127.0.0.1:{port}{path}") as response:
                return response.status, response.headers["Content-Type"], response.read().decode()
        except urllib.error.HTTPError as error:
            return error.code, error.headers["Content-Type"], error.read().decode()

    return await asyncio.to_thread(get)


async def test_metrics_are_read_at_one_path_of_a_port_of_their_own():
    async with open_house() as house, house.guest("Anna"):
        port = MetricsPort(lambda: figures(house.lobby, house.gateway.connections, 0))
        await port.open("127.0.0.1", 0)
        status, kind, text = await fetch(port.port, "/metrics?x=1")
        assert (status, kind) == (200, "text/plain; version=0.0.4; charset=utf-8")
        assert 'showdown_connections{who="unseated"} 1.0' in text
        status, _, text = await fetch(port.port, "/")
        assert (status, text) == (404, "There are metrics at /metrics.\n")
        status, _, _ = await fetch(house.gateway.port, "/metrics")
        assert status == 426
        with pytest.raises(CannotListen, match="for metrics: the port is in use; give another --m"):
            await MetricsPort(tuple).open("127.0.0.1", port.port)
        await port.close()


async def test_nobody_can_make_a_series_of_his_own():
    async with open_house() as house:
        before = len(now(house))
        for code in range(4100, 4110):
            async with house.client() as wire:
                await wire.send(json.dumps({"type": f"cheat{code}", "id": f"{code}"}))
                await wire.read()
                await wire.socket.close(code)
        await all_gone(house)
        assert len(now(house)) <= before + 2
