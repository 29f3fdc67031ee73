"""A journal that leads nowhere: the hand is given up for its table alone, and no chip is lost."""

import shutil
import sqlite3
from contextlib import asynccontextmanager, closing
from functools import partial

import pytest
from msgspec.structs import replace

from server.storage import open_storage
from server.storage.auditing import audit
from server.storage.sqlite.migrate import bring_up_to_date
from showdown import Ruleset
from showdown.protocol import messages as msg
from showdown.rules import events as ev
from showdown.rules import seen
from showdown.rules import table as rules
from showdown.rules.ruleset import CarryEntry, OnAbort, Openers
from tests.server.tables.kit import NL, open_room
from tests.server.tables.test_actor import play_on


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


@asynccontextmanager
async def room_at(database, ruleset=NL):
    async with open_storage(database) as storage, open_room(ruleset, storage) as room:
        yield room
        async with storage.store.reading() as connection:
            found = await connection.run_sync(partial(audit, storage.vault, lambda *_: None))
        assert found.holds, found.wrong


def ask(database, statement):
    with closing(sqlite3.connect(database)) as file, file:
        return file.execute(statement).fetchall()


async def in_mid_hand(room):
    """A hand is over and another one runs, in which people sit down, get up and top up."""
    players = await room.seated("Anna", "Boris", "Clara", buy_in=500)
    await room.pass_time(NL.hand_pause)
    await play_on(room, players)
    dora, emil = await room.seated("Dora", "Emil", buy_in=400)
    before = room.actor.state.seating
    await room.pass_time(NL.hand_pause)
    player = await room.to_act(*players)
    await player.act(msg.Raise(to=60))
    assert (await emil.ask(msg.Leave, table=room.table)).ok
    (fred,) = await room.seated("Fred", buy_in=450)
    assert (await dora.ask(msg.TopUp, table=room.table, to=600)).ok
    await (await room.to_act(*players)).act(msg.Call())
    return players, (dora, fred), before


LAST = "SELECT max(seq) FROM journal"
DAMAGES = {
    "a row that is no JSON": f"UPDATE journal SET payload = '[' WHERE seq = ({LAST})",
    "a row that is missing": "DELETE FROM journal WHERE seq IN (SELECT seq FROM journal"
    " WHERE seq > (SELECT seq FROM tables) ORDER BY seq LIMIT 1 OFFSET 2)",
    "cards that do not open": "UPDATE journal SET secret = zeroblob(length(secret))"
    " WHERE seq > (SELECT seq FROM tables)",
    "a key that is not there": "UPDATE journal SET secret ="
    " CAST(substr(secret, 1, 4) || x'09' || substr(secret, 6) AS BLOB)"
    " WHERE seq > (SELECT seq FROM tables) AND secret IS NOT NULL",
    "events that cannot follow": "UPDATE journal SET payload = replace(payload,"
    """ '"type":"acted","seat":', '"type":"acted","seat":1')""",
    "more chips than there are": "UPDATE journal SET payload = replace(payload,"
    """ '"amount":60', '"amount":6000')""",
    "all of it": "UPDATE journal SET payload = '{', secret = x'00', count = 1"
    " WHERE seq > (SELECT seq FROM tables)",
}


@pytest.mark.parametrize("damage", DAMAGES.values(), ids=DAMAGES)
async def test_what_cannot_be_replayed_is_refunded_and_its_rows_are_kept(database, damage, capsys):
    async with room_at(database) as room:
        players, (dora, fred), before = await in_mid_hand(room)
        hand, last = room.actor.state.running.hand, room.actor.seq
    checkpoint, rows = (
        ask(database, "SELECT seq FROM tables")[0][0],
        ask(database, "SELECT count(*) FROM journal WHERE seq > (SELECT seq FROM tables)"),
    )
    ask(database, damage)
    async with room_at(database) as again:
        seating = again.actor.state.seating
        assert again.actor.state.running is None
        assert again.actor.seq > checkpoint
        for player in players:
            assert seating.of(player.account).stack == before.of(player.account).stack
        assert (seating.last, seating.carry) == (before.last, before.carry)
        for each in before.occupants:
            now = seating.of(each.account)
            if now is not None:
                assert (now.owes_bb, now.owes_sb, now.missed) == (
                    each.owes_bb,
                    each.owes_sb,
                    each.missed,
                )
        kept = ask(database, "SELECT seq, reason FROM evidence")
        assert len(kept) in (rows[0][0], rows[0][0] - 1)
        assert all(reason for _, reason in kept)
        assert "hand given up" in capsys.readouterr().out
        stored = ask(database, f"SELECT payload FROM journal WHERE hand = {hand} ORDER BY seq")
        assert "hand_aborted" in stored[-1][0]
        # Everybody who comes back is told, and play goes on with the same button and blinds.
        for player in players:
            player.room = again
            await player.ask(msg.Resume, table=again.table, last_seq=last)
            assert [m.code for m in player.told if isinstance(m, msg.Notice)] == ["hand_aborted"]
        await again.pass_time(NL.hand_pause)
        assert again.actor.state.running is not None
        others = [p for p in (dora, fred) if again.actor.state.seating.of(p.account)]
        for other in others:
            other.room = again
            again.actor.show(other)
        await play_on(again, [*players, *others])


async def test_what_players_did_beside_the_hand_that_is_given_up_counts(database):
    async with room_at(database) as room:
        _, (dora, fred), before = await in_mid_hand(room)
        emil = next(each for each in before.occupants if each.name == "Emil")
    ask(database, DAMAGES["cards that do not open"])
    async with room_at(database) as again:
        seating = again.actor.state.seating
        assert seating.of(fred.account).stack == 450
        assert seating.of(emil.account) is None
        assert seating.of(dora.account).stack == 600


async def test_the_same_button_and_blinds_are_used_again(database):
    async with room_at(database) as room:
        await in_mid_hand(room)
        started = room.actor.state.running.started
    ask(database, DAMAGES["cards that do not open"])
    async with room_at(database) as again:
        (anna, *_) = again.actor.state.seating.occupants
        await again.pass_time(NL.hand_pause)
        replayed = again.actor.state.running.started
        assert anna is not None
        assert (replayed.button, replayed.small_blind, replayed.big_blind) == (
            started.button,
            started.small_blind,
            started.big_blind,
        )
        assert replayed.hand > started.hand


async def test_other_tables_go_on(database):
    from server.lobby import Lobby
    from showdown.rules.ruleset import TableId

    async with room_at(database) as room:
        await in_mid_hand(room)
        good = TableId("good")
        lobby = Lobby(room.actor.world)
        desk = await lobby.open(good, NL)
    ask(database, DAMAGES["all of it"])
    async with open_storage(database) as storage, open_room(NL, storage) as again:
        lobby = Lobby(again.actor.world)
        desk = await lobby.open(good, NL)
        assert desk.actor.unavailable is None
        assert again.actor.unavailable is None


@pytest.mark.parametrize(
    ("damage", "sentence"),
    [
        ("UPDATE journal SET version = 99", "was stored by a newer Showdown"),
        ("UPDATE tables SET checkpoint = '{'", "The checkpoint of table main cannot be read"),
    ],
)
async def test_what_only_a_newer_program_or_nobody_can_read_is_left_alone(
    database, damage, sentence
):
    async with open_storage(database) as storage, open_room(NL, storage) as room:
        players, _, _ = await in_mid_hand(room)
    ask(database, damage)
    before = ask(database, "SELECT * FROM journal")
    async with open_storage(database) as storage, open_room(NL, storage) as again:
        for build, fields in (
            (msg.Watch, {}),
            (msg.Resume, {"last_seq": 5}),
            (msg.Sit, {}),
            (msg.Leave, {}),
        ):
            players[0].room = again
            reply = await players[0].ask(build, table=again.table, **fields)
            assert reply.error.code == "unavailable"
            assert sentence in reply.error.message
        await again.pass_time(600)
    assert ask(database, "SELECT * FROM journal") == before
    assert not ask(database, "SELECT * FROM evidence")


async def test_a_table_may_want_its_hand_refunded_after_every_restart(database):
    rules_ = replace(NL, on_abort=OnAbort.REFUND)
    async with room_at(database, rules_) as room:
        players, _, before = await in_mid_hand(room)
        last = room.actor.seq
    async with room_at(database, rules_) as again:
        await again.settle()
        assert again.actor.state.running is None
        for player in players:
            stack = again.actor.state.seating.of(player.account).stack
            assert stack == before.of(player.account).stack
        player = players[0]
        player.room = again
        await player.ask(msg.Resume, table=again.table, last_seq=last)
        assert any(isinstance(event, seen.HandAborted) for event in player.events)
        assert player.told[-1].code == "hand_aborted"
        assert not ask(database, "SELECT * FROM evidence")


# Faults of ours while it runs.


class Poisoned(Exception):
    pass


def poison(monkeypatch, kind, times=None):
    """Whenever the rules are asked to do this, they fail."""
    advance, left = rules.advance, [times]

    def poisoned(table, action, now_s=0):
        if isinstance(action, kind) and left[0] != 0:
            left[0] = None if left[0] is None else left[0] - 1
            raise Poisoned("a fault of ours")
        return advance(table, action, now_s)

    monkeypatch.setattr(rules, "advance", poisoned)


async def test_a_request_that_leads_to_a_fault_is_answered_and_harms_nobody(monkeypatch):
    async with open_room() as room:
        players = await room.seated("Anna", "Boris")
        await room.pass_time(NL.hand_pause)
        before = room.actor.state
        poison(monkeypatch, rules.SitOut)
        for _ in range(5):
            reply = await players[0].ask(msg.SitOut, table=room.table)
            assert reply.error.code == "unavailable"
            assert "a fault of the server" in reply.error.message
        assert room.actor.state.running == before.running
        await play_on(room, players)
        assert len(room.storage.hands.records) == 1


async def test_a_step_of_the_dealer_that_always_fails_gives_the_hand_up(monkeypatch):
    async with open_room() as room:
        players = await room.seated("Anna", "Boris")
        before = room.actor.state.seating
        poison(monkeypatch, rules.Play)
        await room.pass_time(NL.hand_pause)
        assert room.actor.state.running is not None
        await room.pass_time(2)
        aborted = [e for e in players[0].events if isinstance(e, seen.HandAborted)]
        assert len(aborted) == 1
        assert [o.stack for o in room.actor.state.seating.occupants] == [
            o.stack for o in before.occupants
        ]
        assert "hand_aborted" in {m.code for m in players[1].told if isinstance(m, msg.Notice)}


async def test_a_step_of_the_dealer_that_fails_once_is_done_after_all(monkeypatch):
    async with open_room() as room:
        players = await room.seated("Anna", "Boris")
        poison(monkeypatch, rules.Play, times=2)
        await room.pass_time(NL.hand_pause)
        await room.pass_time(5)
        await play_on(room, players)
        assert len(room.storage.hands.records) == 1


async def test_chips_that_do_not_add_up_are_never_stored(monkeypatch):
    """A misdeal (RULES 15.4)."""
    async with open_room() as room:
        players = await room.seated("Anna", "Boris")
        await room.pass_time(NL.hand_pause)
        advance = rules.advance

        def generous(table, action, now_s=0):
            played = advance(table, action, now_s)
            if not isinstance(action, rules.Play):
                return played
            events = tuple(
                replace(e, stacks=(replace(e.stacks[0], stack=7), *e.stacks[1:]))
                if isinstance(e, ev.HandEnded)
                else e
                for e in played.events
            )
            return rules.Played(events, rules.replay(table, events))

        monkeypatch.setattr(rules, "advance", generous)
        stored = len(room.storage.journal.entries)
        player = await room.to_act(*players)
        assert (await player.act(msg.Fold())).error.code == "unavailable"
        assert len(room.storage.journal.entries) == stored


async def test_what_was_stored_before_the_fault_is_answered_when_the_table_is_back(monkeypatch):
    async with open_room() as room:
        players = await room.seated("Anna", "Boris")
        await room.pass_time(NL.hand_pause)
        player = await room.to_act(*players)

        def fails(*_):
            monkeypatch.undo()
            raise Poisoned("a fault of ours")

        monkeypatch.setattr(room.actor.audience, "tell", fails)
        assert (await player.act(msg.Call(), id="once")).ok
        turn = room.actor.state.running.turn
        again = await player.act(msg.Call(), id="once", turn=turn - 1)
        assert again.ok
        assert room.actor.state.running.turn == turn


def test_a_table_resumes_unless_it_says_otherwise():
    assert Ruleset(sb=5, bb=10).on_abort is OnAbort.RESUME


JACKPOTS = Ruleset(
    ante=1, min_bet=2, jacks=Openers.JACKS, carry_entry=CarryEntry.MATCH, min_buy=100
)
START = "SELECT min(seq) FROM journal WHERE seq > (SELECT seq FROM tables)"
DAMAGED_STARTS = {
    "cards that do not open": DAMAGES["cards that do not open"],
    "a start that is no JSON": f"UPDATE journal SET payload = '[' WHERE seq = ({START})",
    "a start that is missing": f"DELETE FROM journal WHERE seq = ({START})",
    "all of it": DAMAGES["all of it"],
}


@pytest.mark.parametrize("damage", DAMAGED_STARTS.values(), ids=DAMAGED_STARTS)
async def test_who_has_paid_his_way_into_a_carry_is_in_it_after_a_refund(database, damage):
    async with room_at(database, JACKPOTS) as room:
        players = await room.seated("Anna", "Boris", "Clara", buy_in=100)
        while not room.actor.state.seating.carry.total:
            await room.pass_time(JACKPOTS.hand_pause)
            await nobody_opens(room, players)
        (dora,) = await room.seated("Dora", buy_in=100)
        assert (await dora.ask(msg.PostNow, table=room.table)).ok
        before = room.actor.state.seating
        await room.pass_time(JACKPOTS.hand_pause)
        assert room.actor.state.running.pot == 8
    ask(database, damage)
    async with room_at(database, JACKPOTS) as again:
        seating = again.actor.state.seating
        assert again.actor.state.running is None
        seat = seating.of(dora.account).seat
        assert seating.of(dora.account).stack == 99
        assert seating.carry.shares == {**before.carry.shares, seat: 1}


async def nobody_opens(room, players):
    while room.actor.state.running is not None:
        player = await room.to_act(*players)
        drawing = player.request.legal.draw is not None
        assert (await player.act(msg.Draw() if drawing else msg.Check())).ok
