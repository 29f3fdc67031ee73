"""Clients who behave and clients who do not: each gets one clear answer, and the hand goes on."""

import asyncio
import json

import pytest
from msgspec.structs import replace
from websockets.exceptions import ConnectionClosed

from server.ports import StorageError
from showdown.rules.events import HandMucked
from tests.server.fakes import MemoryStorage
from tests.server.gateway.kit import QUICK, open_house


async def closed(wire):
    """The code with which the server closes, once all before it was read."""
    try:
        while True:
            await wire.read()
    except ConnectionClosed as end:
        return end.rcvd.code if end.rcvd else None


# Who is it?


async def test_a_guest_is_welcomed_with_a_token_and_is_the_same_with_it_later():
    async with open_house() as house:
        async with house.client() as wire:
            assert (await wire.ask("hello", name="Anna"))["ok"]
            welcome = wire.frames[0]
            assert (welcome["type"], welcome["name"], welcome["chips"]) == (
                "welcome",
                "Anna",
                10_000,
            )
        async with house.client() as wire:
            assert (await wire.ask("hello", token=welcome["token"]))["ok"]
            assert wire.frames[0]["account"] == welcome["account"]
            assert "token" not in wire.frames[0]


@pytest.mark.parametrize(
    ("hello", "code", "sentence"),
    [
        ({"name": "anna"}, "name_taken", "The name anna is taken; choose another one."),
        ({"name": " "}, "bad_name", "The name is empty; a name has a letter or a digit."),
        (
            {"name": "a\u001b[31m"},
            "bad_name",
            "The name has the sign '\\x1b'; letters, digits, blanks and _ - . may be in it.",
        ),
        ({"name": "x" * 21}, "bad_name", "The name has 21 signs; the most are 20."),
        ({"token": "nobody"}, "bad_token", "This token belongs to no account; say hello anew."),
        ({}, "no_name", "Say hello with a name, or with the token you were given."),
    ],
)
async def test_a_hello_that_fails_says_why_and_may_be_tried_again(hello, code, sentence):
    async with open_house() as house, house.guest("Anna"), house.client() as wire:
        error = (await wire.ask("hello", **hello))["error"]
        assert (error["code"], error["message"]) == (code, sentence)
        assert (await wire.ask("hello", name="Boris"))["ok"]


async def test_nothing_is_answered_before_hello_but_ping():
    async with open_house() as house, house.client() as wire:
        assert (await wire.ask("tables"))["error"]["code"] == "hello_first"
        await wire.send('{"type":"ping","sent":7}')
        assert await wire.read() == {"type": "pong", "sent": 7}
        assert (await wire.ask("hello", name="Anna"))["ok"]
        assert (await wire.ask("hello", name="Anna"))["error"]["code"] == "already_signed_in"


async def test_the_older_connection_of_an_account_gives_way():
    async with open_house() as house, house.guest("Anna") as older:
        token = older.frames[0]["token"]
        async with house.client() as newer:
            assert (await newer.ask("hello", token=token))["ok"]
            assert await closed(older) == 4003
            assert (await newer.ask("tables"))["ok"]


async def test_who_does_not_say_hello_in_time_is_let_go(monkeypatch):
    monkeypatch.setattr("server.gateway.connection.AUTH_DEADLINE", 0)
    async with open_house() as house, house.client() as wire:
        assert await closed(wire) == 4001


async def test_a_slow_database_does_not_cut_off_who_has_said_hello(monkeypatch):
    monkeypatch.setattr("server.gateway.connection.AUTH_DEADLINE", 1)
    storage = MemoryStorage()
    add_guest, looked_up = storage.accounts.add_guest, asyncio.Event()

    async def slowly(*who):
        account = await add_guest(*who)
        await looked_up.wait()
        return account

    monkeypatch.setattr(storage.accounts, "add_guest", slowly)
    async with open_house(storage=storage) as house, house.client() as wire:
        asyncio.get_running_loop().call_later(1.2, looked_up.set)
        assert (await wire.ask("hello", name="Anna"))["ok"]
        assert wire.frames[0]["token"]


# What cannot be read.


@pytest.mark.parametrize(
    ("frame", "code"),
    [
        ("{", "bad_json"),
        ("\u0000", "bad_json"),
        (b"\x00\xff", "bad_json"),
        ("[" * 8000, "bad_message"),
        ("[]", "bad_message"),
        ('"hello"', "bad_message"),
        ("{}", "unknown_message"),
        ('{"type":"cheat","id":"a"}', "unknown_message"),
        ('{"type":"deal","order":["As"]}', "unknown_message"),
        ('{"type":"timeout","seat":1,"id":"a"}', "unknown_message"),
        ('{"type":"tables"}', "bad_message"),
        ('{"type":"tables","id":""}', "bad_message"),
        ('{"type":"tables","id":"a","all":true}', "bad_message"),
        ('{"type":"sit","id":"a","table":"main","seat":0}', "bad_message"),
        ('{"type":"sit","id":"a","table":"main","seat":9}', "bad_message"),
        ('{"type":"sit","id":"a","table":"main","buy_in":-1}', "bad_message"),
        ('{"type":"sit","id":"a","table":"main","buy_in":1e3}', "bad_message"),
        ('{"type":"sit","id":"a","table":"main","buy_in":9007199254740992}', "bad_message"),
        ('{"type":"sit","id":"a","table":"main","buy_in":NaN}', "bad_json"),
        ('{"type":"sit","id":"a","table":"main","buy_in":true}', "bad_message"),
        ('{"type":"sit","id":"a","table":"nowhere"}', "no_such_table"),
        ('{"type":"hand","id":"a","hand":77}', "no_such_hand"),
        ('{"type":"hands","id":"a","limit":0}', "bad_message"),
        ('{"type":"hands","id":"a","since":"2026-11-30"}', "bad_message"),
        ('{"type":"hands","id":"a","until":"2026-11-30T12:00:00"}', "bad_message"),
        ('{"type":"stats","id":"a","result":"drawn"}', "bad_message"),
        ('{"type":"stats","id":"a","category":10}', "bad_message"),
    ],
)
async def test_what_cannot_be_done_has_a_code_and_a_sentence_and_the_next_request_works(
    frame, code, capsys
):
    async with open_house() as house, house.guest("Anna") as wire:
        await wire.send(frame)
        reply = await wire.until(lambda f: f["type"] == "reply" and not f.get("ok"))
        assert reply["error"]["code"] == code
        assert reply["error"]["message"].endswith(".")
        assert (await wire.ask("tables"))["ok"]
    printed = capsys.readouterr()
    assert "Traceback" not in printed.out + printed.err


async def test_a_giant_frame_closes_the_connection_and_nobody_else_notices():
    async with open_house() as house, house.guest("Anna") as anna, house.guest("Boris") as boris:
        await boris.send('{"type":"tables","id":"' + "x" * 9000 + '"}')
        assert await closed(boris) == 1009
        assert (await anna.ask("tables"))["ok"]


async def test_who_sends_nothing_but_nonsense_is_closed_after_its_answers():
    async with open_house() as house, house.guest("Anna") as wire:
        for _ in range(20):
            await wire.send("{")
        assert await closed(wire) == 1008
        refused = [f for f in wire.frames if f["type"] == "reply" and "error" in f]
        assert len(refused) == 20


async def test_a_browser_page_of_another_origin_is_refused():
    from websockets.exceptions import InvalidStatus

    async with open_house() as house:
        with pytest.raises(InvalidStatus) as refused:
            async with house.client(origin="https://elsewhere.example"):
                pass
        assert refused.value.response.status_code == 403


async def plain_http(house, path):
    """What a program without websockets gets: status and text."""
    reader, writer = await asyncio.open_connection("127.0.0.1", house.gateway.port)
    writer.write(f"GET {path} HTTP/1.1\r\nHost: here\r\n\r\n".encode())
    answer = (await reader.read()).decode()
    writer.close()
    await writer.wait_closed()
    return int(answer.split()[1]), answer.rpartition("\r\n")[2]


async def test_a_server_is_alive_as_long_as_it_answers_and_ready_while_its_storage_does():
    async with open_house() as house:
        assert await plain_http(house, "/healthz") == (200, "alive\n")
        assert await plain_http(house, "/readyz") == (200, "ready\n")
    async with open_house() as house:
        house.storage.journal.away = StorageError("The database is away.")
        assert await plain_http(house, "/healthz") == (200, "alive\n")
        assert await plain_http(house, "/readyz") == (
            503,
            "not ready: the database does not answer\n",
        )
    async with open_house(obstacle=lambda: "it is ending") as house:
        assert await plain_http(house, "/healthz") == (200, "alive\n")
        assert await plain_http(house, "/readyz") == (503, "not ready: it is ending\n")


# At the table.


async def two_in_a_hand(house, anna, boris):
    for wire in (anna, boris):
        assert (await wire.ask("sit", table="main"))["ok"]
    first = asyncio.create_task(anna.turn())
    second = asyncio.create_task(boris.turn())
    done, waiting = await asyncio.wait({first, second}, return_when=asyncio.FIRST_COMPLETED)
    for task in waiting:
        task.cancel()
    await asyncio.gather(*waiting, return_exceptions=True)
    asked = next(iter(done)).result()
    return (anna, boris, asked) if first in done else (boris, anna, asked)


async def test_illegal_amounts_old_turns_and_foreign_seats_are_refused_with_the_present_turn():
    async with open_house() as house, house.guest("Anna") as anna, house.guest("Boris") as boris:
        actor, other, asked = await two_in_a_hand(house, anna, boris)
        turn = {"table": "main", "hand": asked["hand"], "turn": asked["request"]["turn"]}
        legal = asked["request"]["legal"]
        for action, code in (
            ({"type": "raise", "to": legal["raise"]["min"] - 1}, "amount_too_small"),
            ({"type": "raise", "to": legal["raise"]["max"] + 1}, "amount_too_large"),
            ({"type": "check"}, "illegal_action"),
            ({"type": "bet", "to": 30}, "illegal_action"),
            ({"type": "draw", "cards": []}, "wrong_phase"),
        ):
            reply = await actor.ask("act", **turn, action=action)
            assert reply["error"]["code"] == code
            assert reply["turn"]["seat"] == asked["request"]["seat"]
        refused = await other.ask("act", **turn, action={"type": "fold"})
        assert refused["error"]["code"] == "not_your_turn"
        stale = await actor.ask("act", **turn | {"turn": 99}, action={"type": "fold"})
        assert stale["error"]["code"] == "stale_turn"
        assert (await actor.ask("act", **turn, action={"type": "call"}))["ok"]


async def test_a_connection_that_drops_in_mid_hand_keeps_its_seat_and_gets_its_turn_again():
    async with open_house() as house, house.guest("Anna") as anna, house.guest("Boris") as boris:
        actor, _, asked = await two_in_a_hand(house, anna, boris)
        token = actor.frames[0]["token"]
        actor.socket.transport.abort()
        async with house.client() as again:
            assert (await again.ask("hello", token=token))["ok"]
            assert again.frames[0]["seats"] == [{"table": "main", "seat": asked["request"]["seat"]}]
            snapshot = await again.until(lambda f: f["type"] == "snapshot")
            assert snapshot["request"]["cards"] == asked["request"]["cards"]
            reply = await again.ask(
                "act",
                table="main",
                hand=asked["hand"],
                turn=snapshot["request"]["turn"],
                action={"type": "call"},
            )
            assert reply["ok"]


async def test_pipelined_requests_are_answered_in_order():
    async with open_house() as house, house.guest("Anna") as wire:
        ids = [f"p{number}" for number in range(30)]
        for request_id in ids:
            await wire.send(json.dumps({"type": "watch", "id": request_id, "table": "main"}))
        answered = [(await wire.read())["reply"]["id"] for _ in ids]
        assert answered == ids


async def test_stored_hands_are_listed_and_shown_as_the_asker_may_see_them():
    async with open_house() as house, house.guest("Anna") as anna, house.guest("Boris") as boris:
        actor, other, asked = await two_in_a_hand(house, anna, boris)
        turn = {"table": "main", "hand": asked["hand"], "turn": asked["request"]["turn"]}
        assert (await actor.ask("act", **turn, action={"type": "fold"}))["ok"]
        listed = (await other.ask("hands"))["result"]["hands"]
        assert [hand["hand"] for hand in listed][-1] == asked["hand"]
        for wire, sees in ((actor, asked["request"]["cards"]), (other, None)):
            result = (await wire.ask("hand", hand=asked["hand"]))["result"]
            dealt = next(e for e in result["events"] if e.get("type") == "cards_dealt")
            cards = {h["seat"]: h.get("cards") for h in dealt["hands"]}
            seat = asked["request"]["seat"]
            assert cards[seat] == sees


async def test_hands_are_found_and_counted_by_filters_as_the_asker_names_them():
    async with open_house() as house, house.guest("Anna") as anna, house.guest("Boris") as boris:
        actor, other, asked = await two_in_a_hand(house, anna, boris)
        turn = {"table": "main", "hand": asked["hand"], "turn": asked["request"]["turn"]}
        assert (await actor.ask("act", **turn, action={"type": "fold"}))["ok"]

        async def found(wire, **filters):
            return [
                each["hand"] for each in (await wire.ask("hands", **filters))["result"]["hands"]
            ]

        assert asked["hand"] in await found(other, result="won", since="2000-01-01T01:00:00+01:00")
        assert asked["hand"] not in await found(actor, result="won")
        assert asked["hand"] in await found(actor, result="lost", table="main")
        assert await found(other, category=8) == await found(other, min_pot=10_000) == []
        assert await found(other, until="2000-01-01T00:00:00Z") == []
        figures = (await other.ask("stats", player="anna"))["result"]["figures"]
        assert (figures["player"], figures["hands"]) == ("Anna", 1)
        own = (await other.ask("stats", result="won"))["result"]["figures"]
        assert sum(each["amount"] for each in own["nets"]) > 0


async def play_to_a_showdown(anna, boris):
    """Two who sit here check and call until a hand is over; which it was."""
    ended = []

    async def plays(wire):
        while True:
            frame = await wire.read()
            for event in frame.get("events", ()):
                if event.get("type") == "hand_ended":
                    ended.append(frame["hand"])
                    return
            if request := frame.get("request"):
                legal = request["legal"]
                free = {"type": "draw"} if request["kind"] == "draw" else {"type": "check"}
                action = {"type": "call"} if legal.get("call") else free
                turn = {"table": "main", "hand": frame["hand"], "turn": request["turn"]}
                await wire.send(json.dumps({"type": "act", "id": "x", **turn, "action": action}))

    await asyncio.gather(plays(anna), plays(boris))
    assert ended[0] == ended[1]
    return ended[0]


@pytest.mark.parametrize("shows", [True, False])
async def test_a_mucked_hand_is_seen_in_the_history_by_who_was_dealt_in_where_the_table_says_so(
    shows,
):
    rules = replace(QUICK, history_shows_mucked=shows, hand_pause=0.05)
    async with (
        open_house(tables=(("main", rules),)) as house,
        house.guest("Anna") as anna,
        house.guest("Boris") as boris,
        house.guest("Carl") as onlooker,
    ):
        for wire in (anna, boris):
            assert (await wire.ask("sit", table="main"))["ok"]
        mucked: list[HandMucked] = []
        while not mucked:
            hand = await play_to_a_showdown(anna, boris)
            record = house.storage.hands.records[hand]
            mucked = [event for event in record.events if isinstance(event, HandMucked)]
        cards = [str(card) for card in mucked[0].cards]
        for wire, sees in ((anna, shows), (boris, shows), (onlooker, False)):
            events = (await wire.ask("hand", hand=hand))["result"]["events"]
            told = next(e for e in events if e.get("type") == "hand_mucked")
            assert told.get("cards") == (cards if sees else None)


async def test_a_client_who_does_not_read_is_cut_off_and_the_others_play_on(monkeypatch):
    monkeypatch.setattr("server.gateway.outbox.MOST_FRAMES", 20)
    async with open_house() as house, house.guest("Anna") as anna:
        async with house.client(max_queue=1) as stalled:
            assert (await stalled.ask("hello", name="Sleeper"))["ok"]
            stalled.socket.transport.pause_reading()
            connection = max(house.gateway.connections, key=lambda each: each.account)
            while connection in house.gateway.connections:
                connection.tell(house.lobby.summary())
                await asyncio.sleep(0)
            stalled.socket.transport.abort()
        assert (await anna.ask("tables"))["ok"]


async def test_closing_waits_for_nobody_who_does_not_read(monkeypatch):
    monkeypatch.setattr("server.gateway.gateway.FAREWELL", 0)
    async with open_house() as house, house.guest("Sleeper") as wire:
        wire.socket.transport.pause_reading()
        await house.gateway.close()
        assert not house.gateway.connections
        wire.socket.transport.abort()


async def test_closing_tells_everybody_that_the_server_restarts():
    async with open_house() as house, house.guest("Anna") as wire:
        closing = asyncio.create_task(house.gateway.close())
        assert await closed(wire) == 1012
        await closing


async def test_closing_waits_for_no_table_that_is_stuck(monkeypatch, capsys):
    monkeypatch.setattr("server.gateway.gateway.FAREWELL", 0.1)
    monkeypatch.setattr("server.lobby.lobby.STOPPING", 0.1)
    async with open_house() as house, house.guest("Anna") as wire:
        with house.storage.journal.held():
            await wire.send('{"type":"sit","id":"s","table":"main"}')
            await wire.send('{"type":"ping"}')
            while not house.storage.journal.waiting:
                await asyncio.sleep(0)
            async with asyncio.timeout(60):
                await house.gateway.close()
                await house.lobby.stop()
            assert not house.gateway.connections
    assert "table did not stop" in capsys.readouterr().out


async def test_closing_finishes_the_commits_that_are_under_way():
    async with open_house() as house, house.guest("Anna") as wire:
        with house.storage.journal.held():
            await wire.send('{"type":"sit","id":"s","table":"main"}')
            while not house.storage.journal.waiting:
                await asyncio.sleep(0)
            closing = asyncio.create_task(house.gateway.close())
            await asyncio.sleep(0)
        await closing
        await house.lobby.stop()
        (actor,) = house.lobby.actors
        assert [o.name for o in actor.state.seating.occupants] == ["Anna"]
