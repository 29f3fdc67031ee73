"""Records of older releases lose the cards that stood in them in clear, and nothing else."""

import re
import shutil

import pytest

from server.ports import HandQuery
from server.storage import open_storage, rows
from server.storage.packing import unpack
from server.storage.renewing import renew_records
from showdown.rules import events as ev
from tests.end_to_end.released import RELEASES
from tests.searching import found_in, runs_of

OLD = ("0.1.0", "0.2.0")


@pytest.fixture(params=OLD)
async def released(request, tmp_path):
    """What a release left, open."""
    for name in ("showdown.db", "showdown.db.key"):
        shutil.copy(RELEASES / request.param / name, tmp_path / name)
    (tmp_path / "showdown.db.key").chmod(0o600)
    async with open_storage(tmp_path / "showdown.db") as storage:
        yield storage


async def all_hands(storage):
    return [
        await storage.hands.get(each.hand) for each in await storage.hands.find(HandQuery(limit=99))
    ]


async def records(storage):
    async with storage.store.reading() as connection:
        found = await connection.exec_driver_sql("SELECT version, record FROM hands")
        return [tuple(row) for row in found.all()]


async def test_hands_are_the_same_and_no_card_is_left_in_clear(released):
    before = await all_hands(released)
    runs = [run for hand in before for run in runs_of(hand.events)]
    assert any(isinstance(event, ev.HandShown) for hand in before for event in hand.events)
    assert await renew_records(released.store, released.vault) == len(before)
    assert await all_hands(released) == before
    stored = await records(released)
    assert {version for version, _ in stored} == {rows.VERSION}
    assert found_in(b"\0".join(unpack(record) for _, record in stored), runs) == []


async def test_it_happens_once(released):
    assert await renew_records(released.store, released.vault)
    await released.store.write(_make_the_first_one_old)
    assert await renew_records(released.store, released.vault) == 0


async def test_a_record_that_does_not_open_stays_and_the_others_do_not_wait(released, capsys):
    await released.store.write(_damage_one)
    hands = len(await records(released))
    assert await renew_records(released.store, released.vault) == hands - 1
    assert sorted(version for version, _ in await records(released)) == [1] + [rows.VERSION] * (
        hands - 1
    )
    assert re.search("hand keeps its old form", capsys.readouterr().out)


def _make_the_first_one_old(connection):
    connection.exec_driver_sql(
        "UPDATE hands SET version = 1 WHERE id = (SELECT min(id) FROM hands)"
    )


def _damage_one(connection):
    connection.exec_driver_sql(
        "UPDATE hands SET record = x'00' WHERE id = (SELECT max(id) FROM hands)"
    )
