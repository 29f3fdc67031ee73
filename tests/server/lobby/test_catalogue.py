"""Which tables there are, whoever runs each, and how one that was claimed is run."""

import pytest

from server.hosts import Hosts
from server.lobby import Lobby
from server.lobby.catalogue import Catalogue
from server.lobby.opening import Opening, Plan, Template
from server.ports import MostOpen
from server.tables.world import World
from showdown import Ruleset
from showdown.rules.ruleset import AccountId, HandId, TableId
from showdown.rules.seating import Seating
from tests.server.fakes import MemoryStorage
from tests.server.tables.kit import ManualClock

MAIN, BLINDS = TableId("main"), Ruleset(sb=5, bb=10)
FAST = Ruleset(sb=1, bb=2)
MANY = MostOpen(each=9, of_template=9, together=9)
ANNA = AccountId(2)


@pytest.fixture
async def storage():
    return MemoryStorage()


@pytest.fixture
async def lobby(storage):
    async def next_hand():
        return HandId(await storage.journal.reserve_hands(1))

    lobby = Lobby(
        World(
            journal=storage.journal,
            accounts=storage.accounts,
            clock=ManualClock(),
            now_s=lambda: 0,
            new_key=lambda: bytes(32),
            next_hand=next_hand,
        )
    )
    yield lobby
    await lobby.stop()


@pytest.fixture
def catalogue(storage, lobby):
    templates = [
        Template(name="fast", ruleset=FAST),
        Template(name="own", ruleset=FAST, private=True),
    ]
    hosts = Hosts(storage.hosted)
    opening = Opening(lobby, storage.journal, storage.opened, templates, hosts)
    return Catalogue({MAIN: Plan(BLINDS)}, opening, lobby, storage.accounts)


async def opened(storage, template="fast"):
    """A table that a player has opened, at whichever node."""
    return (await storage.opened.add("home", template, ANNA, Seating(ruleset=FAST), MANY)).table


async def test_there_are_the_tables_of_the_configuration_and_those_of_players(storage, catalogue):
    table = await opened(storage)
    assert list(catalogue.tables) == [MAIN]
    assert await catalogue.look_again() == frozenset()
    assert list(catalogue.tables) == [MAIN, table]
    assert MAIN in catalogue
    assert table in catalogue
    assert catalogue.configured == {MAIN: Seating(ruleset=BLINDS)}


async def test_a_table_that_was_closed_elsewhere_is_told(storage, catalogue):
    table = await opened(storage)
    await catalogue.look_again()
    await storage.journal.close_table(table)
    assert await catalogue.look_again() == {table}


async def test_each_is_run_as_it_is_configured_or_as_its_template_says(storage, catalogue, lobby):
    table = await opened(storage)
    await catalogue.look_again()
    for each in (MAIN, table):
        await catalogue.run_here(each)
    assert lobby.find(MAIN).actor.state.ruleset == BLINDS
    assert lobby.find(MAIN).actor.vacancy is None
    assert lobby.find(table).actor.state.ruleset == FAST
    assert lobby.find(table).actor.vacancy is not None


async def test_a_table_that_is_there_no_more_is_not_run(catalogue, lobby):
    await catalogue.run_here(TableId("gone"))
    assert not tuple(lobby.actors)


async def test_a_private_table_is_private_wherever_it_is_run(storage, catalogue):
    table = await opened(storage, "own")
    await catalogue.look_again()
    await catalogue.run_here(table)
    (kept,) = await storage.hosted.load()
    assert (kept.table, kept.private, kept.host) == (table, True, ANNA)


async def test_house_bots_of_earlier_days_are_known(storage, catalogue, lobby):
    bot = (await storage.accounts.house_player("caller-main-1", 0)).account
    await catalogue.look_again()
    assert lobby._bots == {"caller-main-1": bot}
