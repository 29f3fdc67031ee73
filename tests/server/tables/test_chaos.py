"""Lines, storage and the process fail by chance, and every clock says what it should."""

from collections import Counter

import pytest
from msgspec.structs import replace

from showdown import Game, Ruleset
from showdown.rules.ruleset import DrawMode
from tests.server.tables.chaos import Chaos
from tests.server.tables.kit import open_room

NAMES = ("Anna", "Boris", "Clara", "Dora", "Emil")
STEPS = 120
WANTED = (
    *("act", "drop", "come_back", "read_slowly", "fail", "sleep", "restart"),
    *("Pause", "Unpause", "Kick", "went on while paused"),
    *("answered", "answered in overtime", "looked at late", "timed out", "given grace"),
)
RULES = (
    Ruleset(sb=5, bb=10),
    Ruleset(game=Game.POT_LIMIT, sb=5, bb=10, act_time=8, time_bank=4, disconnect_grace=0),
    Ruleset(game=Game.FIXED_LIMIT, sb=5, bb=10, draw_mode=DrawMode.SIMULTANEOUS, draw_time=30),
    Ruleset(ante=5, min_bet=10, min_buy=400, max_buy=1000, act_time=20, time_bank=0),
)


@pytest.mark.soak(slice=15)
async def test_whatever_fails_each_clock_is_its_players_own_and_the_table_goes_on(rounds):
    happened: Counter[str] = Counter()
    for rng in rounds:
        rules = replace(rng.choice(RULES), hand_pause=rng.choice((0, 3)))
        async with open_room(rules, travel=0.5) as room:
            chaos = Chaos(rng, room)
            await chaos.open(NAMES[: rng.randint(2, len(NAMES))])
            for _ in range(STEPS):
                await chaos.step()
            await chaos.end()
        happened += chaos.happened + chaos.watch.happened
    assert all(happened[each] for each in WANTED), happened
