"""
The page in a real browser, where one is installed; elsewhere these are counted as skipped.
"""

import pytest

from client_cli.html import to_html
from tests.client_cli.html.browser import BROWSER, open_browser
from tests.client_cli.html.hands import HOSTILE, hostile_story, joker_story, story_of

pytestmark = pytest.mark.skipif(BROWSER is None, reason="not run: no browser is installed")

PHONE, SCREEN = (400, 800), (1280, 800)


def text_of(id: str) -> str:
    return f"document.getElementById('{id}').textContent"


@pytest.fixture
def page(tmp_path):
    def write(story):
        file = tmp_path / "hand.html"
        file.write_text(to_html(story), "utf-8")
        return file

    return write


async def test_the_hand_plays_from_its_start_to_its_end(page):
    lines = list(story_of().lines)[1:]
    async with open_browser() as tab:
        await tab.screen(*SCREEN, "light")
        await tab.open(page(story_of()))
        told = []
        for _ in lines:
            told.append(await tab.run(text_of("told")))
            await tab.press("ArrowRight")
        assert told == lines
        assert await tab.run("document.getElementById('on').disabled")
        assert await tab.run(text_of("pots")) == "Main pot $120.00Side pot $160.00"
        assert await tab.run("document.querySelectorAll('.seat.wins').length") == 2
        assert tab.complaints == []


async def test_keys_go_to_the_parts_of_the_hand(page):
    async with open_browser() as tab:
        await tab.screen(*SCREEN, "dark")
        await tab.open(page(story_of()))
        await tab.press("d")
        assert await tab.run(text_of("told")) == "P2 draws 1 card."
        await tab.press("ArrowDown")
        assert await tab.run(text_of("told")) == "P3 draws 3 cards."
        await tab.press("ArrowUp")
        assert await tab.run(text_of("told")) == "P2 draws 1 card."
        await tab.press("s")
        assert (await tab.run(text_of("told"))).startswith("P3 shows")
        await tab.press("ArrowLeft")
        assert (await tab.run(text_of("told"))).startswith("P1 drew")
        await tab.press("Home")
        assert (await tab.run(text_of("told"))).startswith("Hand 7003")
        await tab.press("End")
        assert "is over" in await tab.run(text_of("told"))
        await tab.press("4")
        assert await tab.run("document.body.classList.contains('four')")
        assert tab.complaints == []


async def test_it_plays_by_itself_and_stops_where_it_ends(page):
    async with open_browser() as tab:
        await tab.screen(*SCREEN, "light")
        await tab.open(page(story_of()))
        await tab.run("document.getElementById('speed').value = 4")
        await tab.run("document.querySelector('#words li:nth-last-child(2)').click()")
        await tab.press(" ")
        assert await tab.run(text_of("play")) == "Pause"
        await tab.until("document.getElementById('play').textContent === 'Play'")
        assert "is over" in await tab.run(text_of("told"))


async def test_a_finger_goes_on_and_back(page):
    async with open_browser() as tab:
        await tab.screen(*PHONE, "light")
        await tab.open(page(story_of()))
        await tab.swipe((300, 300), (100, 305))
        await tab.until("document.getElementById('place').value === '1'")
        await tab.swipe((100, 300), (300, 305))
        await tab.until("document.getElementById('place').value === '0'")
        assert tab.complaints == []


@pytest.mark.parametrize("scheme", ["light", "dark"])
async def test_it_fits_a_phone_and_can_be_played_there(page, scheme):
    async with open_browser() as tab:
        await tab.screen(*PHONE, scheme)
        await tab.open(page(hostile_story()))
        assert await tab.run("document.documentElement.scrollWidth") <= PHONE[0]
        for id in ("start", "back", "play", "on", "end"):
            height = await tab.run(f"document.getElementById('{id}').offsetHeight")
            bottom = await tab.run(
                f"document.getElementById('{id}').getBoundingClientRect().bottom"
            )
            assert height >= 44
            assert bottom <= PHONE[1]


async def test_hostile_names_are_shown_and_do_nothing(page):
    async with open_browser() as tab:
        await tab.screen(*SCREEN, "light")
        await tab.open(page(hostile_story()))
        for _ in range(12):
            await tab.press("ArrowRight")
        names = await tab.run(
            "[...document.querySelectorAll('.name')].map((name) => name.textContent).join('\\n')"
        )
        assert set(HOSTILE[:2]) <= set(names.split("\n"))
        assert await tab.run("document.title") == "Hand 1 at </title>?"
        assert await tab.run("document.querySelectorAll('img').length") == 0
        assert await tab.run("document.scripts.length") == 2
        assert tab.complaints == []


async def test_a_screen_reader_is_told_seats_and_cards_in_words(page):
    async with open_browser() as tab:
        await tab.open(page(story_of()))
        await tab.press("End")
        seats = await tab.run(
            "[...document.querySelectorAll('.seat .unseen')].map((s) => s.textContent).join('|')"
        )
        assert seats.split("|")[0] == (
            "P1, has the button, stack $232.00, king of clubs, king of diamonds, king of spades, "
            "two of spades, nine of clubs, three of a kind, kings, wins +$152.00."
        )


async def test_a_joker_is_a_star_and_a_joker_in_words(page):
    async with open_browser() as tab:
        await tab.open(page(joker_story()))
        await tab.press("End")
        cards = await tab.run(
            "[...document.querySelectorAll('.card.joker')].map((c) => c.textContent).join()"
        )
        assert cards == "★,★"
        aloud = await tab.run("document.querySelector('.seat .unseen').textContent")
        assert "joker" in aloud
        assert tab.complaints == []
