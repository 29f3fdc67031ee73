"""
Nobody learns of a card that he may not see: not from any frame, in any spelling, at any time.

Random hands over random rulesets, with people who look on, come late, drop out, resume from
anywhere and look back. Every frame that anybody got is held against what he may know, which a
naive model says from what is stored.
"""

import asyncio
import json
from base64 import b64encode
from random import Random
from zlib import compress

import pytest
from msgspec.structs import replace

from server.limits import Limits
from showdown.testing.rulesets import any_ruleset
from tests.end_to_end.no_peeking.checking import Heard, Judge, Peek
from tests.end_to_end.no_peeking.company import TABLE, company
from tests.end_to_end.no_peeking.truth import truths
from tests.server.gateway.kit import open_house
from tests.told import check_frame

HANDS = 10
"""In each round; a round is a ruleset and a company of its own."""
PATIENCE = 60
NO_BOUNDS = Limits(
    messages_per_second=10**6,
    message_burst=10**6,
    address_messages_per_second=10**6,
    address_message_burst=10**6,
)
"""Nobody is told to slow down, since nobody here asks again for what was refused."""


@pytest.mark.soak(slice=4)
async def test_nobody_gets_a_card_that_he_may_not_see(rounds):
    for rng in rounds:
        heard, hands = await an_evening(rng)
        judge = Judge(hands)
        for each in heard:
            check_frame(json.loads(each.text))
            judge.judge(each)
        assert judge.judged["update request"]


async def an_evening(rng):
    """Some hands: all that was heard, and the truth about them."""
    heard: list[Heard] = []
    async with open_house(
        tables=[(TABLE, ruleset(rng))],
        guest_chips=10**12,
        new_key=lambda: rng.randbytes(32),
        bounds=NO_BOUNDS,
    ) as house:
        people = company(house.url, rng, heard)
        lives = [asyncio.create_task(person.live()) for person in people[:-1]]
        try:
            async with asyncio.timeout(PATIENCE):
                await hands_over(people[0], HANDS // 2)
                lives.append(asyncio.create_task(people[-1].live()))
                await hands_over(people[0], HANDS)
        finally:
            for life in lives:
                life.cancel()
            ended = await asyncio.gather(*lives, return_exceptions=True)
        assert all(isinstance(end, asyncio.CancelledError) for end in ended), ended
        return heard, truths(house.storage.journal.entries)


def ruleset(rng):
    return replace(any_ruleset(rng), hand_pause=0)


async def hands_over(person, number):
    while person.hands_over < number:
        person.told.clear()
        await person.told.wait()


# The search itself.


LEAKS = {
    "a card": lambda row, key: {"x": str(row[0])},
    "a card in a sentence": lambda row, key: {"x": f"He had the {row[0]}."},
    "cards joined": lambda row, key: {"x": "".join(map(str, row[:2]))},
    "a suit as a sign": lambda row, key: {"x": f"{row[0].value[0]}♥"},
    "numbers": lambda row, key: {"x": [card.index for card in row]},
    "numbers from one": lambda row, key: {"x": [card.index + 1 for card in row]},
    "numbers apart": lambda row, key: {"x": [{"n": card.index} for card in row]},
    "numbers backwards": lambda row, key: {"x": [card.index for card in row][::-1]},
    "hexadecimal": lambda row, key: {"x": bytes(c.index for c in row).hex()},
    "base64": lambda row, key: {"x": b64encode(bytes(c.index for c in row)).decode()},
    "base64 of text": lambda row, key: {"x": b64encode(f"...{row}".encode()).decode()},
    "compressed": lambda row, key: {"x": b64encode(compress(bytes(c.index for c in row))).decode()},
    "compressed text": lambda row, key: {"x": compress(f"{row}".encode()).hex()},
    "in a key": lambda row, key: {str(row[0]): 1},
    "the name of a hand": lambda row, key: {"x": "two pair, aces and kings"},
    "the worth of a hand": lambda row, key: {"category": 2},
    "the key": lambda row, key: {"x": key.hex()},
    "the key in base64": lambda row, key: {"x": b64encode(b"." + key).decode()},
    "the key as a number": lambda row, key: {"x": int.from_bytes(key, "big")},
    "the key as numbers": lambda row, key: {"x": list(key)},
}


def test_the_salt_of_a_hidden_card_is_found(evening):
    _, hands = evening
    truth = next(iter(hands.values()))
    leaked = json.dumps({"type": "pong", "x": min(truth.hidden_salts(None))})
    with pytest.raises(Peek, match="salts"):
        Judge(hands).judge(Heard(-1, leaked, {}))


@pytest.fixture(scope="module")
def evening():
    return asyncio.run(an_evening(Random(3)))


@pytest.mark.parametrize("leak", LEAKS.values(), ids=list(LEAKS))
def test_a_leak_in_any_spelling_is_found(evening, leak):
    _, hands = evening
    truth = next(iter(hands.values()))
    hidden = next(row for row in truth.hidden_rows(None) if len(row) >= 6)
    leaked = json.dumps({"type": "pong", **leak(hidden, truth.key)}, ensure_ascii=False)
    with pytest.raises(Peek):
        Judge(hands).judge(Heard(-1, leaked, {}))
