"""
A console that is a list of lines, and a memory in a folder of the test.
"""

import asyncio
from collections.abc import Callable

PATIENCE = 60.0
"""Seconds after which a line that never comes fails the test."""


class FakeConsole:
    """Fills the port of `client_cli.console.Console`."""

    def __init__(self) -> None:
        self.said: list[str] = []
        self.notes: list[str] = []
        self.prompts: list[str] = [""]
        self._typed: asyncio.Queue[str | None] = asyncio.Queue()
        self._changed = asyncio.Event()

    def say(self, line: str) -> None:
        self.said.append(line)
        self._changed.set()

    def note(self, line: str) -> None:
        self.notes.append(line)
        self._changed.set()

    def prompt(self, text: str) -> None:
        self.prompts.append(text)
        self._changed.set()

    async def read(self) -> str | None:
        return await self._typed.get()

    async def read_secret(self, question: str) -> str | None:
        self.prompt(question)
        return await self._typed.get()

    # The player's side.

    def type(self, *lines: str) -> None:
        for line in lines:
            self._typed.put_nowait(line)

    def end(self) -> None:
        self._typed.put_nowait(None)

    async def until(self, condition: Callable[[], bool]) -> None:
        try:
            async with asyncio.timeout(PATIENCE):
                while not condition():
                    self._changed.clear()
                    await self._changed.wait()
        except TimeoutError:
            shown = "\n".join([*self.said, "notes:", *self.notes])
            raise AssertionError(f"it stayed like this:\n{shown}") from None

    async def hears(self, text: str, times: int = 1) -> None:
        await self.until(lambda: sum(text in line for line in self.said) >= times)

    async def is_noted(self, text: str, times: int = 1) -> None:
        await self.until(lambda: sum(text in line for line in self.notes) >= times)

    async def is_asked(self, times: int = 1) -> None:
        """Wait for so many turns."""
        await self.until(lambda: sum(each.startswith("Your ") for each in self.said) >= times)
