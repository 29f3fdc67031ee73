"""The replay viewer: every way through a hand, on its own screen."""

from contextlib import asynccontextmanager

from client_cli.presenter import Figures
from client_cli.screens.replay import ReplayPage
from client_cli.settings import Settings
from client_cli.viewer import ViewerApp
from showdown.history import HandRecord, read_hands
from showdown.protocol import messages as msg
from showdown.protocol.codec import encode_events
from showdown.rules.view import Viewer, project_all
from tests.client_cli.full_screen import Shown, fits_everywhere
from tests.client_cli.html.hands import hostile_record
from tests.client_cli.texts import POKERSTARS
from tests.showdown.history.hands import SIDE_POT


def hands(text=f"{SIDE_POT}\n\n{POKERSTARS}"):
    return [each for each in read_hands(text) if isinstance(each, HandRecord)]


@asynccontextmanager
async def viewing(size=(80, 24), found=None, folder=None, **figures):
    app = ViewerApp(found or hands(), Figures(**figures), Settings())
    if folder is not None:
        app.page.folder = folder
    async with app.run_test(size=size, notifications=True) as pilot:
        shown = Shown(app, pilot)
        await shown.shows("Nothing has happened yet")
        yield shown


def place(shown):
    return shown.app.page.reel.place


async def test_it_uses_the_room_there_is():
    async with viewing() as shown:
        await shown.press("d", "d")
        await shown.shows("P2 draws 1 card.")
        await fits_everywhere(shown, "replay")


async def test_every_way_through_the_hand():
    async with viewing() as shown:
        places = []
        for key in ("right", "left", "down", "down", "up", "d", "pagedown", "D", "end", "home"):
            await shown.press(key)
            places.append(place(shown))
        assert places == [1, 0, 5, 6, 5, 9, 13, 9, 20, 0]
        await shown.press("n")
        await shown.shows("Hand 1001 at Blue II", "hand 2 of 2")
        await shown.press("p")
        await shown.shows("Hand 7003 at Invented I")


async def test_its_keys_are_found_on_a_russian_keyboard():
    async with viewing() as shown:
        places = []
        for key in ("в", "в", "В"):
            await shown.press(key)
            places.append(place(shown))
        assert places == [4, 9, 4]


async def test_it_plays_faster_and_slower_and_pauses_at_the_end():
    async with viewing() as shown:
        page = shown.app.page
        await shown.press("space", "plus", "plus", "minus")
        assert (page.reel.playing, page.reel.speed) == (True, 2.0)
        await shown.shows("playing", "steps a second: 2")
        for _ in range(page.reel.length):
            page.tick()
        assert (page.reel.at_end, page.reel.playing) == (True, False)
        await shown.shows("Hand 7003 is over")
        await shown.press("space", "right")
        assert not page.reel.playing


async def test_a_hand_is_written_in_the_format_that_is_chosen(tmp_path):
    async with viewing(folder=tmp_path) as shown:
        await shown.press("x")
        await shown.shows("Write this hand as")
        await shown.press("down", "down", "enter")
        await shown.shows("Written:")
        assert (tmp_path / "hand-7003.txt").read_text().startswith("PokerStars Hand #7003")
        await shown.press("x", "escape")
        await shown.until(lambda: shown.app.screen.query(ReplayPage).first() is shown.app.page)


async def test_letters_stand_for_suits_and_signs_where_a_terminal_has_none():
    async with viewing(ascii=True) as shown:
        await shown.press("end")
        await shown.shows("Kc", "###")
        assert all(row.isascii() for row in shown.rows)
        await shown.press("x")
        await shown.shows("Write this hand as")
        assert all(row.isascii() for row in shown.rows)


async def test_names_of_strangers_stay_in_their_places():
    async with viewing(found=[hostile_record()]) as shown:
        await shown.press("end")
        await shown.shows("is over")
        text = "\n".join(shown.rows)
        assert not set("\x1b\u202e\u2028\x00") & set(text)


async def test_of_a_server_s_hand_one_sees_ones_own_cards_and_esc_ends_it():
    record = hands()[0]
    seat = record.started.lineup[0].seat
    view = msg.HandView(
        hand=record.hand,
        table=record.table,
        ended_at="2026-03-01T20:15:00Z",
        you=seat,
        events=encode_events(project_all(record.events, Viewer(hand_seat=seat))),
    )
    async with viewing(found=[view]) as shown:
        await shown.press("d")
        await shown.shows("you ")
        rows = [row for row in shown.rows if " ?? " in row]
        assert len(rows) == len(record.started.lineup) - 1
        await shown.press("escape")
        await shown.until(lambda: not shown.app.is_running)
