from random import Random

import pytest

from server.tables import window
from showdown import Ruleset
from showdown.rules import events as ev
from showdown.rules.ruleset import DrawMode
from tests.server.gateway.kit import open_house
from tests.server.gateway.proven_clients import play_all, players

NAMES = ("Ada", "Bob", "Cyd", "Dan", "Eve", "Fay")


def quick(**options):
    return Ruleset(sb=5, bb=10, hand_pause=0, **options)


@pytest.mark.parametrize("mode", list(DrawMode))
async def test_each_player_finds_that_his_hands_were_dealt_as_promised(mode, monkeypatch):
    monkeypatch.setattr(window, "OPEN_WINDOW", 60)  # nobody is late, however busy the machine is
    table = ("main", quick(draw_mode=mode))
    async with open_house(tables=[table]) as house, players(house.url, NAMES, Random(1)) as all_:
        # Who comes late waits for the big blind, and it takes six to use up the cards.
        await play_all(
            all_, 4, lambda: all(map(has_found_all_kinds, all_)) and len(heard(all_)) > 2
        )
    for player in all_:
        assert all(each.findings for each in player.found)
        assert not any(each.missed for each in player.found)
    assert all(len(heads) == 1 for heads in heard(all_).values())


def has_found_all_kinds(player):
    """Whether somebody has seen hands whose cards were nobody's choice, and a reshuffle."""
    findings = [each.findings for each in player.found if each.findings]
    return sum(each.is_random for each in findings) >= 4 and any(e.reshuffles for e in findings)


def heard(all_):
    """What each found at the head of the hands that all have heard."""
    found = [{each.hand: each for each in player.found} for player in all_]
    common = set.intersection(*map(set, found))
    return {
        hand: {each[hand].findings and each[hand].findings.head for each in found}
        for hand in common
    }


async def test_at_a_table_that_is_not_proven_nobody_finds_anything():
    async with (
        open_house(tables=[("main", quick(proof=False))]) as house,
        players(house.url, NAMES, Random(1)) as all_,
    ):
        await play_all(all_, 10)  # who comes late waits for the big blind
        journal = house.storage.journal.entries
        events = [event for entry in journal for event in entry.events]
    assert any(isinstance(event, ev.Reshuffled) for event in events)
    assert {each.findings for player in all_ for each in player.found} == {None}
