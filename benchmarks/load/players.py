"""
Players by the hundred in a process of their own: ``python -m benchmarks.load.players PLAN``.

The plan is JSON. They sit down, print ``ready``, wait for a line, play for a while that is not
measured and then for one that is, print as JSON how it went, and wait for the next line. A line may
say another rate than the plan's.
"""

import os
import selectors
import socket
import sys
import time
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import suppress
from itertools import count
from random import Random

import msgspec
from msgspec import Struct

from benchmarks.load import frames
from benchmarks.load.messages import Told, message, read
from benchmarks.load.process import cpu_seconds, open_many_files
from benchmarks.load.tables import Heard, Pace, Table

AT_ONCE = 64
"""So many are on their way in at the same time."""
LATER = (b'"unavailable"', b'"hello_first"')
"""What is said again: the database was busy, and with the hello what came behind it is refused."""
AGAIN = 50
"""So often."""
CHUNK = 1 << 16
HEAD_END = b"\r\n\r\n"


class Plan(Struct, frozen=True, kw_only=True):
    """Who plays where, and for how long."""

    ports: tuple[int, ...]
    """Where players connect, one after the other to the next of these."""
    servers: tuple[int, ...]
    """The ids of the servers' processes."""
    tables: tuple[str, ...]
    seats: int
    watchers: int = 0
    idle: int = 0
    """So many more only say hello."""
    rate: float = 0
    """Actions a second in all; 0 is as many as can be."""
    warm_up: float = 1
    seconds: float = 5
    seed: int = 1
    names: str = "p"
    """What their names begin with."""


class Measured(Struct, frozen=True, kw_only=True):
    """How it went while it was measured."""

    seconds: float
    actions: int
    frames: int
    bytes: int
    late: int
    """How many should have acted while nobody was asked."""
    server_cpu: float
    own_cpu: float
    seats: tuple[float, ...]
    watchers: tuple[float, ...]


class Gone(Exception):
    """The server has ended a connection, or refused one."""


Reader = Callable[[Told], None]


class Line:
    """One connection."""

    def __init__(self, port: int, first: bytes) -> None:
        """Connect, and say at once all that is to be said in the beginning."""
        self.socket = socket.create_connection(("127.0.0.1", port))
        self.socket.setblocking(False)
        self.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self._frames = frames.Frames()
        self._head: bytes | None = b""
        self.bytes = 0
        self.socket.sendall(frames.HANDSHAKE + first)

    def send(self, payload: bytes) -> None:
        """Send a message."""
        self.socket.sendall(frames.frame(payload))

    def read(self) -> Iterator[Told]:
        """All messages that have come; take all of them."""
        data = self.socket.recv(CHUNK)
        if not data:
            raise Gone("the server has closed a connection")
        self.bytes = len(data)
        if self._head is not None:
            self._head += data
            if HEAD_END not in self._head:
                return
            head, _, data = self._head.partition(HEAD_END)
            if b" 101 " not in head:
                raise Gone(f"the server has refused a handshake: {head.decode()}")
            self._head = None
        for opcode, payload in self._frames.feed(data):
            if opcode == frames.TEXT:
                yield read(payload)
            elif opcode == frames.PING:
                self.socket.sendall(frames.frame(payload, frames.PONG))
            elif opcode == frames.CLOSE:
                raise Gone(f"the server has closed a connection: {payload!r}")


class Players:
    """All of them."""

    def __init__(self, plan: Plan) -> None:
        self._plan = plan
        self._selector = selectors.DefaultSelector()
        self._heard = Heard()
        chance = Random(plan.seed)
        self._tables = [
            Table(name, plan.seats, plan.watchers, self._heard, Random(chance.random()))
            for name in plan.tables
        ]
        self._coming: deque[Callable[[], None]] = deque(self._all_who_come())
        self._on_their_way = 0
        self._pace: Pace | None = None
        self._waiting: deque[Table] = deque()
        """Where somebody is asked who may not act yet."""
        for table in self._tables:
            table.on_asked = self._waiting.append

    def pace(self, rate: float) -> None:
        """From now on, let so many act each second; 0 is as many as can be."""
        self._pace = Pace(rate, self._heard, self._waiting) if rate else None
        for table in self._tables:
            table.on_asked = Table.act if self._pace is None else self._pace.asked
        while self._pace is None and self._waiting:
            self._waiting.popleft().act()

    def come(self) -> None:
        """Let everybody come in; nobody acts before all are there, so that they come fast."""
        while self._coming or self._on_their_way:
            while self._coming and self._on_their_way < AT_ONCE:
                self._on_their_way += 1
                self._coming.popleft()()
            self._turn(None)

    def play(self, seconds: float) -> Measured:
        """Play for so long, and measure."""
        heard, servers = self._heard, self._plan.servers
        heard.reset()
        begin, own = time.perf_counter(), cpu_seconds(os.getpid())
        cpu = sum(map(cpu_seconds, servers))
        until = begin + seconds
        while (left := until - time.perf_counter()) > 0:
            self._turn(left)
        return Measured(
            seconds=time.perf_counter() - begin,
            actions=heard.actions,
            frames=heard.frames,
            bytes=heard.bytes,
            late=heard.late,
            server_cpu=sum(map(cpu_seconds, servers)) - cpu,
            own_cpu=cpu_seconds(os.getpid()) - own,
            seats=tuple(heard.seats),
            watchers=tuple(heard.watchers),
        )

    def _turn(self, longest: float | None) -> None:
        """Read what has come, and let those act whose time has come."""
        if self._pace is not None:
            wait = self._pace.let_act()
            longest = wait if longest is None else min(longest, wait)
        heard = self._heard
        for key, _ in self._selector.select(longest):
            line, hears = key.data
            with suppress(BlockingIOError):
                for told in line.read():
                    heard.frames += 1
                    hears(told)
                heard.bytes += line.bytes

    def _all_who_come(self) -> Iterator[Callable[[], None]]:
        plan, numbers, tables = self._plan, iter(range(sys.maxsize)), self._tables
        for _ in range(plan.seats):
            for table in tables:
                yield self._comer(next(numbers), table, seated=True)
        for _ in range(plan.watchers):
            for table in tables:
                yield self._comer(next(numbers), table, seated=False)
        for _ in range(plan.idle):
            yield self._comer(next(numbers), None, seated=False)

    def _comer(self, number: int, table: Table | None, *, seated: bool) -> Callable[[], None]:
        def comes() -> None:
            says = {"hello": message("hello", id="hello", name=f"{self._plan.names}{number}")}
            if table is not None:
                wanted = "sit" if seated else "watch"
                more = {"buy_in": 10_000} if seated else {}
                says[wanted] = message(wanted, id=wanted, table=table.name, **more)
            ports = self._plan.ports
            line = Line(ports[number % len(ports)], b"".join(map(frames.frame, says.values())))
            hears = self._hearing(line, table, says, seated=seated)
            self._selector.register(line.socket, selectors.EVENT_READ, (line, hears))

        return comes

    def _hearing(
        self, line: Line, table: Table | None, says: dict[str, bytes], *, seated: bool
    ) -> Reader:
        again = count(1)

        def hears(told: Told) -> None:
            answer = told.answer
            if says and answer is not None:
                if answer.ok:
                    says.pop(answer.id, None)
                    self._on_their_way -= not says
                elif any(each in bytes(answer.error) for each in LATER) and next(again) < AGAIN:
                    line.send(says[answer.id])
                else:
                    raise Gone(f"{answer.id} was refused: {bytes(answer.error).decode()}")
            if table is not None:
                table.hears(told, line.send, seated=seated)

        return hears


def main(plan: Plan) -> None:
    """Come, and each time that the word is given play, and say how it was."""
    open_many_files()
    players = Players(plan)
    players.come()
    print("ready", flush=True)
    for line in sys.stdin:
        players.pace(float(line) if line.strip() else plan.rate)
        players.play(plan.warm_up)
        sys.stdout.buffer.write(msgspec.json.encode(players.play(plan.seconds)) + b"\n")
        sys.stdout.buffer.flush()


if __name__ == "__main__":
    main(msgspec.json.decode(sys.argv[1], type=Plan))
