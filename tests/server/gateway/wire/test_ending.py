"""Who is turned away hears what the library would have said, without its having been asked."""

import pytest
from websockets.server import ServerProtocol

from server.gateway.wire.common import Common
from server.gateway.wire.ending import rejection
from tests.server.gateway.wire.kit import LISTENERS, REQUEST, Host, listens


def without_date(answer):
    return [line for line in answer.split(b"\r\n") if not line.startswith(b"Date: ")]


@pytest.mark.parametrize("status", [200, 426, 429, 503])
def test_a_rejection_is_the_librarys_to_the_byte(status):
    ours = rejection(status, "Too many.\n").serialize()
    theirs = ServerProtocol().reject(status, "Too many.\n").serialize()
    assert without_date(ours) == without_date(theirs)
    assert len(ours) == len(theirs)


async def test_nothing_of_the_library_is_made_for_who_asks_plainly_and_is_turned_away(monkeypatch):
    async def asked(_, socket, __):
        return socket.respond(503, "Too many connect at once.\n")

    monkeypatch.setattr(Host, "asked", asked)
    made: list[object] = []
    monkeypatch.setattr(Common, "_before_handshake", made.append)
    async with listens(LISTENERS["own"]) as (_, connect):
        client = await connect(shakes_hands=False)
        client.send(REQUEST)
        assert (await client.status())[0] == 503
    assert made == []
