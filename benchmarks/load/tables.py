"""
One table as its players see it together: who is asked, and when the last of them has heard.
"""

import time
from collections import deque
from collections.abc import Callable
from itertools import count
from random import Random

from benchmarks.load.messages import Request, Told, message, move

FORGET = 64
"""So many events of which not everybody has heard are kept at most."""

now = time.perf_counter


class Refused(Exception):
    """The server did not take what a player who plays legally has sent."""


class Heard:
    """How often and how fast everything went, since it was last reset."""

    def __init__(self) -> None:
        self.reset()

    def reset(self) -> None:
        """Begin to measure."""
        self.actions = self.frames = self.bytes = self.late = 0
        self.seats: list[float] = []
        """For each action, the seconds until the last seat had its frame."""
        self.watchers: list[float] = []
        """For each action, the seconds until the last watcher had his."""


class Table:
    """Players at one table."""

    def __init__(self, name: str, seats: int, watchers: int, heard: Heard, chance: Random) -> None:
        self.name = name
        self._seats, self._watchers = seats, watchers
        self._heard, self._chance = heard, chance
        self._ids = count(1)
        self._asked: tuple[Callable[[bytes], None], Request, int] | None = None
        self._acting: dict[str, float] = {}
        """When what was sent that is not answered yet; the next may act before that is read."""
        self._turn: tuple[int, int] | None = None
        """The last hand and turn of which somebody was asked; who comes back is asked again."""
        self._acted: dict[int, float] = {}
        """When what was sent that has caused an event of which not everybody has heard."""
        self._told: dict[int, list[int]] = {}
        """How many seats and watchers have heard of each event."""
        self.on_asked: Callable[[Table], None] = Table.act

    def hears(self, told: Told, send: Callable[[bytes], None], *, seated: bool) -> None:
        """A player, or somebody who watches, is told something."""
        answer = told.answer
        if answer is not None and answer.id in self._acting:
            if not answer.ok:
                raise Refused(f"{self.name}: {bytes(answer.error).decode()}")
            self._acted[told.seq] = at = self._acting.pop(answer.id)
            self._heard.actions += 1
            if self._watchers and self._told.get(told.seq, (0, 0))[1] == self._watchers:
                self._heard.watchers.append(now() - at)
        if told.type == "update" and told.seq:
            self._count(told.seq, seated=seated)
        if told.request is not None and told.running is not None:
            turn = (told.running, told.request.turn)
            if turn != self._turn:
                self._turn = turn
                self._asked = send, told.request, told.running
                self.on_asked(self)

    def act(self) -> None:
        """Let whoever is asked act."""
        if self._asked is None:
            return
        (send, request, hand), self._asked = self._asked, None
        name = f"a{next(self._ids)}"
        act = message(
            "act",
            id=name,
            table=self.name,
            hand=hand,
            turn=request.turn,
            action=move(request, self._chance),
        )
        self._acting[name] = now()
        send(act)

    def _count(self, seq: int, *, seated: bool) -> None:
        counted = self._told.setdefault(seq, [0, 0])
        counted[0 if seated else 1] += 1
        at = self._acted.get(seq)
        if at is not None:
            if seated and counted[0] == self._seats:
                self._heard.seats.append(now() - at)
            elif not seated and counted[1] == self._watchers:
                self._heard.watchers.append(now() - at)
        if counted == [self._seats, self._watchers]:
            self._forget(seq)
        elif len(self._told) > FORGET:
            self._forget(min(self._told))

    def _forget(self, seq: int) -> None:
        del self._told[seq]
        self._acted.pop(seq, None)


class Pace:
    """Lets so many act each second, whoever has been asked for the longest first."""

    def __init__(self, per_second: float, heard: Heard, waiting: deque[Table]) -> None:
        """``waiting`` are those where somebody is asked already."""
        self._apart = 1 / per_second
        self._heard = heard
        self._waiting = waiting
        self._next = now()

    def asked(self, table: Table) -> None:
        """Somebody is asked at a table."""
        self._waiting.append(table)

    def let_act(self) -> float:
        """Let all act whose time has come; seconds until the next one's."""
        at = now()
        while self._next <= at:
            self._next += self._apart
            if self._waiting:
                self._waiting.popleft().act()
            else:
                self._heard.late += 1
        return self._next - at
