"""
A browser without a window, where one is installed, told what to do over its own protocol.
"""

import asyncio
import json
import os
import shutil
import subprocess
import tempfile
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

from websockets.asyncio.client import ClientConnection, connect

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome")
BROWSER = next((path for name in NAMES if (path := shutil.which(name))), None)
TIMEOUT = 60


class Tab:
    """The one page that is open."""

    def __init__(self, socket: ClientConnection) -> None:
        self._socket = socket
        self._number = 0
        self.complaints: list[str] = []
        """What the page threw, or the browser refused it."""

    async def call(self, method: str, **parameters: Any) -> dict[str, Any]:
        """One command, and its result."""
        self._number += 1
        await self._socket.send(
            json.dumps({"id": self._number, "method": method, "params": parameters})
        )
        while True:
            answer = json.loads(await asyncio.wait_for(self._socket.recv(), TIMEOUT))
            if answer.get("id") == self._number:
                assert "error" not in answer, answer
                result: dict[str, Any] = answer["result"]
                return result
            self._hear(answer)

    def _hear(self, event: dict[str, Any]) -> None:
        if event.get("method") in ("Runtime.exceptionThrown", "Log.entryAdded"):
            self.complaints.append(json.dumps(event["params"]))

    async def open(self, file: Path) -> None:
        """Load a page, and wait until its script has run."""
        await self.call("Page.navigate", url=file.as_uri())
        ready = "document.readyState === 'complete' && !document.getElementById('table').hidden"
        await self.until(ready)

    async def run(self, script: str) -> Any:
        """The value of an expression in the page."""
        answer = await self.call("Runtime.evaluate", expression=script, returnByValue=True)
        assert "exceptionDetails" not in answer, answer
        return answer["result"].get("value")

    async def until(self, script: str) -> None:
        """Wait until an expression in the page is true."""

        async def ask() -> None:
            while not await self.run(f"Boolean({script})"):
                await self.run("0")

        await asyncio.wait_for(ask(), TIMEOUT)

    async def press(self, key: str) -> None:
        """A key on the keyboard."""
        text = {"text": key} if len(key) == 1 else {}
        await self.call("Input.dispatchKeyEvent", type="keyDown", key=key, **text)
        await self.call("Input.dispatchKeyEvent", type="keyUp", key=key)

    async def swipe(self, start: tuple[int, int], end: tuple[int, int]) -> None:
        """A finger that goes from here to there."""
        for kind, points in (
            ("touchStart", [start]),
            ("touchMove", [end]),
            ("touchEnd", []),
        ):
            await self.call(
                "Input.dispatchTouchEvent",
                type=kind,
                touchPoints=[{"x": x, "y": y} for x, y in points],
            )

    async def screen(self, width: int, height: int, scheme: str) -> None:
        """How large it is, and which colours are preferred."""
        await self.call(
            "Emulation.setDeviceMetricsOverride",
            width=width,
            height=height,
            deviceScaleFactor=1,
            mobile=width < 500,
        )
        await self.call("Emulation.setTouchEmulationEnabled", enabled=width < 500)
        feature = {"name": "prefers-color-scheme", "value": scheme}
        await self.call("Emulation.setEmulatedMedia", features=[feature])


@asynccontextmanager
async def open_browser() -> AsyncIterator[Tab]:
    """Start it, and end it afterwards."""
    assert BROWSER is not None
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        sandbox = ["--no-sandbox"] if os.name == "posix" and os.geteuid() == 0 else []
        browser = subprocess.Popen(
            [
                BROWSER,
                "--headless=new",
                "--disable-gpu",
                "--disable-dev-shm-usage",
                "--no-first-run",
                "--remote-debugging-port=0",
                f"--user-data-dir={folder}",
                *sandbox,
                "about:blank",
            ],
            stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
            text=True,
        )
        try:
            address = await asyncio.wait_for(asyncio.to_thread(_address, browser), TIMEOUT)
            async with _tab(address) as tab:
                yield tab
        finally:
            browser.terminate()
            browser.communicate(timeout=TIMEOUT)


def _address(browser: subprocess.Popen[str]) -> str:
    """Where it listens; it says so when it does."""
    assert browser.stderr is not None
    said = []
    for line in browser.stderr:
        said.append(line)
        if "DevTools listening on " in line:
            return line.split("DevTools listening on ")[1].strip()
    raise AssertionError("".join(said))


@asynccontextmanager
async def _tab(address: str) -> AsyncIterator[Tab]:
    async with connect(address, max_size=None) as whole:
        found = await Tab(whole).call("Target.getTargets")
    target = next(each for each in found["targetInfos"] if each["type"] == "page")
    page = address.split("/devtools/", maxsplit=1)[0] + f"/devtools/page/{target['targetId']}"
    async with connect(page, max_size=None) as socket:
        tab = Tab(socket)
        for domain in ("Runtime", "Log", "Page"):
            await tab.call(f"{domain}.enable")
        yield tab
