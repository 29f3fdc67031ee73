"""
Whatever clients send, each message has one answer or ends the connection with a documented code.

A real server, several players who play in earnest and send nonsense between; then every table
still plays a whole hand, the log tells of no fault, and the books are right.
"""

import asyncio
import json
from collections import Counter
from random import Random

import pytest

from tests.conftest import SOAKED
from tests.end_to_end.black_box.house import House
from tests.end_to_end.fuzzing.fuzzer import Fuzzer, Unanswered
from tests.end_to_end.server_process import run_command, start_server

TABLES = {
    "main": "sb = 5\nbb = 10",
    "jokers": 'ante = 5\nmin_bet = 10\nwild = "wild"\nhistory_shows_mucked = true',
    "jackpots": 'game = "FL"\nante = 5\nmin_bet = 10\njacks = "J"',
    "together": 'game = "PL"\nsb = 5\nbb = 10\ndraw_mode = "simultaneous"',
}
LIMITS = """
[limits]
messages_per_second = 1_000_000
message_burst = 1_000_000
address_messages_per_second = 1_000_000
address_message_burst = 1_000_000
arrivals_per_second = 1_000_000
"""
CONFIG = "guest_chips = 1_000_000\n" + "".join(
    f'[[tables]]\nname = "{name}"\nhand_pause = 0\nact_time = 0.5\ndraw_time = 0.5\ntime_bank = 0\n'
    f"disconnect_grace = 0\nmax_seats = 8\n{options}\n"
    for name, options in TABLES.items()
)
FUZZERS = 6
MESSAGES = 500
"""From each of them in a round."""


@pytest.mark.soak(slice=1)
async def test_whatever_is_sent_is_answered_and_harms_nothing(rounds, tmp_path, pytestconfig):
    server = await start_server(tmp_path, CONFIG + LIMITS)
    try:
        fuzzers = await fuzz(server, rounds)
        await every_table_plays(server.url)
        assert await server.stop() == 0
    except (Unanswered, TimeoutError) as error:
        await server.stop()
        raise AssertionError(f"{error}\n{''.join(server.log[-100:])}") from error
    no_fault_in(server.log)
    code, out, err = await run_command(
        "server", "audit", "--database", str(server.database), "--json"
    )
    assert (code, err) == (0, ""), out
    note(pytestconfig, fuzzers)


async def fuzz(server, rounds):
    """Send nonsense in every round, then leave all tables."""
    fuzzers = [
        Fuzzer(server.url, f"Fuzzer-{number}", Random(number), list(TABLES))
        for number in range(FUZZERS)
    ]
    for rng in rounds:
        for fuzzer in fuzzers:
            fuzzer.reseed(rng.random())
        await asyncio.gather(*(fuzzer.run(MESSAGES) for fuzzer in fuzzers))
        no_fault_in(server.log)
    for fuzzer in fuzzers:
        await fuzzer.go_home()
    return fuzzers


def no_fault_in(log):
    """The log has no traceback and no line at error level."""
    assert not [line for line in log if "Traceback" in line or "level=error" in line], "".join(log)


async def every_table_plays(url):
    """Two newcomers play a whole hand at every table."""
    house = House(url, own=True)
    for name in TABLES:
        game = await house.table(name, "Anna", "Boris", empty=False)
        ended = await game.until("hand_ended", game.players)
        assert len(ended["stacks"]) >= 2
    await house.close()


def note(config, fuzzers):
    """Say in the last lines of the run what was sent and what came of it."""
    sent, closed, codes = (
        sum((getattr(fuzzer, name) for fuzzer in fuzzers), Counter[object]())
        for name in ("sent", "closed", "codes")
    )
    config.stash[SOAKED].append(
        f"{sum(sent.values()):,} messages sent: {dict(sent)}; closed: {dict(closed)}; "
        f"refused with {len(codes)} codes: {json.dumps(dict(codes.most_common()))}"
    )
