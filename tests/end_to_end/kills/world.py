"""
A server that is killed again and again, its players, and the logs that tell what is true.
"""

import asyncio
import signal
from contextlib import asynccontextmanager
from typing import NamedTuple

from server.config import TableConfig
from server.crash import Place
from showdown.rules.events import HandAborted, HandEnded
from tests.end_to_end.kills.log import TableLog, all_chips
from tests.end_to_end.kills.player import Player
from tests.end_to_end.server_process import ServerEnded, run_command, start_server

GRANTED = 1_000_000

GAMES = (
    {"game": "NL", "sb": 5, "bb": 10},
    {"game": "PL", "sb": 5, "bb": 10, "ante": 1, "rake": "0.05", "rake_cap": 30},
    {"game": "FL", "sb": 5, "bb": 10, "draw_mode": "simultaneous"},
    {"game": "NL", "ante": 5, "min_bet": 10, "min_buy": 200, "max_buy": 2000, "jacks": "J"},
    {"game": "NL", "sb": 5, "bb": 10, "wild": "bug", "max_seats": 8, "burn": True},
    {"game": "FL", "sb": 5, "bb": 10, "auto_muck": False, "button_rule": "dead", "act_time": 1},
)
"""What is played at the tables, in turn: every kind of thing that a journal can hold."""

STARTED_WITHIN_S = 60
SETTLED_WITHIN_S = 60
STOPPED_WITHIN_S = 30
MOST_RECORDS = 300
POLL_S = 0.005
QUIET_S = 0.3

FAULTS = ("Traceback", "level=error")
"""What a server never says."""
FAILURES = (*FAULTS, "storage is not available", "paused")
"""What a server does not say whose database is well."""


class Lost(NamedTuple):
    """What is missing after all that has happened."""

    chips: int = 0
    hands: tuple = ()
    """Those that were given up."""
    records: tuple = ()
    """Hands that are stored otherwise than they were played."""


NOTHING = Lost()


class World:
    """Everything that a test of kills needs; :func:`a_world` makes one."""

    def __init__(self, folder, database, random, tables, seats, kind=Player, **options):
        self.database, self.random = database, random
        self._folder = folder
        self.tables = [
            TableConfig.model_validate(
                {
                    "name": f"table-{number}",
                    "hand_pause": 0,
                    **GAMES[number % len(GAMES)],
                    **options,
                }
            )
            for number in range(tables)
        ]
        self.logs = {each.name: TableLog(each.table, each.ruleset()) for each in self.tables}
        self.players = [
            kind(f"Player {table.name} {seat}", table.name, random)
            for table in self.tables
            for seat in range(seats)
        ]
        self.server = None
        self.chips = 0
        """All that were there when everything was checked last, in accounts and at tables."""
        self.failures: tuple[str, ...] = FAILURES
        self.launcher: tuple[str, ...] = ()
        """A command that starts the server."""
        self._up = asyncio.Event()
        self._living = []

    # The server.

    async def start(self, crash_at=None):
        """Start the server, and let the players find it."""
        environment = dict(self.database.environment)
        if crash_at is not None:
            environment["SHOWDOWN_CRASH_AT"] = crash_at
        async with asyncio.timeout(STARTED_WITHIN_S):
            self.server = await start_server(
                self._folder,
                self._config(),
                database=self.database.name,
                environment=environment,
                launcher=self.launcher,
            )
        for player in self.players:
            player.in_step.clear()
        self._up.set()

    async def stop(self, number=signal.SIGKILL):
        """Let it die by a signal; an orderly end takes ten seconds, and more where all are busy."""
        self._up.clear()
        async with asyncio.timeout(STOPPED_WITHIN_S):
            code = await self.server.stop(number)
        assert code == (0 if number == signal.SIGTERM else -number)
        self._has_not_failed()

    async def stands_still(self, seconds):
        """Stop it as a process, for so long, and let it go on."""
        self.server.process.send_signal(signal.SIGSTOP)
        await asyncio.sleep(seconds)
        self.server.process.send_signal(signal.SIGCONT)

    async def starts_and_dies(self, way, count):
        """
        A server from start to end, with everything checked between.

        Args:
            way: the signal that ends it after so many frames, or where it kills itself when it
                has come there so many times.
        """
        by_itself = isinstance(way, Place)
        try:
            await self.start(f"{way}:{count}" if by_itself else None)
        except ServerEnded as ended:
            if by_itself and ended.code == -signal.SIGKILL:
                return
            raise
        died = asyncio.create_task(self.server.process.wait())
        await self._unless_a_player_fails(_first(died, self._everybody_is_here()))
        await self.holds()
        if by_itself:
            async with asyncio.timeout(SETTLED_WITHIN_S):
                assert await died == -signal.SIGKILL
        else:
            await self.frames(count)
        await self.stop(signal.SIGKILL if by_itself else way)
        await died

    def _has_not_failed(self):
        failed = [line for line in self.server.log if any(word in line for word in self.failures)]
        assert not failed, "".join(self.server.log)

    def _config(self):
        lines = [f"guest_chips = {GRANTED}"]
        for table in self.tables:
            lines += ["[[tables]]", f'name = "{table.name}"']
            lines += [f"{name} = {_toml(value)}" for name, value in table.model_extra.items()]
        return "\n".join(lines)

    # The players.

    async def _address(self):
        await self._up.wait()
        return self.server.url

    def let_live(self):
        """Let all players come and play."""
        self._living = [asyncio.create_task(each.live(self._address)) for each in self.players]

    async def let_go(self):
        """Let them go; what went wrong with one of them is raised."""
        for task in self._living:
            task.cancel()
        ended = await asyncio.gather(*self._living, return_exceptions=True)
        for error in ended:
            if not isinstance(error, asyncio.CancelledError):
                raise error

    async def settled(self):
        """Wait until all players are connected again and see their tables."""
        await self._unless_a_player_fails(self._everybody_is_here())

    async def _everybody_is_here(self):
        for player in self.players:
            await player.in_step.wait()

    async def frames(self, count):
        """Wait until so many more frames have come."""
        wanted = self._frames + count
        await self.until(lambda: self._frames >= wanted)

    async def answered(self):
        """Let nobody do anything more, and wait until everything that was asked has its reply."""
        for player in self.players:
            player.mute = True
        await self.until(lambda: not any(player.open for player in self.players))

    async def until(self, condition):
        """Wait until something is true of the players."""

        async def enough():
            while not condition():
                await asyncio.sleep(POLL_S)

        await self._unless_a_player_fails(enough())

    @property
    def _frames(self):
        return sum(player.frames for player in self.players)

    async def close(self):
        """End everything that was started here, however far it came."""
        for task in self._living:
            task.cancel()
        await asyncio.gather(*self._living, return_exceptions=True)
        if self.server is not None:
            await self.server.stop(signal.SIGKILL)

    async def _unless_a_player_fails(self, wait):
        """Wait for something, as long as everybody lives."""
        waiting = asyncio.create_task(wait)
        try:
            async with asyncio.timeout(SETTLED_WITHIN_S):
                await _first(waiting, *self._living)
        finally:
            waiting.cancel()
        if waiting.done():
            await waiting  # what went wrong with it is raised
        else:
            await self.let_go()

    async def quiet(self):
        """Wait until everybody who may do something has asked for it, and nothing is answered."""
        before = None
        while before != (before := [self.acknowledged(), self._frames]):
            await asyncio.sleep(QUIET_S)

    def acknowledged(self):
        """How many requests were answered with success, and how far everybody has seen."""
        done = sum(bool(reply.get("ok")) for each in self.players for _, reply in each.answers)
        return done, [player.last for player in self.players]

    # The truth.

    async def holds(self):
        """Check everything that must hold after a kill, while the next server runs."""
        answers = [(each, each.answers[:]) for each in self.players]
        known = {each: each.last or 0 for each in self.players}
        kept, vault = await self.database.kept(), self.database.vault()
        for log in self.logs.values():
            log.read(kept, vault, {each: known[each] for each in known if each.table == log.table})
        for player, proven in answers:
            del player.answers[: len(proven)]
            for request, reply in proven:
                self.logs[player.table].keeps_its_word(player.account, request, reply)
        assert len(kept.chips) == 1 + self.issued // GRANTED
        self.chips = all_chips(kept, self.logs.values())
        assert self.chips == self.issued

    @property
    def issued(self):
        """All chips that were ever issued."""
        return GRANTED * sum(each.account is not None for each in self.players)

    async def lost(self):
        """What is missing, as was checked last; when no server uses the database any more."""
        return Lost(
            chips=self.issued - self.chips,
            hands=tuple(self._hands_with(HandAborted)),
            records=tuple([hand async for hand in self._misrecorded()]),
        )

    def _hands_with(self, kind):
        """The hands in which something has happened, and all events of each."""
        return {
            hand: tuple(events)
            for log in self.logs.values()
            for hand, events in log.hands.items()
            if any(isinstance(event, kind) for event in events)
        }

    async def _misrecorded(self):
        """Hands that are over and are not stored as they were played."""
        over = self._hands_with(HandEnded)
        assert over
        async with self.database.open() as storage:
            for hand in self.random.sample(sorted(over), min(len(over), MOST_RECORDS)):
                if (await storage.hands.get(hand)).events != over[hand]:
                    yield hand

    async def audited(self):
        """Let the operator's audit count every chip again; it runs beside the server."""
        place = ("--database", str(self.database.name))
        code, out, err = await run_command(
            "server", "audit", *place, environment=self.database.environment
        )
        assert code == 0, out + err


async def _first(*waits):
    """Wait until one of these is over, and for no other."""
    tasks = [asyncio.ensure_future(each) for each in waits]
    await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
    for wait, task in zip(waits, tasks, strict=True):
        if wait is not task:
            task.cancel()


def _toml(value):
    return str(value).lower() if isinstance(value, bool | int | float) else f'"{value}"'


@asynccontextmanager
async def a_world(folder, database, random, *, tables, seats=3, kind=Player, **options):
    """
    Players without a server yet, all of whom end with the block, and the server with them.

    Args:
        options: of the ruleset, at all tables.
    """
    async with _lived_in(World(folder, database, random, tables, seats, kind, **options)) as world:
        yield world


@asynccontextmanager
async def the_same_world(world, folder, database):
    """A world with the same tables and players on another database, who begin anew."""
    other = World(folder, database, world.random, len(world.tables), 0)
    other.players = [player.reborn() for player in world.players]
    async with _lived_in(other):
        yield other


@asynccontextmanager
async def _lived_in(world):
    world.let_live()
    try:
        yield world
        await world.let_go()
    finally:
        await world.close()
