"""Coming back by resume tokens, one connection to a seat, looking beside it, and signing out."""

import asyncio
from contextlib import AsyncExitStack
from typing import get_args

import pytest
from msgspec.structs import replace
from websockets.exceptions import ConnectionClosed

from server.gateway.answering import LOOKING
from server.gateway.connection import Connection
from server.gateway.inside import MOST_LOOKING
from server.ports import StorageError
from showdown.protocol import messages as msg
from showdown.protocol.closing import CloseCode
from showdown.rules.ruleset import AccountId, TableId
from tests.server.gateway.kit import open_house

SECRET = "correct horse"
NONCE = "a-nonce-that-was-made-up-at-random"


async def closed(wire):
    """The code with which the server closes, once all before it was read."""
    try:
        while True:
            await wire.read()
    except ConnectionClosed as end:
        return end.rcvd.code if end.rcvd else None


async def welcome(house, **hello):
    """Come and go; what the welcome said."""
    async with house.client() as wire:
        reply = await wire.ask("hello", **hello)
        assert reply["ok"], reply
        return wire.frames[0]


async def refused(house, **hello):
    """The code of the refusal."""
    async with house.client() as wire:
        return (await wire.ask("hello", **hello))["error"]["code"]


async def lost(house, **hello):
    """Say hello and be cut off before any answer comes, but after it was decided."""
    async with house.client() as wire:
        wire.socket.transport.pause_reading()
        before = len(house.gateway.connections)
        await wire.send('{"type":"hello","id":"h",' + _fields(hello) + "}")
        while not any(each.is_signed_in for each in house.gateway.connections):
            await asyncio.sleep(0)
        wire.socket.transport.abort()
        while len(house.gateway.connections) == before:
            await asyncio.sleep(0)


def _fields(hello):
    return ",".join(f'"{name}":"{value}"' for name, value in hello.items())


# Resume tokens.


async def test_each_welcome_brings_the_resume_token_for_the_next():
    async with open_house(resume_window=3_600) as house:
        first = await welcome(house, name="Anna")
        assert first["resume_window_s"] == 3_600
        tokens, token = {first["resume_token"]}, first["resume_token"]
        for _ in range(4):
            again = await welcome(house, resume_token=token)
            assert (again["account"], again["resume_window_s"]) == (first["account"], 3_600)
            assert "token" not in again
            tokens.add(token := again["resume_token"])
        assert len(tokens) == 5


async def test_whoever_did_not_hear_the_welcome_says_his_last_token_again():
    async with open_house() as house:
        first = await welcome(house, name="Anna")
        for _ in range(3):
            await lost(house, resume_token=first["resume_token"])
        again = await welcome(house, resume_token=first["resume_token"])
        assert again["account"] == first["account"]


async def test_an_old_resume_token_is_a_theft_and_ends_the_session_for_both():
    async with open_house() as house:
        first = await welcome(house, name="Anna")
        async with house.client() as anna, house.client() as thief:
            assert (await anna.ask("hello", resume_token=first["resume_token"]))["ok"]
            latest = anna.frames[0]["resume_token"]
            again = await welcome(house, resume_token=latest)
            async with house.client() as anna_again:
                assert (await anna_again.ask("hello", resume_token=again["resume_token"]))["ok"]
                reply = await thief.ask("hello", resume_token=first["resume_token"])
                assert reply["error"]["code"] == "token_reused"
                assert await closed(thief) == CloseCode.AUTH
                assert await closed(anna_again) == CloseCode.AUTH
        assert await refused(house, resume_token=again["resume_token"]) == "session_over"
        assert (await welcome(house, token=first["token"]))["account"] == first["account"]


async def test_an_old_resume_token_is_refused_also_beside_a_good_token():
    async with open_house() as house:
        first = await welcome(house, name="Anna")
        later = await welcome(house, resume_token=first["resume_token"])
        await welcome(house, resume_token=later["resume_token"])
        both = {"resume_token": first["resume_token"], "token": first["token"]}
        assert await refused(house, **both) == "token_reused"


async def test_where_a_session_is_over_the_token_that_was_said_too_counts():
    async with open_house() as house:
        first = await welcome(house, name="Anna")
        house.storage.sessions.now_s = 86_401
        assert await refused(house, resume_token=first["resume_token"]) == "session_over"
        again = await welcome(house, resume_token=first["resume_token"], token=first["token"])
        assert again["account"] == first["account"]
        assert again["resume_token"] != first["resume_token"]


async def test_sessions_go_on_after_a_restart():
    async with open_house() as house:
        first = await welcome(house, name="Anna")
        storage = house.storage
    async with open_house(storage=storage) as house:
        again = await welcome(house, resume_token=first["resume_token"])
        assert again["account"] == first["account"]


async def test_while_no_session_can_be_stored_everybody_is_let_in_by_what_he_has():
    async with open_house() as house:
        first = await welcome(house, name="Anna")
        house.storage.sessions.away = StorageError("The disk is full.")
        for hello in ({"token": first["token"]}, {"resume_token": first["resume_token"]}):
            again = await welcome(house, **hello)
            assert again["account"] == first["account"]
            assert "resume_token" not in again
            assert "resume_window_s" not in again
        house.storage.sessions.away = None
        assert "resume_token" in await welcome(house, resume_token=first["resume_token"])


async def test_a_disabled_account_resumes_no_session():
    async with open_house() as house:
        first = await welcome(house, name="Anna")
        house.storage.accounts.disable(AccountId(first["account"]))
        assert await refused(house, resume_token=first["resume_token"]) == "account_disabled"


async def test_no_resume_token_and_no_nonce_is_ever_logged(capsys):
    async with open_house() as house:
        first = await welcome(house, name="Anna", nonce=NONCE)
        later = await welcome(house, resume_token=first["resume_token"])
        await welcome(house, resume_token=later["resume_token"])
        await refused(house, resume_token=first["resume_token"])
    printed = capsys.readouterr()
    for secret in (NONCE, first["resume_token"], later["resume_token"]):
        assert secret not in printed.out + printed.err


# A guest whose first welcome was lost.


async def test_a_new_guest_who_never_heard_that_he_is_one_is_found_by_his_nonce():
    async with open_house() as house:
        await lost(house, name="Anna", nonce=NONCE)
        assert await refused(house, name="Anna") == "name_taken"
        assert await refused(house, name="Anna", nonce="x" + NONCE) == "name_taken"
        first = await welcome(house, name="Anna", nonce=NONCE)
        assert first["chips"] == 10_000
        assert (await welcome(house, token=first["token"]))["account"] == first["account"]
        assert await refused(house, name="Anna", nonce=NONCE) == "name_taken"


@pytest.mark.parametrize("nonce", ["", "short", "x" * 65])
async def test_a_nonce_is_long_enough_that_nobody_guesses_it(nonce):
    async with open_house() as house:
        assert await refused(house, name="Anna", nonce=nonce) == "bad_message"


# One that plays.


async def test_a_connection_that_was_made_earlier_and_let_in_later_gives_way(monkeypatch):
    """As when the database was slow, and the client has given that socket up."""
    async with open_house() as house:
        first = await welcome(house, name="Anna")
        accounts, held = house.storage.accounts, asyncio.Event()
        by_token = accounts.by_token

        async def slow(token):
            monkeypatch.setattr(accounts, "by_token", by_token)
            await held.wait()
            return await by_token(token)

        monkeypatch.setattr(accounts, "by_token", slow)
        async with house.client() as earlier, house.client() as later:
            await earlier.send(f'{{"type":"hello","id":"h","token":"{first["token"]}"}}')
            while accounts.by_token is slow:
                await asyncio.sleep(0)
            assert (await later.ask("hello", token=first["token"]))["ok"]
            held.set()
            assert await closed(earlier) == CloseCode.SUPERSEDED
            assert earlier.frames == []
            assert (await later.ask("tables"))["ok"]


async def test_what_comes_from_a_connection_that_gave_way_is_not_heard(monkeypatch):
    async with open_house() as house, house.guest("Anna") as older:
        held = asyncio.Event()
        (old,), ends = house.gateway.connections, Connection.end

        async def late(connection, *reason):
            if connection is old:
                await held.wait()
            await ends(connection, *reason)

        monkeypatch.setattr(Connection, "end", late)
        async with house.client() as newer:
            assert (await newer.ask("hello", token=older.frames[0]["token"]))["ok"]
            await older.send('{"type":"sit","id":"late","table":"main"}')
            await older.send('{"type":"ping","sent":1}')
            assert (await newer.ask("tables"))["ok"]
            held.set()
            assert await closed(older) == CloseCode.SUPERSEDED
            (actor,) = house.lobby.actors
            assert actor.state.seating.occupants == ()
            assert len(older.frames) == 2


# Looking.


async def test_to_look_pushes_nobody_off_his_seat():
    async with open_house() as house, house.guest("Anna") as anna:
        token = anna.frames[0]["token"]
        async with house.client() as look:
            assert (await look.ask("hello", token=token, look=True))["ok"]
            assert look.frames[0]["name"] == "Anna"
            assert "resume_token" not in look.frames[0]
            assert (await anna.ask("sit", table="main"))["ok"]
            assert (await look.ask("tables"))["ok"]
            assert (await look.ask("watch", table="main"))["ok"]
            assert look.frames[-1]["view"].get("you") is None
        assert (await anna.ask("tables"))["ok"]
        assert "seats" not in await welcome(house, token=token, look=True)
        assert (await welcome(house, token=token))["seats"] == [{"table": "main", "seat": 1}]


@pytest.mark.parametrize(
    "request_",
    [
        {"type": "sit", "table": "main"},
        {"type": "leave", "table": "main"},
        {"type": "sit_out", "table": "main"},
        {"type": "top_up", "table": "main", "to": 500},
        {"type": "act", "table": "main", "hand": 1, "turn": 1, "action": {"type": "fold"}},
        {"type": "register", "password": SECRET},
    ],
    ids=lambda request: request["type"],
)
async def test_who_looks_changes_nothing(request_):
    kind, fields = request_["type"], {k: v for k, v in request_.items() if k != "type"}
    async with open_house() as house, house.guest("Anna") as anna, house.client() as look:
        assert (await anna.ask("sit", table="main"))["ok"]
        assert (await look.ask("hello", token=anna.frames[0]["token"], look=True))["ok"]
        entries = len(house.storage.journal.entries)
        assert (await look.ask(kind, **fields))["error"]["code"] == "only_looking"
        assert len(house.storage.journal.entries) == entries


CHANGES = {
    msg.Anchor,
    msg.Open,
    *(msg.Register, msg.Sit, msg.Leave, msg.SitOut, msg.SitIn, msg.PostNow, msg.Show, msg.TopUp),
    *(msg.Wait, msg.Unwait, msg.OpenTable, msg.Act, msg.Chat, msg.Host),
}
"""What a table or an account feels."""


def test_of_each_request_it_is_said_whether_who_looks_may_ask_it():
    assert set(get_args(msg.ClientMessage)) == CHANGES | LOOKING
    assert not CHANGES & LOOKING


async def test_who_looks_is_told_what_the_account_won_and_lost():
    async with open_house() as house, house.guest("Anna") as anna, house.client() as look:
        assert (await look.ask("hello", token=anna.frames[0]["token"], look=True))["ok"]
        for kind in ("hands", "stats"):
            assert (await look.ask(kind))["ok"]


async def test_whom_the_host_has_banned_looks_on_no_more_than_he_sits():
    async with open_house() as house, house.guest("Anna") as anna, house.client() as look:
        assert (await look.ask("hello", token=anna.frames[0]["token"], look=True))["ok"]
        account = AccountId(anna.frames[0]["account"])
        hosts = house.gateway._services.hosts
        await hosts.change(TableId("main"), lambda now: replace(now, banned=frozenset({account})))
        for wire in (anna, look):
            assert (await wire.ask("watch", table="main"))["error"]["code"] == "banned"


async def test_a_resume_token_lets_look_and_stays_as_it_was():
    async with open_house() as house:
        first = await welcome(house, name="Anna")
        for _ in range(2):
            look = await welcome(house, resume_token=first["resume_token"], look=True)
            assert look["account"] == first["account"]
        assert (await welcome(house, resume_token=first["resume_token"]))["resume_token"]


async def test_of_many_who_look_for_an_account_the_oldest_gives_way():
    async with open_house() as house:
        token = (await welcome(house, name="Anna"))["token"]
        async with house.client() as first:
            assert (await first.ask("hello", token=token, look=True))["ok"]
            others = [house.client() for _ in range(MOST_LOOKING)]
            wires = [await each.__aenter__() for each in others]
            for wire in wires:
                assert (await wire.ask("hello", token=token, look=True))["ok"]
            assert await closed(first) == CloseCode.SUPERSEDED
            assert (await wires[0].ask("tables"))["ok"]
            for each in others:
                await each.__aexit__(None, None, None)


# Signing out.


async def test_who_signs_out_has_his_answer_and_then_nothing_is_open_any_more():
    async with open_house() as house, house.client() as anna, house.client() as look:
        assert (await anna.ask("register", name="Anna", password=SECRET))["ok"]
        first = anna.frames[0]
        assert (await look.ask("hello", token=first["token"], look=True))["ok"]
        assert (await anna.ask("sign_out"))["ok"]
        assert await closed(anna) == CloseCode.NORMAL
        assert await closed(look) == CloseCode.AUTH
        assert await refused(house, resume_token=first["resume_token"]) == "session_over"
        assert await refused(house, token=first["token"]) == "bad_token"
        again = await welcome(house, name="Anna", password=SECRET)
        assert again["account"] == first["account"]


@pytest.mark.parametrize("why", ["signs out", "is copied"])
async def test_who_is_just_coming_in_when_his_session_ends_does_not_stay(monkeypatch, why):
    async with open_house() as house, AsyncExitStack() as stack:
        first = await welcome(house, name="Anna")
        later = await welcome(house, resume_token=first["resume_token"])
        await welcome(house, resume_token=later["resume_token"])
        anna = await stack.enter_async_context(house.client())
        assert (await anna.ask("hello", token=first["token"]))["ok"]
        sessions, held = house.storage.sessions, asyncio.Event()
        resume = sessions.resume

        async def slow(*asked):
            monkeypatch.setattr(sessions, "resume", resume)
            resumed = await resume(*asked)
            await held.wait()
            return resumed

        monkeypatch.setattr(sessions, "resume", slow)
        async with house.client() as coming, house.client() as other:
            token = later["resume_token"]
            await coming.send(f'{{"type":"hello","id":"h","resume_token":"{token}"}}')
            while sessions.resume is slow:
                await asyncio.sleep(0)
            if why == "signs out":
                assert (await anna.ask("sign_out"))["ok"]
            else:
                reply = await other.ask("hello", resume_token=first["resume_token"])
                assert reply["error"]["code"] == "token_reused"
            held.set()
            assert await closed(coming) == CloseCode.AUTH


async def test_a_guest_without_a_password_keeps_the_one_token_that_he_has():
    async with open_house() as house, house.guest("Anna") as anna:
        first = anna.frames[0]
        assert (await anna.ask("sign_out", everywhere=True))["ok"]
        assert await closed(anna) == CloseCode.NORMAL
        assert await refused(house, resume_token=first["resume_token"]) == "session_over"
        assert (await welcome(house, token=first["token"]))["account"] == first["account"]


async def test_who_signs_out_everywhere_ends_the_sessions_of_his_other_clients():
    async with open_house() as house, house.client() as anna:
        assert (await anna.ask("register", name="Anna", password=SECRET))["ok"]
        elsewhere = await welcome(house, name="Anna", password=SECRET)
        assert await closed(anna) == CloseCode.SUPERSEDED
        async with house.client() as again:
            assert (await again.ask("hello", token=anna.frames[0]["token"]))["ok"]
            assert (await again.ask("sign_out", everywhere=True))["ok"]
        assert await refused(house, resume_token=elsewhere["resume_token"]) == "session_over"


async def test_who_cannot_be_signed_out_now_is_told_so_and_stays(monkeypatch):
    async with open_house() as house, house.guest("Anna") as anna:

        async def away(_):
            raise StorageError("The database is away.")

        monkeypatch.setattr(house.storage.sessions, "end", away)
        assert (await anna.ask("sign_out"))["error"]["code"] == "unavailable"
        assert (await anna.ask("tables"))["ok"]
