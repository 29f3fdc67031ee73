"""
What a survivor has to do when a node dies, at what it costs here: claim, read and open its share.

The tables are in mid-hand, in a real PostgreSQL; the rest of the cluster is not there.
"""

import asyncio
import secrets
import time
from collections.abc import Iterable, Iterator, Sequence

from msgspec import Struct

from benchmarks.cluster.placing import Move
from benchmarks.storage.ground import KEYS, Ground, fill
from benchmarks.storage.sessions import RULESET, SEED, Session, sessions
from server import logs
from server.addresses import PostgresAddress
from server.hand_ids import HandIds
from server.lobby import Lobby
from server.storage import Storage, open_storage
from server.storage.claims import IN_A_STATEMENT
from server.tables.clock import LoopClock
from server.tables.world import World
from showdown.rules.deal import KEY_SIZE

TOGETHER = 100
"""So many tables are read and opened at a time."""

LEASE_S = 3.0
"""From the last renewal of who died until everybody knows."""


class Cost(Struct, frozen=True):
    """What it took to take over so many tables."""

    tables: int
    claiming_s: float
    reading_s: float
    opening_s: float

    @property
    def seconds(self) -> float:
        """All of it."""
        return self.claiming_s + self.reading_s + self.opening_s

    @property
    def transactions(self) -> int:
        """What the database was asked to do at once."""
        return -(-self.tables // IN_A_STATEMENT) - (-self.tables // TOGETHER)

    def __str__(self) -> str:
        return (
            f"{self.tables:,} tables in mid-hand: claimed in {self.claiming_s * 1e3:,.0f} ms, read "
            f"in {self.reading_s * 1e3:,.0f} ms, going on after {self.opening_s * 1e3:,.0f} ms "
            f"more; {self.transactions} transactions"
        )


def costs(numbers: Sequence[int]) -> Iterator[Cost]:
    """Let one node after the other take over so many tables of the one before."""
    logs.configure("error")
    ground = Ground()
    try:
        database = ground.postgres()
        ground.wait_for(_left_in_mid_hand(database, max(numbers)))
        for number in numbers:
            yield ground.wait_for(_taken_over(database, number))
    finally:
        ground.close()


async def _left_in_mid_hand(database: PostgresAddress, tables: int) -> None:
    async with open_storage(database, keys=KEYS) as storage:
        playing = sessions(await fill(storage, tables), SEED)
        await asyncio.gather(*(_play_until_asked(storage, each) for each in playing))


async def _play_until_asked(storage: Storage, table: Session) -> None:
    asked = 0
    while asked < 6:
        await storage.journal.append(table.next())
        asked += table.state.running is not None and table.state.running.turn > 0


async def _taken_over(database: PostgresAddress, number: int) -> Cost:
    async with open_storage(database, keys=KEYS) as storage:
        known = {each.table: each.epoch for each in (await storage.claims.look())[:number]}
        lobby = Lobby(_world(storage))
        lobby.run()
        begin = time.perf_counter()
        claims = await storage.claims.claim(known)
        claimed = time.perf_counter()
        taken, reading = list(claims.taken), 0.0
        for first in range(0, len(taken), TOGETHER):
            some, began = taken[first : first + TOGETHER], time.perf_counter()
            await storage.claims.read_ahead(some)
            reading += time.perf_counter() - began
            await asyncio.gather(*(lobby.open(each, RULESET) for each in some))
        opening = time.perf_counter() - claimed - reading
        await lobby.stop()
        return Cost(number, claimed - begin, reading, opening)


def _world(storage: Storage) -> World:
    return World(
        journal=storage.journal,
        accounts=storage.accounts,
        clock=LoopClock(),
        now_s=lambda: int(time.time()),
        new_key=lambda: secrets.token_bytes(KEY_SIZE),
        next_hand=HandIds(storage.journal.reserve_hands).next,
        hands=storage.hands,
    )


def lines(moves: Iterable[Move], most: int = 1_000) -> Iterator[str]:
    """What each survivor does when some die, at what that takes here; and for many more tables."""
    deaths = [move for move in moves if "die" in move.what]
    measured = costs([*(move.to_each.most for move in deaths), most])
    for move, cost in zip(deaths, measured, strict=False):
        yield (
            f"{move.what}: the survivor with most to do takes {cost}: {cost.seconds:.2f} s, "
            f"{LEASE_S:g} s after the last sign of life; all together claim {move.moved:,}"
        )
    yield from map(str, measured)
