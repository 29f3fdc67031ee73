"""What earlier releases left on disk, this one opens, replays and plays on."""

import shutil

import pytest

from server.ports import HandQuery
from server.storage import open_storage
from showdown import Ruleset
from showdown.rules import events as ev
from showdown.rules.hand import evolve
from showdown.rules.seating import Seating
from showdown.rules.table import TableState, replay
from tests.end_to_end.released import CONFIG, RELEASES, TABLE
from tests.end_to_end.server_process import running

ANY = Seating(ruleset=Ruleset(sb=5, bb=10))


@pytest.fixture(params=sorted(folder.name for folder in RELEASES.iterdir()))
def folder(request, tmp_path):
    for name in ("showdown.db", "showdown.db.key"):
        shutil.copy(RELEASES / request.param / name, tmp_path / name)
    (tmp_path / "showdown.db.key").chmod(0o600)
    return tmp_path


async def test_every_stored_hand_replays_to_the_stacks_with_which_it_ended(folder):
    async with open_storage(folder / "showdown.db") as storage:
        stored = await storage.hands.find(HandQuery(limit=100))
        assert len(stored) >= 10
        for each in stored:
            finished = await storage.hands.get(each.hand)
            state = None
            for event in finished.events:
                state = evolve(state, event)
            ended = finished.events[-1]
            assert isinstance(ended, ev.HandEnded)
            assert [s.stack for s in ended.stacks] == state.stacks
            assert {r.net for r in each.results} != {0}


async def test_the_hand_that_was_running_is_there_with_its_cards_and_its_turn(folder):
    async with open_storage(folder / "showdown.db") as storage:
        stored = await storage.journal.open_table(TABLE, ANY)
        table = replay(TableState(seating=stored.seating), stored.events)
        assert table.running is not None
        assert table.running.seat_to_act is not None
        assert all(len(cards) == 5 for cards in table.running.cards)


async def test_a_server_goes_on_from_there(folder):
    async with running(folder, CONFIG) as server:
        assert [line for line in server.log if "hand resumed" in line]
