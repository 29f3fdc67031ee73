"""What players ask for between two hands: to post, to show, to come back, to enter a carry."""

import pytest
from msgspec.structs import replace

from server.tables.notes import utc_text
from showdown import Ruleset
from showdown.protocol import messages as msg
from showdown.rules import seen
from showdown.rules.events import HandShown
from showdown.rules.ruleset import CarryEntry, HandId, Openers
from tests.server.tables.kit import NL, NOON, open_room
from tests.server.tables.test_actor import play_on

JACKPOTS = Ruleset(
    ante=1, min_bet=2, jacks=Openers.JACKS, carry_entry=CarryEntry.MATCH, min_buy=100, max_buy=200
)


async def fold_to_one(room, players):
    """Everybody folds; the one who is left has won without a showdown."""
    while room.actor.state.running is not None:
        await (await room.to_act(*players)).act(msg.Fold())
    ended = room.actor.state.hand
    (place,) = ended.in_hand
    account = ended.started.lineup[place].account
    return next(player for player in players if player.account == account)


async def pass_out(room, players):
    """Nobody opens."""
    await room.pass_time(room.ruleset.hand_pause)
    while room.actor.state.running is not None:
        assert (await (await room.to_act(*players)).act(msg.Check())).ok


# Posting.


async def in_a_running_game(room, *newcomers):
    """Three have played, so that who comes now owes the big blind."""
    players = await room.seated("Anna", "Boris", "Clara")
    await room.pass_time(NL.hand_pause)
    late = await room.seated(*newcomers)
    await play_on(room, players)
    return players, late


async def test_who_posts_is_dealt_in_and_who_waits_is_not():
    async with open_room() as room:
        players, (dora, emil) = await in_a_running_game(room, "Dora", "Emil")
        assert (await emil.ask(msg.PostNow, table=room.table)).ok
        await room.pass_time(NL.hand_pause)
        assert room.actor.state.running.seats == (1, 2, 3)  # between button and big blind: not yet
        assert dora.session.tables[room.table].view.at(5).asks_to_post
        await play_on(room, players)
        await room.pass_time(NL.hand_pause)
        assert set(room.actor.state.running.seats) == {1, 2, 3, 5}
        posted = [e for e in dora.events if isinstance(e, seen.BlindPosted) and e.kind == "post"]
        assert [(e.seat, e.amount, e.dead) for e in posted] == [(5, 10, 0)]
        view = dora.session.tables[room.table].view
        assert (view.at(4).owes_bb, view.at(5).owes_bb, view.at(5).asks_to_post) == (
            True, False, False,
        )  # fmt: skip


async def test_who_owes_nothing_is_told_so():
    async with open_room() as room:
        players = await room.seated("Anna", "Boris")
        await room.pass_time(NL.hand_pause)
        reply = await players[0].ask(msg.PostNow, table=room.table)
        assert reply.error.code == "nothing_owed"
        assert reply.error.message == "You owe no blind and there is no carry to enter."


async def test_who_has_missed_three_big_blinds_loses_the_seat_and_keeps_the_chips():
    async with open_room() as room:
        players, (dora,) = await in_a_running_game(room, "Dora")
        await dora.ask(msg.SitOut, table=room.table)
        for _ in range(9):
            await room.pass_time(NL.hand_pause)
            if room.actor.state.running is not None:
                await play_on(room, players)
        assert room.actor.state.seating.of(dora.account) is None
        assert room.storage.accounts.accounts[dora.account].chips == 10_000


# Coming back.


async def test_who_comes_back_brings_what_he_took_away_and_by_default_just_that():
    async with open_room() as room:
        anna, _ = await room.seated("Anna", "Boris", buy_in=700)
        await anna.ask(msg.Leave, table=room.table)
        reply = await anna.ask(msg.Sit, table=room.table, buy_in=400)
        assert (reply.ok, reply.error.code) == (False, "buy_in_too_small")
        assert reply.error.details == msg.Details(found=400, wanted=700)
        await room.pass_time(119 * 60)
        assert not (await anna.ask(msg.Sit, table=room.table, buy_in=699)).ok
        await room.pass_time(2 * 60)
        assert (await anna.ask(msg.Sit, table=room.table, buy_in=400)).ok


async def test_the_usual_buy_in_is_what_was_taken_away_if_that_is_more():
    async with open_room() as room:
        anna, boris = await room.seated("Anna", "Boris")
        await room.pass_time(NL.hand_pause)
        while (winner := max((anna, boris), key=lambda p: stack(room, p))) and (
            stack(room, winner) <= NL.max_buy or room.actor.state.running
        ):
            if room.actor.state.running is None:
                await room.pass_time(NL.hand_pause)
            await fold_to_one(room, (anna, boris))
        taken = stack(room, winner)
        await winner.ask(msg.Leave, table=room.table)
        assert (await winner.ask(msg.Sit, table=room.table)).ok
        assert stack(room, winner) == taken > NL.max_buy


def stack(room, player):
    return room.actor.state.seating.of(player.account).stack


async def test_a_table_remembers_over_a_restart_what_was_taken_away():
    async with open_room() as room:
        anna, _ = await room.seated("Anna", "Boris", buy_in=700)
        await anna.ask(msg.Leave, table=room.table)
        storage = room.storage
    async with open_room(storage=storage) as room:
        again = await room.player("Annika")
        again.account = anna.account
        reply = await again.ask(msg.Sit, table=room.table, buy_in=400)
        assert reply.error.code == "buy_in_too_small"


# Showing.


async def test_a_winner_shows_to_everybody_and_the_record_has_it_too():
    async with open_room() as room:
        players = await room.seated("Anna", "Boris", "Clara")
        await room.pass_time(NL.hand_pause)
        winner = await fold_to_one(room, players)
        before = room.storage.hands.records[HandId(1)]
        reply = await winner.ask(msg.Show, table=room.table, hand=1)
        assert reply.ok, reply.error
        for player in players:
            shown = player.events[-1]
            assert isinstance(shown, seen.HandShown)
            own = player.session.tables[room.table].view.at(shown.seat)
            assert own.cards == shown.cards
        record = room.storage.hands.records[HandId(1)]
        assert record.events[:-1] == before.events
        assert isinstance(record.events[-1], HandShown)
        assert record.ended_at == before.ended_at == utc_text(NOON + 3)


async def test_a_hand_is_shown_only_until_the_next_begins():
    async with open_room() as room:
        players = await room.seated("Anna", "Boris", "Clara")
        await room.pass_time(NL.hand_pause)
        winner = await fold_to_one(room, players)
        await room.pass_time(NL.hand_pause)
        reply = await winner.ask(msg.Show, table=room.table, hand=1)
        assert reply.error.code == "stale_turn"
        reply = await winner.ask(msg.Show, table=room.table, hand=2)
        assert reply.error.code == "wrong_phase"


async def test_who_has_folded_shows_nothing():
    async with open_room() as room:
        players = await room.seated("Anna", "Boris", "Clara")
        await room.pass_time(NL.hand_pause)
        winner = await fold_to_one(room, players)
        loser = next(player for player in players if player is not winner)
        reply = await loser.ask(msg.Show, table=room.table, hand=1)
        assert reply.error.code == "not_in_hand"


# The carry.


async def test_chips_are_conserved_through_a_carry_its_forfeits_and_its_payment():
    async with open_room(JACKPOTS) as room:
        players = await room.seated("Anna", "Boris", "Clara")
        chips = room.chips()
        await pass_out(room, players)
        assert room.actor.state.seating.carry.total == 3
        (dora,) = await room.seated("Dora")
        assert (await dora.ask(msg.PostNow, table=room.table)).ok
        await pass_out(room, [*players, dora])
        assert room.actor.state.seating.carry.shares == {1: 2, 2: 2, 3: 2, 4: 2}
        assert room.chips() == chips + 10_000
        for player in players:
            assert (await player.ask(msg.Leave, table=room.table)).ok
        assert room.actor.state.seating.of(dora.account).stack == 200 - 2 + 8
        assert room.actor.state.seating.carry.total == 0
        assert room.chips() == chips + 10_000


async def test_a_carry_is_there_after_a_restart():
    async with open_room(JACKPOTS) as room:
        players = await room.seated("Anna", "Boris", "Clara")
        await pass_out(room, players)
        chips, storage = room.chips(), room.storage
    async with open_room(JACKPOTS, storage) as room:
        assert room.actor.state.seating.carry.shares == {1: 1, 2: 1, 3: 1}
        assert room.chips() == chips


async def test_who_has_no_chips_but_a_part_of_the_carry_is_waited_for():
    """House bots go on playing for a carry in which a person without chips has a part."""
    async with open_room(JACKPOTS) as room:
        players = await room.seated("Anna", "Boris", "Clara")
        room.actor.house = frozenset(player.account for player in players[1:])
        await pass_out(room, players)
        state = room.actor.state
        broke = [
            replace(each, stack=0) if each.account == players[0].account else each
            for each in state.seating.occupants
        ]
        seating = replace(state.seating, occupants=tuple(broke))
        room.actor.state = replace(state, seating=seating)
        await room.pass_time(JACKPOTS.hand_pause)
        assert room.actor.state.running is not None
        assert len(room.actor.state.running.seats) == 3


@pytest.mark.parametrize(
    ("seconds", "text"), [(0, "1970-01-01T00:00:00Z"), (NOON, "2026-11-30T12:00:00Z")]
)
def test_a_time_of_day_is_written_as_records_have_it(seconds, text):
    assert utc_text(seconds) == text
