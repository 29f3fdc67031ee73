"""
Attacks as a process of their own: ``python -m tests.end_to_end.attacks.attacker PORT KIND=SIZE...``

It ends with the attacks and prints as JSON how often each thing happened in each of them: the codes
with which it was closed, and the like. A storm gathers first and waits for a line on stdin.
"""

import asyncio
import json
import math
import os
import sys
import time
from collections import Counter

from showdown.protocol.closing import retry_hint
from tests.end_to_end.attacks.wire import (
    CONTINUATION,
    HANDSHAKE,
    PING,
    TEXT,
    Closed,
    TurnedAway,
    Wire,
    address_of,
    frame,
    message,
)


def named(name):
    """The name with the number of this process: those of earlier attacks are taken."""
    return f"{name} {os.getpid()}"


async def sign_in(wire, name):
    """Come in as a new guest."""
    reply = await wire.ask("hello", name=named(name))
    assert reply["ok"], reply


async def arrive(port, **options):
    """Connect, and come again when there is no place in the line: others storm the door."""
    while True:
        try:
            return await Wire.open(port, **options)
        except TurnedAway as refused:
            if refused.status != 503:
                raise
            await asyncio.sleep(1)


async def silent(port, size, tally):
    """Open websockets and say nothing."""

    async def one(number):
        wire = await arrive(port, address=address_of(number))
        tally[f"closed {(await wire.end()).code}"] += 1

    await asyncio.gather(*map(one, range(size)))


async def dripped(port, size, tally):
    """Shake hands one byte at a time."""

    async def one(number):
        wire = await Wire.connect(port, address=address_of(number))
        answer = asyncio.create_task(wire.accepted())
        for byte in HANDSHAKE * 100:
            wire.write(bytes([byte]))
            await asyncio.wait({answer}, timeout=0.2)
            if answer.done():
                break
        try:
            await answer
        except Closed as closed:
            tally[f"closed {closed.code}"] += 1
        finally:
            wire.abort()

    await asyncio.gather(*map(one, range(size)))


async def giant(port, size, tally):
    """Announce a frame of a tebibyte."""
    for number in range(size):
        wire = await arrive(port, address=address_of(number))
        wire.write(frame(TEXT, b"x" * 1000, length=2**40))
        tally[f"closed {(await wire.end()).code}"] += 1


async def endless(port, size, tally):
    """Send a message in parts that never ends."""
    for number in range(size):
        wire = await arrive(port, address=address_of(number))
        wire.write(frame(TEXT, b"[", fin=False))
        end = asyncio.create_task(wire.end())
        await _send_on(wire, frame(CONTINUATION, b"", fin=False) * 100, end)
        tally[f"closed {(await end).code}"] += 1


async def flood(port, size, tally):
    """Send messages as fast as can be, and come back when cut off; so many times."""
    for number in range(size):
        wire = await arrive(port, address=address_of(number))
        await sign_in(wire, f"Flood {number}")
        end = asyncio.create_task(wire.end())
        tally["sent"] += await _send_on(wire, message("tables", id="t") * 100, end) * 100
        tally[f"closed {(await end).code}"] += 1


async def pings(port, size, tally):
    """Send pings of the websocket as fast as can be; so many times."""
    for number in range(size):
        wire = await arrive(port, address=address_of(number))
        end = asyncio.create_task(wire.end())
        tally["sent"] += await _send_on(wire, frame(PING) * 1000, end) * 1000
        tally[f"closed {(await end).code}"] += 1


async def _send_on(wire, data, end):
    """Send the same again and again until the server closes; how often."""
    sent = 0
    while not end.done():
        wire.write(data)
        sent += 1
        drained = asyncio.ensure_future(wire.drain())
        await asyncio.wait({drained, end}, return_when=asyncio.FIRST_COMPLETED)
        if drained.done() and drained.exception() is not None:
            await asyncio.wait({end})
        drained.cancel()
    return sent


async def stalled(port, size, tally):
    """Watch a busy table, ask for a lot, and read nothing, until cut off."""

    async def one(number):
        wire = await arrive(port, address=address_of(number), receive_buffer=4096)
        await sign_in(wire, f"Stalled {number}")
        await wire.ask("watch", table="busy-0")
        await lie_still(wire, tally)

    await asyncio.gather(*map(one, range(size)))


async def strangers(port, size, tally):
    """Say not who one is, ask for a lot, and read nothing, until cut off."""

    async def one(number):
        wire = await arrive(port, address=address_of(number), receive_buffer=4096)
        await lie_still(wire, tally)

    await asyncio.gather(*map(one, range(size)))


async def lie_still(wire, tally):
    """Ask for a lot and read nothing, until cut off."""
    wire.stop_reading()
    wire.write(message("tables", id="t") * 100)
    while not wire.is_cut():
        await asyncio.sleep(0.1)
    tally["cut"] += 1
    wire.abort()


async def connects(port, size, tally):
    """Connect from one address as fast as can be."""

    async def one():
        try:
            (await Wire.open(port, address="127.2.0.1")).abort()
            tally["let in"] += 1
        except TurnedAway as refused:
            tally[f"status {refused.status}"] += 1
        except (Closed, ConnectionError):
            tally["cut"] += 1

    began = time.monotonic()
    for _ in range(0, size, 50):
        await asyncio.gather(*(one() for _ in range(50)))
    tally["seconds"] = math.ceil(time.monotonic() - began)


async def storm(port, size, tally):
    """Be many who watch, lose the connection all at once, and come back all at once."""
    guests = [Guest(port, number) for number in range(size)]
    for first in range(0, size, 20):
        arrivals = (
            guest.come({"name": named(f"Guest {guest.number}")}) for guest in guests[first:][:20]
        )
        await asyncio.gather(*arrivals)
    tally["came"] = len(guests)
    say("ready")
    await asyncio.to_thread(sys.stdin.readline)
    for guest in guests:
        guest.wire.abort()
    await asyncio.gather(*(guest.come_back(tally) for guest in guests))
    tally["back"] = sum(guest.sees_table for guest in guests)
    for guest in guests:
        guest.wire.abort()


class Guest:
    """Somebody who watches, and comes back when he is asked to."""

    def __init__(self, port, number):
        self.number = number
        self.wire = self._token = None
        self.sees_table = False
        self._port = port

    async def come(self, who):
        """Sign in and watch a table."""
        self.wire = await Wire.open(self._port, address=address_of(self.number))
        self.wire.write(message("hello", id="hello", **who))
        while (told := await self.wire.read())["type"] != "reply":
            self._token = told.get("token") or self._token
        assert told["ok"], told
        told = await self.wire.ask("watch", table=f"quiet-{self.number % 10}")
        self.sees_table = told["type"] == "snapshot"

    async def come_back(self, tally):
        """Try until it is done; how often each answer came."""
        self.sees_table = False
        while not self.sees_table:
            try:
                await self.come({"token": self._token})
            except Closed as closed:
                tally[f"closed {closed.code}"] += 1
                await asyncio.sleep(retry_hint(closed.reason) or 1)
            except TurnedAway as refused:
                tally[f"status {refused.status}"] += 1
                await asyncio.sleep(5)


def say(line):
    """Write a line that is read at once."""
    sys.stdout.write(line + "\n")
    sys.stdout.flush()


ATTACKS = {
    each.__name__: each
    for each in (silent, dripped, giant, endless, flood, pings, stalled, strangers, connects, storm)
}


async def attack(port, *wanted):
    """Do all that is wanted at the same time, and say how it went."""
    tallies: dict[str, Counter[str]] = {}
    async with asyncio.TaskGroup() as group:
        for each in wanted:
            kind, _, size = each.partition("=")
            tallies[kind] = Counter()
            group.create_task(ATTACKS[kind](int(port), int(size), tallies[kind]))
    say(json.dumps(tallies))


if __name__ == "__main__":
    # Attackers have machines of their own: here they get what the server leaves.
    os.nice(15)
    asyncio.run(attack(*sys.argv[1:]))
