"""The line for a seat: first come, first served, with a little time to take what is offered."""

from server.tables.waiting import AWAY_SECONDS, MOST_WAITING, OFFER_SECONDS
from showdown import Ruleset
from showdown.protocol import messages as msg
from tests.server.tables.kit import open_room

TWO_SEATS = Ruleset(sb=5, bb=10, max_seats=2)


def offers(player):
    return [
        (m.code, m.details.found)
        for m in player.told
        if isinstance(m, msg.Notice) and m.code in ("seat_offered", "offer_over")
    ]


async def waiting(room, *names):
    players = [await room.player(name) for name in names]
    for player in players:
        assert (await player.ask(msg.Wait, table=room.table)).ok
    return players


async def test_who_waits_is_told_at_which_place_and_keeps_it_when_he_asks_again():
    async with open_room(TWO_SEATS) as room:
        await room.seated("Anna", "Boris")
        clara, dora = await waiting(room, "Clara", "Dora")
        places = [(await p.ask(msg.Wait, table=room.table)).result for p in (clara, dora, clara)]
        assert places == [msg.Waiting(place=1), msg.Waiting(place=2), msg.Waiting(place=1)]
        assert offers(clara) == offers(dora) == []


async def test_a_seat_that_is_left_is_offered_to_the_first_and_kept_from_all_others():
    async with open_room(TWO_SEATS) as room:
        anna, _ = await room.seated("Anna", "Boris")
        clara, dora = await waiting(room, "Clara", "Dora")
        await anna.ask(msg.Leave, table=room.table)
        assert (offers(clara), offers(dora)) == ([("seat_offered", 1)], [])
        assert clara.told[-1].details.wanted == OFFER_SECONDS
        for player in (dora, await room.player("Emil")):
            for seat in (None, 1):
                reply = await player.ask(msg.Sit, table=room.table, seat=seat)
                assert reply.error.code == "seat_held", reply
        assert (await clara.ask(msg.Sit, table=room.table)).ok
        assert room.actor.state.seating.of(clara.account).seat == 1
        assert [place.account for place in room.actor.waiting.places] == [dora.account]


async def test_who_does_not_take_his_seat_in_time_waits_no_more_and_the_next_has_it():
    async with open_room(TWO_SEATS) as room:
        anna, _ = await room.seated("Anna", "Boris")
        clara, dora = await waiting(room, "Clara", "Dora")
        await anna.ask(msg.Leave, table=room.table)
        await room.pass_time(OFFER_SECONDS - 1)
        assert offers(dora) == []
        await room.pass_time(1)
        assert offers(clara) == [("seat_offered", 1), ("offer_over", 1)]
        assert offers(dora) == [("seat_offered", 1)]
        assert (await clara.ask(msg.Sit, table=room.table)).error.code == "seat_held"
        assert (await dora.ask(msg.Sit, table=room.table, seat=1)).ok


async def test_when_all_have_let_their_offers_go_the_seat_is_anybodys():
    async with open_room(TWO_SEATS) as room:
        anna, _ = await room.seated("Anna", "Boris")
        await waiting(room, "Clara")
        await anna.ask(msg.Leave, table=room.table)
        await room.pass_time(OFFER_SECONDS)
        assert (await anna.ask(msg.Sit, table=room.table)).ok


async def test_who_waits_no_more_lets_the_next_one_have_his_seat_at_once():
    async with open_room(TWO_SEATS) as room:
        anna, _ = await room.seated("Anna", "Boris")
        clara, dora = await waiting(room, "Clara", "Dora")
        await anna.ask(msg.Leave, table=room.table)
        assert (await clara.ask(msg.Unwait, table=room.table)).ok
        assert offers(dora) == [("seat_offered", 1)]
        assert (await clara.ask(msg.Unwait, table=room.table)).error.code == "not_waiting"


async def test_a_table_with_room_offers_its_seat_at_once_and_who_sits_does_not_wait():
    async with open_room(TWO_SEATS) as room:
        (clara,) = await waiting(room, "Clara")
        assert offers(clara) == [("seat_offered", 1)]
        assert (await clara.ask(msg.Sit, table=room.table, seat=2)).ok
        assert len(room.actor.waiting) == 0
        assert (await clara.ask(msg.Wait, table=room.table)).error.code == "already_seated"
        assert (await (await room.player("Dora")).ask(msg.Sit, table=room.table, seat=1)).ok


async def test_who_has_lost_his_connection_is_passed_over_and_keeps_his_place_for_a_while():
    async with open_room(TWO_SEATS) as room:
        anna, boris = await room.seated("Anna", "Boris")
        clara, dora = await waiting(room, "Clara", "Dora")
        room.actor.lost(clara)
        await anna.ask(msg.Leave, table=room.table)
        assert (offers(clara), offers(dora)) == ([], [("seat_offered", 1)])
        room.actor.waiting.come_back(clara)
        await boris.ask(msg.Leave, table=room.table)
        assert offers(clara) == [("seat_offered", 2)]


async def test_who_comes_back_while_a_seat_is_kept_for_him_is_told_so_again():
    async with open_room(TWO_SEATS) as room:
        anna, _ = await room.seated("Anna", "Boris")
        (clara,) = await waiting(room, "Clara")
        await anna.ask(msg.Leave, table=room.table)
        room.actor.lost(clara)
        await room.pass_time(10)
        room.actor.waiting.come_back(clara)
        assert offers(clara) == 2 * [("seat_offered", 1)]
        assert clara.told[-1].details.wanted == OFFER_SECONDS - 10


async def test_who_stays_away_for_too_long_has_lost_his_place():
    async with open_room(TWO_SEATS) as room:
        await room.seated("Anna", "Boris")
        clara, dora = await waiting(room, "Clara", "Dora")
        room.actor.lost(clara)
        await room.pass_time(AWAY_SECONDS)
        assert [place.account for place in room.actor.waiting.places] == [dora.account]


async def test_who_has_gone_before_his_request_is_done_is_away_like_anybody_who_goes():
    async with open_room(TWO_SEATS) as room:
        anna, _ = await room.seated("Anna", "Boris")
        clara = await room.player("Clara")
        clara.gone = True
        room.actor.lost(clara)
        await clara.ask(msg.Wait, table=room.table)
        (dora,) = await waiting(room, "Dora")
        await anna.ask(msg.Leave, table=room.table)
        assert (offers(clara), offers(dora)) == ([], [("seat_offered", 1)])
        await room.pass_time(AWAY_SECONDS)
        assert clara.account not in [place.account for place in room.actor.waiting.places]
        assert room.actor.world.whereabouts.goes(clara) == ()


async def test_a_line_that_is_too_long_takes_nobody_more():
    async with open_room(TWO_SEATS) as room:
        await room.seated("Anna", "Boris")
        await waiting(room, *(f"W{number}" for number in range(MOST_WAITING)))
        late = await room.player("Zoe")
        reply = await late.ask(msg.Wait, table=room.table)
        assert reply.error.code == "waiting_list_full"
        assert reply.error.details == msg.Details(found=MOST_WAITING, wanted=MOST_WAITING)


async def test_a_seat_that_is_freed_in_mid_hand_is_offered_at_once():
    async with open_room(Ruleset(sb=5, bb=10, max_seats=3)) as room:
        await room.seated("Anna", "Boris")
        await room.pass_time(3)
        (dora,) = await room.seated("Dora")
        assert room.actor.state.running is not None
        (emil,) = await waiting(room, "Emil")
        await dora.ask(msg.Leave, table=room.table)
        assert room.actor.state.running is not None
        assert offers(emil) == [("seat_offered", 3)]
        assert (await emil.ask(msg.Sit, table=room.table)).ok


async def test_after_a_restart_nobody_waits_and_every_free_seat_is_anybodys():
    async with open_room(TWO_SEATS) as room:
        anna, _ = await room.seated("Anna", "Boris")
        await waiting(room, "Clara")
        await anna.ask(msg.Leave, table=room.table)
        storage = room.storage
    async with open_room(TWO_SEATS, storage) as room:
        assert (await (await room.player("Dora")).ask(msg.Sit, table=room.table)).ok
