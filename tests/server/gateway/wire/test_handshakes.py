"""Who may have a websocket, and who is kept waiting: the same with our sockets and theirs."""

import asyncio
from itertools import pairwise
from socket import SO_SNDBUF, SOL_SOCKET

import pytest
from msgspec.structs import replace

from server.gateway.socket import UNREAD
from server.gateway.wire import line, listening
from server.gateway.wire.common import ASKING_AT_ONCE
from server.limits import Limits
from tests.server.gateway.wire.kit import (
    CONTINUATION,
    GENEROUS,
    LOST,
    PATIENT,
    PING,
    PONG,
    REQUEST,
    TEXT,
    frame,
    good_bye,
    listens,
)


def request(old=b"", new=b"", *, more=b""):
    """A request with something in place of something else, and more headers."""
    assert not old or old in REQUEST
    changed = REQUEST.replace(old, new) if old else REQUEST
    return changed.replace(b"\r\n\r\n", b"\r\n" + more + b"\r\n", 1) if more else changed


PAGES = ["https://cards.example"]
"""Those that may connect."""

ANSWERS = {
    "a good one": (REQUEST, 101),
    "names in capitals": (request(b"Upgrade: websocket", b"UPGRADE: WebSocket"), 101),
    "among other upgrades": (
        request(b"Connection: Upgrade", b"Connection: keep-alive, Upgrade"),
        101,
    ),
    "more protocols": (request(b"showdown.v1", b"other, showdown.v1"), 101),
    "with an extension that we have not": (
        request(more=b"Sec-WebSocket-Extensions: permessage-deflate\r\n"),
        101,
    ),
    "from a page that may": (request(more=b"Origin: https://cards.example\r\n"), 101),
    "from a page that may not": (request(more=b"Origin: https://other.example\r\n"), 403),
    "a page's two addresses": (
        request(more=b"Origin: https://cards.example\r\nOrigin: https://cards.example\r\n"),
        400,
    ),
    "no key": (request(b"Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n", b""), 400),
    "a short key": (request(b"AAAAAAAAAAAAAAAAAAAAAA==", b"AAAA"), 400),
    "a key that is none": (request(b"AAAAAAAAAAAAAAAAAAAAAA==", b"???"), 400),
    "no version": (request(b"Sec-WebSocket-Version: 13\r\n", b""), 400),
    "another version": (request(b"Version: 13", b"Version: 12"), 400),
    "no protocol": (request(b"Sec-WebSocket-Protocol: showdown.v1\r\n", b""), 400),
    "another protocol": (request(b"showdown.v1", b"chess.v1"), 400),
    "no upgrade": (request(b"Connection: Upgrade\r\n", b""), 426),
    "two upgrades": (request(more=b"Upgrade: websocket\r\n"), 426),
    "who he is, twice": (request(more=b"Authorization: a\r\nAuthorization: b\r\n"), 101),
    "another upgrade": (request(b"Upgrade: websocket", b"Upgrade: h2c"), 426),
    "another method": (request(b"GET", b"POST"), 405),
    "an old HTTP": (request(b"HTTP/1.1", b"HTTP/1.0"), 505),
    "no HTTP": (b"hello\r\n\r\n", None),
    "a body": (request(more=b"Content-Length: 5\r\n") + b"hello", None),
    "a header without a name": (request(more=b": x\r\n"), None),
    "a page": (request(b"GET / ", b"GET /plain "), 200),
    "a page of another method": (request(b"GET / ", b"HEAD /plain "), 200),
    "too long a line": (b"GET /" + b"x" * 9000, 414),
    "too long a header": (request(more=b"X: " + b"x" * 9000 + b"\r\n"), 431),
    "too many headers": (request(more=b"X: x\r\n" * 200), 431),
}


async def answer_to(listen, data, sizes=()):
    """The status of an answer; None if there is none and the connection ends."""
    terms = replace(PATIENT, origins=PAGES)
    async with listens(listen, terms) as (_, connect):
        client = await connect(shakes_hands=False)
        await client.drip(data, sizes)
        try:
            return (await client.status())[0]
        except asyncio.IncompleteReadError:
            return None


@pytest.mark.parametrize(("data", "status"), ANSWERS.values(), ids=ANSWERS)
async def test_a_request_is_answered_as_the_standard_says(listen, data, status):
    assert await answer_to(listen, data) == status


@pytest.mark.parametrize("name", ["a good one", "no key", "a page", "a body"])
async def test_a_request_may_come_byte_by_byte(listen, name):
    data, status = ANSWERS[name]
    assert await answer_to(listen, data, [1] * len(data)) == status


@pytest.mark.parametrize("cut", range(-6, 2))
async def test_what_follows_a_request_is_told_from_it_wherever_it_is_cut(listen, cut):
    async with listens(listen, echoes=True) as (_, connect):
        client = await connect(shakes_hands=False)
        await client.drip(REQUEST + frame(TEXT, b"a"), [len(REQUEST) + cut])
        assert await client.status() == (101, b"")
        assert await client.frame() == (TEXT, b"a")


async def test_whoever_stands_in_line_is_heard_when_it_is_his_turn(listen):
    async with listens(listen, echoes=True) as (host, connect):
        host.may_come.clear()
        client = await connect(shakes_hands=False)
        client.send(REQUEST, frame(TEXT, b"a"))
        while not host.reception.door.strangers:
            await asyncio.sleep(0)
        client.send(frame(TEXT, b"b"))
        await client.drip(b"", [0])
        host.may_come.set()
        assert await client.status() == (101, b"")
        assert [await client.frame(), await client.frame()] == [(TEXT, b"a"), (TEXT, b"b")]


async def test_whoever_goes_while_he_stands_in_line_is_not_missed(listen):
    async with listens(listen) as (host, connect):
        host.may_come.clear()
        client = await connect(shakes_hands=False)
        client.send(REQUEST)
        while not host.reception.door.strangers:
            await asyncio.sleep(0)
        client.cut()
        while host.reception.door.strangers:
            await asyncio.sleep(0)
        host.may_come.set()
        async with listens(listen) as (_, other):
            await other()
        assert not host.sockets


async def test_whoever_is_turned_away_is_told_when_he_has_asked(listen):
    limits = GENEROUS.model_copy(update={"connections_per_address": 1})
    async with listens(listen, echoes=True, limits=limits) as (_, connect):
        first, second = await connect(), await connect(shakes_hands=False)
        answer = asyncio.create_task(second.status())
        for _ in range(5):  # by then the server knows of him, and could have answered
            first.send(frame(TEXT, b"a"))
            await first.frame()
        assert not answer.done()
        second.send(REQUEST)
        assert (await answer)[0] == 429


@pytest.mark.parametrize("data", [b"", REQUEST[:40]])
async def test_a_handshake_has_its_time(listen, data):
    async with listens(listen, replace(PATIENT, open_timeout=0.1)) as (_, connect):
        client = await connect(shakes_hands=False)
        client.send(data)
        assert await client.rest() == ([], LOST)


async def test_whoever_does_not_answer_a_good_bye_is_cut_off(listen):
    async with listens(listen, replace(PATIENT, close_timeout=0.1)) as (host, connect):
        client = await connect()
        client.send(frame(TEXT, b"a"))
        while not host.heard:
            await asyncio.sleep(0)
        await host.sockets[0].close(1000, "")
        assert host.sockets[0].gone


async def test_whoever_answers_pings_stays_and_whoever_does_not_goes(listen):
    terms = replace(PATIENT, heartbeat=0.05, ping_timeout=1, close_timeout=0.1)
    async with listens(listen, terms) as (host, connect):
        client = await connect()
        for _ in range(6):
            opcode, data = await client.frame()
            assert opcode == PING
            client.send(frame(PONG, b"another one"), frame(PONG, data))
        client.send(frame(TEXT, b"a"))
        while not host.heard:
            await asyncio.sleep(0)
        assert not host.sockets[0].gone
        frames, code = await client.rest()
        assert {opcode for opcode, _ in frames} == {PING}
        assert code == 1011
        await host.over.wait()


async def test_after_the_end_of_the_server_nobody_comes_in_and_who_is_there_stays(listen):
    async with listens(listen, echoes=True) as (host, connect):
        client = await connect()
        host.server.stop()
        await asyncio.sleep(0)
        with pytest.raises(ConnectionError):
            await connect()
        client.send(frame(TEXT, b"a"))
        assert await client.frame() == (TEXT, b"a")


async def test_the_system_keeps_little_for_whoever_is_taken(listen):
    async with listens(listen) as (host, connect):
        client = await connect()
        client.send(frame(TEXT, b"a"))
        while not host.heard:
            await asyncio.sleep(0)
        endpoint = transport_of(host.sockets[0]).get_extra_info("socket")
        assert endpoint.getsockopt(SOL_SOCKET, SO_SNDBUF) in (UNREAD, 2 * UNREAD)


def transport_of(ours):
    """What a socket of ours writes to, or one of the library."""
    return ours.transport if hasattr(ours, "transport") else ours._transport


# Floods.

FEW = Limits(messages_per_second=1, message_burst=20)


@pytest.mark.parametrize("part", [frame(TEXT, b"x"), frame(PING), frame(TEXT, b"x", fin=False)])
async def test_too_many_frames_are_a_flood_whatever_they_are(listen, part):
    rest = frame(CONTINUATION, fin=False) if part == frame(TEXT, b"x", fin=False) else part
    async with listens(listen, limits=FEW) as (host, connect):
        client = await connect()
        client.send(part, rest * 5_000)
        _, code = await client.rest()
        assert code == 4009
        await host.over.wait()
        assert len(host.heard) <= 40


async def test_more_than_a_few_messages_wait_in_the_system_and_not_with_us(listen):
    async with listens(listen) as (host, connect):
        unheard = asyncio.Event()

        async def attend(socket):
            host.sockets.append(socket)
            await unheard.wait()
            for _ in range(3_000):
                await socket.recv()
            host.over.set()

        host.attend = attend
        client = await connect()
        client.writer.transport.set_write_buffer_limits(1)
        client.send(*[frame(TEXT, b"x" * 8000)] * 3_000)
        with pytest.raises(TimeoutError):
            async with asyncio.timeout(0.2):
                await client.writer.drain()
        unheard.set()
        await client.writer.drain()
        await host.over.wait()
        client.send(good_bye())
        assert (await client.rest())[1] in (1000, LOST)


async def test_a_client_who_does_not_read_pauses_his_socket_alone(listen):
    async with listens(listen) as (host, connect):
        client = await connect()
        client.send(frame(TEXT, b"a"))
        while not host.heard:
            await asyncio.sleep(0)
        socket, room = host.sockets[0], asyncio.Event()
        socket.on_room = room.set
        client.writer.transport.pause_reading()
        while not socket.paused:
            assert socket.write(b"x" * 10_000)
            await asyncio.sleep(0)
        client.writer.transport.resume_reading()
        while not room.is_set():
            assert (await client.frame())[0] == TEXT
        assert not socket.paused
        assert socket.write(b"last")
        while await client.frame() != (TEXT, b"last"):
            pass


async def test_of_many_who_ask_at_once_a_few_are_heard_in_a_turn_of_the_loop():
    number = 2 * ASKING_AT_ONCE + 1
    asked: list[object] = []
    async with listens(listening.listen) as (host, connect):
        host.asked = keep(host.asked, asked)
        clients = [await connect(shakes_hands=False) for _ in range(number)]
        while host.reception.door.strangers < number:
            await asyncio.sleep(0)
        for client in clients:
            client.send(REQUEST)
        seen = {0}
        while len(asked) < number:
            await asyncio.sleep(0)
            seen.add(len(asked))
        assert max(after - before for before, after in pairwise(sorted(seen))) <= ASKING_AT_ONCE
        assert [await client.status() for client in clients] == [(101, b"")] * number


def keep(asked, kept):
    """What a host is asked, noted on the way."""

    async def noting(socket, asking):
        kept.append(asking)
        return await asked(socket, asking)

    return noting


async def test_a_request_that_is_longer_than_any_is_not_taken_in_before_its_turn(monkeypatch):
    monkeypatch.setattr(line, "APART", 3_600)
    async with listens(listening.listen) as (host, connect):
        client = await connect(shakes_hands=False)
        client.send(b"GET /" + b"x" * 2**20)
        while not host.reception.door.strangers:
            await asyncio.sleep(0)
        (knocking,) = host.server._common.strangers
        while knocking.read == 0:
            await asyncio.sleep(0)
        read = knocking.read
        for _ in range(20):
            await asyncio.sleep(0)
        assert knocking.read <= read + 1
        knocking.abort()
