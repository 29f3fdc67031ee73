"""House bots: they fill seats for a person, and rest when there is none."""

import asyncio

from server.ledger import ISSUE
from server.tables.staff import BotOfTheHouse, Staff
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


async def seat_bots(room, decide, *names, fill=None, former=frozenset()):
    """What the server does with a table's bots before it lets the table play."""
    bots = [BotOfTheHouse(name=name, decide=decide) for name in names]
    room.actor.staff = Staff(room.desk, bots, fill, delay=1, former=former)
    await room.actor.staff.open()


async def a_room_with_bots(ruleset, decide, names=("caller-1", "caller-2"), fill=None):
    room = Room(ruleset)
    await room.actor.open()
    await seat_bots(room, decide, *names, fill=fill)
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


async def test_a_bot_whose_name_a_person_has_or_nearly_has_stays_away_and_the_others_play():
    room = Room(Ruleset(sb=5, bb=10))
    await room.actor.open()
    await room.player("caller-l")
    await room.player("Tight-2")
    await seat_bots(room, call, "caller-1", "tight-2", "random-3")
    assert [each.name for each in room.actor.state.seating.occupants] == ["random-3"]


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
    await seat_bots(again, call, "caller-1")
    assert again.actor.state == before
    assert again.actor.house == {before.seating.at(1).account}


async def test_a_bot_stays_away_from_a_table_that_people_have_filled_and_gets_no_chips():
    room, task = await a_room_with_bots(Ruleset(sb=5, bb=10, max_seats=2), call, names=())
    for name in ("Anna", "Boris"):
        await (await room.player(name)).ask(msg.Sit, table=room.table)
    await seat_bots(room, call, "caller-1")
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
    await seat_bots(again, call, "caller-1")
    assert room.storage.accounts.ledger == before


async def test_a_bot_that_the_operator_has_replaced_plays_its_hand_out_and_makes_room():
    room, task = await a_room_with_bots(Ruleset(sb=5, bb=10), call)
    (anna,) = await room.seated("Anna")
    await room.pass_time(3)
    assert room.actor.state.running is not None
    await close(room, task)
    again = Room(Ruleset(sb=5, bb=10), room.storage, clock=room.clock)
    await again.actor.open()
    former = frozenset(room.storage.accounts.house)
    await seat_bots(again, call, "tight-1", "caller-1", former=former)
    task = asyncio.create_task(again.actor.run())
    names = [each.name for each in again.actor.state.seating.occupants]
    assert names == ["caller-1", "caller-2", "Anna"]
    anna.room = again
    again.actor.show(anna)
    while again.actor.state.running is not None:
        await again.pass_time(20)
        if anna.request is not None and again.actor.state.running is not None:
            await anna.act(call(anna.request))
    names = [each.name for each in again.actor.state.seating.occupants]
    assert names == ["caller-1", "tight-1", "Anna"]
    await close(again, task)


# Making room.


def people_and_bots(room):
    occupants = room.actor.state.seating.occupants
    bots = sum(each.account in room.actor.house for each in occupants)
    return len(occupants) - bots, bots


THREE = ("caller-1", "caller-2", "caller-3")
THREE_SEATS = Ruleset(sb=5, bb=10, max_seats=3)


async def test_a_bot_that_is_in_no_hand_gets_up_for_a_person_who_wants_to_sit():
    room, task = await a_room_with_bots(THREE_SEATS, call, THREE)
    assert people_and_bots(room) == (0, 3)
    await room.seated("Anna")
    assert people_and_bots(room) == (1, 2)
    await close(room, task)


async def test_a_bot_that_is_in_a_hand_plays_it_out_and_then_makes_room():
    room, task = await a_room_with_bots(THREE_SEATS, call, THREE)
    (anna,) = await room.seated("Anna")
    await room.pass_time(3)
    assert room.actor.state.running is not None
    boris = await room.player("Boris")
    reply = await boris.ask(msg.Sit, table=room.table)
    assert (reply.error.code, people_and_bots(room)) == ("table_full", (1, 2))
    assert not any(each.leaving for each in room.actor.state.seating.occupants)
    while room.actor.state.running is not None:
        await room.pass_time(1)
        if anna.request is not None and room.actor.state.running is not None:
            await anna.act(call(anna.request))
    assert people_and_bots(room) == (1, 1)
    assert (await boris.ask(msg.Sit, table=room.table)).ok
    await close(room, task)


async def test_a_seat_that_nobody_takes_after_all_is_a_bots_again():
    room, task = await a_room_with_bots(THREE_SEATS, call, THREE)
    boris = await room.player("Boris", chips=400)
    assert (await boris.ask(msg.Sit, table=room.table, seat=9)).error.code == "no_such_seat"
    assert people_and_bots(room) == (0, 2)
    await room.pass_time(60)
    assert people_and_bots(room) == (0, 3)
    await close(room, task)


async def test_bots_come_back_when_people_leave():
    room, task = await a_room_with_bots(THREE_SEATS, call, THREE)
    anna, boris, clara = await room.seated("Anna", "Boris", "Clara")
    assert people_and_bots(room) == (3, 0)
    for player in (anna, boris, clara):
        await player.ask(msg.Leave, table=room.table)
    assert people_and_bots(room) == (0, 3)
    await close(room, task)


async def test_a_seat_is_offered_to_who_waits_before_a_bot_takes_it():
    room, task = await a_room_with_bots(THREE_SEATS, call, THREE)
    *_, clara = await room.seated("Anna", "Boris", "Clara")
    dora = await room.player("Dora")
    await dora.ask(msg.Wait, table=room.table)
    await clara.ask(msg.Leave, table=room.table)
    assert people_and_bots(room) == (2, 0)
    assert (await dora.ask(msg.Sit, table=room.table)).ok
    await close(room, task)


async def test_a_bot_gets_up_for_who_waits():
    room, task = await a_room_with_bots(THREE_SEATS, call, THREE)
    anna = await room.player("Anna")
    await anna.ask(msg.Wait, table=room.table)
    assert people_and_bots(room) == (0, 2)
    assert anna.told[-1].code == "seat_offered"
    await close(room, task)


async def test_a_seat_that_who_waits_wants_no_more_is_a_bots_again():
    room, task = await a_room_with_bots(THREE_SEATS, call, THREE)
    anna = await room.player("Anna")
    await anna.ask(msg.Wait, table=room.table)
    assert people_and_bots(room) == (0, 2)
    await anna.ask(msg.Unwait, table=room.table)
    assert people_and_bots(room) == (0, 3)
    await close(room, task)


async def test_bots_that_fill_a_table_keep_it_at_so_many_players():
    room, task = await a_room_with_bots(Ruleset(sb=5, bb=10), call, THREE, fill=3)
    assert people_and_bots(room) == (0, 3)
    counts = []
    players = []
    for name in ("Anna", "Boris", "Clara", "Dora"):
        players += await room.seated(name)
        await room.settle()
        counts.append(people_and_bots(room))
    assert counts == [(1, 2), (2, 1), (3, 0), (4, 0)]
    for player in players:
        await player.ask(msg.Leave, table=room.table)
    assert people_and_bots(room) == (0, 3)
    await close(room, task)


async def test_no_chip_is_lost_when_bots_come_and_go():
    room, task = await a_room_with_bots(THREE_SEATS, call, THREE)

    def granted():
        return sum(each.amount for each in room.storage.accounts.ledger if each.debit == ISSUE)

    players = [await room.player(name) for name in ("Anna", "Boris", "Clara")]
    for request in (msg.Sit, msg.Leave, msg.Sit):
        for player in players:
            assert (await player.ask(request, table=room.table)).ok
        assert room.chips() == granted() == 3 * 10_000 + 3 * 1_000
    await close(room, task)
