"""Which tables concern somebody is known without asking all of them."""

import pytest

from tests.server.gateway.kit import QUICK, open_house


@pytest.fixture
async def house():
    tables = [(name, QUICK) for name in ("one", "two", "three")]
    async with open_house(tables=tables) as house:
        yield house


class Counted:
    """A table that complains when it is asked about somebody who has nothing to do with it."""

    def __init__(self, monkeypatch, house, table):
        self.asked = []
        actor = house.lobby.find(table).actor
        for owner, name in ((actor.waiting, "place_of"), (actor.audience, "hide")):
            monkeypatch.setattr(owner, name, self._noting(name, getattr(owner, name)))

    def _noting(self, name, call):
        def noted(*args):
            self.asked.append(name)
            return call(*args)

        return noted


async def test_only_tables_are_asked_about_somebody_that_concern_him(house, monkeypatch):
    others = Counted(monkeypatch, house, "three")
    async with house.guest("Anna") as anna:
        assert (await anna.ask("sit", table="two"))["ok"]
        assert (await anna.ask("watch", table="one"))["ok"]
        token = anna.frames[0]["token"]
    async with house.client() as again:
        assert (await again.ask("hello", token=token))["ok"]
        assert [each["table"] for each in again.frames[0]["seats"]] == ["two"]
        assert (await again.ask("leave", table="two"))["ok"]
    async with house.client() as later:
        assert (await later.ask("hello", token=token))["ok"]
        assert later.frames[0].get("seats", []) == []
    assert others.asked == []


async def test_whoever_waits_is_told_of_his_place_on_his_next_connection(house, monkeypatch):
    others = Counted(monkeypatch, house, "three")
    async with house.guest("Anna") as anna:
        assert (await anna.ask("wait", table="two"))["ok"]
        token = anna.frames[0]["token"]
    actor = house.lobby.find("two").actor
    async with house.client() as again:
        assert (await again.ask("hello", token=token))["ok"]
        (place,) = actor.waiting.places
        assert place.listener is not None
        assert house.lobby.waits_of(place.account) == {"two"}
        assert (await again.ask("unwait", table="two"))["ok"]
        assert house.lobby.waits_of(place.account) == frozenset()
    assert others.asked == []


async def test_seats_are_known_in_the_order_of_the_tables(house):
    async with house.guest("Anna") as anna:
        for table in ("three", "one", "two"):
            assert (await anna.ask("sit", table=table))["ok"]
        (connection,) = house.gateway.connections
        seats = house.lobby.seats_of(connection.account)
        assert [each.table for each in seats] == ["one", "two", "three"]


async def test_onlookers_are_counted_without_those_who_sit_there(house):
    async with house.guest("Anna") as anna, house.guest("Boris") as boris:
        audience = house.lobby.find("one").actor.audience
        assert (await anna.ask("sit", table="one"))["ok"]
        assert (await boris.ask("watch", table="one"))["ok"]
        assert audience.spectators == 1
        assert (await boris.ask("sit", table="one"))["ok"]
        assert audience.spectators == 0
        assert (await boris.ask("leave", table="one"))["ok"]
        assert (await boris.ask("watch", table="one"))["ok"]
        assert audience.spectators == 1
        assert (await boris.ask("unwatch", table="one"))["ok"]
        assert audience.spectators == 0


async def test_a_table_that_is_closed_is_kept_by_nobody_who_has_seen_it(house):
    async with house.guest("Anna") as anna:
        for table in ("one", "two"):
            assert (await anna.ask("watch", table=table))["ok"]
        assert (await anna.ask("unwatch", table="one"))["ok"]
        (connection,) = house.gateway.connections
        whereabouts = house.lobby.find("one").actor.world.whereabouts
        for table in ("one", "two"):
            house.lobby.remove(table)
        assert whereabouts.goes(connection) == ()
