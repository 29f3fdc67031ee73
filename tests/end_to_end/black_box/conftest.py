"""
The server that the suite talks to: the one at SHOWDOWN_TEST_URL, or one that it starts.
"""

import os
import re
import signal
import subprocess
import sys
from pathlib import Path
from threading import Thread

import pytest

from tests.end_to_end.black_box.house import House

HERE = Path(__file__).parent
CHECKOUT = HERE.parents[2]
CONFIG = HERE / "server.toml"
GIVEN = os.environ.get("SHOWDOWN_TEST_URL")


@pytest.fixture(scope="session")
def server_url(tmp_path_factory):
    """Where the server is; one that was started here must end cleanly and have logged no fault."""
    if GIVEN:
        yield GIVEN
        return
    folder = tmp_path_factory.mktemp("black_box")
    arguments = ["--port", "0", "--config", str(CONFIG), "--database", str(folder / "showdown.db")]
    process = subprocess.Popen(
        [sys.executable, "-m", "server", "serve", *arguments],
        cwd=CHECKOUT,
        stderr=subprocess.PIPE,
        text=True,
    )
    log: list[str] = []
    try:
        port = _port(process, log)
        reading = Thread(target=log.extend, args=(process.stderr,))
        reading.start()
        yield f"ws://127.0.0.1:{port}"
    finally:
        process.send_signal(signal.SIGTERM)
        code = process.wait()
    reading.join()
    process.stderr.close()
    text = "".join(log)
    assert code == 0, text
    assert "Traceback" not in text, text
    assert "level=error" not in text, text


def _port(process, log):
    for line in process.stderr:
        log.append(line)
        if found := re.search(r"port=(\d+).*event=listening", line):
            return int(found[1])
    raise AssertionError("the server did not listen:\n" + "".join(log))


@pytest.fixture
async def house(server_url):
    """The server with its guests, who leave at the end."""
    house = House(server_url, own=not GIVEN)
    yield house
    await house.close()
