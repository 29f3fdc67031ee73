from showdown.protocol import messages as msg
from showdown.protocol.codec import encode_events
from showdown.rules.view import Viewer, project_all
from tests.server.tables.kit import NL, open_room

MOVES = {
    "bet": lambda request: msg.Check() if request.legal.check else msg.Call(),
    "draw": lambda request: msg.Draw(cards=request.cards[:2]),
}


async def test_who_is_asked_is_told_the_hand_so_far_as_he_sees_it():
    async with open_room() as room:
        players = await room.seated("Anna", "Boris", "Clara")
        await room.pass_time(NL.hand_pause)
        notes, actor = room.actor.notes, room.actor
        asked = 0
        while (hand := actor.state.running) is not None:
            player, seat = await room.to_act(*players), hand.seat_to_act
            expected = encode_events(project_all(notes.events, Viewer(hand_seat=seat)))
            assert notes.told(seat) == expected
            assert player.request.history == expected
            asked += 1
            await player.act(MOVES[player.request.kind](player.request))
        assert asked >= 8
        assert notes.told(1) == ()
