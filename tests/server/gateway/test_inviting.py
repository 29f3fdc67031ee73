"""A private table is there for who is invited, and for nobody else."""

import pytest

from showdown.rules.ruleset import TableId
from tests.server.gateway.kit import QUICK, open_house

TABLES = (("main", QUICK), ("friends", QUICK))


def house(**options):
    return open_house(tables=TABLES, private=("friends",), **options)


def listed(wire):
    return [table["table"] for table in wire.frames[-2]["tables"]]


async def test_who_is_invited_is_told_where_to_and_finds_the_table():
    async with house() as there:
        invite = there.codes["friends"].invite
        async with there.guest("Anna", invite=invite) as anna:
            assert anna.frames[0]["invited"] == "friends"
            assert "hosts" not in anna.frames[0]
            assert (await anna.ask("tables"))["ok"]
            assert listed(anna) == ["main", "friends"]
            assert (await anna.ask("sit", table="friends"))["ok"]


async def test_a_code_is_read_however_it_is_typed():
    async with house() as there:
        typed = there.codes["friends"].invite.upper().replace("-", " ")
        async with there.guest("Anna", invite=typed) as anna:
            assert anna.frames[0]["invited"] == "friends"


@pytest.mark.parametrize(
    ("kind", "fields"),
    [
        ("sit", {}),
        ("watch", {}),
        ("resume", {}),
        ("leave", {}),
        ("top_up", {"to": 100}),
        ("act", {"hand": 1, "turn": 1, "action": {"type": "fold"}}),
    ],
)
async def test_for_who_is_not_invited_a_private_table_and_none_are_the_same(kind, fields):
    async with house() as there, there.guest("Eve", invite="k7qp-2m4x-9tzc-h3nd") as eve:
        assert (await eve.ask("tables"))["ok"]
        assert listed(eve) == ["main"]
        private = (await eve.ask(kind, table="friends", **fields))["error"]
        missing = (await eve.ask(kind, table="nowhere", **fields))["error"]
        assert private["code"] == missing["code"] == "no_such_table"
        assert private["message"].replace("friends", "nowhere") == missing["message"]


async def test_a_wrong_invitation_is_said_to_open_nothing_and_many_of_them_make_one_wait():
    async with house() as there:
        for number in range(5):
            async with there.guest(f"Eve {number}", invite="wrong") as eve:
                assert "invited" not in eve.frames[0]
                notice = await eve.until(lambda f: f["type"] == "notice")
                assert notice["code"] == "bad_invitation"
        async with there.guest("Eve", invite=there.codes["friends"].invite) as eve:
            assert "invited" not in eve.frames[0]
            notice = await eve.until(lambda f: f["type"] == "notice")
            assert notice["code"] == "too_many_attempts"
            assert notice["message"].endswith("try again in 30 seconds.")


async def test_who_has_a_seat_and_an_old_link_comes_back_as_often_as_he_likes():
    async with house() as there:
        invite = there.codes["friends"].invite
        async with there.guest("Anna", invite=invite) as anna:
            token = anna.frames[0]["token"]
            assert (await anna.ask("sit", table="friends"))["ok"]
        fresh = await there.hosts.renew(TableId("friends"))
        for _ in range(7):
            async with there.client() as again:
                assert (await again.ask("hello", token=token, invite=invite))["ok"]
                assert (await again.ask("watch", table="friends"))["ok"]
        async with there.guest("Boris", invite=fresh.invite) as boris:
            assert boris.frames[0]["invited"] == "friends"


async def test_who_sits_at_a_private_table_comes_back_without_an_invitation():
    async with house() as there:
        async with there.guest("Anna", invite=there.codes["friends"].invite) as anna:
            token = anna.frames[0]["token"]
            assert (await anna.ask("sit", table="friends"))["ok"]
        async with there.client() as again:
            assert (await again.ask("hello", token=token, resume=True))["ok"]
            assert again.frames[0]["seats"] == [{"table": "friends", "seat": 1}]
            assert (await again.ask("resume", table="friends"))["ok"]
            assert (await again.ask("leave", table="friends"))["ok"]
            assert (await again.ask("sit", table="friends"))["error"]["code"] == "no_such_table"


async def test_who_comes_with_the_hosts_code_is_the_host_from_then_on():
    async with house() as there:
        async with there.guest("Anna", invite=there.codes["friends"].host) as anna:
            token = anna.frames[0]["token"]
            assert (anna.frames[0]["invited"], anna.frames[0]["hosts"]) == ("friends", ["friends"])
        async with there.client() as again:
            assert (await again.ask("hello", token=token))["ok"]
            assert again.frames[0]["hosts"] == ["friends"]
            assert (await again.ask("watch", table="friends"))["ok"]


async def test_a_table_is_told_of_another_host():
    async with house() as there:
        codes = there.codes["friends"]
        async with there.guest("Anna", invite=codes.host) as anna:
            assert (await anna.ask("watch", table="friends"))["ok"]
            async with there.guest("Boris", invite=codes.host) as boris:
                assert boris.frames[0]["hosts"] == ["friends"]
            notice = await anna.until(lambda f: f["type"] == "notice")
            assert (notice["code"], notice["table"]) == ("new_host", "friends")
            assert notice["message"] == "Boris is the host of table friends now."


async def test_a_new_account_with_a_password_may_come_with_an_invitation_too():
    async with house() as there, there.client() as wire:
        invite = there.codes["friends"].invite
        assert (await wire.ask("register", name="Anna", password="long enough", invite=invite))[
            "ok"
        ]
        assert wire.frames[0]["invited"] == "friends"


async def test_a_public_table_says_nothing_of_it_and_a_private_one_says_that_it_is():
    async with house() as there:
        invite = there.codes["friends"].invite
        async with there.guest("Anna", invite=invite) as anna:
            assert (await anna.ask("tables"))["ok"]
            private = {t["table"]: t["private"] for t in anna.frames[-2]["tables"]}
            assert private == {"main": False, "friends": True}


async def test_hands_of_a_private_table_are_for_who_was_dealt_in_and_who_is_invited():
    async with house() as there:
        invite = there.codes["friends"].invite
        async with (
            there.guest("Anna", invite=invite) as anna,
            there.guest("Boris", invite=invite) as boris,
            there.guest("Olga", invite=invite) as olga,
            there.guest("Eve") as eve,
        ):
            for wire in (anna, boris):
                assert (await wire.ask("sit", table="friends"))["ok"]
            hand = await play_a_hand(anna, boris)
            assert (await anna.ask("leave", table="friends"))["ok"]
            async with there.client() as again:
                token = anna.frames[0]["token"]
                assert (await again.ask("hello", token=token))["ok"]
                for wire in (again, boris, olga):
                    listed = (await wire.ask("hands"))["result"]["hands"]
                    assert hand in [each["hand"] for each in listed]
                    assert (await wire.ask("hand", hand=hand))["ok"]
            for fields in ({}, {"table": "friends"}, {"player": "Anna"}):
                assert (await eve.ask("hands", **fields))["result"]["hands"] == []
            private = (await eve.ask("hand", hand=hand))["error"]
            missing = (await eve.ask("hand", hand=999))["error"]
            assert private["code"] == missing["code"] == "no_such_hand"
            assert private["message"].replace(str(hand), "999") == missing["message"]
            assert (await eve.ask("stats", player="Anna"))["result"]["figures"]["hands"] == 0


async def play_a_hand(*wires):
    """Who is asked first folds; which hand it was."""
    while True:
        for wire in wires:
            assert (await wire.ask("watch", table="friends"))["ok"]
            frame = wire.frames[-1]
            if frame.get("request"):
                hand, turn = frame["view"]["hand"], frame["request"]["turn"]
                fold = {"hand": hand, "turn": turn, "action": {"type": "fold"}}
                assert (await wire.ask("act", table="friends", **fold))["ok"]
                return hand
