"""Tables that end here without a word, since another node goes on with them."""

import asyncio

import pytest

from server.lobby import Lobby
from server.lobby.lobby import Left
from server.ports import StaleTable, StorageError
from server.tables.actor import TableActor
from server.tables.storing import UNKNOWN
from server.tables.world import Moved, World
from showdown import Ruleset
from showdown.protocol import messages as msg
from showdown.rules.ruleset import HandId, TableId
from tests.server.fakes import MemoryStorage
from tests.server.tables.kit import ManualClock, Player

MAIN = TableId("main")
BLINDS = Ruleset(sb=5, bb=10, hand_pause=0)


class Place:
    """A lobby with one table, of which other nodes may take it."""

    def __init__(self):
        self.storage, self.clock = MemoryStorage(), ManualClock()
        self.may_act = True
        self.ceded = []

        async def next_hand():
            return HandId(await self.storage.journal.reserve_hands(1))

        self.lobby = Lobby(
            World(
                journal=self.storage.journal,
                accounts=self.storage.accounts,
                clock=self.clock,
                now_s=lambda: 1_796_040_000,
                new_key=lambda: bytes(32),
                next_hand=next_hand,
                may_act=lambda: self.may_act,
                ceded=self._cede,
            )
        )

    def _cede(self, actor):
        self.ceded.append(self.lobby.drop(actor))

    @property
    def desk(self):
        return self.lobby.find(MAIN)

    async def settle(self):
        """What was answered was told."""

    async def seated(self, *names):
        players = []
        for name in names:
            account, _ = await self.storage.accounts.add_guest(name, 10_000)
            players.append(Player(self, account.account, name))
            assert (await players[-1].ask(msg.Sit, table=MAIN)).ok
        return players


@pytest.fixture
async def place():
    place = Place()
    await place.lobby.open(MAIN, BLINDS)
    place.lobby.run()
    yield place
    await place.lobby.stop()


async def until(condition):
    async with asyncio.timeout(60):
        while not condition():
            await asyncio.sleep(0)


async def test_a_table_that_is_let_go_is_not_here_and_who_saw_it_is_told_nothing(place):
    anna, boris = await place.seated("Anna", "Boris")
    actor, told = place.desk.actor, len(anna.told)
    left = await place.lobby.let_go(MAIN)
    assert left == Left(MAIN, actor.seq, (anna, boris))
    assert place.lobby.find(MAIN) is None
    assert place.lobby.seats_of(anna.account) == ()
    assert len(anna.told) == told
    assert place.clock.waiting <= 1, "no timer of the table goes off any more"


async def test_the_job_that_runs_is_finished_and_what_waits_is_to_be_asked_again(place):
    anna, boris = await place.seated("Anna", "Boris")
    with place.storage.journal.held():
        first = asyncio.ensure_future(anna.ask(msg.SitOut, table=MAIN))
        second = asyncio.ensure_future(boris.ask(msg.SitOut, table=MAIN))
        await until(lambda: place.storage.journal.waiting)
        leaving = asyncio.ensure_future(place.lobby.let_go(MAIN))
        await asyncio.sleep(0)
    assert (await first).ok
    with pytest.raises(Moved):
        await second
    assert (await leaving).seq == place.storage.journal.entries[-1].seq


async def test_a_table_that_is_dropped_is_cut_off_and_tells_nothing_of_what_it_stores(place):
    (anna,) = await place.seated("Anna")
    told = len(anna.told)
    with place.storage.journal.held():
        asking = asyncio.ensure_future(anna.ask(msg.SitOut, table=MAIN))
        await until(lambda: place.storage.journal.waiting)
        place.lobby.drop(place.desk.actor)
        with pytest.raises(Moved):
            await asking
    assert len(anna.told) == told


async def test_a_table_that_has_not_begun_can_be_dropped(place):
    side = TableId("side")
    desk = await place.lobby.open(side, BLINDS)
    assert place.lobby.drop(desk.actor) == Left(side, 0, ())
    assert place.lobby.drop(desk.actor) is None
    await place.lobby.stop()
    assert desk.actor.has_moved


async def test_where_this_node_may_not_act_nothing_is_done_and_the_table_is_ceded(place):
    (anna,) = await place.seated("Anna")
    stored, told = len(place.storage.journal.entries), len(anna.told)
    place.may_act = False
    with pytest.raises(Moved):
        await anna.ask(msg.SitOut, table=MAIN)
    assert [left.listeners for left in place.ceded] == [(anna,)]
    assert (len(place.storage.journal.entries), len(anna.told)) == (stored, told)


async def test_a_writer_that_was_overtaken_cedes_and_does_not_park(place):
    (anna,) = await place.seated("Anna")
    actor, told = place.desk.actor, len(anna.told)
    place.storage.journal.fail_next = StaleTable("Table main has gone on without this writer.")
    with pytest.raises(Moved):
        await anna.ask(msg.SitOut, table=MAIN)
    await until(lambda: place.ceded)
    assert actor.parked is None
    assert len(anna.told) == told


async def test_who_waits_to_know_what_became_of_his_request_is_to_ask_where_the_table_goes_on(
    place,
):
    (anna,) = await place.seated("Anna")
    place.storage.journal.fail_next = StorageError("The connection was lost.")
    place.storage.journal.away = StorageError("The database is away.")
    await place.desk.ask(anna, "Anna", msg.SitOut(id="unknown", table=MAIN), 0)
    assert anna.reply_to("unknown") is None
    await place.lobby.let_go(MAIN)
    assert anna.reply_to("unknown").error.message == UNKNOWN


async def test_who_is_to_ask_elsewhere_is_not_answered_here_as_well(place, monkeypatch):
    """His table looks yet what became of his request when it ends here."""
    (anna,) = await place.seated("Anna")
    told, looking = len(anna.told), asyncio.Event()

    async def look(*_):
        looking.set()
        await asyncio.Event().wait()

    place.storage.journal.fail_next = StorageError("The connection was lost.")
    monkeypatch.setattr(place.storage.journal, "since", look)
    asking = asyncio.ensure_future(anna.ask(msg.SitOut, table=MAIN))
    await looking.wait()
    place.lobby.drop(place.desk.actor)
    with pytest.raises(Moved):
        await asking
    assert [message.code for message in anna.told[told:]] == ["paused"]


async def test_a_table_without_other_nodes_is_parked_when_somebody_else_has_it():
    place = Place()
    world = World(
        journal=place.storage.journal,
        accounts=place.storage.accounts,
        clock=place.clock,
        now_s=lambda: 0,
        new_key=lambda: bytes(32),
        next_hand=lambda: place.storage.journal.reserve_hands(1),
    )
    actor = TableActor(MAIN, BLINDS, world)
    actor.cede()
    assert actor.parked == "Another server runs this table now; connect to that one."
    assert not actor.has_moved
