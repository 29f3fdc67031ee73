"""What somebody says at a table reaches everybody there, and nobody and nothing else."""

from server.gateway.prices import price
from showdown.protocol import messages as msg
from showdown.rules.ruleset import TableId
from tests.server.gateway.kit import QUICK, open_house

TABLES = (("main", QUICK), ("friends", QUICK))


async def heard(wire):
    frame = await wire.until(lambda f: f["type"] == "said")
    return {key: value for key, value in frame.items() if key != "type"}


async def test_who_sits_and_who_looks_on_hear_what_is_said_with_who_said_it():
    async with (
        open_house() as there,
        there.guest("Anna") as anna,
        there.guest("Boris") as boris,
        there.guest("Olga") as olga,
    ):
        for wire in (anna, boris):
            assert (await wire.ask("sit", table="main"))["ok"]
        assert (await olga.ask("watch", table="main"))["ok"]
        assert (await anna.ask("chat", table="main", text=" nice\n\u202ehand "))["ok"]
        said = {"table": "main", "name": "Anna", "seat": 1, "text": "nice hand"}
        assert [f for f in anna.frames if f["type"] == "said"] == [{"type": "said", **said}]
        assert await heard(boris) == said
        assert await heard(olga) == said
        assert (await olga.ask("chat", table="main", text="hello"))["ok"]
        assert await heard(anna) == {"table": "main", "name": "Olga", "text": "hello"}


async def test_who_is_not_there_does_not_speak_and_hears_nothing():
    async with open_house() as there, there.guest("Anna") as anna, there.guest("Eve") as eve:
        assert (await anna.ask("sit", table="main"))["ok"]
        refused = (await eve.ask("chat", table="main", text="hello"))["error"]
        assert refused["code"] == "not_here"
        assert refused["message"] == "Only who sits at table main, or looks on, may speak there."
        assert (await anna.ask("chat", table="main", text="alone"))["ok"]
        assert (await eve.ask("tables"))["ok"]
        assert not [f for f in eve.frames if f["type"] == "said"]


async def test_where_onlookers_listen_only_players_speak():
    async with open_house(onlookers_speak=False) as there, there.guest("Olga") as olga:
        assert (await olga.ask("watch", table="main"))["ok"]
        refused = (await olga.ask("chat", table="main", text="hello"))["error"]
        assert refused["message"] == "Only who sits at table main may speak there; sit down first."
        assert (await olga.ask("sit", table="main"))["ok"]
        assert (await olga.ask("chat", table="main", text="hello"))["ok"]


async def test_nothing_that_is_said_is_stored():
    async with open_house() as there, there.guest("Anna") as anna:
        assert (await anna.ask("sit", table="main"))["ok"]
        before = len(there.storage.journal.entries)
        assert (await anna.ask("chat", table="main", text="a secret"))["ok"]
        assert len(there.storage.journal.entries) == before


async def test_what_cannot_be_said_is_refused_with_a_sentence():
    async with open_house() as there, there.guest("Anna") as anna:
        assert (await anna.ask("sit", table="main"))["ok"]
        for text, sentence in (
            ("\u200b", "There is nothing in the text that can be shown."),
            ("x" * 201, "The text has 201 signs; the most are 200."),
        ):
            error = (await anna.ask("chat", table="main", text=text))["error"]
            assert (error["code"], error["message"]) == ("bad_text", sentence)


async def test_a_private_table_is_not_there_for_who_wants_to_speak_to_it_either():
    async with (
        open_house(tables=TABLES, private=("friends",)) as there,
        there.guest("Eve") as eve,
    ):
        error = (await eve.ask("chat", table="friends", text="let me in"))["error"]
        assert error["code"] == "no_such_table"


def test_speaking_costs_more_than_playing():
    said = msg.Chat(id="a", table=TableId("main"), text="hello")
    assert price(said) > price(msg.Ping())
