"""A table with many onlookers: who plays is told first, and all who look on by the same text."""

from contextlib import AsyncExitStack

from server.gateway.wire.own import OwnSocket
from server.tables import gallery
from showdown.protocol.codec import decode_message
from tests.server.gateway.kit import asked, open_house

ONLOOKERS, AT_ONCE = 7, 3


async def test_an_action_is_told_to_the_seats_first_and_to_all_onlookers_by_one_text(monkeypatch):
    monkeypatch.setattr(gallery, "AT_ONCE", AT_ONCE)
    written: list[tuple[OwnSocket, bytes]] = []
    write = OwnSocket.write

    def noted(socket, text):
        written.append((socket, text))
        return write(socket, text)

    async with open_house() as house, AsyncExitStack() as stack:

        async def comes(name, *wanted, **fields):
            wire = await stack.enter_async_context(house.guest(name))
            assert (await wire.ask(*wanted, table="main", **fields))["ok"]
            return wire

        onlookers = [await comes(f"guest{each}", "watch") for each in range(ONLOOKERS)]
        players = [await comes(name, "sit") for name in ("Anna", "Ben")]
        who, frame = await asked(players)
        seated = {
            each._socket
            for each in house.gateway.connections
            if each.account is not None and house.lobby.sits(each.account, "main")
        }
        assert len(seated) == len(players)
        monkeypatch.setattr(OwnSocket, "write", noted)
        acted = {"table": "main", "hand": frame.get("hand") or frame["view"]["hand"]}
        acted |= {"turn": frame["request"]["turn"], "action": {"type": "call"}}
        assert (await who.ask("act", **acted))["ok"]
        seq = who.frames[-1]["seq"]
        for wire in onlookers:
            while not any(each.get("seq") == seq for each in wire.frames):
                await wire.read()

        told = [(each, text) for each, text in written if decode_message(text).seq == seq]
        assert len(told) == len(players) + ONLOOKERS
        assert {each for each, _ in told[: len(players)]} == seated
        assert len({id(text) for _, text in told[len(players) :]}) == 1
        assert len({text for _, text in told}) <= 3
