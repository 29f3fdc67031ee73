"""Whatever a table is in the middle of, it is found again after a crash and the game goes on."""

import shutil
from contextlib import asynccontextmanager
from random import Random

import pytest
from msgspec.structs import replace

from server.ports import StoredEntry
from server.storage import open_storage
from server.storage.sqlite.migrate import bring_up_to_date
from showdown import Ruleset
from showdown.protocol import messages as msg
from showdown.rules import seen
from showdown.rules.ruleset import CarryEntry, Openers
from showdown.rules.seat_events import GraceGiven, Left, SatOut
from showdown.testing.rulesets import any_ruleset
from tests.server.fakes import MemoryStorage
from tests.server.tables.kit import NL, ManualClock, Room, open_room
from tests.server.tables.mortal import Chance, Mortal
from tests.server.tables.test_actor import play_on

STEPS = 60
NAMES = ("Anna", "Boris", "Clara", "Dora", "Emil")


@pytest.fixture(scope="session")
def migrated(tmp_path_factory):
    path = tmp_path_factory.mktemp("migrated") / "showdown.db"
    bring_up_to_date(path)
    return path


@pytest.fixture
def database(tmp_path, migrated):
    path = tmp_path / "showdown.db"
    shutil.copy(migrated, path)
    return path


# The law.


@asynccontextmanager
async def storage_of(kind, folder, migrated):
    if kind == "memory":
        yield MemoryStorage()
        return
    folder.mkdir()
    shutil.copy(migrated, folder / "showdown.db")
    async with open_storage(folder / "showdown.db") as storage:
        yield storage


async def play(seed, storage, *, deadly):
    """A table that people play at by chance: what was stored, the table, and what each was told."""
    rng = Random(seed)
    ruleset = next(r for r in iter(lambda: any_ruleset(rng), None) if r.max_buy <= 3_000)
    ruleset = replace(ruleset, hand_pause=2)
    room = Mortal(ruleset, storage, deadly=deadly)
    await room.start()
    people = [await room.newcomer(name) for name in NAMES]
    chance = Chance(rng, room, people)
    for _ in range(STEPS):
        await room.settle()
        await chance.step()
    await room.stop()
    entries = await storage.journal.since(room.table, 0)
    assert room.deaths == (len(entries) if deadly else 0)
    return [timeless(entry) for entry in entries], room.actor.state, [each.log for each in people]


def timeless(entry: StoredEntry):
    """An entry without the time of day: a turn after a restart has its time anew."""
    events = [replace(e, at_s=0) if isinstance(e, Left | SatOut) else e for e in entry.events]
    return replace(entry, events=tuple(events))


def timeless_table(state):
    occupants = tuple(replace(each, out_since_s=0) for each in state.seating.occupants)
    departures = tuple(replace(each, at_s=0) for each in state.seating.departures)
    before = state.seating.before
    if before is not None:
        earlier = tuple(replace(each, out_since_s=0) for each in before.occupants)
        before = replace(before, occupants=earlier)
    return replace(state.seating, occupants=occupants, departures=departures, before=before)


@pytest.mark.parametrize(
    ("kind", "seed"), [*(("memory", seed) for seed in range(4)), ("sqlite", 0), ("sqlite", 3)]
)
async def test_with_a_restart_after_every_single_entry_the_game_is_the_same(
    seed, kind, tmp_path, migrated, monkeypatch
):
    # Who sits out or is gone is sent away by the clock, which goes on while nobody plays.
    monkeypatch.setattr("server.tables.idle.SITTING_OUT_SECONDS", 10**9)
    monkeypatch.setattr("server.tables.idle.AWAY_SECONDS", 10**9)
    monkeypatch.setattr("server.tables.idle.BROKE_SECONDS", 10**9)
    async with storage_of(kind, tmp_path / "one", migrated) as storage:
        entries, state, _ = await play(seed, storage, deadly=False)
    async with storage_of(kind, tmp_path / "other", migrated) as storage:
        again, found, logs = await play(seed, storage, deadly=True)
    assert again == entries
    assert timeless_table(found) == timeless_table(state)
    assert found.running == state.running
    # Everybody has seen one log, gapless from when he came.
    for log in logs:
        numbers = sorted(log)
        assert numbers == list(range(numbers[0], numbers[0] + len(numbers))) if numbers else True


# What survives, one by one.


@asynccontextmanager
async def crashed(room: Room, database, folder):
    """The table as it is found by a server that starts after this one was killed just now."""
    folder.mkdir()
    for file in database.parent.glob("showdown.db*"):
        if not file.name.endswith(".lock"):
            shutil.copy(file, folder / file.name)
    async with (
        open_storage(folder / "showdown.db") as storage,
        open_room(room.ruleset, storage, clock=ManualClock(room.clock.now())) as again,
    ):
        yield again


@asynccontextmanager
async def table(database, ruleset=NL):
    async with open_storage(database) as storage, open_room(ruleset, storage) as room:
        yield room


async def test_cards_bets_turn_and_everything_in_the_middle_of_a_hand(database, tmp_path):
    async with table(database) as room:
        players = await room.seated("Anna", "Boris", "Clara")
        await room.pass_time(NL.hand_pause)
        await (await room.to_act(*players)).act(msg.Raise(to=60))
        await (await room.to_act(*players)).act(msg.Call())
        async with crashed(room, database, tmp_path / "again") as again:
            assert again.actor.state == room.actor.state
            assert again.actor.seq == room.actor.seq


async def test_pending_leaves_top_ups_sit_outs_and_newcomers(database, tmp_path):
    async with table(database) as room:
        anna, boris, clara = await room.seated("Anna", "Boris", "Clara", buy_in=500)
        await room.pass_time(NL.hand_pause)
        dora, emil = await room.seated("Dora", "Emil")
        first = await room.to_act(anna, boris, clara)
        others = [each for each in (anna, boris, clara) if each is not first]
        await others[0].ask(msg.Leave, table=room.table)
        await others[1].ask(msg.TopUp, table=room.table, to=900)
        await dora.ask(msg.SitOut, table=room.table)
        await emil.ask(msg.PostNow, table=room.table)
        await first.ask(msg.SitOut, table=room.table)
        async with crashed(room, database, tmp_path / "again") as again:
            assert again.actor.state == room.actor.state
            seating = again.actor.state.seating
            assert seating.of(others[0].account).leaving
            assert seating.of(others[1].account).top_up_to == 900
            assert seating.of(dora.account).sitting_out
            assert seating.of(emil.account).asks_to_post
            assert seating.of(first.account).sitting_out


async def test_button_debts_and_missed_blinds(database, tmp_path):
    async with table(database) as room:
        players = await room.seated("Anna", "Boris", "Clara")
        for _ in range(3):
            await room.pass_time(NL.hand_pause)
            if room.actor.state.running is None:
                break
            await play_on(room, players)
            await players[0].ask(msg.SitOut, table=room.table)
        await room.pass_time(NL.hand_pause)
        async with crashed(room, database, tmp_path / "again") as again:
            assert again.actor.state == room.actor.state
            assert any(each.is_in_debt for each in again.actor.state.seating.occupants)
            assert again.actor.state.seating.last == room.actor.state.seating.last


async def test_a_carry(database, tmp_path):
    jackpots = Ruleset(
        ante=1, min_bet=2, jacks=Openers.JACKS, carry_entry=CarryEntry.MATCH, min_buy=100
    )
    async with table(database, jackpots) as room:
        players = await room.seated("Anna", "Boris", "Clara", buy_in=100)
        while not room.actor.state.seating.carry.total:
            await room.pass_time(room.ruleset.hand_pause)
            while room.actor.state.running is not None:
                player = await room.to_act(*players)
                legal = player.request.legal
                free = msg.Draw() if legal.draw is not None else msg.Check()
                assert (await player.act(free)).ok
        async with crashed(room, database, tmp_path / "between") as again:
            assert again.actor.state.seating == room.actor.state.seating
            assert again.actor.state.seating.carry.total == 3
        await room.pass_time(room.ruleset.hand_pause)
        async with crashed(room, database, tmp_path / "within") as again:
            assert again.actor.state == room.actor.state
            assert again.actor.state.running.pot == 6


async def test_timeouts_in_a_row_and_what_was_spent_of_the_time_bank(database, tmp_path):
    async with table(database) as room:
        players = await room.seated("Anna", "Boris")
        await room.pass_time(NL.hand_pause)
        first = await room.to_act(*players)
        await room.pass_time(30)
        await first.act(msg.Call())
        sleeper = await room.to_act(*players)
        await room.pass_time(81)
        async with crashed(room, database, tmp_path / "again") as again:
            assert again.actor.state == room.actor.state
            seating = again.actor.state.seating
            assert seating.of(sleeper.account).timeouts == 1
            assert seating.of(first.account).bank_ms == 50_000


async def test_grace_that_was_had_is_not_given_again(database, tmp_path):
    async with table(database) as room:
        players = await room.seated("Anna", "Boris")
        await room.pass_time(NL.hand_pause)
        player = await room.to_act(*players)
        room.actor.hide(player)
        await room.pass_time(81)
        assert room.actor.state.running is not None
        async with crashed(room, database, tmp_path / "again") as again:
            assert again.actor.state == room.actor.state
            hand = again.actor.state.running.hand
            await again.pass_time(81)
            running = again.actor.state.running
            assert running is None or running.hand != hand
            entries = await again.storage.journal.since(again.table, 0)
            events = [event for entry in entries for event in entry.events]
            assert sum(isinstance(event, GraceGiven) for event in events) == 1


async def test_a_player_who_never_comes_back_times_out(database, tmp_path):
    async with table(database) as room:
        players = await room.seated("Anna", "Boris")
        await room.pass_time(NL.hand_pause)
        player = await room.to_act(*players)
        async with crashed(room, database, tmp_path / "again") as again:
            await again.pass_time(79 + NL.disconnect_grace)
            assert again.actor.state.running is not None
            await again.pass_time(2)
            assert again.actor.state.running is None
            assert again.actor.state.seating.of(player.account).sitting_out


async def test_a_turn_after_a_crash_has_fifteen_seconds_at_least_and_the_bank_of_its_start(
    database, tmp_path
):
    quick = Ruleset(sb=5, bb=10, act_time=5)
    async with table(database, quick) as room:
        players = await room.seated("Anna", "Boris")
        await room.pass_time(quick.hand_pause)
        player = await room.to_act(*players)
        await room.pass_time(40)  # 35 of his bank, of which nothing is stored yet
        async with crashed(room, database, tmp_path / "again") as again:
            player.room = again
            await again.settle()
            again.actor.show(player)
            request = player.told[-1].request
            assert (request.base_ms, request.bank_ms) == (15_000, 60_000)


async def test_a_seat_is_kept_no_longer_for_being_found_again(database, tmp_path):
    async with table(database) as room:
        anna, _ = await room.seated("Anna", "Boris")
        await anna.ask(msg.SitOut, table=room.table)
        await room.pass_time(15 * 60)
        async with crashed(room, database, tmp_path / "again") as again:
            await again.pass_time(4 * 60)
            assert again.actor.state.seating.of(anna.account) is not None
            await again.pass_time(2 * 60)
            assert again.actor.state.seating.of(anna.account) is None


async def test_the_next_hand_begins_after_a_crash_between_hands(database, tmp_path):
    async with table(database) as room:
        players = await room.seated("Anna", "Boris")
        await room.pass_time(NL.hand_pause)
        await play_on(room, players)
        async with crashed(room, database, tmp_path / "again") as again:
            await again.pass_time(NL.hand_pause)
            assert again.actor.state.running is not None
            assert again.actor.state.running.hand > room.actor.state.hand.hand


async def test_a_crash_changes_nothing_for_who_looks_at_the_table_again(database, tmp_path):
    async with table(database) as room:
        players = await room.seated("Anna", "Boris")
        await room.pass_time(NL.hand_pause)
        player = await room.to_act(*players)
        last = room.actor.seq
        async with crashed(room, database, tmp_path / "again") as again:
            player.room = again
            player.told.clear()
            await player.ask(msg.Resume, table=again.table, last_seq=last)
            assert not any(isinstance(m, msg.Snapshot) for m in player.told)
            assert not [e for e in player.events if isinstance(e, seen.HandAborted)]
            assert (await player.act(msg.Fold())).ok
