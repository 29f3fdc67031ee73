from random import Random

import pytest

from showdown import Ruleset
from showdown.rules import events as ev
from showdown.rules.ruleset import DrawMode
from tests.server.gateway.kit import open_house
from tests.server.gateway.proven_clients import play_all, players

NAMES = ("Ada", "Bob", "Cyd", "Dan", "Eve", "Fay")


def quick(**options):
    return Ruleset(sb=5, bb=10, hand_pause=0, **options)


@pytest.mark.parametrize("mode", list(DrawMode))
async def test_each_player_finds_that_his_hands_were_dealt_as_promised(mode):
    table = ("main", quick(draw_mode=mode))
    async with open_house(tables=[table]) as house, players(house.url, NAMES, Random(1)) as all_:
        await play_all(all_, 6)
    for player in all_:
        findings = [each.findings for each in player.found]
        assert all(findings)
        proven = [each for each in findings if each.is_random]
        assert len(proven) >= 4
        assert any(each.reshuffles for each in findings)
        assert not any(each.missed for each in player.found)
    heads = [{each.hand: each.findings.head for each in player.found} for player in all_]
    common = set.intersection(*(set(each) for each in heads))
    assert len(common) >= 3
    assert all(len({each[hand] for each in heads}) == 1 for hand in common)


async def test_at_a_table_that_is_not_proven_nobody_finds_anything():
    async with (
        open_house(tables=[("main", quick(proof=False))]) as house,
        players(house.url, NAMES, Random(1)) as all_,
    ):
        await play_all(all_, 10, beside=all_)  # who comes late waits for the big blind
        journal = house.storage.journal.entries
        events = [event for entry in journal for event in entry.events]
    assert any(isinstance(event, ev.Reshuffled) for event in events)
    assert {each.findings for player in all_ for each in player.found} == {None}
