"""A server that dies in the middle of a hand, and comes back with it."""

import signal

import pytest

from server.storage.keys import new_key, write_keys
from showdown.protocol import messages as msg
from showdown.rules.ruleset import TableId
from showdown.sdk.connection import Connection
from tests.end_to_end.server_process import start_server

MAIN = TableId("main")
TABLE = '[[tables]]\nname = "main"\nsb = 5\nbb = 10\nhand_pause = 0\n'


@pytest.fixture(params=["sqlite", "postgres"])
def where(request):
    """How a server is told where to store: nothing at all, or a PostgreSQL and a key for it."""
    if request.param == "sqlite":
        return {}
    key = write_keys({1: new_key()})
    url = request.getfixturevalue("postgres_url")
    return {"database": url, "environment": {"SHOWDOWN_SECRET_KEY": key}}


async def test_after_a_kill_the_same_hand_goes_on_with_the_same_cards_and_the_same_turn(
    tmp_path, where
):
    server = await start_server(tmp_path, TABLE, **where)
    players = [await Connection.open(server.url, name=name) for name in ("Anna", "Boris")]
    for player in players:
        await player.request(lambda id_: msg.Sit(id=id_, table=MAIN))
    for player in players:
        await until_asked(player)
    before = [player.session.tables[MAIN].view for player in players]
    assert await server.stop(signal.SIGKILL) == -signal.SIGKILL
    tokens = [player.session.token for player in players]
    for player in players:
        await player.close()

    server = await start_server(tmp_path, TABLE, **where)
    again = [await Connection.open(server.url, token=token) for token in tokens]
    snapshots = [await first_snapshot(player) for player in again]
    for old, new in zip(before, snapshots, strict=True):
        assert new.view.own.cards == old.own.cards
        assert (new.view.hand, new.view.turn.turn, new.view.turn.seat) == (
            old.hand,
            old.turn.turn,
            old.turn.seat,
        )
    # Both see one clock run, that of the seat that is asked.
    for new in snapshots:
        (clock,) = new.clock
        assert clock.seat == new.view.turn.seat
        assert clock.base_ms + clock.bank_ms <= 80_000
    request = next(s.request for s in snapshots if s.request is not None)
    to_act = next(p for p, s in zip(again, snapshots, strict=True) if s.request is not None)
    hand = snapshots[0].view.hand
    reply = await to_act.request(
        lambda id_: msg.Act(id=id_, table=MAIN, hand=hand, turn=request.turn, action=msg.Fold())
    )
    assert reply.ok
    for player in again:
        await player.close()
    assert await server.stop() == 0


async def test_after_a_kill_a_client_goes_on_after_its_last_event_and_his_action_is_taken_once(
    tmp_path, where
):
    server = await start_server(tmp_path, TABLE, **where)
    players = [await Connection.open(server.url, name=name) for name in ("Anna", "Boris")]
    for player in players:
        await player.request(lambda id_: msg.Sit(id=id_, table=MAIN))
    for player in players:
        await until_asked(player)
    view = players[0].session.tables[MAIN].view
    assert view.hand is not None
    assert view.turn is not None
    asked = players[0] if view.turn.seat == view.you else players[1]
    act = msg.Act(id="once", table=MAIN, hand=view.hand, turn=view.turn.turn, action=msg.Call())
    await asked.request(lambda _: act)
    seqs = [player.session.tables[MAIN].seq for player in players]
    await server.stop(signal.SIGKILL)
    for player in players:
        await player.close()
    asked.session.unanswered[act.id] = act  # as if the reply had not come

    server = await start_server(tmp_path, TABLE, **where)
    again = [
        await Connection.open(server.url, token=player.session.token, session=player.session)
        for player in players
    ]
    assert not asked.session.unanswered
    for player, seq in zip(again, seqs, strict=True):
        assert player.session.tables[MAIN].seq == max(seqs) >= seq
        assert player.session.tables[MAIN].view.turn.turn == act.turn + 1
        await player.close()
        messages = [received.message async for received in player]
        assert not [m for m in messages if isinstance(m, msg.Snapshot)]
    assert await server.stop() == 0


async def until_asked(player):
    """Read until there are cards and somebody is asked."""
    async for _ in player:
        if player.session.tables[MAIN].view.turn is not None:
            return
    raise AssertionError("the connection ended before anybody was asked")


async def first_snapshot(player):
    async for received in player:
        if isinstance(received.message, msg.Snapshot):
            return received.message
    raise AssertionError("the connection ended before a snapshot came")
