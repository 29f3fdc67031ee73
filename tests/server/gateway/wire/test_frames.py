"""What frames do, by the cases of the Autobahn test suite: the same with our sockets and theirs."""

import asyncio
import struct
from collections import Counter

import pytest

from server.gateway.wire import listening, own
from server.gateway.wire.own import AT_ONCE
from showdown.protocol import MAX_FRAME
from tests.server.gateway.wire.kit import (
    BINARY,
    CLOSE,
    CONTINUATION,
    LOST,
    PATIENT,
    PING,
    PONG,
    REQUEST,
    TEXT,
    frame,
    good_bye,
    heard_of,
    listens,
)

EURO = "€".encode()
BYE = good_bye()

CASES = {
    # Lengths on both sides of each way to write one.
    **{
        f"a text of {size}": (frame(TEXT, b"x" * size), ["x" * size], [], 1000)
        for size in (0, 1, 125, 126, 127, 128, MAX_FRAME)
    },
    **{
        f"{size} bytes are too many": (frame(TEXT, b"x" * size), [], [], 1009)
        for size in (MAX_FRAME + 1, 65535, 65536)
    },
    "a length that nobody has": (frame(TEXT, b"x", length=2**40), [], [], 1009),
    "bytes": (frame(BINARY, b"\xff\0"), [b"\xff\0"], [], 1000),
    "frames glued together": (frame(TEXT, b"a") + frame(TEXT, b"b") * 2, ["a", "b", "b"], [], 1000),
    # Pings and pongs.
    "a ping without data": (frame(PING), [], [b""], 1000),
    "a ping with data": (frame(PING, b"here?"), [], [b"here?"], 1000),
    "a ping with as much as can be": (frame(PING, b"\xfe" * 125), [], [b"\xfe" * 125], 1000),
    "a ping with too much": (frame(PING, b"x" * 126), [], [], 1002),
    "pongs that nobody asked for": (frame(PONG) + frame(PONG, b"x"), [], [], 1000),
    "pings between texts": (
        frame(TEXT, b"a") + frame(PING, b"1") + frame(TEXT, b"b") + frame(PING, b"2"),
        ["a", "b"],
        [b"1", b"2"],
        1000,
    ),
    # Reserved bits and opcodes.
    **{
        f"reserved bits {bits:03b}": (frame(TEXT, b"x", reserved=bits), [], [], 1002)
        for bits in range(1, 8)
    },
    "a reserved bit in a ping": (frame(PING, reserved=4), [], [], 1002),
    **{
        f"opcode {opcode}": (frame(opcode, b"x"), [], [], 1002)
        for opcode in (3, 4, 5, 6, 7, 11, 12, 13, 14, 15)
    },
    "what was said before counts": (frame(TEXT, b"a") + frame(3), ["a"], [], 1002),
    "a frame without a mask": (frame(TEXT, b"x", mask=b""), [], [], 1002),
    "a ping without a mask": (frame(PING, mask=b""), [], [], 1002),
    "a mask of zeros": (frame(TEXT, b"x", mask=bytes(4)), ["x"], [], 1000),
    # Fragments.
    "two parts": (frame(TEXT, b"a", fin=False) + frame(CONTINUATION, b"b"), ["ab"], [], 1000),
    "parts of bytes": (
        frame(BINARY, b"a", fin=False) + frame(CONTINUATION, fin=False) + frame(CONTINUATION, b"b"),
        [b"ab"],
        [],
        1000,
    ),
    "a ping between parts": (
        frame(TEXT, b"a", fin=False) + frame(PING, b"1") + frame(CONTINUATION, b"b"),
        ["ab"],
        [b"1"],
        1000,
    ),
    "empty parts": (
        frame(TEXT, fin=False) + frame(CONTINUATION, fin=False) * 3 + frame(CONTINUATION),
        [""],
        [],
        1000,
    ),
    "parts that are too much together": (
        frame(TEXT, b"x" * MAX_FRAME, fin=False) + frame(CONTINUATION, b"x"),
        [],
        [],
        1009,
    ),
    "parts of a ping": (frame(PING, b"a", fin=False) + frame(CONTINUATION, b"b"), [], [], 1002),
    "parts of a pong": (frame(PONG, fin=False), [], [], 1002),
    "parts of a close": (frame(CLOSE, fin=False), [], [], 1002),
    "a part of nothing": (frame(CONTINUATION, b"x"), [], [], 1002),
    "a part of nothing that goes on": (frame(CONTINUATION, b"x", fin=False), [], [], 1002),
    "a part of what is whole": (frame(TEXT, b"a") + frame(CONTINUATION, b"b"), ["a"], [], 1002),
    "a text between parts": (
        frame(TEXT, b"a", fin=False) + frame(TEXT, b"b") + frame(CONTINUATION, b"c"),
        [],
        [],
        1002,
    ),
    "good-bye between parts": (frame(TEXT, b"a", fin=False), [], [], 1002),
    # UTF-8.
    "signs of every length": (
        frame(TEXT, "aä€𝄞".encode()),
        ["aä€𝄞"],
        [],
        1000,
    ),
    "a sign in two parts": (
        frame(TEXT, EURO[:1], fin=False) + frame(CONTINUATION, EURO[1:]),
        ["€"],
        [],
        1000,
    ),
    "a sign in parts with a ping between": (
        frame(TEXT, EURO[:2], fin=False) + frame(PING) + frame(CONTINUATION, EURO[2:]),
        ["€"],
        [b""],
        1000,
    ),
}
"""What comes in, what is heard of it, the pongs to it, and how it ends when good-bye follows."""

NOT_TEXT = {
    "a sign that is cut off": EURO[:2],
    "a byte that begins no sign": b"\xff",
    "half of a pair": b"\xed\xa0\x80",
    "a longer way to write a slash": b"\xc0\xaf",
    "beyond the last sign": b"\xf4\x90\x80\x80",
}


@pytest.mark.parametrize(("data", "heard", "pongs", "code"), CASES.values(), ids=CASES)
async def test_frames_do_what_the_standard_says(listen, data, heard, pongs, code):
    assert await heard_of(listen, data + BYE) == (heard, pongs, code)


@pytest.mark.parametrize(
    ("data", "heard", "pongs", "code"),
    [case for case in CASES.values() if len(case[0]) < 300],
    ids=[name for name, case in CASES.items() if len(case[0]) < 300],
)
async def test_frames_may_come_byte_by_byte(data, heard, pongs, code):
    data += BYE
    assert await heard_of(listening.listen, data, [1] * len(data)) == (heard, pongs, code)


@pytest.mark.parametrize("data", NOT_TEXT.values(), ids=NOT_TEXT)
async def test_a_text_that_is_none_ends_the_connection(listen, data):
    for parts in (
        frame(TEXT, data),
        frame(TEXT, data[:1], fin=False) + frame(CONTINUATION, data[1:]),
    ):
        async with listens(listen) as (host, connect):
            client = await connect()
            client.send(frame(TEXT, b"a"), parts)
            assert await client.rest() == ([], 1007)
            assert host.heard == ["a"]


VALID = (1000, 1001, 1002, 1003, 1007, 1008, 1009, 1010, 1011, 1012, 1013, 1014, 3000, 3999, 4999)
INVALID = (0, 999, 1004, 1005, 1006, 1015, 1016, 1100, 2000, 2999, 5000, 65535)


@pytest.mark.parametrize("code", VALID)
async def test_a_good_bye_is_answered_by_the_same_code(listen, code):
    assert await heard_of(listen, good_bye(code, b"for a reason")) == ([], [], code)


@pytest.mark.parametrize(
    ("data", "code"),
    [
        (frame(CLOSE), None),
        (frame(CLOSE, b"\x03"), 1002),
        *((good_bye(code), 1002) for code in INVALID),
        (good_bye(1000, b"x" * 123), 1000),
        (good_bye(1000, b"x" * 124), 1002),
        (good_bye(1000, b"\xff"), 1007),
        (good_bye() + frame(TEXT, b"too late") + frame(PING), 1000),
    ],
)
async def test_a_good_bye_says_a_code_that_there_is_and_a_reason_that_can_be_read(
    listen, data, code
):
    assert await heard_of(listen, data) == ([], [], code)


async def test_who_ends_without_a_good_bye_is_heard_to_his_last_word(listen):
    async with listens(listen) as (host, connect):
        client = await connect()
        client.send(frame(TEXT, b"a"), frame(TEXT, b"b")[:-1])
        client.writer.write_eof()
        assert await client.rest() == ([], LOST)
        await host.over.wait()
        assert host.heard == ["a"]


async def test_who_is_cut_off_is_heard_no_more_and_counted_no_more(listen):
    async with listens(listen) as (host, connect):
        client = await connect()
        client.send(frame(TEXT, b"a"))
        client.cut()
        await host.over.wait()
        assert host.sockets[0].gone


async def test_frames_that_come_with_the_request_are_heard_after_it(listen):
    async with listens(listen, echoes=True) as (host, connect):
        client = await connect(shakes_hands=False)
        client.send(REQUEST, frame(TEXT, b"a"), frame(TEXT, b"b" * 200))
        assert await client.status() == (101, b"")
        assert await client.frame() == (TEXT, b"a")
        assert await client.frame() == (TEXT, b"b" * 200)
        assert host.heard == ["a", "b" * 200]


@pytest.mark.parametrize("size", [0, 125, 126, 65535, 65536, 200_000])
async def test_a_server_sends_texts_of_any_length(listen, size):
    async with listens(listen) as (host, connect):
        client = await connect()
        client.send(frame(TEXT, b"a"))
        while not host.heard:
            client.send(frame(PING))
            assert await client.frame() == (PONG, b"")
        assert host.sockets[0].write(b"x" * size)
        assert await client.frame() == (TEXT, b"x" * size)


async def test_a_server_says_good_bye_hears_what_is_on_its_way_and_waits_for_the_answer(listen):
    async with listens(listen, echoes=True) as (host, connect):
        client = await connect()
        client.send(frame(TEXT, b"a"))
        assert await client.frame() == (TEXT, b"a")
        socket = host.sockets[0]
        closing = asyncio.create_task(socket.close(4001, "no hello in time"))
        assert await client.frame() == (CLOSE, struct.pack("!H", 4001) + b"no hello in time")
        assert not closing.done()
        assert not socket.write(b"too late")
        client.send(frame(TEXT, b"b"), good_bye(4001))
        assert await client.rest() == ([], LOST)
        await closing
        await host.over.wait()
        assert host.heard == ["a", "b"]
        assert socket.ending == (4001, "server")


async def test_of_who_sends_a_lot_at_once_a_turn_of_the_loop_hears_a_few_frames():
    """So many that the library would take them all in one go, and whoever plays would wait."""
    sent, number, heard = 20 * AT_ONCE, 0, []

    class Counting:
        def frame(self):
            heard.append(number)
            return True

    async with listens(listening.listen) as (host, connect):
        client = await connect()
        while not host.sockets:
            await asyncio.sleep(0)
        host.sockets[0].meter = Counting()
        client.send(frame(PING) * sent, frame(TEXT, b"the last"), BYE)
        while not host.heard:
            number += 1
            await asyncio.sleep(0)
        frames, code = await client.rest()
        async with asyncio.timeout(PATIENT.close_timeout / 2):
            while not host.sockets[0].gone:  # and not only when the deadline of a close is over
                await asyncio.sleep(0)
    assert (host.heard, code, frames.count((PONG, b""))) == (["the last"], 1000, sent)
    assert max(Counter(heard).values()) == AT_ONCE


async def test_between_the_turns_of_who_sends_a_lot_the_loop_has_nothing_to_do(monkeypatch):
    monkeypatch.setattr(own, "APART", 3_600)
    heard = []

    class Counting:
        def frame(self):
            heard.append(1)
            return True

    async with listens(listening.listen) as (host, connect):
        client = await connect()
        while not host.sockets:
            await asyncio.sleep(0)
        host.sockets[0].meter = Counting()
        client.send(frame(PING) * (AT_ONCE + 1))
        while len(heard) < AT_ONCE:
            await asyncio.sleep(0)
        for _ in range(10):
            await asyncio.sleep(0)
        assert len(heard) == AT_ONCE
        host.sockets[0].abort()
