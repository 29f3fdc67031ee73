"""The lobby: found by typing, sorted by column, sat at, watched and waited for."""

from textual.events import Paste

from client_cli.screens.lobby import LobbyPage
from client_cli.screens.lobby import page as page_of_the_lobby
from client_cli.seat import Wanted
from showdown import Ruleset
from showdown.protocol import messages as msg
from showdown.rules import table as rules
from showdown.rules.ruleset import Game, TableId
from tests.client_cli.full_screen import fits_everywhere, playing
from tests.client_cli.scripted import House

HOSTILE = ("Eve\x1b[2J", "\u202egnp.exe", "日本太郎", "e\u0301te\u0301", "[red]x[/]", "a\nb")
"""Names that strangers may choose."""


def a_table(name, *players, full=False, pot=None, **options):
    rules = Ruleset(**{"sb": 5, "bb": 10, "max_seats": 6, **options})
    seats = tuple(
        msg.SeatSummary(seat=n, name=each, stack=1000) for n, each in enumerate(players, 1)
    )
    return msg.TableSummary(
        table=TableId(name),
        ruleset=rules,
        players=len(players),
        free=() if full else tuple(range(len(players) + 1, rules.max_seats + 1)),
        hand=None,
        seats=seats,
        average_pot=pot,
        spectators=len(name) % 3,
    )


OTHERS = (
    a_table("main", "Ada", "Bo", "Cy", pot=90),
    a_table("full", "P1", "P2", full=True, max_seats=2, pot=400, sb=50, bb=100),
    a_table("pot", game=Game.POT_LIMIT),
    a_table("a-table-with-a-name-of-32-letters", *HOSTILE, pot=12345),
)


def a_house(**options):
    house = House("Bert", "Carl", "Dora", "Emil", deals=0, **options)
    house.other_tables = OTHERS
    return house


def in_lobby(folder, house=None, **options):
    return playing(folder, house=house or a_house(), wanted=Wanted(), **options)


def page_of(played):
    return played.app.desk.query_one(LobbyPage)


def asked(played, kind):
    return [each for each in played.house.requests if isinstance(each, kind)]


async def test_it_uses_the_room_there_is(tmp_path):
    async with in_lobby(tmp_path) as played:
        await played.shows("main", "5 of 5 tables")
        await played.press("down")
        await fits_everywhere(played, "lobby")


async def test_tables_are_found_while_one_types_and_sorted_by_column(tmp_path):
    async with in_lobby(tmp_path) as played:
        await played.shows("5 of 5 tables")
        await played.press("slash")
        await played.type("pot-limit")
        await played.shows("1 of 5 tables", "find: pot-limit")
        await played.press("enter")
        assert played.app.desk.front is page_of(played)
        await played.press("escape", "slash")
        await played.type("zzz")
        await played.shows("No table has 'zzz' in its name, game or players.", "Esc shows them")
        await played.press("escape")
        await played.shows("5 of 5 tables")
        await played.press("s", "s", "s", "s")
        await played.shows("avg pot v")
        assert [each.table for each in page_of(played).tables.found][:2] == [
            "a-table-with-a-name-of-32-letters",
            "full",
        ]


async def test_enter_asks_for_chips_and_sits_down(tmp_path):
    async with in_lobby(tmp_path) as played:
        await played.shows("5 of 5 tables")
        await played.press("enter")
        await played.shows("Sit down at blue", "From 400 to 1000; you have 9000.")
        await played.press("4", "enter")
        await played.shows("4 is not an amount from 400 to 1000.")
        played.app.focused.post_message(Paste("9" * 5000))
        await played.press("5", "0", "enter")
        await played.until(lambda: played.app.desk.front is not page_of(played))
        assert [sit.buy_in for sit in asked(played, msg.Sit)] == [450]
        await played.press("tab")
        await played.shows("you sit here")
        await played.press("enter")
        await played.until(lambda: played.app.desk.front is not page_of(played))
        assert len(asked(played, msg.Sit)) == 1


async def test_where_one_sits_already_and_was_not_told_so_one_goes_on(tmp_path):
    async with in_lobby(tmp_path) as played:
        await played.shows("5 of 5 tables")
        account = played.house.names["Ada"]
        await played.house._perform(rules.Sit(account=account, name="Ada", buy_in=700, seat=5))
        await played.press("enter")
        await played.shows("Sit down at blue")
        await played.press("enter")
        await played.until(lambda: played.app.desk.front is not page_of(played))
        await played.shows("5 you", "700")
        assert len(asked(played, msg.Resume)) == 1


async def test_esc_sits_down_nowhere_and_a_table_is_watched(tmp_path):
    async with in_lobby(tmp_path) as played:
        await played.shows("5 of 5 tables")
        await played.press("enter")
        await played.shows("Sit down at blue")
        await played.press("escape")
        await played.until(lambda: played.app.screen is played.app.desk)
        assert asked(played, msg.Sit) == []
        await played.press("w")
        await played.until(lambda: played.app.desk.front is not page_of(played))
        assert asked(played, msg.Watch) != []


async def test_where_all_seats_are_taken_one_waits_until_one_is_offered(tmp_path):
    house = a_house()
    house.line = 2
    async with in_lobby(tmp_path, house=house) as played:
        await played.shows("5 of 5 tables")
        await played.press("end")
        await played.shows("Enter wait in line")
        await played.press("enter")
        await played.shows("you are number 2 in line")
        await house.notify("seat_offered", "A seat is free.", TableId("full"))
        await played.until(lambda: page_of(played).needs_you)
        await played.shows("a seat is free for you: Enter")
        await played.press("enter")
        await played.shows("Sit down at full")


async def test_a_refusal_is_one_sentence_and_one_may_wait_no_more(tmp_path):
    house = a_house()
    async with in_lobby(tmp_path, house=house) as played:
        await played.shows("5 of 5 tables")
        await played.press("end", "enter")
        await played.shows("So many wait for table blue already.")
        house.line = 1
        await played.press("enter")
        await played.shows("you are number 1 in line")
        await played.press("n")
        await played.until(lambda: page_of(played).waits == {})
        played.app.clear_notifications()  # they would cover the row
        await played.press("enter")
        await played.shows("you are number 1 in line")
        await house.notify("table_closed", "Table full is closed.", TableId("full"))
        await played.shows("Table full is closed")
        assert page_of(played).waits == {}
        assert asked(played, msg.Unwait) != []


async def test_a_table_is_opened_from_a_template(tmp_path):
    async with in_lobby(tmp_path) as played:
        await played.shows("5 of 5 tables")
        await played.press("o")
        await played.shows("Open a table of your own", "> classic")
        await played.press(*"ho me", "enter")
        await played.shows("A name has 1 to 20 letters, digits, - or _.")
        await played.press("backspace", "backspace", "backspace", "m", "e", "enter")
        await played.shows("Sit down at blue")
        assert [(each.template, each.name) for each in asked(played, msg.OpenTable)] == [
            ("classic", "home")
        ]


async def test_names_of_strangers_stay_in_their_places(tmp_path):
    async with in_lobby(tmp_path) as played:
        await played.shows("5 of 5 tables")
        await played.press("end", "up")
        await played.shows("1 Eve?[2J 1000   2 ?gnp.exe 1000   3 日本太郎 1000", "[red]x[/]")
        assert all(len(row) <= 80 for row in played.rows)


async def test_it_looks_again_while_it_is_seen_and_after_a_break(tmp_path, monkeypatch):
    monkeypatch.setattr(page_of_the_lobby, "LOOK", 3_600)  # it is the test that lets it look
    async with in_lobby(tmp_path) as played:
        await played.shows("5 of 5 tables")
        page, looked = page_of(played), len(asked(played, msg.Tables))
        page._look_again()
        await played.until(lambda: len(asked(played, msg.Tables)) == looked + 1)
        await played.press("p")
        await played.shows("Colours for")
        page._look_again()
        await played.pilot.pause()
        assert len(asked(played, msg.Tables)) == looked + 1
        await played.press("escape")
        played.house.other_tables = ()
        await played.house.drop()
        await played.shows("1 of 1 tables")
