"""Both verifiers agree on what was dealt to clients that are silent, late, cut off and new."""

import asyncio
from collections import Counter
from itertools import count, islice
from typing import Any

import pytest

from server.gateway import turns
from showdown import Ruleset
from showdown.protocol import contributing
from showdown.rules.ruleset import DrawMode, ReshuffleMode, TableId
from showdown.rules.wild import Wild
from tests.end_to_end.no_peeking.test_no_peeking import NO_BOUNDS
from tests.server.gateway.kit import open_house
from tests.server.gateway.wayward import WaywardPlayer, play_all
from tests.showdown.rules.fairness.test_second_verifier import ours, verdicts
from tests.showdown.rules.fairness.trying import cards_found, seen_by

ENOUGH = 8
"""After so many evenings everything has happened that can."""

QUICK: dict[str, Any] = {
    "sb": 5,
    "bb": 10,
    "hand_pause": 0,
    "max_seats": 8,
    "act_time": 60,
    "draw_time": 60,
}
SIMULTANEOUS: dict[str, Any] = {"draw_mode": DrawMode.SIMULTANEOUS}
GAMES = {
    "in turn": (8, Ruleset(**QUICK)),
    "simultaneous": (8, Ruleset(**QUICK, **SIMULTANEOUS)),
    "jokers": (7, Ruleset(**QUICK, wild=Wild.WILD, jokers=2, burn=True)),
    "folded hands first": (8, Ruleset(**QUICK, reshuffle=ReshuffleMode.STUB_FIRST)),
    "at most three": (4, Ruleset(**QUICK, max_draw=3, ace4=True, burn=True)),
    "folded first, at once": (
        7,
        Ruleset(**QUICK, **SIMULTANEOUS, reshuffle=ReshuffleMode.STUB_FIRST, burn=True),
    ),
}
"""Of each kind of table how many sit there, and what is played."""


WANTED = {
    *(f"{used} reshuffles used" for used in range(4)),
    *DrawMode,
    *ReshuffleMode,
    "a reshuffle that nobody needed",
    "missed",
    "missed in a reshuffle",
    "another anchor",
    "folded",
    "burned",
    "with jokers",
    "late",
    "silent",
    "restart",
}


@pytest.mark.soak(slice=1)
async def test_both_verifiers_hold_each_hand_that_was_played_over_sockets_for_proven(
    rounds, soaking, tmp_path, monkeypatch, capsys
):
    monkeypatch.setattr(contributing, "LENGTH", 5)  # so that chains come to their end
    monkeypatch.setattr(turns, "AT_ONCE", 100)  # so that all sit when the first hand begins
    kinds: Counter[str] = Counter()
    for rng in rounds:
        for _ in range(ENOUGH):
            tables = await an_evening(rng, kinds, hands=30 if soaking else 3)
            agree(tables, kinds, tmp_path)
            if set(kinds) >= WANTED:
                break
    if soaking:
        with capsys.disabled():
            print(f"\n{dict(kinds)}")  # noqa: T201 - what a soak has seen
    assert not WANTED - set(kinds)


async def an_evening(rng, kinds, *, hands):
    """A table of each kind, each played until somebody has heard so many hands."""
    rules = [(name, ruleset) for name, (_, ruleset) in GAMES.items()]
    async with open_house(tables=rules, bounds=NO_BOUNDS, new_key=lambda: rng.randbytes(32)) as it:
        names = (f"P{number}" for number in count(1))
        seated = [
            [WaywardPlayer(it.url, TableId(table), next(names), rng, kinds) for _ in range(many)]
            for table, (many, _) in GAMES.items()
        ]
        try:
            await asyncio.gather(*(play_all(players, hands) for players in seated))
            for players in seated:
                played = set().union(*(player.heard for player in players))
                await asyncio.gather(*(player.look_back(played) for player in players))
        finally:
            everybody = [player for players in seated for player in players]
            await asyncio.gather(*(player.go() for player in everybody))
    return seated


def agree(tables, kinds, folder):
    """Both verifiers find what was played as it was dealt, for each who was dealt in."""
    for players in tables:
        proofs = [proof for player in players for proof in player.stored.values()]
        # What is given out later is what was heard, and checked as it came.
        for player in players:
            for hand in player.heard.keys() & player.stored.keys():
                heard, stored = player.heard[hand].view, player.stored[hand].view
                assert set(heard.cards) <= set(stored.cards)
                assert set(heard.receipts) == set(stored.receipts)
            proofs += islice(player.heard.values(), 1)
        found = [ours(proof) for proof in proofs]
        assert not [each for each in found if each.startswith("! ")]
        assert verdicts(proofs, folder) == found
        heads = {(int(proof.hand), head) for proof, head in zip(proofs, found, strict=True)}
        heads |= {head for player in players for head in player.heads.items()}
        one_of_each = {int(proof.hand): proof for proof in proofs}
        assert len(heads) == len(one_of_each)
        together = [proof for proof in proofs if proof.hand == proofs[0].hand]
        assert cards_found(together) == seen_by(together)
        for proof in one_of_each.values():
            kinds["hands"] += 1
            kinds.update(kinds_of(proof))
        kinds["another anchor"] += others_than_opened(one_of_each)
        kinds["proofs"] += len(proofs)


def kinds_of(proof):
    """What can be said of a hand."""
    used = [each for each in proof.reshuffles if each.used]
    yield from (proof.draw_mode, proof.reshuffle, f"{len(used)} reshuffles used")
    parts = [proof.contributors, *(each.contributors for each in proof.reshuffles)]
    missed = [any(each.opening is None for each in part) for part in parts]
    said = {
        "a reshuffle that nobody needed": len(used) < len(proof.reshuffles),
        "missed": missed[0],
        "missed in a reshuffle": any(missed[1:]),
        "folded": bool(proof.folded),
        "burned": proof.burn and any(each.count for each in proof.draws),
        "with jokers": proof.deck_size > 52,
        "nobody opened": not any(each.opening for each in proof.contributors),
    }
    yield from (name for name, holds in said.items() if holds)


def others_than_opened(hands):
    """How often a seat was asked for another chain than the one that it opened last."""
    last: dict[int, str] = {}
    others = 0
    for _, proof in sorted(hands.items(), key=lambda each: each[0]):
        for part in (proof.contributors, *(each.contributors for each in proof.reshuffles)):
            for each in part:
                others += last.get(each.seat, each.commitment) != each.commitment
                last[each.seat] = each.opening or each.commitment
    return others
