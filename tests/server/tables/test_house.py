"""House bots: they fill seats for a person, and rest when there is none."""

import asyncio

from server.ledger import ISSUE
from server.tables.house import seat_house_bot
from showdown import Ruleset
from showdown.protocol import messages as msg
from tests.server.tables.kit import Room


def call(request):
    """Call or check; keep all cards."""
    if request.legal.draw is not None:
        return msg.Draw()
    return msg.Check() if request.legal.check else msg.Call()


def all_in(request):
    """Everything, at the first chance."""
    amounts = request.legal.bet or request.legal.raise_
    if amounts is None:
        return call(request)
    return (msg.Bet if request.legal.bet else msg.Raise)(amounts.max)


async def a_room_with_bots(ruleset, decide, names=("caller-1", "caller-2")):
    room = Room(ruleset)
    await room.actor.open()
    for name in names:
        await seat_house_bot(room.desk, name, decide, delay=1)
    return room, asyncio.create_task(room.actor.run())


async def close(room, task):
    room.actor.stop()
    await task


async def test_bots_play_only_when_a_person_does():
    room, task = await a_room_with_bots(Ruleset(sb=5, bb=10), call)
    await room.pass_time(60)
    assert room.actor.state.running is None
    anna = await room.player("Anna")
    await anna.ask(msg.Sit, table=room.table)
    await room.pass_time(3)
    assert room.actor.state.running is not None
    await anna.ask(msg.Leave, table=room.table)
    await room.pass_time(60)
    assert len(room.storage.hands.records) == 1
    assert room.actor.state.running is None
    await close(room, task)


async def test_bots_think_for_a_moment_and_bring_the_turn_to_the_person():
    room, task = await a_room_with_bots(Ruleset(sb=5, bb=10), call)
    anna = await room.player("Anna")
    await anna.ask(msg.Sit, table=room.table)
    await room.pass_time(3)
    for _ in range(3):
        if anna.request is None:
            await room.pass_time(1)
    assert room.actor.state.running.seat_to_act == 3
    await close(room, task)


async def test_a_bot_that_has_lost_everything_buys_chips_and_plays_on():
    rules = Ruleset(sb=5, bb=10, min_buy=20, max_buy=20)
    room, task = await a_room_with_bots(rules, all_in)
    anna = await room.player("Anna")
    await anna.ask(msg.Sit, table=room.table)
    for _ in range(300):
        await room.pass_time(3)
        hand = room.actor.state.running
        occupant = room.actor.state.seating.of(anna.account)
        if hand is not None and hand.seat_to_act == occupant.seat:
            await anna.act(call(anna.request))
        elif occupant.sitting_out:
            await anna.ask(msg.TopUp, table=room.table, to=20)
            await anna.ask(msg.SitIn, table=room.table)
        if len(room.storage.hands.records) >= 12:
            break
    assert len(room.storage.hands.records) >= 12
    bots = [o for o in room.actor.state.seating.occupants if o.account in room.actor.house]
    assert len(bots) == 2
    assert all(o.stack > 0 or room.actor.state.running for o in bots)
    await close(room, task)


async def test_a_bot_keeps_its_seat_and_its_chips_over_a_restart():
    room, task = await a_room_with_bots(Ruleset(sb=5, bb=10), call)
    await close(room, task)
    before = room.actor.state
    again = Room(storage=room.storage)
    await again.actor.open()
    await seat_house_bot(again.desk, "caller-1", call, delay=1)
    assert again.actor.state == before
    assert again.actor.house == {before.seating.at(1).account}


async def test_a_bot_stays_away_from_a_table_that_people_have_filled_and_gets_no_chips():
    room, task = await a_room_with_bots(Ruleset(sb=5, bb=10, max_seats=2), call, names=())
    for name in ("Anna", "Boris"):
        await (await room.player(name)).ask(msg.Sit, table=room.table)
    await seat_house_bot(room.desk, "caller-1", call, delay=1)
    assert len(room.actor.state.seating.occupants) == 2
    granted = [each.amount for each in room.storage.accounts.ledger if each.debit == ISSUE]
    assert granted == [10_000, 10_000]
    await close(room, task)


async def test_a_bot_is_seated_with_granted_chips_and_again_with_no_more_after_a_restart():
    room, task = await a_room_with_bots(Ruleset(sb=5, bb=10), call, names=("caller-1",))
    await close(room, task)
    before = list(room.storage.accounts.ledger)
    assert [each.amount for each in before if each.debit == ISSUE] == [1_000]
    again = Room(Ruleset(sb=5, bb=10), room.storage)
    await again.actor.open()
    await seat_house_bot(again.desk, "caller-1", call, delay=1)
    assert room.storage.accounts.ledger == before
