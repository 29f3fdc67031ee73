"""
What is done at a table beside playing: the menu, the odds of a draw, notes on players.
"""

import asyncio
from typing import TYPE_CHECKING

from client_cli.desk.advice import advise
from client_cli.errors import UsageError
from client_cli.presenter import words
from client_cli.presenter.refusing import told
from client_cli.remarks import Remarks
from client_cli.screens.reading import Reading
from client_cli.screens.table.helping import odds_rows
from client_cli.screens.table.menu import Menu, entries
from showdown.protocol import messages as msg

if TYPE_CHECKING:
    from client_cli.screens.table.page import TablePage


class Beside:
    """The rest of a table's page."""

    def __init__(self, page: "TablePage", remarks: Remarks | None) -> None:
        self._page = page
        self._remarks = remarks

    async def choose(self) -> None:
        """Choose from the menu, and do that."""
        page = self._page
        hosts = page.desk.table in page.feed.session.hosts
        choices = tuple(entries(page.desk, hosts=hosts))
        chosen = await page.app.push_screen_wait(Menu(page.desk.table, choices))
        if chosen is None:
            return
        if chosen.more:
            page.typing.begin(chat=False, text=chosen.command)
        else:
            page.typing.obey(chosen.command)

    async def advise(self, request: msg.ActionRequest) -> None:
        """Count what each discard becomes beside the loop, so that keys and clock go on."""
        page = self._page
        page.desk.note(str(words.ADVICE_COMES))
        page.shown()
        advice = await asyncio.to_thread(advise, request)
        if page.desk.request is request:
            page.app.push_screen(Reading(tuple(odds_rows(advice, page.desk))))

    def read_remarks(self) -> None:
        """Know what is noted about who sits here."""
        page = self._page
        if self._remarks is None:
            return
        try:
            page.desk.remarks = dict(self._remarks.at(page.feed.url))
        except UsageError as error:
            page.desk.note(told(error))

    def remark(self, name: str, text: str) -> None:
        """
        Note something about a player, or nothing any more.

        Raises:
            UsageError: it cannot be kept.
        """
        page = self._page
        if self._remarks is None:
            return
        self._remarks.write(page.feed.url, name, text)
        self.read_remarks()
        sentence = words.NOTED if text else words.NOTE_GONE
        page.desk.note(sentence.format(name=name, text=text))
