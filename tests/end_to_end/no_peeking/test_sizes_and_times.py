"""
Neither how long a frame is nor when it comes tells what somebody holds.

The same hand is played again and again with other cards. What others get before the showdown is the
same to the byte, and what the holder himself gets is as long whatever he holds, so that nobody who
only sees sizes on the network learns of it.
"""

import json
import re
from collections import defaultdict
from math import sqrt
from statistics import mean, variance
from time import perf_counter
from typing import Any

import pytest

from showdown import Ruleset
from showdown.rules.deal import deck_order, first_button
from showdown.rules.ruleset import DrawMode, Openers
from showdown.rules.wild import Wild
from tests.server.gateway.kit import open_house

CARD = re.compile(r'"(?:[2-9TJQKA][cdhs]|X[12])"')
PROOF = re.compile(r'"[A-Za-z0-9_-]{43}"')
CLOCK = re.compile(r'"(base_ms|bank_ms)":\d+')
QUICK: dict[str, Any] = {"hand_pause": 0, "max_seats": 2}
TABLES = {
    "no limit": Ruleset(sb=5, bb=10, **QUICK),
    "simultaneous draw": Ruleset(sb=5, bb=10, draw_mode=DrawMode.SIMULTANEOUS, **QUICK),
    "wild cards": Ruleset(ante=5, min_bet=10, wild=Wild.WILD, jokers=2, **QUICK),
    "an ace kept lets four go": Ruleset(sb=5, bb=10, max_draw=3, ace4=True, **QUICK),
    "jackpots": Ruleset(ante=5, min_bet=10, jacks=Openers.JACKS, **QUICK),
}
KINDS = ("nothing", "an ace", "a pair", "jacks or better", "two pair", "three or more")


def kind_of(rules, hand):
    """A rough class of a hand."""
    rank = rules.rank(hand)
    ranks = [str(card)[0] for card in hand]
    if rank.category >= 3:
        return "three or more"
    if rank.category == 2:
        return "two pair"
    if rank.category == 1:
        return "jacks or better" if any(ranks.count(r) == 2 for r in "JQKA") else "a pair"
    return "an ace" if "A" in ranks else "nothing"


def one_key_of_each_kind(rules, rng):
    """Keys that give seat 2 a hand of each kind, where seat 1 has the button."""
    keys: dict[str, bytes] = {}
    while len(keys) < len(KINDS):
        key = rng.randbytes(32)
        if first_button(key, (1, 2)) == 1:
            keys.setdefault(kind_of(rules, deck_order(key, rules.deck)[0:10:2]), key)
    return keys


class Hand:
    """One hand of two that somebody watches: everybody checks or calls, and draws two."""

    def __init__(self, house, anna, boris, looker):
        self._house, self._seats, self._looker = house, {1: anna, 2: boris}, looker
        self.seconds: list[float] = []
        """How long it took from each action until the one who looks on heard of it."""

    async def play(self):
        for wire in self._seats.values():
            assert (await wire.ask("sit", table="main"))["ok"]
        while (event := await self._next())["type"] == "turn":
            for seat in (event["seat"], *(each["seat"] for each in event.get("others", ()))):
                await self._act(seat, event["turn"])

    async def _next(self):
        """The next turn, or the event with which hands begin to be shown or the hand ends."""
        while True:
            frame = await self._looker.read()
            for event in frame.get("events", ()):
                if event.get("type") in ("turn", "hand_shown", "hand_ended"):
                    return event

    async def _asked(self, wire, turn):
        def asks(frame):
            return (frame.get("request") or {}).get("turn") == turn

        return next(filter(asks, wire.frames), None) or await wire.until(asks)

    async def _act(self, seat, turn):
        wire = self._seats[seat]
        asked = await self._asked(wire, turn)
        hand = asked.get("hand") or asked["view"]["hand"]
        legal = asked["request"]["legal"]
        action = {"type": "check"} if legal.get("check") else {"type": "call"}
        if "draw" in legal:
            action = {"type": "draw", "cards": asked["request"]["cards"][:2]}
        start = perf_counter()
        await wire.send(
            json.dumps({"type": "act", "id": f"a{turn}", "table": "main", "hand": hand,
                        "turn": turn, "action": action})
        )  # fmt: skip
        assert (await wire.reply(f"a{turn}"))["ok"]
        self.seconds.append(perf_counter() - start)


async def heard(rules, key):
    """What the one who looks on, the first and the second heard of a hand before its end."""
    async with (
        open_house(tables=[("main", rules)], new_key=lambda: key) as house,
        house.guest("Looker") as looker,
        house.guest("Anna") as anna,
        house.guest("Boris") as boris,
    ):
        assert (await looker.ask("watch", table="main"))["ok"]
        hand = Hand(house, anna, boris, looker)
        await hand.play()
        return [before_the_end(wire) for wire in (looker, anna, boris)], hand.seconds


def before_the_end(wire):
    """The frames of a hand before anything is shown, without clocks and digests."""
    texts = []
    for frame in wire.frames:
        if frame["type"] == "welcome":
            continue
        if any(e.get("type") in ("hand_shown", "hand_ended") for e in frame.get("events", ())):
            break
        text = PROOF.sub('"proof"', json.dumps(frame, separators=(",", ":")))
        texts.append(CLOCK.sub(r'"\1":0', text))
    return texts


@pytest.mark.soak(slice=1)
@pytest.mark.parametrize("rules", TABLES.values(), ids=list(TABLES))
async def test_frames_are_the_same_or_as_long_whatever_the_cards(rules, rounds):
    for rng in rounds:
        seen = {}
        for kind, key in one_key_of_each_kind(rules, rng).items():
            (looker, *holders), _ = await heard(rules, key)
            assert not any(CARD.search(text) for text in looker)
            covered = [[CARD.sub('"??"', text) for text in holder] for holder in holders]
            seen[kind] = (looker, *([len(text) for text in holder] for holder in covered))
        first = seen["nothing"]
        for kind, others in seen.items():
            assert others == first, kind


@pytest.mark.soak
async def test_the_time_that_an_action_takes_tells_no_hands_apart(rounds, capsys):
    """Printed, not judged: Welch's t for the strong hands against the rest."""
    rules = TABLES["no limit"]
    times: dict[bool, list[float]] = defaultdict(list)
    for rng in rounds:
        for kind, key in one_key_of_each_kind(rules, rng).items():
            _, seconds = await heard(rules, key)
            times[kind in ("two pair", "three or more")] += seconds
    strong, weak = times[True], times[False]
    spread = sqrt(variance(strong) / len(strong) + variance(weak) / len(weak))
    t = (mean(strong) - mean(weak)) / spread
    with capsys.disabled():
        print(  # noqa: T201 - this is what it is for
            f"\nan action with a strong hand {mean(strong) * 1e6:,.0f} us, with a weak one "
            f"{mean(weak) * 1e6:,.0f} us, n = {len(strong)} and {len(weak)}, t = {t:.2f}"
        )
    assert len(strong) > 10
