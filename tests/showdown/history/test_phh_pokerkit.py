"""
The page about formats says how pokerkit reads our files. Its lines are run here as they stand.
"""

import re
import warnings
from pathlib import Path
from random import Random

import pytest
from msgspec.structs import replace

from showdown.history import HandRecord, to_phh
from showdown.rules import events as ev
from showdown.rules.ruleset import AnteType, Second
from showdown.rules.wild import Wild
from showdown.testing.rulesets import any_ruleset
from tests.showdown.history.any_records import played_record
from tests.showdown.history.golden import golden_records

PAGE = Path(__file__).parents[3] / "docs" / "formats.md"


@pytest.fixture(scope="module")
def load():
    """The function ``load`` of the page."""
    section = PAGE.read_text(encoding="utf-8").partition("### With pokerkit")[2]
    lines = re.search(r"```python\n(.*?)```", section, re.DOTALL)
    assert lines is not None
    names: dict = {}
    exec(compile(lines[1], str(PAGE), "exec"), names)
    return names["load"]


def stacks_by_pokerkit(load, text: str) -> list:
    with warnings.catch_warnings():
        # It warns of folds that nobody needs and of cards that a reshuffle brings back.
        warnings.simplefilter("ignore")
        *_, state = load(text)
    assert not state.status
    return list(state.stacks)


def stacks_of(record: HandRecord) -> list:
    """The stacks at the end in the order of the deal, as numbers that are displayed."""
    stacks = {each.seat: each.stack for each in record.ended.stacks}
    return [stacks[dealt.seat] for dealt in record.started.lineup]


def cannot_be_told(record: HandRecord) -> bool:
    """What the page says that it cannot be told."""
    started, rules = record.started, record.ruleset
    stacks = {dealt.seat: dealt.stack for dealt in started.lineup}
    each = rules.ante if rules.ante_type is AnteType.EACH else 0
    dead = any(post.dead for post in started.posts)
    short = any(stack < each for stack in stacks.values())
    blind = started.big_blind
    nothing_left = blind is not None and stacks[blind] <= each
    called = [e.pots for e in record.events if isinstance(e, ev.HandEnded)]
    raked = sum(e.amount for e in record.events if isinstance(e, ev.Raked))
    pot = sum(pot.amount for pots in called for pot in pots)
    if "less than others put in" in " ".join(to_phh(record).left_out):
        return True
    contested = any(isinstance(event, ev.HandShown) for event in record.events)
    too_much = not contested and 2 * raked > pot
    return (dead and short) or nothing_left or too_much


def ties(record: HandRecord) -> bool:
    winners: dict[int, int] = {}
    for event in record.events:
        if isinstance(event, ev.PotAwarded):
            winners[event.pot] = winners.get(event.pot, 0) + 1
    return max(winners.values(), default=0) > 2


def any_telling_record(rng: Random) -> HandRecord | None:
    rules = any_ruleset(rng)
    if rules.wild is not Wild.NONE or rules.jacks is not None or rules.second is Second.OPENER:
        return None
    return played_record(rng, rules)


@pytest.mark.soak(slice=600)
def test_pokerkit_replays_our_hands_to_the_same_stacks(rounds, load):
    replayed = left_out = 0
    for rng in rounds:
        record = any_telling_record(rng)
        if record is None:
            continue
        if cannot_be_told(record) or ties(record):
            left_out += 1
            continue
        assert stacks_by_pokerkit(load, to_phh(record)) == stacks_of(record), to_phh(record)
        replayed += 1
    assert replayed > 5 * left_out


@pytest.mark.parametrize("record", golden_records(), ids=lambda record: str(record.hand))
def test_pokerkit_replays_the_cents_of_real_hands(record, load):
    # Without what the text claims all cards count as real, so there is a showdown.
    own = replace(record, claims=None)
    found = stacks_by_pokerkit(load, to_phh(own))
    assert [round(stack * 100) for stack in found] == stacks_of(record)
