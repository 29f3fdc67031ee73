"""One account at several tables, on one connection."""

import asyncio
import contextlib
import threading
from itertools import repeat

import pytest

from showdown.bots.contract import Bot
from showdown.protocol import messages as msg
from showdown.rules.ruleset import TableId
from showdown.sdk import NoSeat, WrongUse, play, run
from tests.showdown.sdk.scripted import scripted, welcome
from tests.showdown.sdk.small_table import SmallTable

NAMES = BLUE, RED = TableId("blue"), TableId("red")
WITH_BOTH = tuple(msg.SeatTaken(table=name, seat=1) for name in NAMES)


class Folder(Bot):
    """Folds; those that are made are remembered."""

    made: list["Folder"]

    def __init__(self):
        self.hands = []
        type(self).made.append(self)

    def decide(self, view):
        return view.stand_pat() if view.is_draw else view.fold()

    def on_hand(self, hand):
        self.hands.append(hand.hand)


@pytest.fixture(autouse=True)
def none_made():
    Folder.made = []


@contextlib.asynccontextmanager
async def playing(bot, **wishes):
    """The server and the task in which a bot plays there."""
    async with scripted() as server:
        task = asyncio.create_task(
            play(bot, server.url, **{"name": "Ada", **wishes}, delays=lambda: repeat(0.0))
        )
        try:
            yield server, task
        finally:
            server.hang_up()
            task.cancel()
            await asyncio.wait({task})


async def take_seats(server, tables, summaries=True):
    """The guest comes and sits down at each of these tables."""
    peer = await server.accept()
    await peer.greet(welcome(token="secret"))
    for table in tables.values():
        if summaries:
            await list_tables(peer, tables)
        asked = await peer.receive(msg.Sit)
        assert tables[asked.table] is table
        await peer.send(table.sit(asked))
    return peer


async def list_tables(peer, tables):
    asked = await peer.receive(msg.Tables)
    await peer.send(msg.Lobby(tables=tuple(each.summary for each in tables.values())))
    await peer.send(msg.Reply(id=asked.id, ok=True))


def two_tables():
    return {name: SmallTable(name=name) for name in NAMES}


async def let_go(peer, table):
    asked = await peer.receive(msg.Leave)
    assert asked.table == table.name
    await peer.send(table.leave(asked))


@pytest.mark.parametrize("tables", [2, ["blue", "red"]])
async def test_a_class_makes_a_bot_for_each_table(tables):
    at = two_tables()
    async with playing(Folder, tables=tables, hands=1) as (server, task):
        peer = await take_seats(server, at, summaries=tables == 2)
        for table in reversed(at.values()):
            await peer.send(table.deal())
            await peer.send(table.take(await peer.receive(msg.Act)))
            await let_go(peer, table)
        assert await task == (2, -10)
    assert [bot.hands for bot in Folder.made] == [[1], [1]]


async def test_an_object_plays_the_first_table_and_copies_of_it_the_others():
    class Copied(Folder):
        def __deepcopy__(self, memo):
            return type(self)()

    at, bot = two_tables(), Copied()
    async with playing(bot, tables=["blue", "red"], hands=1) as (server, task):
        peer = await take_seats(server, at, summaries=False)
        await peer.send(at[RED].deal())
        await peer.send(at[RED].take(await peer.receive(msg.Act)))
        await let_go(peer, at[RED])
        assert (Folder.made[0].hands, Folder.made[1].hands) == ([], [1])
        assert Folder.made[0] is bot
        task.cancel()


async def test_a_bot_that_thinks_at_one_table_plays_at_the_other():
    class Slow(Folder):
        go = threading.Event()

        def decide(self, view):
            if self is Folder.made[0]:
                self.go.wait()
            return view.fold()

    at = two_tables()
    async with playing(Slow, tables=2) as (server, _):
        peer = await take_seats(server, at)
        await peer.send(at[BLUE].deal(), at[RED].deal())
        quick = await peer.receive(msg.Act)
        await peer.send(at[RED].take(quick))
        Slow.go.set()
        slow = await peer.receive(msg.Act)
        assert (quick.table, slow.table) == (RED, BLUE)


async def test_what_a_bot_chose_while_the_line_was_cut_is_sent_on_the_next_one():
    class Slow(Folder):
        asked, go = 0, threading.Event()

        def decide(self, view):
            type(self).asked += 1
            self.go.wait()
            return view.call()

    table = SmallTable()
    async with playing(Slow, table="blue") as (server, _):
        peer = await take_seats(server, {BLUE: table}, summaries=False)
        await peer.send(table.deal())
        await peer.send(msg.Pong(sent=1))
        peer.abort()
        peer = await server.accept()
        await peer.greet(welcome(seats=WITH_BOTH[:1]))
        resume = await peer.receive(msg.Resume)
        await peer.send(table.resumed(resume))
        Slow.go.set()
        act = await peer.receive(msg.Act)
        assert (act.id, act.action) == ("1.1", msg.Call())
    assert Slow.asked <= 2  # the line may have been cut before the request was read


async def test_after_a_lost_connection_each_table_goes_on():
    at = two_tables()
    async with playing(Folder, tables=2, hands=1) as (server, task):
        peer = await take_seats(server, at)
        peer.abort()
        peer = await server.accept()
        await peer.greet(welcome(seats=WITH_BOTH))
        for table in at.values():
            await peer.send(table.resumed(await peer.receive(msg.Resume)))
        for table in at.values():
            await peer.send(table.deal())
            await peer.send(table.take(await peer.receive(msg.Act)))
            await let_go(peer, table)
        assert await task == (2, -10)


async def test_who_was_leaving_when_the_line_was_cut_leaves_on_the_next_one():
    table = SmallTable()
    async with playing(Folder, table="blue", hands=1) as (server, task):
        peer = await take_seats(server, {BLUE: table}, summaries=False)
        await peer.send(table.deal())
        await peer.send(table.take(await peer.receive(msg.Act)))
        await peer.receive(msg.Leave)
        peer.abort()
        peer = await server.accept()
        await peer.greet(welcome(seats=WITH_BOTH[:1]))
        await peer.send(table.resumed(await peer.receive(msg.Resume)))
        await let_go(peer, table)
        assert await task == (1, -5)


async def test_where_fewer_tables_have_room_it_plays_at_those(caplog):
    at = {BLUE: SmallTable()}
    async with playing(Folder, tables=2, hands=1) as (server, task):
        peer = await take_seats(server, at)
        await list_tables(peer, at)
        await peer.send(at[BLUE].deal())
        await peer.send(at[BLUE].take(await peer.receive(msg.Act)))
        await let_go(peer, at[BLUE])
        assert await task == (1, -5)
    assert "no more than 1 tables: No other table has a free seat." in caplog.text


async def test_where_a_table_that_was_named_is_not_there_it_gets_up_and_says_so():
    at = {BLUE: SmallTable()}
    async with playing(Folder, tables=["blue", "green"]) as (server, task):
        peer = await take_seats(server, at, summaries=False)
        await peer.refuse(msg.Sit, "no_such_table", "There is no table 'green'.")
        await list_tables(peer, at)
        await let_go(peer, at[BLUE])
        with pytest.raises(NoSeat, match="There is no table 'green'; the tables are: blue"):
            await task


@pytest.mark.parametrize(
    ("wishes", "sentence"),
    [
        ({"table": "blue", "tables": 2}, "Give either table or tables, not both."),
        ({"tables": "blue"}, "tables is 'blue'; give a list of names, or how many."),
        ({"tables": 0}, "A bot plays at one table or more."),
        ({"tables": []}, "A bot plays at one table or more."),
        ({"tables": ["blue", "blue"]}, "A table is named twice; a bot has one seat at each."),
    ],
)
def test_what_contradicts_itself_is_refused_in_one_sentence(wishes, sentence, capsys):
    with pytest.raises(SystemExit) as ended:
        run(Folder, "ws://127.0.0.1:1", name="Ada", **wishes)
    assert ended.value.code == 2
    assert capsys.readouterr().err == f"showdown: {sentence}\n"


async def test_a_bot_that_cannot_be_copied_is_refused_before_anybody_is_called():
    class Heavy(Folder):
        def __init__(self):
            self.lock = threading.Lock()

    with pytest.raises(WrongUse, match=r"Heavy cannot be copied for 2 tables .* give its class"):
        await play(Heavy(), "ws://127.0.0.1:1", tables=2)
