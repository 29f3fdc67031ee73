"""A player is told in his turn that his time runs out."""

import asyncio

import pytest
from msgspec.structs import replace

from client_cli.reminders import Reminders, reminders
from showdown.protocol import messages as msg
from showdown.protocol.asking import action_request
from tests.showdown.sdk.small_table import BLUE, SmallTable

TEN, FIVE = "10 s left to decide.", "5 s left to decide."


@pytest.mark.parametrize(
    ("base", "bank", "told"),
    [
        (20, 60, [(20, "Your time bank runs now: 60 s."), (70, TEN), (75, FIVE)]),
        (20, 0, [(10, TEN), (15, FIVE)]),
        (0, 45, [(35, TEN), (40, FIVE)]),
        (5, 4, [(5, "Your time bank runs now: 4 s.")]),
        (12, 0, [(7, FIVE)]),
        (8, 0, []),
        (0, 0, []),
    ],
)
def test_it_is_told_when_the_bank_begins_and_shortly_before_the_end(base, bank, told):
    assert list(reminders(1000 * base, 1000 * bank)) == told


def a_request(base_ms, bank_ms):
    table = SmallTable()
    table.sit(msg.Sit(id="r1", table=BLUE))
    table.deal()
    hand = table.state.running
    assert hand is not None
    request = action_request(hand)
    assert request is not None
    return replace(request, base_ms=base_ms, bank_ms=bank_ms)


async def test_a_turn_that_is_over_is_not_reminded_of():
    said = asyncio.Queue[str]()
    coming = Reminders(said.put_nowait)
    coming.follow(a_request(10, 1_000))
    coming.follow(None)
    coming.follow(a_request(20, 2_000))
    assert await said.get() == "Your time bank runs now: 2 s."
    assert said.empty()
