"""How players played is known of every stored hand, whichever program stored it."""

import shutil
from random import Random

import pytest
from sqlalchemy import select, text

from server.storage import open_storage
from server.storage.counting import count_plays
from server.storage.models import HandPlayerRow
from server.storage.plays import CLOSED, GIVEN_UP
from tests.end_to_end.released import RELEASES
from tests.server.storage.material import EMPTY, MAIN, ChanceTable, append_all, guests

COUNTED = select(
    HandPlayerRow.hand,
    HandPlayerRow.seat,
    HandPlayerRow.ended,
    HandPlayerRow.play,
    HandPlayerRow.big_blind,
).order_by(HandPlayerRow.hand, HandPlayerRow.seat)
FORGET = "UPDATE hand_players SET play = NULL, big_blind = NULL, ended = NULL"


async def players(storage):
    async with storage.store.reading() as connection:
        return [tuple(row) for row in (await connection.execute(COUNTED)).all()]


async def execute(storage, statement, **values):
    await storage.store.write(lambda connection: connection.execute(text(statement), values))


@pytest.fixture
async def played(sql):
    """More hands than are filled in at once."""
    await sql.journal.open_table(MAIN, EMPTY)
    table = ChanceTable(Random(4), await guests(sql.accounts))
    await append_all(sql.journal, table.play(45))
    return sql


async def test_a_hand_that_ends_is_counted_with_its_end(played):
    stored = await players(played)
    assert stored
    assert all(play >= 0 and blind == 10 and ended for _, _, ended, play, blind in stored)
    assert await count_plays(played.store, played.vault) == 0


async def test_what_an_older_program_left_out_is_filled_in_as_it_would_have_been(played):
    before = await players(played)
    await execute(played, FORGET)
    assert await count_plays(played.store, played.vault) == 45
    assert await players(played) == before


async def test_it_begins_where_it_was_broken_off(played):
    before = await players(played)
    await execute(played, f"{FORGET} WHERE hand > 30")
    assert await count_plays(played.store, played.vault) == 15
    assert await players(played) == before


async def test_a_hand_that_does_not_open_is_marked_and_the_others_do_not_wait(played, capsys):
    await execute(played, FORGET)
    await execute(played, "UPDATE hands SET record = :bad WHERE id = 7", bad=b"\0")
    assert await count_plays(played.store, played.vault) == 45
    for hand, _, ended, play, blind in await players(played):
        assert ended
        assert (play == CLOSED, blind is None) == (hand == 7, hand == 7)
    assert "hand is not counted" in capsys.readouterr().out


async def test_a_record_of_a_newer_program_is_left_for_that(played, capsys):
    await execute(played, FORGET)
    await execute(played, "UPDATE hands SET version = 99 WHERE id = 7")
    assert await count_plays(played.store, played.vault) == 44
    assert {hand for hand, _, _, play, _ in await players(played) if play is None} == {7}
    assert "hand is not counted yet" in capsys.readouterr().out


@pytest.mark.parametrize("release", sorted(folder.name for folder in RELEASES.iterdir()))
async def test_the_hands_of_every_release_are_counted(release, tmp_path):
    for name in ("showdown.db", "showdown.db.key"):
        shutil.copy(RELEASES / release / name, tmp_path / name)
    (tmp_path / "showdown.db.key").chmod(0o600)
    async with open_storage(tmp_path / "showdown.db") as storage:
        counted = await count_plays(storage.store, storage.vault)
        # Since 0.4.0 they are counted when they are stored.
        assert counted >= 10 if release < "0.4.0" else counted == 0
        plays = [play for _, _, _, play, _ in await players(storage)]
    assert min(plays) >= GIVEN_UP
    assert max(plays) > 0
