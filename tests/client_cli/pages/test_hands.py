"""Old hands: found, summed up, and watched again."""

from random import Random

import pytest
from msgspec.structs import replace

from client_cli.screens.hands import PAGE, HandsPage, cells_of
from client_cli.screens.replay import ReplayPage
from client_cli.seat import Wanted
from showdown import Ruleset
from showdown.history.statistics import Outcome
from showdown.protocol import messages as msg
from showdown.rules.ruleset import HandId
from tests.client_cli.full_screen import fits_everywhere, playing
from tests.client_cli.scripted import TABLE, House
from tests.showdown.history.any_records import played_record


@pytest.fixture
def house():
    house = House("Bert", deals=0)
    rules = Ruleset(sb=5, bb=10)
    house.records = [played_record(Random(seed), rules).events for seed in range(7)]
    return house


def in_hands(folder, house, **options):
    return playing(folder, house=house, wanted=Wanted(), **options)


def asked(house, kind):
    return [each for each in house.requests if isinstance(each, kind)]


async def test_it_uses_the_room_there_is(tmp_path, house):
    async with in_hands(tmp_path, house) as played:
        await played.press("h")
        await played.shows("> 7 ")
        await fits_everywhere(played, "hands")


async def test_a_hand_is_found_summed_up_and_watched_again(tmp_path, house):
    async with in_hands(tmp_path, house) as played:
        await played.press("h")
        await played.shows("> 7 ", "all hands that you may see")
        await played.press("slash")
        await played.type("won table=blue colour=red")
        await played.press("enter")
        await played.shows("There is no filter 'colour='")
        await played.type("won table=blue")
        await played.press("enter")
        await played.until(lambda: len(asked(house, msg.Hands)) > 1)
        search = asked(house, msg.Hands)[-1]
        assert (search.table, search.result, search.limit) == (TABLE, Outcome.WON, PAGE)
        await played.shows("search: won table=blue")
        await played.press("s")
        await played.until(lambda: bool(asked(house, msg.Stats)))
        assert asked(house, msg.Stats)[-1].result is Outcome.WON
        await played.press("s", "escape")
        await played.shows("all hands that you may see")
        await played.press("down", "enter")
        await played.until(lambda: isinstance(played.app.desk.front, ReplayPage))
        await played.shows("Hand 6 at blue")
        await played.press("escape")
        await played.until(lambda: isinstance(played.app.desk.front, HandsPage))
        await played.press("escape")
        await played.until(lambda: not played.app.desk.query(HandsPage))


async def test_further_hands_come_when_they_are_scrolled_to(tmp_path, house):
    house.records = house.records * 10
    async with in_hands(tmp_path, house) as played:
        await played.press("h")
        await played.shows("There are older ones below.")
        await played.press("end")
        page = played.app.desk.front
        await played.until(lambda: len(page.found) == 70)
        assert asked(house, msg.Hands)[-1].before == HandId(21)
        await played.press("end")
        await played.shows("> 1 ")


def test_money_of_other_sites_and_what_won_stand_in_the_row():
    summary = msg.HandSummary(
        hand=HandId(9),
        table=TABLE,
        ended_at="2026-11-30T12:00:00Z",
        pot=1620,
        players=("P1", "Hero"),
        winners=("P1",),
        net=-800,
        category=1,
        source=msg.Source(site="PokerStars", number="9", currency="USD", scale=100),
    )
    row = ("9", "blue", "2026-11-30 12:00", "$16.20", "-$8.00", "P1", "one pair", "P1, Hero")
    assert cells_of(summary) == row
    assert cells_of(replace(summary, net=None, category=None, source=None))[3:7] == (
        "1620",
        "",
        "P1",
        "",
    )
