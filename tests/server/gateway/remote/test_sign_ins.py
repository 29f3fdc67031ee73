"""One connection plays for an account, whichever nodes its owner connects to."""

import asyncio

import pytest
from websockets.exceptions import ConnectionClosed

from showdown.rules.ruleset import TableId
from tests.server.gateway.kit import asked
from tests.server.gateway.remote.kit import HERE, THERE, open_nodes, stays_in


async def closed(wire):
    """Read until the server closes the connection; its code."""
    with pytest.raises(ConnectionClosed):
        await wire.until(lambda _: False)
    return wire.socket.close_code


async def signed_in(wire, **fields):
    assert (await wire.ask("hello", **fields))["ok"]
    return wire.frames[0]


async def test_who_comes_in_at_another_node_takes_the_place_of_his_older_connection():
    async with (
        open_nodes() as nodes,
        nodes[HERE].client() as older,
        nodes[THERE].guest("Boris") as boris,
        nodes[THERE].client() as newer,
    ):
        token = (await signed_in(older, name="Anna"))["token"]
        for wire in (older, boris):
            assert (await wire.ask("sit", table="main"))["ok"]
        await asked([older, boris])
        await nodes.known()
        await signed_in(newer, token=token)
        assert await closed(older) == 4003
        await newer.until(lambda f: f["type"] == "snapshot")
        who, frame = await asked([newer, boris])
        assert (await who.ask("act", **stays_in(frame)))["ok"]


async def test_of_two_who_come_in_at_once_the_one_whom_the_database_let_in_later_stays():
    async with (
        open_nodes() as nodes,
        nodes[HERE].client() as older,
        nodes[THERE].client() as newer,
    ):
        nodes[HERE].bus.deaf = nodes[HERE].bus.mute = True
        token = (await signed_in(older, name="Anna"))["token"]
        await signed_in(newer, token=token)
        nodes[HERE].bus.deaf = nodes[HERE].bus.mute = False
        nodes.second()
        assert await closed(older) == 4003
        assert (await newer.ask("sit", table="main"))["ok"]


async def test_what_the_older_connection_has_asked_is_answered_to_the_newer_one():
    async with (
        open_nodes() as nodes,
        nodes[HERE].client() as older,
        nodes[THERE].client() as newer,
    ):
        token = (await signed_in(older, name="Anna"))["token"]
        journal = nodes[THERE].storage.journal
        with journal.held():
            await older.send('{"type": "sit", "id": "s", "table": "main"}')
            while not journal.waiting:
                await nodes.known()
            await signed_in(newer, token=token)
        snapshot = await newer.until(lambda f: f["type"] == "snapshot")
        assert snapshot["view"]["you"] == 1


async def test_who_only_looks_at_another_node_takes_nobodys_place():
    async with (
        open_nodes() as nodes,
        nodes[HERE].client() as plays,
        nodes[THERE].client() as looks,
    ):
        token = (await signed_in(plays, name="Anna"))["token"]
        await signed_in(looks, token=token, look=True)
        await nodes.known()
        assert (await plays.ask("sit", table="main"))["ok"]


async def test_who_signs_out_is_signed_out_at_all_nodes():
    async with (
        open_nodes() as nodes,
        nodes[HERE].client() as plays,
        nodes[THERE].client() as looks,
    ):
        token = (await signed_in(plays, name="Anna"))["token"]
        await signed_in(looks, token=token, look=True)
        assert (await plays.ask("sign_out", everywhere=True))["ok"]
        assert await closed(looks) == 4001


async def test_an_old_token_that_is_shown_at_one_node_ends_its_session_at_the_other():
    async with (
        open_nodes() as nodes,
        nodes[HERE].client() as first,
        nodes[HERE].client() as second,
        nodes[HERE].client() as third,
        nodes[THERE].client() as thief,
    ):
        copied = (await signed_in(first, name="Anna"))["resume_token"]
        fresh = (await signed_in(second, resume_token=copied))["resume_token"]
        await signed_in(third, resume_token=fresh)
        refused = await thief.ask("hello", resume_token=copied)
        assert refused["error"]["code"] == "token_reused"
        assert await closed(third) == 4001


async def test_a_connection_of_which_a_table_knows_as_an_heir_is_forgotten_when_it_ends():
    async with open_nodes() as nodes, nodes[HERE].client() as older:
        token = (await signed_in(older, name="Anna"))["token"]
        assert (await older.ask("sit", table="main"))["ok"]
        await nodes.known()
        async with nodes[THERE].client() as newer:
            await signed_in(newer, token=token)
            assert await closed(older) == 4003
        await nodes.known()
        actor = nodes[THERE].lobby.find(TableId("main")).actor
        async with asyncio.timeout(10):  # of who is gone it is told when there is time for it
            while actor.audience.listeners or nodes[HERE].reach.hall.count:
                await asyncio.sleep(0)
