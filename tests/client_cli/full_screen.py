"""
The full screen without a terminal: an application at a scripted house, and its rows of text.
"""

import asyncio
import contextlib
import os
import re
from collections.abc import AsyncIterator, Callable, Collection
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any, NamedTuple

from textual.app import App
from textual.pilot import Pilot
from textual.widgets import Input

from client_cli.app import ShowdownApp
from client_cli.memory import Memory
from client_cli.presenter import Figures
from client_cli.screens.table import TablePage
from client_cli.seat import Wanted
from client_cli.settings import Settings
from client_cli.sign_in import Place
from tests.client_cli.scripted import House, open_house

PATIENCE = 60.0
"""Seconds after which a screen that never comes fails the test."""
AT_THE_TABLE = Wanted(table="blue")
GOLDEN = Path(__file__).parents[1] / "golden" / "screens"


def rows_of(app: App[Any]) -> list[str]:
    """The screen as text, row by row."""
    strips = app.screen._compositor.render_strips()
    return [strip.text.rstrip() for strip in strips]


class Shown(NamedTuple):
    """An application that runs, and how to drive it."""

    app: App[Any]
    pilot: Pilot[Any]

    @property
    def rows(self) -> list[str]:
        return rows_of(self.app)

    async def press(self, *keys: str) -> None:
        await self.pilot.press(*keys)

    async def type(self, text: str) -> None:
        """Put a text where one types, as if it were pasted."""
        await paste(self.app, self.pilot, text)

    async def until(self, condition: Callable[[], bool]) -> None:
        """Wait until something holds."""
        await until(self.app, self.pilot, condition)

    async def shows(self, *texts: str) -> None:
        """Wait until each text is somewhere on the screen."""
        await self.until(lambda: all(any(text in row for row in self.rows) for text in texts))


async def paste(app: App[Any], pilot: Pilot[Any], text: str) -> None:
    """Put a text in the place of what stands where one types."""
    assert isinstance(app.focused, Input)
    app.focused.value = text
    await pilot.pause()


async def until(app: App[Any], pilot: Pilot[Any], condition: Callable[[], bool]) -> None:
    """Wait until something holds."""
    try:
        async with asyncio.timeout(PATIENCE):
            while not condition():
                await pilot.pause()
    except TimeoutError:
        shown = "\n".join(rows_of(app))
        raise AssertionError(f"the screen stayed like this:\n{shown}") from None


class Played(NamedTuple):
    """A game that runs, and how to drive it."""

    app: ShowdownApp
    pilot: Pilot[None]
    house: House

    @property
    def rows(self) -> list[str]:
        return rows_of(self.app)

    @property
    def page(self) -> TablePage:
        page = self.app.desk.front
        assert isinstance(page, TablePage)
        return page

    async def press(self, *keys: str) -> None:
        await self.pilot.press(*keys)

    async def type(self, text: str) -> None:
        """Put a text where one types, as if it were pasted."""
        await paste(self.app, self.pilot, text)

    async def until(self, condition: Callable[[], bool]) -> None:
        """Wait until something holds."""
        await until(self.app, self.pilot, condition)

    async def shows(self, *texts: str) -> None:
        """Wait until each text is somewhere on the screen."""
        await self.until(lambda: all(any(text in row for row in self.rows) for text in texts))

    async def is_asked(self) -> None:
        """Wait for a turn."""
        await self.until(lambda: self._is_at_table and self.page.needs_you)

    @property
    def _is_at_table(self) -> bool:
        return isinstance(self.app.desk.front, TablePage)

    async def has_come(self, *, to_table: bool) -> None:
        """Wait for the first page, or for the table."""
        await self.until(lambda: self.app.desk.front is not None)
        if to_table:
            await self.until(lambda: self._is_at_table)


@asynccontextmanager
async def playing(
    folder: Path,
    *opponents: str,
    size: tuple[int, int] = (80, 24),
    settings: Settings | None = None,
    figures: Figures | None = None,
    name: str = "Ada",
    house: House | None = None,
    wanted: Wanted = AT_THE_TABLE,
    **options: object,
) -> AsyncIterator[Played]:
    """Sit at a scripted table with the full screen."""
    house = house or House(*(opponents or ("Bert",)), **options)  # type: ignore[arg-type]
    async with open_house(house):
        app = ShowdownApp(
            Place(house.url, name),
            Memory(folder),
            wanted,
            figures or Figures(),
            settings or Settings(),
        )
        app.now = lambda: 0.0
        async with app.run_test(size=size, notifications=True) as pilot:
            played = Played(app, pilot, house)
            await played.has_come(to_table=wanted.table is not None)
            yield played


SIZES = ((80, 24), (120, 40), (200, 60))


async def fits_everywhere(played: Played | Shown, name: str, hide: Collection[str] = ()) -> None:
    """Hold the screen against its golden texts in every size, resizing it while it runs."""
    for width, height in SIZES:
        await played.pilot.resize_terminal(width, height)
        await played.until(lambda height=height: len(played.rows) == height)  # type: ignore[misc]
        await played.pilot.pause()
        await looks_like(played, f"{name}_{width}x{height}", hide)


async def looks_like(played: Played | Shown, name: str, hide: Collection[str] = ()) -> None:
    """
    Hold the screen against its golden text; a picture of another one is kept beside it.

    It may take a moment to become so. With SHOWDOWN_NEW_SCREENS the golden text is written anew.

    Args:
        hide: what is another text each time, and as long.
    """
    golden, picture = GOLDEN / f"{name}.txt", GOLDEN / f"{name}.svg"
    if os.environ.get("SHOWDOWN_NEW_SCREENS"):
        golden.parent.mkdir(exist_ok=True)
        await played.pilot.pause(0.5)
        golden.write_text(_text_of(played, hide), encoding="utf-8")
    wanted = golden.read_text(encoding="utf-8") if golden.exists() else ""
    with contextlib.suppress(AssertionError):
        await played.until(lambda: _text_of(played, hide) == wanted)
    text = _text_of(played, hide)
    if text != wanted:
        picture.write_text(played.app.export_screenshot(), encoding="utf-8")
        assert text.split("\n") == wanted.split("\n"), f"see {picture}"
    with contextlib.suppress(FileNotFoundError):
        picture.unlink()


def _text_of(played: Played | Shown, hide: Collection[str]) -> str:
    text = re.sub(r"127\.0\.0\.1:\d{5}", "127.0.0.1:.....", "\n".join(played.rows)) + "\n"
    for each in hide:
        text = text.replace(each, "." * len(each))
    return text
