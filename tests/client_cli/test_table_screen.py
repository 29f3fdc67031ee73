"""The table on the full screen, played by keys at a scripted house."""

import pytest

from client_cli.link import Lost
from client_cli.presenter import Figures
from client_cli.seat import Wanted
from client_cli.settings import Settings
from showdown import Ruleset
from showdown.protocol import messages as msg
from showdown.rules.ruleset import TableId
from tests.client_cli.full_screen import looks_like, playing
from tests.client_cli.scripted import House

SIZES = {"80x24": (80, 24), "120x40": (120, 40), "200x60": (200, 60)}
PEOPLE = ("Bert", "Carla", "日本語の名前", "Eve\x1b[2J\u202ex")
LOSING_KEY = 3


def acts(house: House) -> list[msg.Move]:
    return [request.action for request in house.requests if isinstance(request, msg.Act)]


@pytest.mark.parametrize("size", SIZES)
async def test_a_hand_on_screens_of_all_sizes(tmp_path, size):
    async with playing(tmp_path, *PEOPLE, size=SIZES[size]) as played:
        await played.is_asked()
        await looks_like(played, f"betting-{size}")
        await played.press("r", "p")
        await looks_like(played, f"raising-{size}")
        await played.press("enter")
        await played.until(lambda: played.page.desk.drawing)
        await played.press("1", "2")
        await looks_like(played, f"drawing-{size}")
        await played.press("enter")
        await played.shows("You drew ")
        await played.is_asked()
        await played.press("c")
        await played.shows("is over")
        assert not any("Sent;" in row for row in played.rows)
        await looks_like(played, f"showdown-{size}")


async def test_what_keys_do_is_what_the_server_hears(tmp_path):
    async with playing(tmp_path) as played:
        await played.is_asked()
        await played.press("c")
        await played.until(lambda: played.page.desk.drawing)
        thrown = played.page.desk.request.cards[1:3]
        await played.press("2", "3", "enter")
        await played.shows("You drew ")
        await played.is_asked()
        await played.press("c")
        await played.shows("is over")
    assert acts(played.house) == [msg.Call(), msg.Draw(thrown), msg.Check()]


async def test_folding_for_free_is_asked_about(tmp_path):
    async with playing(tmp_path, "Bert", "Carl", last=None, key=LOSING_KEY) as played:
        await played.is_asked()
        await played.press("c")
        await played.until(lambda: played.page.desk.drawing)
        await played.press("enter")
        await played.shows("Your turn")
        await played.press("f")
        await played.shows("Checking is free. Fold all the same?")
        await played.press("escape")
        assert len(acts(played.house)) == 2
        await played.press("f", "y")
        await played.shows("You fold.")


async def test_letters_do_where_there_are_no_signs(tmp_path):
    async with playing(tmp_path, figures=Figures(ascii=True)) as played:
        await played.is_asked()
        assert all(row.isascii() for row in played.rows), "\n".join(played.rows)


async def test_without_colours_the_screen_says_the_same(tmp_path, monkeypatch):
    async with playing(tmp_path) as coloured:
        await coloured.is_asked()
        rows = coloured.rows
    monkeypatch.setenv("NO_COLOR", "1")
    async with playing(tmp_path / "other") as played:
        await played.is_asked()
        assert played.rows[1:] == rows[1:]


async def test_a_lost_connection_keeps_what_was_half_typed(tmp_path):
    async with playing(tmp_path) as played:
        await played.is_asked()
        await played.press("r", "4")
        await played.house.drop()
        await played.shows("Connected again.")
        assert played.page.desk.draft.digits == "4"
        await played.press("5", "enter")
        await played.until(lambda: acts(played.house) == [msg.Raise(45)])


async def test_the_pause_before_the_next_attempt_to_connect_is_counted_down(tmp_path):
    async with playing(tmp_path, deals=0) as played:
        app = played.app
        app.feed.lost = Lost("The connection was lost.", 8.0, again=False)
        app._follow(app.feed.lost)
        await played.shows("trying again in 8 s")
        app.now = lambda: 5.5
        await played.shows("trying again in 3 s")
        app.now = lambda: 8.0
        app._count_down()
        await played.shows(f"Connecting to {played.house.url}")


async def test_what_is_said_is_no_markup_and_moves_nothing(tmp_path):
    async with playing(tmp_path, deals=0) as played:
        await played.house.let_speak("Bert", "[bold red]hi[/] \x1b[2J\u202e [@click=app.exit]x[/]")
        await played.shows("Bert says: [bold red]hi[/] ?[2J? [@click=app.exit]x[/]")


async def test_one_speaks_to_the_table(tmp_path):
    async with playing(tmp_path, deals=0) as played:
        await played.press("t", *"nice", "space", *"hand", "enter")
        await played.shows("Ada says: nice hand")


async def test_commands_do_what_line_mode_does(tmp_path):
    async with playing(tmp_path, deals=0) as played:
        await played.press("colon", *"out", "enter")
        await played.shows("You sit out")
        await played.press("colon", *"nonsense", "enter")
        await played.shows("'nonsense' is not something to type here")


async def test_resizing_keeps_what_was_prepared(tmp_path):
    async with playing(tmp_path) as played:
        await played.is_asked()
        await played.press("r", "4", "0")
        await played.pilot.resize_terminal(120, 40)
        await played.shows("Raise to 40")
        await played.pilot.resize_terminal(80, 24)
        await played.shows("Raise to 40")


async def test_the_terminal_rings_only_if_one_wants_it(tmp_path, monkeypatch):
    rung: list[object] = []
    monkeypatch.setattr("textual.app.App.bell", lambda app: rung.append(app))  # noqa: PLW0108 - bound
    async with playing(tmp_path) as played:
        await played.is_asked()
    assert not rung
    async with playing(tmp_path / "other", settings=Settings(bell=True)) as played:
        await played.is_asked()
    assert len(rung) == 1


async def test_help_is_read_and_closed(tmp_path):
    async with playing(tmp_path, deals=0) as played:
        await played.press("question_mark")
        await played.shows("check, or call what it costs")
        await played.press("end")
        await played.shows("note NAME plays anything")
        await played.press("escape")
        await played.until(lambda: played.app.screen is played.app.desk)


async def test_the_menu_does_what_is_chosen(tmp_path):
    async with playing(tmp_path, deals=0) as played:
        await played.press("m")
        await played.shows("Sit out", "Leave the table")
        await played.press("enter")
        await played.shows("You sit out")
        await played.press("m")
        await played.shows("Be dealt in again")


async def test_a_note_on_a_player_stays(tmp_path):
    async with playing(tmp_path, deals=0) as played:
        await played.press("n", *"bert", "space", *"bluffs", "enter")
        await played.shows("Noted about Bert: bluffs", "* bluffs")
    async with playing(tmp_path, deals=0, house=None) as played:
        await played.press("n", *"nobody", "enter")
        await played.shows("note needs the name of a player")


async def test_odds_are_there_on_demand(tmp_path):
    async with playing(tmp_path, settings=Settings(advice=True)) as played:
        await played.is_asked()
        assert not any(hint.key == "o" for hint in played.page.hints)
        await played.press("c")
        await played.until(lambda: played.page.desk.drawing)
        assert any(hint.key == "o" for hint in played.page.hints)
        await played.press("1", "o")
        await played.shows("How often each discard makes a better kind of hand:")


@pytest.mark.parametrize("wanted", [False, True])
async def test_odds_are_off_by_default_and_where_the_table_says_so(tmp_path, wanted):
    rules = Ruleset(sb=5, bb=10, proof=False, advice=not wanted)
    async with playing(tmp_path, settings=Settings(advice=wanted), ruleset=rules) as played:
        await played.is_asked()
        await played.press("c")
        await played.until(lambda: played.page.desk.drawing)
        assert not played.page.may_advise
        await played.press("o")
        assert played.app.screen is played.app.desk


async def test_keys_that_are_pressed_twice_act_once(tmp_path):
    async with playing(tmp_path) as played:
        await played.is_asked()
        await played.press("c")
        await played.until(lambda: played.page.desk.drawing)
        await played.press("enter", "enter", "enter")
        await played.shows("You stand pat")
        await played.is_asked()
    assert acts(played.house) == [msg.Call(), msg.Draw()]


async def test_who_sits_out_is_shown_the_way_back(tmp_path):
    async with playing(tmp_path, deals=0) as played:
        await played.press("colon", *"out", "enter")
        await played.shows("You sit out and are not dealt in.", "be dealt in again")
        await played.press("i")
        await played.shows("You are dealt in at the next hand.")


async def test_what_a_player_without_cards_waits_for_is_read_whole(tmp_path):
    async with playing(tmp_path, house=House("Bert", deals=0), size=(80, 24)) as played:
        await played.shows("no cards")
        own = next(place for place, row in enumerate(played.rows) if " you" in row)
        assert "waits for the big blind" in "\n".join(played.rows[own : own + 5])


async def test_who_has_lost_everything_is_shown_how_to_go_on(tmp_path):
    async with playing(tmp_path, key=LOSING_KEY) as played:
        await played.is_asked()
        await played.press("a", "y")
        await played.until(lambda: played.page.desk.drawing)
        await played.press("enter")
        await played.shows("You have no chips left.", "buy chips")
        await played.press("b", "enter")
        await played.shows("You have 1000 now")
        await played.press("i")
        await played.shows("You are dealt in at the next hand.")


async def test_keys_of_a_russian_keyboard_are_the_same_keys(tmp_path):
    async with playing(tmp_path) as played:
        await played.is_asked()
        await played.press("с")  # where c is on others
        await played.until(lambda: acts(played.house) == [msg.Call()])


async def test_a_table_that_needs_you_comes_to_the_front_if_you_wish_and_are_not_busy(tmp_path):
    async with playing(tmp_path, deals=0, settings=Settings(to_front=True)) as played:
        desk = played.app.desk
        table = played.page.id
        desk.show_page("lobby")
        await played.house.deal()
        await played.until(lambda: desk.front is not None and desk.front.id == table)


async def test_by_default_a_table_that_needs_you_marks_its_tab_and_tab_leads_there(tmp_path):
    async with playing(tmp_path, deals=0) as played:
        desk = played.app.desk
        table = played.page
        desk.show_page("lobby")
        await played.house.deal()
        await played.shows("blue !")
        assert desk.front is not None
        assert desk.front is not table
        await played.press("alt+2")
        assert played.page is table


async def test_who_looks_on_sees_no_cards_and_is_asked_nothing(tmp_path):
    house = House("Bert", "Carla", show=True, deals=0)
    async with playing(tmp_path, house=house, wanted=Wanted()) as played:
        table = TableId("blue")
        await played.app.feed.ask(lambda id: msg.Watch(id=id, table=table))
        await played.app.show_table(table)
        await played.house.deal()
        await played.shows("You look on.", "is over")
        assert not played.page.needs_you
        assert not any(played.page.controls.choices())
        await played.press("m")
        await played.shows("Look on no more")
