"""When the storage fails: tables pause and say so, clocks stop, and play goes on afterwards."""

from itertools import pairwise

import pytest
from msgspec.structs import replace

from server.ports import StorageError, UnknownOutcome
from showdown.protocol import messages as msg
from showdown.rules import seen
from showdown.rules.ruleset import OnAbort
from tests.server.tables.kit import NL, Player, open_room
from tests.server.tables.test_actor import play_on
from tests.server.tables.test_house import call, seat_bots

GONE = StorageError("The database does not answer.")


async def two_in_a_hand(room):
    players = await room.seated("Anna", "Boris")
    await room.pass_time(NL.hand_pause)
    player = await room.to_act(*players)
    return player, next(each for each in players if each is not player)


def notices(player):
    return [m.code for m in player.told if isinstance(m, msg.Notice)]


def updates(player):
    return [m for m in player.told if isinstance(m, msg.Update)]


async def test_everybody_at_the_table_is_told_that_it_pauses_and_that_it_goes_on():
    async with open_room() as room:
        player, other = await two_in_a_hand(room)
        spectator = room.spectator()
        room.actor.show(spectator)
        room.storage.journal.full = StorageError("The disk is full.")
        await player.act(msg.Call())
        assert notices(player) == notices(other) == notices(spectator) == ["paused"]
        notice = other.told[-1]
        assert (notice.table, "The disk" in notice.message) == (room.table, False)
        room.storage.journal.full = None
        await room.pass_time(1)
        for each in (player, other, spectator):
            assert notices(each) == ["paused", "resumed"]


async def test_while_it_pauses_nothing_is_told_and_requests_are_unavailable():
    async with open_room() as room:
        player, other = await two_in_a_hand(room)
        before, known = room.actor.state, len(updates(other))
        room.storage.journal.away = GONE
        newcomer = await room.player("Nora")
        room.storage.journal.full = GONE
        room.storage.journal.away = None
        assert (await player.act(msg.Call())).error.code == "unavailable"
        for build, fields in (
            (msg.SitOut, {}),
            (msg.Leave, {}),
            (msg.TopUp, {"to": 1000}),
            (msg.Sit, {}),
        ):
            asker = newcomer if build is msg.Sit else other
            reply = await asker.ask(build, table=room.table, **fields)
            assert reply.error.code == "unavailable"
        assert room.actor.state == before
        assert len(updates(other)) == known


async def test_clocks_stand_still_and_the_turn_has_its_time_anew_afterwards():
    async with open_room() as room:
        player, _ = await two_in_a_hand(room)
        await room.pass_time(25)  # five seconds of his bank
        room.storage.journal.full = GONE
        await player.act(msg.Call())
        await room.pass_time(600)
        assert await room.to_act(player) is player
        room.storage.journal.full = None
        await room.pass_time(10)
        asked = player.told[-1]
        assert isinstance(asked, msg.Update)
        assert asked.events == ()
        assert (asked.request.base_ms, asked.request.bank_ms) == (20_000, 60_000)
        await room.pass_time(70)
        assert await room.to_act(player) is player
        assert (await player.act(msg.Call())).ok


async def test_base_time_after_an_outage_is_at_least_fifteen_seconds():
    quick = type(NL)(sb=5, bb=10, act_time=4, time_bank=7)
    async with open_room(quick) as room:
        player, _ = await two_in_a_hand(room)
        room.storage.journal.full = GONE
        await player.act(msg.Call())
        room.storage.journal.full = None
        await room.pass_time(0.5)
        assert player.told[-1].request.base_ms == 15_000
        assert player.told[-1].request.bank_ms == 7_000


async def test_a_turn_that_ran_out_while_it_could_not_be_stored_is_not_lost():
    async with open_room() as room:
        player, _ = await two_in_a_hand(room)
        room.storage.journal.full = GONE
        await room.pass_time(120)
        assert notices(player) == ["paused"]
        room.storage.journal.full = None
        await room.pass_time(10)
        assert await room.to_act(player) is player
        assert not room.storage.hands.records
        await room.pass_time(81)
        assert len(room.storage.hands.records) == 1


async def test_the_dealer_goes_on_by_himself():
    async with open_room() as room:
        players = await room.seated("Anna", "Boris")
        room.storage.journal.full = GONE
        await room.pass_time(60)
        assert room.actor.state.running is None
        room.storage.journal.full = None
        await room.pass_time(10)
        assert room.actor.state.running is not None
        await play_on(room, players)
        assert len(room.storage.hands.records) == 1


async def test_it_is_tried_again_after_growing_bounded_pauses(monkeypatch):
    async with open_room() as room:
        player, _ = await two_in_a_hand(room)
        tried = []

        async def probe():
            tried.append(room.clock.now())
            raise GONE

        monkeypatch.setattr(room.storage.journal, "probe", probe)
        room.storage.journal.fail_next = GONE
        await player.act(msg.Call())
        await room.pass_time(100)
        pauses = [later - sooner for sooner, later in pairwise(tried)]
        assert pauses[:4] == [1, 2, 4, 8]
        assert set(pauses[4:]) == {10}


async def test_who_comes_to_a_paused_table_sees_it_and_is_told():
    async with open_room() as room:
        player, _ = await two_in_a_hand(room)
        room.storage.journal.away = GONE
        await player.act(msg.Call())
        spectator = room.spectator()
        assert (await spectator.ask(msg.Watch, table=room.table)).ok
        assert notices(spectator) == ["paused"]
        again = await player.ask(msg.Resume, table=room.table, last_seq=room.actor.seq)
        assert again.ok
        assert player.told[-1].code == "paused"


async def test_house_bots_play_on_after_an_outage():
    async with open_room() as room:
        await seat_bots(room, call, "caller-1")
        (anna,) = await room.seated("Anna")
        await room.pass_time(NL.hand_pause)
        if await on_turn(room, anna):
            await anna.act(msg.Call())
        room.storage.journal.full = GONE
        await room.pass_time(5)
        assert notices(anna) == ["paused"]
        room.storage.journal.full = None
        await room.pass_time(15)
        assert await on_turn(room, anna)


async def on_turn(room, player):
    hand = room.actor.state.running
    return hand.started.lineup[hand.to_act].account == player.account


# What is in the journal though nobody was told.


async def test_what_is_durable_though_its_commit_failed_is_told_with_its_reply():
    async with open_room() as room:
        player, other = await two_in_a_hand(room)
        room.storage.journal.lose_next = UnknownOutcome("The connection was lost.")
        reply = await player.act(msg.Call())
        assert reply.ok
        acted = [e for e in other.events if isinstance(e, seen.Acted)]
        assert len(acted) == 1
        await room.pass_time(1)
        await play_on(room, [player, other])
        assert len(room.storage.hands.records) == 1


async def test_an_answer_waits_until_it_is_known_whether_the_action_is_there():
    async with open_room() as room:
        player, other = await two_in_a_hand(room)
        lose_and_go(room)
        assert await player.act(msg.Call(), id="unsure") is None
        assert not [e for e in other.events if isinstance(e, seen.Acted)]
        assert (await other.act(msg.Check())).error.code == "unavailable"
        room.storage.journal.away = None
        await room.pass_time(1)
        assert player.reply_to("unsure").ok
        assert len([e for e in other.events if isinstance(e, seen.Acted)]) == 1
        assert (await other.act(msg.Check())).ok


async def test_an_action_that_never_arrived_is_refused_when_that_is_known():
    async with open_room() as room:
        player, _ = await two_in_a_hand(room)
        before = room.actor.state
        room.storage.journal.away = GONE
        assert await player.act(msg.Call(), id="unsure") is None
        await room.pass_time(20)
        assert player.reply_to("unsure") is None
        room.storage.journal.away = None
        await room.pass_time(10)
        assert player.reply_to("unsure").error.code == "unavailable"
        assert room.actor.state == before
        assert (await player.act(msg.Call(), id="unsure")).ok


def lose_and_go(room):
    """The next entry is stored, and then the database is away."""
    journal, append = room.storage.journal, room.storage.journal.append

    async def lost(entry):
        journal.append = append
        await append(entry)
        journal.away = GONE
        raise UnknownOutcome("The connection was lost.")

    journal.append = lost


@pytest.mark.parametrize("watches", [True, False])
async def test_a_seat_that_was_taken_without_an_answer_is_shown_when_it_is_known(watches):
    async with open_room() as room:
        await two_in_a_hand(room)
        nora = await room.player("Nora")
        if watches:
            await nora.ask(msg.Watch, table=room.table)
        lose_and_go(room)
        assert await nora.ask(msg.Sit, table=room.table, id="sit") is None
        room.storage.journal.away = None
        await room.pass_time(1)
        assert nora.reply_to("sit").ok
        assert nora.session.tables[room.table].view.you == 3
        assert room.actor.audience.is_connected(nora.account)


async def test_a_seat_that_was_taken_is_shown_to_whoever_has_taken_the_place_of_who_asked():
    async with open_room() as room:
        await two_in_a_hand(room)
        nora = await room.player("Nora")
        newer = Player(room, nora.account, "Nora")
        lose_and_go(room)
        assert await nora.ask(msg.Sit, table=room.table, id="sit") is None
        nora.gone, nora.heir = True, newer
        room.storage.journal.away = None
        await room.pass_time(1)
        assert newer.session.tables[room.table].view.you == 3
        listening = [each for each in room.actor.audience.listeners if each.account == nora.account]
        assert listening == [newer]


async def test_leaving_without_an_answer_is_answered_when_it_is_known():
    async with open_room() as room:
        (anna,) = await room.seated("Anna")
        lose_and_go(room)
        assert await anna.ask(msg.Leave, table=room.table, id="go") is None
        room.storage.journal.away = None
        await room.pass_time(1)
        assert anna.reply_to("go").ok
        assert room.actor.state.seating.of(anna.account) is None


async def test_a_table_that_another_server_has_taken_over_does_nothing_more():
    async with open_room() as room:
        player, _ = await two_in_a_hand(room)
        from server.ports import StaleTable

        room.storage.journal.fail_next = StaleTable("Table main has gone on without this writer.")
        reply = await player.act(msg.Call())
        assert reply.error.code == "unavailable"
        assert "Another server" in reply.error.message
        await room.pass_time(300)
        assert (await player.ask(msg.Watch, table=room.table)).error.code == "unavailable"
        assert room.actor.state.running.turn == 1


async def test_what_another_wrote_here_is_told_before_anything_else_happens():
    """As when an attempt that was given up arrives after all."""
    async with open_room() as room:
        player, other = await two_in_a_hand(room)
        entries = room.storage.journal.entries
        async with open_room(storage=room.storage) as twin:
            ghost = type(player)(twin, player.account, player.name)
            twin.actor.show(ghost)
            assert (await ghost.act(msg.Call())).ok
        told = len(updates(other))
        assert (await other.act(msg.Check())).error.code == "not_your_turn"
        stale = await player.act(msg.Fold())
        assert stale.error.code == "unavailable"
        assert updates(other)[told].seq == entries[-1].seq
        await room.pass_time(1)
        assert (await other.act(msg.Check())).ok


async def test_grace_whose_commit_failed_is_given_and_the_table_is_whole(capsys):
    async with open_room(NL) as room:
        player, other = await two_in_a_hand(room)
        room.actor.hide(player)
        room.storage.journal.lose_next = UnknownOutcome("The connection was lost.")
        await room.pass_time(NL.act_time + NL.time_bank + 1)
        assert room.storage.journal.lose_next is None
        assert room.actor.state.seating.of(player.account).graced
        assert "failed" not in capsys.readouterr().out
        room.actor.show(player)
        assert (await player.act(msg.Call())).ok
        assert (await other.act(msg.Check())).ok


@pytest.mark.parametrize("arrives", [False, True])
async def test_a_hand_that_is_to_be_given_up_at_a_start_is_so_when_that_can_be_stored(arrives):
    refunding = replace(NL, on_abort=OnAbort.REFUND)
    async with open_room(refunding) as room:
        player, other = await two_in_a_hand(room)
        await player.act(msg.Raise(to=60))
        journal = room.storage.journal
        async with open_room(refunding, room.storage) as again:
            if arrives:
                lose_and_go(again)
            else:
                journal.full = GONE
            watching = again.spectator()
            again.actor.audience.listen(watching)
            await again.settle()
            assert again.actor.state.running is not None
            journal.full = journal.away = None
            await again.pass_time(1)
            assert again.actor.state.running is None
            for each in (player, other):
                assert again.actor.state.seating.of(each.account).stack == NL.usual_buy
            assert notices(watching).count("hand_aborted") == 1
