"""A host at his own table: what he says is done, told and kept; at any other it is refused."""

from contextlib import asynccontextmanager

import pytest
from msgspec.structs import replace

from server.ports import StorageError
from showdown.rules.ruleset import AccountId, TableId
from showdown.rules.seat_events import Paused
from tests.server.gateway.kit import QUICK, open_house

CALM = replace(QUICK, hand_pause=3600)
FRIENDS = TableId("friends")


@asynccontextmanager
async def party(ruleset=CALM, **options):
    """Anna hosts the table friends and Boris is her guest; both sit there."""
    tables = (("main", CALM), ("friends", ruleset))
    async with open_house(tables=tables, private=("friends",), **options) as there:
        codes = there.codes["friends"]
        async with (
            there.guest("Anna", invite=codes.host) as anna,
            there.guest("Boris", invite=codes.invite) as boris,
        ):
            for wire in (anna, boris):
                assert (await wire.ask("sit", table="friends", buy_in=1_000))["ok"]
            yield there, anna, boris


async def host(wire, deed, **fields):
    return await wire.ask("host", table="friends", do={"type": deed, **fields})


def kinds(frame):
    """Of which types the events of a frame are."""
    return [event.get("type") for event in frame.get("events", ())]


async def notice(wire, code):
    return await wire.until(lambda f: f["type"] == "notice" and f["code"] == code)


@pytest.mark.parametrize("deed", ["pause", "unpause", "invite", "renew"])
async def test_only_the_host_is_obeyed(deed):
    async with party() as (_, _anna, boris):
        error = (await host(boris, deed))["error"]
        assert error["code"] == "not_host"
        assert error["message"] == "Only the host of table friends may do this."


async def test_a_host_has_nothing_to_say_at_another_table_or_at_one_that_he_cannot_find():
    async with party() as (_, anna, _boris):
        kick = {"type": "kick", "player": "Boris"}
        assert (await anna.ask("host", table="main", do=kick))["error"]["code"] == "not_host"
        assert (await anna.ask("host", table="none", do=kick))["error"]["code"] == "no_such_table"


async def test_who_is_sent_away_is_told_first_then_leaves_with_his_chips_and_cannot_come_back():
    async with party() as (there, anna, boris):
        assert (await host(anna, "kick", player="boris"))["ok"]
        left = await boris.until(lambda f: "left" in kinds(f))
        told = [f for f in boris.frames if f["type"] == "notice"]
        assert [f["message"] for f in told] == ["The host has sent you away from table friends."]
        assert boris.frames.index(told[0]) < boris.frames.index(left)
        assert (left["events"][0]["type"], left["events"][0]["stack"]) == ("left", 1_000)
        assert (await there.storage.accounts.get(AccountId(3))).chips == 10_000
        for kind in ("sit", "watch", "resume", "wait", "chat"):
            fields = {"text": "why?"} if kind == "chat" else {}
            error = (await boris.ask(kind, table="friends", **fields))["error"]
            assert error["code"] == "banned", kind
        assert (await boris.ask("sit", table="main"))["ok"]


async def test_who_is_sent_away_in_a_hand_folds_and_leaves_when_it_is_over():
    async with party(QUICK) as (there, anna, boris):
        await boris.until(lambda f: "cards_dealt" in kinds(f))
        desk = there.lobby.find(FRIENDS)
        assert (await host(anna, "kick", player="Boris"))["ok"]
        left = await boris.until(lambda f: "left" in kinds(f))
        assert "hand_ended" in kinds(left)
        assert desk.actor.state.seating.of(AccountId(3)) is None


async def test_who_waits_for_a_seat_and_is_sent_away_is_told_and_waits_no_more():
    async with party() as (there, anna, _boris):
        invite = there.codes["friends"].invite
        async with there.guest("Wanda", invite=invite) as wanda:
            desk = there.lobby.find(FRIENDS)
            desk.actor.waiting.join(next_of(there, "Wanda"), AccountId(4))
            assert (await host(anna, "kick", player="Wanda"))["ok"]
            assert (await notice(wanda, "kicked"))["table"] == "friends"
            assert len(desk.actor.waiting) == 0


def next_of(there, name):
    """The connection of somebody."""
    return next(each for each in there.gateway.connections if each.who.name == name)


async def test_an_onlooker_who_is_sent_away_sees_no_more():
    async with party() as (there, anna, _boris):
        invite = there.codes["friends"].invite
        async with there.guest("Olga", invite=invite) as olga:
            assert (await olga.ask("watch", table="friends"))["ok"]
            assert (await host(anna, "kick", player="Olga"))["ok"]
            assert (await notice(olga, "kicked"))["table"] == "friends"
            assert (await anna.ask("chat", table="friends", text="is she gone?"))["ok"]
            assert (await olga.ask("tables"))["ok"]
            assert not [f for f in olga.frames if f["type"] == "said"]


async def test_who_is_sent_away_does_not_look_on_beside_that_either():
    async with party() as (there, anna, boris):
        token, invite = boris.frames[0]["token"], there.codes["friends"].invite
        async with there.client() as looking:
            assert (await looking.ask("hello", token=token, look=True, invite=invite))["ok"]
            assert (await looking.ask("watch", table="friends"))["ok"]
            assert (await host(anna, "kick", player="Boris"))["ok"]
            assert (await notice(looking, "kicked"))["table"] == "friends"
            await boris.until(lambda f: "left" in kinds(f))
            assert (await looking.ask("watch", table="friends"))["error"]["code"] == "banned"


async def test_who_is_admitted_again_sits_down_again():
    async with party() as (_, anna, boris):
        assert (await host(anna, "kick", player="Boris"))["ok"]
        assert (await host(anna, "admit", player="Boris"))["ok"]
        assert (await boris.ask("sit", table="friends"))["ok"]


async def test_who_was_sent_away_stays_away_over_a_restart():
    async with party() as (there, anna, boris):
        assert (await host(anna, "kick", player="Boris"))["ok"]
        token, storage = boris.frames[0]["token"], there.storage
    async with (
        open_house(tables=(("friends", CALM),), private=("friends",), storage=storage) as again,
        again.client() as wire,
    ):
        invite = again.codes["friends"].invite
        assert (await wire.ask("hello", token=token, invite=invite))["ok"]
        assert (await wire.ask("sit", table="friends"))["error"]["code"] == "banned"


async def test_nobody_is_sent_away_where_that_cannot_be_stored():
    async with party() as (there, anna, boris):
        there.storage.hosted.fail_next = StorageError("The disk is full.")
        error = (await host(anna, "kick", player="Boris"))["error"]
        assert error["code"] == "unavailable"
        assert "disk" not in error["message"]
        assert (await boris.ask("watch", table="friends"))["ok"]


@pytest.mark.parametrize(("player", "code"), [("Anna", "bad_player"), ("Nobody", "no_such_player")])
@pytest.mark.parametrize("deed", ["kick", "admit", "mute", "unmute"])
async def test_a_host_does_nothing_to_himself_or_to_nobody(deed, player, code):
    async with party() as (_, anna, _boris):
        assert (await host(anna, deed, player=player))["error"]["code"] == code


async def test_at_a_paused_table_everybody_is_told_and_no_hand_begins_until_it_goes_on():
    async with party() as (there, anna, boris):
        assert (await host(anna, "pause"))["ok"]
        await boris.until(lambda f: {"type": "paused"} in f.get("events", ()))
        assert (await host(anna, "pause"))["ok"]
        assert [e for entry in there.storage.journal.entries for e in entry.events].count(
            Paused()
        ) == 1
        assert (await boris.ask("watch", table="friends"))["ok"]
        assert boris.frames[-1]["view"]["paused"]
        assert (await host(anna, "unpause"))["ok"]
        await boris.until(lambda f: {"type": "resumed"} in f.get("events", ()))


async def test_a_hand_that_runs_goes_on_while_the_table_is_paused():
    async with party(QUICK) as (_, anna, boris):
        asked = await first_turn(anna, boris)
        wire, frame = asked
        assert (await host(anna, "pause"))["ok"]
        reply = await wire.ask(
            "act",
            table="friends",
            hand=frame["hand"],
            turn=frame["request"]["turn"],
            action={"type": "fold"},
        )
        assert reply["ok"]
        assert (await boris.ask("watch", table="friends"))["ok"]
        view = boris.frames[-1]["view"]
        assert view["paused"]
        assert not view.get("running", False)


async def first_turn(*wires):
    """Whose turn it is, and the frame that says so."""
    while True:
        for wire in wires:
            assert (await wire.ask("watch", table="friends"))["ok"]
            frame = wire.frames[-1]
            if frame.get("request"):
                return wire, {"hand": frame["view"]["hand"], "request": frame["request"]}


async def test_chips_that_a_host_grants_are_told_to_all_and_counted():
    async with party() as (there, anna, boris):
        assert (await host(anna, "grant", player="Boris", chips=600))["ok"]
        told = await notice(boris, "granted")
        assert told["message"] == "The host gives Boris 600 play chips."
        assert (await there.storage.accounts.get(AccountId(3))).chips == 9_600
        ((who, posting),) = there.storage.hosted.notes
        assert (who, posting.amount, posting.debit) == ("Anna", 600, "issue")


async def test_a_host_grants_no_more_than_the_days_chips_and_only_to_who_is_there():
    async with party() as (there, anna, _boris), there.guest("Eve"):
        assert (await host(anna, "grant", player="Anna", chips=600))["ok"]
        error = (await host(anna, "grant", player="Boris", chips=401))["error"]
        assert error["code"] == "too_generous"
        assert error["message"] == "A host may grant 1000 chips a day, and 400 of them are left."
        assert error["details"] == {"found": 401, "wanted": 400}
        assert (await host(anna, "grant", player="Boris", chips=400))["ok"]
        error = (await host(anna, "grant", player="Eve", chips=1))["error"]
        assert (error["code"], error["message"]) == (
            "no_such_player",
            "No player Eve is at table friends.",
        )
        for chips in (0, -5):
            refused = await host(anna, "grant", player="Boris", chips=chips)
            assert refused["error"]["code"] == "bad_message"


async def test_who_is_muted_is_told_so_and_not_heard_until_he_is_unmuted():
    async with party() as (_, anna, boris):
        assert (await host(anna, "mute", player="Boris"))["ok"]
        assert (await notice(boris, "muted"))["table"] == "friends"
        error = (await boris.ask("chat", table="friends", text="hello"))["error"]
        assert (error["code"], error["message"]) == (
            "muted",
            "The host of table friends has muted you.",
        )
        assert (await host(anna, "unmute", player="Boris"))["ok"]
        assert (await boris.ask("chat", table="friends", text="hello"))["ok"]
        assert (await anna.until(lambda f: f["type"] == "said"))["name"] == "Boris"


async def test_a_host_has_the_link_and_a_new_one_shuts_the_old_one():
    async with party() as (there, anna, boris):
        old = there.codes["friends"].invite
        result = (await host(anna, "invite"))["result"]
        assert result == {"type": "invitation", "table": "friends", "links": [f"ws://here/#{old}"]}
        (link,) = (await host(anna, "renew"))["result"]["links"]
        assert link != f"ws://here/#{old}"
        assert (await boris.ask("chat", table="friends", text="still here"))["ok"]
        async with there.guest("Carla", invite=old) as carla:
            assert "invited" not in carla.frames[0]
        async with there.guest("Dora", invite=link.partition("#")[2]) as dora:
            assert dora.frames[0]["invited"] == "friends"


async def test_a_public_table_has_no_link():
    async with open_house() as there, there.guest("Anna") as anna:
        await there.hosts.change(TableId("main"), lambda now: replace(now, host=AccountId(2)))
        for deed in ("invite", "renew"):
            error = (await anna.ask("host", table="main", do={"type": deed}))["error"]
            assert error["code"] == "not_private"
