"""Each code of the list is what a client hears who does what it is for, with its details."""

import re
from pathlib import Path

import pytest
from msgspec.structs import replace

from showdown import Ruleset
from showdown.protocol.codes import CODES
from showdown.rules.ruleset import TableId
from tests.server.gateway.kit import QUICK, asked, open_house

TESTS = Path(__file__).parents[2]
SECRET = "correct horse"
STEPS = Ruleset(sb=10, bb=20, unit=10)
DRAW_THREE = replace(QUICK, max_draw=3)

SAID = {
    "bad_json": ("{",),
    "unknown_message": ({"type": "cheat"}, {}),
    "bad_message": ({"type": "sit", "table": 7}, {"type": "sit"}, {"type": "tables", "x": 1}),
    "already_signed_in": ({"type": "hello", "name": "Anna"},),
    "no_such_table": ({"type": "sit", "table": "nowhere"},),
    "no_such_hand": ({"type": "hand", "hand": 77},),
    "no_such_template": ({"type": "open_table", "template": "none"},),
    "insufficient_funds": ({"type": "sit", "table": "main", "buy_in": 999_999},),
    "buy_in_too_small": ({"type": "sit", "table": "main", "buy_in": 1},),
    "buy_in_too_large": ({"type": "sit", "table": "main", "buy_in": 9_999},),
    "bad_amount": ({"type": "sit", "table": "steps", "buy_in": 1_005},),
    "no_such_seat": ({"type": "sit", "table": "main", "seat": 8},),
    "not_waiting": ({"type": "unwait", "table": "main"},),
    "not_seated": ({"type": "leave", "table": "main"},),
}
"""What one who has just said hello is told."""

BEFORE_HELLO = {
    "hello_first": ({"type": "tables"},),
    "no_name": ({"type": "hello"}, {"type": "hello", "password": SECRET}),
    "bad_name": ({"type": "hello", "name": " "}, {"type": "hello", "name": "\u001b"}),
    "name_taken": ({"type": "hello", "name": "Anna"},),
    "bad_token": ({"type": "hello", "token": "nobody"},),
    "wrong_password": ({"type": "hello", "name": "Anna", "password": SECRET},),
    "bad_password": ({"type": "register", "name": "Boris", "password": "short"},),
}
"""What one is told who is nobody yet."""

ONE_SEATED = {
    "seated": ({"type": "unwatch", "table": "main"},),
    "already_seated": ({"type": "sit", "table": "main"}, {"type": "wait", "table": "main"}),
    "stale_turn": (
        {"type": "show", "table": "main", "hand": 1},
        {"type": "act", "table": "main", "hand": 9, "turn": 1, "action": {"type": "fold"}},
    ),
}
"""What one is told who sits alone."""


def an_act(**action):
    return {"kind": "act", "table": "main", "action": action}


TO_ACT = {
    "wrong_phase": (an_act(type="draw"),),
    "illegal_action": (an_act(type="check"), an_act(type="bet", to=20)),
    "amount_too_small": (an_act(type="raise", to=11),),
    "amount_too_large": (an_act(type="raise", to=10**9),),
}
"""What the seat is told that is to act before the draw."""

HOSTED = "banned"
DRAWING = {"wrong_phase", "duplicate_discard", "card_not_held", "too_many_discards"}
"""What the seat is told that is to draw."""

ELSEWHERE = {
    "bad_player": "server/gateway/test_hosting.py",
    "bad_text": "server/gateway/test_chatting.py",
    "muted": "server/gateway/test_hosting.py",
    "no_such_player": "server/gateway/test_hosting.py",
    "not_here": "server/gateway/test_chatting.py",
    "not_host": "server/gateway/test_hosting.py",
    "not_private": "server/gateway/test_hosting.py",
    "too_generous": "server/gateway/test_hosting.py",
    "account_disabled": "server/gateway/test_sign_in.py",
    "has_password": "server/gateway/test_sign_in.py",
    "id_conflict": "server/tables/test_retrying.py",
    "no_chips": "server/tables/test_actor.py",
    "not_in_hand": "server/tables/test_between_hands.py",
    "not_qualified": "showdown/rules/test_jackpots.py",
    "not_signed_in": "server/tables/test_actor.py",
    "nothing_owed": "server/tables/test_between_hands.py",
    "not_your_turn": "server/gateway/test_connection.py",
    "password_wanted": "server/gateway/test_sign_in.py",
    "raise_not_allowed": "showdown/rules/test_play.py",
    "seat_held": "server/gateway/test_waiting.py",
    "seat_taken": "server/tables/test_actor.py",
    "table_full": "server/gateway/test_waiting.py",
    "only_looking": "server/gateway/test_sessions.py",
    "session_over": "server/gateway/test_sessions.py",
    "token_reused": "server/gateway/test_sessions.py",
    "slow_down": "server/gateway/test_entrance.py",
    "too_many_attempts": "server/gateway/test_sign_in.py",
    "too_many_spectators": "server/gateway/test_entrance.py",
    "too_many_tables": "server/lobby/test_opening.py",
    "too_many_waits": "server/gateway/test_waiting.py",
    "unavailable": "server/gateway/test_failing.py",
    "waiting_list_full": "server/tables/test_waiting.py",
}
"""Codes that take more than one request to reach, and a test that reaches them."""


def test_each_code_is_reached_by_a_test():
    here = {code for each in (SAID, BEFORE_HELLO, ONE_SEATED, TO_ACT, DRAWING) for code in each}
    assert here | {HOSTED} | set(ELSEWHERE) == set(CODES)
    for code, file in ELSEWHERE.items():
        text = (TESTS / file).read_text("utf-8")
        assert re.search(rf"\b{code}\b|\b{code.upper()}\b", text), (code, file)


async def refused(wire, request):
    """The error that a request gets; `kit.Wire` checks its details against the list."""
    if isinstance(request, str):
        await wire.send(request)
        return (await wire.reply(""))["error"]
    reply = await wire.ask(request.get("type"), **{k: v for k, v in request.items() if k != "type"})
    assert not reply["ok"]
    return reply["error"]


def cases(table):
    return [
        pytest.param(code, request, id=f"{code}-{number}")
        for code, requests in table.items()
        for number, request in enumerate(requests)
    ]


@pytest.mark.parametrize(("code", "request_"), cases(SAID))
async def test_who_is_signed_in(code, request_):
    async with (
        open_house(tables=(("main", QUICK), ("steps", STEPS))) as house,
        house.guest("Anna") as anna,
    ):
        assert (await refused(anna, request_))["code"] == code


@pytest.mark.parametrize(("code", "request_"), cases(BEFORE_HELLO))
async def test_who_is_nobody_yet(code, request_):
    async with open_house() as house, house.guest("Anna"), house.client() as wire:
        assert (await refused(wire, request_))["code"] == code


@pytest.mark.parametrize(("code", "request_"), cases(ONE_SEATED))
async def test_who_sits_alone(code, request_):
    async with open_house() as house, house.guest("Anna") as anna:
        assert (await anna.ask("sit", table="main"))["ok"]
        assert (await refused(anna, request_))["code"] == code


async def to_act(anna, boris):
    """Both sit down; who is asked first, and in which frame."""
    for wire in (anna, boris):
        assert (await wire.ask("sit", table="main"))["ok"]
    return await asked((anna, boris))


async def test_who_acts_wrongly_is_told_so_with_the_present_turn_and_nothing_is_mended():
    async with open_house() as house, house.guest("Anna") as anna, house.guest("Boris") as boris:
        wire, frame = await to_act(anna, boris)
        before = house.storage.journal.entries[-1].seq
        for code, requests in TO_ACT.items():
            for request in requests:
                reply = await wire.ask(**request, **turn_of(frame))
                assert reply["error"]["code"] == code
                assert reply["turn"]["turn"] == frame["request"]["turn"]
                assert reply["request"]["legal"] == frame["request"]["legal"]
        assert house.storage.journal.entries[-1].seq == before


async def test_who_draws_wrongly_is_told_so_with_the_present_turn():
    async with (
        open_house(tables=(("main", DRAW_THREE),)) as house,
        house.guest("Anna") as anna,
        house.guest("Boris") as boris,
    ):
        wire, frame = await to_act(anna, boris)
        while frame["request"]["kind"] == "bet":
            passive = "check" if frame["request"]["legal"].get("check") else "call"
            assert (await wire.ask(**an_act(type=passive), **turn_of(frame)))["ok"]
            wire, frame = await asked((anna, boris))
        held = frame["request"]["cards"]
        foreign = next(card for card in ("2c", "2d", "2h", "2s", "3c", "3d") if card not in held)
        wrong = {
            "wrong_phase": {"type": "fold"},
            "duplicate_discard": {"type": "draw", "cards": held[:1] * 2},
            "card_not_held": {"type": "draw", "cards": [foreign]},
            "too_many_discards": {"type": "draw", "cards": held},
        }
        assert set(wrong) == DRAWING
        for code, action in wrong.items():
            reply = await wire.ask(**an_act(**action), **turn_of(frame))
            assert (code, reply["error"]["code"]) == (code, code)
            assert reply["turn"]["turn"] == frame["request"]["turn"]


async def test_whom_a_host_has_banned():
    async with open_house() as house, house.guest("Anna") as anna:
        account = anna.frames[0]["account"]
        main = TableId("main")
        await house.hosts.change(main, lambda now: replace(now, banned=frozenset({account})))
        error = await refused(anna, {"type": "sit", "table": "main"})
        assert (error["code"], error["details"]) == (HOSTED, {"found": "main"})


def turn_of(frame):
    return {"hand": frame["hand"], "turn": frame["request"]["turn"]}
