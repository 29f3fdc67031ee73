"""
How the hand of a text begins: the ruleset, antes, blinds, posts.
"""

import pytest

from showdown import Game, RulesetError
from showdown.history.opening import open_hand
from showdown.rules import events as ev
from tests.showdown.history.hands import SIDE_POT, TWO_PAIR, WALK, facts_of


def opened(text: str, *changes: tuple[str, str]) -> tuple[ev.HandStarted, list[tuple]]:
    """How it starts, and what is posted as (seat, live or ante, dead)."""
    for old, new in changes:
        assert old in text
        text = text.replace(old, new)
    started, *posted = open_hand(facts_of(text))
    assert isinstance(started, ev.HandStarted)
    return started, [
        (event.seat, event.amount, getattr(event, "dead", None))
        for event in posted
        if isinstance(event, ev.AntePosted | ev.BlindPosted)
    ]


def test_in_fixed_limit_the_header_gives_bets_and_the_post_the_small_blind():
    started, posted = opened(TWO_PAIR)
    rules = started.ruleset
    assert (rules.game, rules.sb, rules.bb, rules.bet_size(1)) == (Game.FIXED_LIMIT, 5, 10, 20)
    assert posted == [(2, 5, 0), (4, 10, 0)]


def test_the_small_blind_of_fixed_limit_may_be_less_than_half():
    started, posted = opened(TWO_PAIR, ("small blind $0.05", "small blind $0.03"))
    assert started.ruleset.sb == 3
    assert posted[0] == (2, 3, 0)


def test_a_short_small_blind_leaves_it_at_half_a_small_bet():
    started, posted = opened(
        TWO_PAIR,
        ("P2 ($4.50", "P2 ($0.02"),
        ("small blind $0.05", "small blind $0.02 and is all-in"),
    )
    assert started.ruleset.sb == 5
    assert posted[0] == (2, 2, 0)


def test_in_no_limit_the_header_gives_the_blinds():
    started, _ = opened(SIDE_POT)
    rules = started.ruleset
    assert (rules.game, rules.sb, rules.bb, rules.min_bet) == (Game.NO_LIMIT, 100, 200, 200)


def test_names_stacks_button_and_rake_are_those_of_the_text():
    started, _ = opened(TWO_PAIR)
    assert [(d.seat, d.name, d.stack) for d in started.lineup] == [
        (2, "P2", 450),
        (4, "P3", 600),
        (1, "P1", 500),
    ]
    assert (started.hand, started.button, started.rake) == (7001, 1, 4)


def test_nobody_has_a_clock():
    rules = opened(TWO_PAIR)[0].ruleset
    assert (rules.act_time, rules.draw_time, rules.time_bank) == (0, 0, 0)


@pytest.mark.parametrize(
    ("line", "post"),
    [
        ("P4: posts big blind $0.10", (5, 10, 0)),
        ("P4: posts small blind $0.05", (5, 0, 5)),
        ("P4: posts small & big blinds $0.15", (5, 10, 5)),
    ],
)
def test_who_comes_in_posts_a_big_blind_live_and_a_small_one_dead(line, post):
    _, posted = opened(
        WALK,
        ("P3: posts", "Seat 5: P4 ($9 in chips)\nP3: posts"),
        ("*** DEALING", f"{line}\n*** DEALING"),
    )
    assert posted == [(4, 5, 0), (1, 10, 0), post]


def test_nobody_need_post_the_small_blind():
    started, posted = opened(WALK, ("P3: posts small blind $0.05\n", ""))
    assert (started.small_blind, started.big_blind) == (None, 1)
    assert posted == [(1, 10, 0)]


def test_antes_are_posted_by_everybody_first():
    antes = "".join(f"P{n}: posts the ante $0.02\n" for n in (3, 1, 2))
    started, posted = opened(WALK, ("P3: posts small", f"{antes}P3: posts small"))
    assert started.ruleset.ante == 2
    assert posted == [(4, 2, None), (1, 2, None), (2, 2, None), (4, 5, 0), (1, 10, 0)]


def test_with_antes_alone_there_are_no_blinds():
    antes = "".join(f"P{n}: posts the ante $0.02\n" for n in (3, 1, 2))
    started, posted = opened(
        WALK,
        ("P3: posts small blind $0.05\n", antes),
        ("P1: posts big blind $0.10\n", ""),
    )
    assert (started.ruleset.bb, started.ruleset.min_bet) == (0, 10)
    assert len(posted) == 3


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        (("$0.10/$0.20", "$0.10/$0.15"), "in fixed-limit the big bet is twice the small one"),
        (("P1 ($5 in chips)", "P1 ($0 in chips)"), "The stack of seat 1 is 0"),
        (("in chips)\nSeat", "in chips) is sitting out\nSeat"), "1 players were given"),
    ],
)
def test_a_hand_that_cannot_begin_is_refused(change, sentence):
    with pytest.raises(RulesetError, match=sentence):
        opened(TWO_PAIR, change)
