"""
Somebody who sits at every table at once and answers each turn by a key, on the full screen.
"""

import asyncio
import resource
import sys
import time
from pathlib import Path
from statistics import median

from client_cli.app import ShowdownApp
from client_cli.memory import Memory
from client_cli.presenter import Figures
from client_cli.screens.table import TablePage
from client_cli.seat import Wanted
from client_cli.settings import Settings
from client_cli.sign_in import Place
from showdown.protocol import messages as msg
from showdown.protocol.session import ClientSession
from showdown.rules.ruleset import TableId
from showdown.sdk.seating import Wishes, sit_down

WARM_UP = 5.0
MB = 1024


class BusyApp(ShowdownApp):
    """Plays by itself, and notes what that costs."""

    def __init__(self, url: str, seconds: float, report: Path) -> None:
        memory = Memory()
        super().__init__(Place(url, "Busy"), memory, Wanted("busy1"), Figures(), Settings())
        self._seconds = seconds
        self._report = report
        self._delays: list[float] = []
        self._seated, self._sent = asyncio.Event(), asyncio.Event()
        self._sent_at = 0.0

    async def on_mount(self) -> None:
        """Play beside what is started as ever: Textual calls each class's own handler."""
        self.run_worker(self._drive(), name="drive")

    async def _drive(self) -> None:
        await self._seated.wait()
        assert self.feed is not None
        connection = self.feed.connection
        connection.session.sends = self._sends  # type: ignore[method-assign]
        for table in await connection.tables():
            if table.table not in connection.session.tables:
                await sit_down(connection, Wishes(table=table.table))
        playing = asyncio.create_task(self._play_on())
        await asyncio.sleep(WARM_UP)
        spent, began = _spent(), time.perf_counter()
        await asyncio.sleep(self._seconds)
        share = (_spent() - spent) / (time.perf_counter() - began)
        playing.cancel()
        self._write(share)
        self.exit()

    async def _play_on(self) -> None:
        """Press a key where something is asked, and see how soon it is on its way."""
        while True:
            await asyncio.sleep(0.1)
            for page in self._tables:
                own = page.desk.own
                if own is not None and own.sitting_out:
                    page.typing.obey("in" if own.stack else "top 1000")
                if page.needs_you:
                    await self._press(page)

    @property
    def _tables(self) -> list[TablePage]:
        """Found without a walk through the whole screen, which would be measured, too."""
        return [page for page in self.desk.pages if isinstance(page, TablePage)]

    async def _press(self, page: TablePage) -> None:
        assert self.feed is not None
        self.desk.show_page(page.id or "")
        self._sent.clear()
        began = time.perf_counter()
        page.press("enter" if page.desk.drawing else "c")
        async with asyncio.timeout(5):
            await self._sent.wait()
        self._delays.append(self._sent_at - began)

    def _sends(self, message: msg.ClientMessage) -> None:
        """Note when something is on its way."""
        assert self.feed is not None
        ClientSession.sends(self.feed.session, message)
        if isinstance(message, msg.Act):
            self._sent_at = time.perf_counter()
            self._sent.set()

    async def show_table(self, table: TableId) -> None:
        """Begin when the first table is there."""
        await super().show_table(table)
        self._seated.set()

    def _write(self, share: float) -> None:
        memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / MB
        figures = {
            "four busy tables, part of a core": share,
            "four busy tables, MB": memory,
            "key to action sent, ms": 1000 * median(self._delays or [0]),
            "keys pressed": len(self._delays),
        }
        text = "".join(f"{name}: {value}\n" for name, value in figures.items())
        self._report.write_text(text, encoding="utf-8")


def _spent() -> float:
    used = resource.getrusage(resource.RUSAGE_SELF)
    return used.ru_utime + used.ru_stime


if __name__ == "__main__":
    app = BusyApp(sys.argv[1], float(sys.argv[2]), Path(sys.argv[3]))
    app.run()
    if app.ended is not None:
        raise app.ended
