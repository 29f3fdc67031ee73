"""
``python -m tools.pictures [FOLDER]``: the pictures of the main screens that the README shows.

The full screen plays a hand against a scripted table, so that the same program draws the same
pictures; each is an SVG that asks for nothing from anywhere.
"""

import asyncio
import re
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path

from textual.app import App
from textual.pilot import Pilot

from client_cli.app import ShowdownApp
from client_cli.memory import Memory
from client_cli.presenter import Figures
from client_cli.screens.table import TablePage
from client_cli.seat import Wanted
from client_cli.settings import Settings
from client_cli.sign_in import Place
from showdown import Ruleset
from showdown.protocol import messages as msg
from showdown.rules.ruleset import Game, TableId
from tests.client_cli.scripted import House, open_house

HOME = Path(__file__).parents[1]
FOLDER = HOME / "docs" / "pictures"
SIZE = (96, 27)
FONT = "'DejaVu Sans Mono', Menlo, Consolas, 'Liberation Mono', monospace"
PATIENCE = 60.0
KEY = 5
"""A deal in which there is something to see."""


def self_contained(svg: str) -> str:
    """A picture that loads no font from anywhere, and is named the same each time."""
    svg = re.sub(r"<!--.*?-->\s*", "", svg, flags=re.DOTALL)
    svg = re.sub(r"@font-face \{.*?\}\s*", "", svg, flags=re.DOTALL)
    svg = re.sub(r"font-family: ?[^;}]*;", f"font-family: {FONT};", svg)
    svg = re.sub(r"terminal-\d+", "terminal", svg)
    return re.sub(r"ws://127\.0\.0\.1:\d+", "ws://poker.example:8765", svg)


class Photographer:
    """Drives the screen, and keeps a picture of it where it is told to."""

    def __init__(self, app: App[None], pilot: Pilot[None], folder: Path) -> None:
        self._app, self._pilot, self._folder = app, pilot, folder

    async def press(self, *keys: str) -> None:
        """Press keys, one after the other."""
        await self._pilot.press(*keys)

    async def until(self, condition: Callable[[], bool]) -> None:
        """Wait until something holds."""
        async with asyncio.timeout(PATIENCE):
            while not condition():
                await self._pilot.pause()

    async def shows(self, text: str) -> None:
        """Wait until a text is somewhere on the screen."""
        await self.until(lambda: text in self._text)

    @property
    def _text(self) -> str:
        strips = self._app.screen._compositor.render_strips()
        return "\n".join(strip.text for strip in strips)

    async def take(self, name: str, title: str) -> None:
        """Keep a picture."""
        self._app.clear_notifications()
        await self._pilot.pause()
        await self._pilot.pause()
        svg = self._app.export_screenshot(title=title)
        (self._folder / f"{name}.svg").write_text(self_contained(svg), encoding="utf-8")


async def take_pictures(folder: Path, key: int = KEY) -> None:
    """Play a hand, and keep a picture of each of the main screens in a folder."""
    house = House("Bert", "Carla", "Dmitri", deals=0, key=key)
    house.other_tables = _others()
    with tempfile.TemporaryDirectory() as kept:
        async with open_house(house):
            app = ShowdownApp(
                Place(house.url, "Ada"), Memory(Path(kept)), Wanted(), Figures(), Settings()
            )
            async with app.run_test(size=SIZE, notifications=True) as pilot:
                await _play(Photographer(app, pilot, folder), app, house)


async def _play(photographer: Photographer, app: ShowdownApp, house: House) -> None:
    def is_asked() -> bool:
        page = app.desk.front
        return isinstance(page, TablePage) and page.needs_you

    await photographer.shows("of 6 tables")
    await photographer.take("lobby", "Showdown: the lobby")
    await photographer.press("enter", "enter")
    await photographer.until(lambda: isinstance(app.desk.front, TablePage))
    await house.deal()
    await photographer.until(is_asked)
    await photographer.press("r", "p")
    await photographer.take("table", "Showdown: a raise")
    await photographer.press("enter")
    await photographer.shows("Your draw")
    page = app.desk.front
    assert isinstance(page, TablePage)
    await photographer.press(*_thrown(page))
    await photographer.take("draw", "Showdown: the draw")
    await photographer.press("enter")
    await photographer.shows("You drew ")
    await photographer.until(is_asked)
    await photographer.press("r", "h", "enter")
    await photographer.shows("is over")
    await photographer.take("showdown", "Showdown: what won and why")
    await photographer.press("tab", "h")
    await photographer.shows("> 1 ")
    await photographer.press("enter")
    await photographer.shows("Nothing has happened yet")
    await photographer.press("down", "down", "down", "d", "d", "down")
    await photographer.take("replay", "Showdown: the hand again")


def _thrown(page: TablePage) -> tuple[str, ...]:
    """The places of the cards that go with no other."""
    request = page.desk.request
    assert request is not None
    ranks = [card.rank for card in request.cards]
    return tuple(str(n) for n, rank in enumerate(ranks, 1) if ranks.count(rank) == 1)


def _others() -> tuple[msg.TableSummary, ...]:
    return (
        _table("main", ("Emil", "Fay", "caller-main-1"), 96),
        _table("high", ("Gus", "Hana", "Ivo", "Jo", "Kim", "Lea"), 1480, sb=50, bb=100),
        _table("pot", (), None, game=Game.POT_LIMIT),
        _table("limit", ("Max", "Nina"), 64, game=Game.FIXED_LIMIT),
        _table("friday~3", ("Olga", "Piet", "Quinn"), 130, act_time=60.0),
    )


def _table(
    name: str, players: tuple[str, ...], pot: int | None, **options: object
) -> msg.TableSummary:
    rules = Ruleset(**{"sb": 5, "bb": 10, "time_bank": 60, **options})  # type: ignore[arg-type]
    return msg.TableSummary(
        table=TableId(name),
        ruleset=rules,
        players=len(players),
        free=tuple(range(len(players) + 1, rules.max_seats + 1)),
        hand=None,
        seats=tuple(
            msg.SeatSummary(seat=n, name=each, stack=rules.usual_buy, bot="-" in each)
            for n, each in enumerate(players, 1)
        ),
        average_pot=pot,
        spectators=len(players) // 3,
        waiting=2 if name == "high" else 0,
    )


def main() -> None:
    """Draw all pictures anew."""
    folder = Path(sys.argv[1]) if len(sys.argv) > 1 else FOLDER
    folder.mkdir(parents=True, exist_ok=True)
    asyncio.run(take_pictures(folder))


if __name__ == "__main__":
    main()
