"""However bad a line is, nobody finds that an honest server does not deal as it promised."""

import asyncio
from collections import Counter
from contextlib import ExitStack
from random import Random

import pytest

from showdown import Ruleset
from showdown.protocol import messages as msg
from showdown.protocol.contributing import DealRefused
from showdown.protocol.dropping import MOST_DROPPED
from showdown.rules import events as ev
from showdown.rules.contributing import MISSES_ALLOWED
from showdown.rules.phases import Phase
from showdown.rules.ruleset import DrawMode
from tests.server.tables.far import pass_time, seated
from tests.server.tables.kit import open_room

NAMES = ("Anna", "Boris", "Clara", "Dora")
ENOUGH_S = 600
STEP_S = 0.5


@pytest.mark.soak(slice=1)
async def test_an_honest_server_is_refused_by_nobody(rounds, soaking, capsys):
    did: Counter[str] = Counter()
    for rng in rounds:
        pause = rng.choice((0, 0.3, 0.5, 2, 5))
        rules = Ruleset(sb=1, bb=2, hand_pause=pause, draw_mode=rng.choice(list(DrawMode)))
        async with open_room(rules) as room:
            players = await seated(room, NAMES, rng)
            await an_evening(room, players, rng)
        for player in players:
            await player.ends()
            did.update(player.did)
    if soaking:
        with capsys.disabled():
            print(f"\n{dict(did)}")  # noqa: T201 - what a soak has seen
    assert min(did[each] for each in ("missed", "random", "cut off")) > 5
    assert did["begun anew"]
    assert did["other client"]
    assert did["dropped"] <= did["hands"] / 1000


async def an_evening(room, players, rng):
    with ExitStack() as slow:
        for _ in range(int(ENOUGH_S / STEP_S)):
            await pass_time(room, rng.uniform(0, 2 * STEP_S))
            slow.close()
            chance, player = rng.random(), rng.choice(players)
            if chance < 0.02:
                player.is_cut_off()
            elif chance < 0.025:
                player.begins_anew()
            elif chance < 0.03:
                player.changes_clients()
            elif chance < 0.08:
                slow.enter_context(room.storage.journal.held())
            elif chance < 0.083:
                await pass_time(room, 0)
                await starts_anew(room, players)


async def starts_anew(room, players):
    """The server ends and begins again; everybody is cut off."""
    for player in players:
        player.is_cut_off()
    await room.restart(lambda: None)
    await asyncio.sleep(0)


@pytest.mark.parametrize("mode", list(DrawMode))
async def test_a_server_that_drops_what_one_player_opens_is_refused_by_him_the_third_time(mode):
    async with open_room(Ruleset(sb=1, bb=2, hand_pause=2, draw_mode=mode)) as room:
        players = await seated(room, NAMES, Random(1), delays=(0.02,), held_up=0)
        drop_openings_of(room, players[1])
        with pytest.raises(DealRefused, match="passed over 3 openings of ours in 100 hands"):
            await pass_time(room, 300)
        assert players[1].did["dropped"] == MOST_DROPPED - 1
        assert not players[0].did["missed"]
        for player in players:
            await player.ends()


async def test_a_server_that_never_answers_in_time_is_only_told_of():
    # To its players it looks as one far away, and nobody can tell it from that.
    async with open_room(Ruleset(sb=1, bb=2, hand_pause=2)) as room:
        players = await seated(room, NAMES, Random(1), delays=(0.3,), held_up=0)
        await pass_time(room, 120)
        assert all(player.did["missed"] == MISSES_ALLOWED for player in players)
        assert not any(player.did["dropped"] for player in players)
        for player in players:
            await player.ends()


def drop_openings_of(room, victim):
    window = room.actor.window
    take = window.take

    def take_from_others(account, request):
        return account != victim.account and take(account, request)

    window.take = take_from_others


async def test_what_came_in_in_time_counts_though_the_table_waits_for_the_disk():
    async with open_room(Ruleset(sb=1, bb=2, hand_pause=2)) as room:
        players = await seated(room, NAMES, Random(1), delays=(0.02,), held_up=0)
        await pass_time(room, 2.01)  # the hand was told, and nobody has heard of it
        assert room.actor.state.running.phase is Phase.DEALING
        with room.storage.journal.held():
            players[0]._do(msg.SitOut(id="out", table=room.table))
            await pass_time(room, 0.6)
        await pass_time(room, 1)
        (opened,) = [
            event
            for entry in room.storage.journal.entries
            for event in entry.events
            if isinstance(event, ev.EntropyOpened) and event.part == 0
        ]
        assert opened.missed == ()
        for player in players:
            await player.ends()
