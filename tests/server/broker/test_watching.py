"""A watch that is begun anew has ended before, also where the library hides that it was told to."""

import asyncio
from typing import Any, cast

from nats.errors import ConnectionClosedError

from server.broker import watching
from server.broker.watching import Watch
from server.cluster.ports import NodeId


class Ups:
    """A connection that is there again when a test says so."""

    def on_up(self, up):
        self.comes_back = up


async def follow(watch):
    """What following comes to where the connection is closed when it is cancelled."""
    watch._is_told.set()
    try:
        await asyncio.Event().wait()
    except asyncio.CancelledError:
        raise ConnectionClosedError from None


ANNA = NodeId("anna")


def watch_of(connection, told):
    return Watch(cast(Any, connection), "leases", told)


async def test_one_watch_goes_on_after_each_break_and_none_after_the_end(monkeypatch):
    monkeypatch.setattr(Watch, "_follow", follow)
    connection = Ups()
    watch = watch_of(connection, lambda *_: None)
    before = asyncio.all_tasks()
    await watch.open()
    for _ in range(3):
        connection.comes_back()
        await asyncio.sleep(0)
        await asyncio.sleep(0)
    assert len(asyncio.all_tasks() - before) == 1
    await watch.close()
    assert asyncio.all_tasks() == before


async def test_who_is_buried_while_all_is_told_anew_is_not_missed_again(monkeypatch):
    ends, now = [], 0.0
    monkeypatch.setattr(watching, "monotonic", lambda: now)
    watch = watch_of(Ups(), lambda node, _: ends.append(node))
    watch._tell(ANNA, b"card")
    watch._caught_up({ANNA})
    ends.clear()
    missing = {ANNA}
    now = watching.ABSENCE
    watch._bury()
    watch._caught_up(missing)
    now *= 2
    watch._bury()
    assert ends == [ANNA]
