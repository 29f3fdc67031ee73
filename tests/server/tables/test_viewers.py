from server.tables.viewers import Viewers
from showdown.protocol import messages as msg
from showdown.rules.view import SPECTATOR, table_viewer
from tests.server.tables.kit import NL, open_room


async def test_everybody_is_found_as_he_sees_the_table_while_people_come_play_and_go():
    async with open_room() as room:
        viewers, seen = Viewers(), set()

        def compare(*players):
            found = viewers.of(room.actor.state)
            for each in players:
                expected = table_viewer(room.actor.state, each.account)
                assert found.get(each.account, SPECTATOR) == expected
                seen.add(expected)

        players = await room.seated("Anna", "Boris")
        clara = await room.player("Clara")
        compare(*players, clara)
        await room.pass_time(NL.hand_pause)
        compare(*players, clara)
        await (await room.to_act(*players)).act(msg.Fold())
        await players[0].ask(msg.Leave, table=room.table)
        compare(*players, clara)
        await clara.ask(msg.Sit, table=room.table, buy_in=NL.usual_buy)
        compare(*players, clara)
        await room.pass_time(NL.hand_pause)
        compare(*players, clara)
        assert len(seen) > len(players) + 1


async def test_nobody_is_looked_for_again_while_the_same_people_play():
    async with open_room() as room:
        players = await room.seated("Anna", "Boris", "Clara")
        await room.pass_time(NL.hand_pause)
        viewers = Viewers()
        before = viewers.of(room.actor.state)
        await (await room.to_act(*players)).act(msg.Call())
        assert viewers.of(room.actor.state) is before
