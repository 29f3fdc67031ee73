"""
A thousand bots of the SDK on one server: none dropped, none let down by the clock, every hand kept.
"""

import asyncio
import json
import sys

import pytest

from server.ports import HandQuery
from server.storage import open_storage
from tests.end_to_end.server_process import CHECKOUT, run_command, running

SEATS = 6
CONFIG = """
guest_chips = 1_000_000_000

# All of them come from one address.
[limits]
connections_per_address = 2_000
address_messages_per_second = 100_000
address_message_burst = 100_000
"""
TABLE = """
[[tables]]
name = "t{number}"
sb = 5
bb = 10
hand_pause = 0.1
"""


async def company(url, *arguments):
    """Let the bots play; what they saw."""
    process = await asyncio.create_subprocess_exec(
        sys.executable,
        "-m",
        "tests.end_to_end.bots.company",
        url,
        *map(str, arguments),
        cwd=CHECKOUT,
        stdout=asyncio.subprocess.PIPE,
    )
    out, _ = await process.communicate()
    assert process.returncode == 0
    return json.loads(out)


@pytest.mark.soak(slice=1)
async def test_a_thousand_bots_are_neither_dropped_nor_timed_out_and_every_hand_is_kept(
    tmp_path, rounds, soak_seconds
):
    random = next(rounds)
    bots, hands, thinks = (1_000, 1_000, 1) if soak_seconds else (12, 4, 0)
    tables = [TABLE.format(number=number) for number in range(-(-bots // SEATS))]
    async with running(tmp_path, CONFIG + "".join(tables)) as server:
        seen = await company(
            server.url, bots, SEATS, soak_seconds, hands, thinks, random.randrange(2**32)
        )
    assert seen["wrong"] == {}
    nets = {int(hand): by_seat for hand, by_seat in seen["nets"].items()}
    assert len(nets) >= hands
    await every_hand_is_stored_as_it_was_seen(tmp_path / "showdown.db", nets)
    code, out, err = await run_command("server", "audit", "--database", f"{tmp_path}/showdown.db")
    assert (code, err) == (0, ""), out
    sys.stderr.write(
        f"\n{bots} bots, {len(nets)} hands, {seen['decisions']} decisions; at worst a request "
        f"waited {seen['slowest_s'] - 0.5:.2f} s and a ping took {seen['latency_s']:.3f} s\n"
    )


async def every_hand_is_stored_as_it_was_seen(database, nets):
    async with open_storage(database) as storage:
        before, stored = None, set()
        while page := await storage.hands.find(HandQuery(before=before, limit=100)):
            stored |= {each.hand for each in page}
            before = page[-1].hand
        assert set(nets) <= stored
        for hand in sorted(nets)[:: max(1, len(nets) // 500)]:
            record = await storage.hands.get(hand)
            ended = {each.seat: each.stack for each in record.events[-1].stacks}
            for player in record.events[0].lineup:
                net = nets[hand].get(str(player.seat))
                assert net in (None, ended[player.seat] - player.stack)
