"""An action that comes again is found again, after a crash too, and never happens twice."""

import pytest

from showdown import Ruleset
from showdown.protocol import messages as msg
from showdown.rules.ruleset import DrawMode
from tests.server.tables.kit import NL, open_room
from tests.server.tables.test_actor import play_on

TOGETHER = Ruleset(sb=5, bb=10, draw_mode=DrawMode.SIMULTANEOUS)


async def two_in_a_hand(room):
    players = await room.seated("Anna", "Boris")
    await room.pass_time(NL.hand_pause)
    player = await room.to_act(*players)
    return player, next(each for each in players if each is not player)


async def at_the_draw(room):
    player, other = await two_in_a_hand(room)
    await player.act(msg.Call())
    await other.act(msg.Check())
    drawer = await room.to_act(player, other)
    return drawer, player if drawer is other else other


def turn_of(room):
    hand = room.actor.state.running
    return {"hand": hand.hand, "turn": hand.turn}


async def test_after_a_restart_the_same_action_has_the_same_reply_and_no_second_effect():
    async with open_room() as room:
        player, _ = await two_in_a_hand(room)
        turn = turn_of(room)
        assert (await player.act(msg.Raise(to=40), id="mine", **turn)).ok
        state = room.actor.state
    async with open_room(storage=room.storage) as again:
        player.room = again
        assert (await player.act(msg.Raise(to=40), id="mine", **turn)).ok
        assert again.actor.state == state


@pytest.mark.parametrize(
    "other", [msg.Raise(to=50), msg.Bet(to=40), msg.Call(), msg.Fold(), msg.Draw()]
)
async def test_after_a_restart_its_id_for_another_action_is_a_conflict(other):
    async with open_room() as room:
        player, _ = await two_in_a_hand(room)
        turn = turn_of(room)
        await player.act(msg.Raise(to=40), id="mine", **turn)
    async with open_room(storage=room.storage) as again:
        player.room = again
        assert (await player.act(other, id="mine", **turn)).error.code == "id_conflict"
        assert (await player.act(other, id="new", **turn)).error.code == "stale_turn"


async def test_it_is_found_when_its_hand_is_over_and_the_server_was_restarted():
    async with open_room() as room:
        player, other = await two_in_a_hand(room)
        turn = turn_of(room)
        await player.act(msg.Call(), id="mine", **turn)
        await play_on(room, [player, other])
    async with open_room(storage=room.storage) as again:
        player.room = other.room = again
        assert (await player.act(msg.Call(), id="mine", **turn)).ok
        refused = await player.act(msg.Fold(), id="mine", **turn)
        assert refused.error.code == "id_conflict"
        assert (await other.act(msg.Call(), id="mine", **turn)).error.code == "stale_turn"


async def test_who_has_left_since_is_still_answered():
    async with open_room() as room:
        player, other = await two_in_a_hand(room)
        turn = turn_of(room)
        await player.act(msg.Call(), id="mine", **turn)
        await play_on(room, [player, other])
        await player.ask(msg.Leave, table=room.table)
        assert (await player.act(msg.Call(), id="mine", **turn)).ok
        assert (await player.act(msg.Call(), id="new", **turn)).error.code == "not_seated"


async def test_discards_are_the_same_in_any_order_and_not_with_another_card():
    async with open_room() as room:
        player, _ = await at_the_draw(room)
        turn, cards = turn_of(room), player.request.cards
        assert (await player.act(msg.Draw(cards=cards[:2]), id="mine", **turn)).ok
    async with open_room(storage=room.storage) as again:
        player.room = again
        assert (await player.act(msg.Draw(cards=cards[1::-1]), id="mine", **turn)).ok
        refused = await player.act(msg.Draw(cards=cards[:3]), id="mine", **turn)
        assert refused.error.code == "id_conflict"


async def test_a_hidden_choice_is_found_again_for_each_who_chose():
    async with open_room(TOGETHER) as room:
        player, other = await at_the_draw(room)
        turn, cards = turn_of(room), player.request.cards
        assert (await player.act(msg.Draw(cards=cards[:2]), id="mine", **turn)).ok
    async with open_room(TOGETHER, storage=room.storage) as again:
        player.room = other.room = again
        assert (await player.act(msg.Draw(cards=cards[:2]), id="mine", **turn)).ok
        refused = await player.act(msg.Draw(), id="mine", **turn)
        assert refused.error.code == "id_conflict"
        assert (await other.act(msg.Draw(), id="mine", **turn)).ok
