"""A hand between bots: by the rules, with what they do wrong noted and made good."""

from collections import defaultdict

import pytest

from showdown import Ruleset, Wild
from showdown.arena.dealing import Piles, SeededDeal
from showdown.arena.keeping import retold
from showdown.rules import events as ev
from showdown.rules.hand import replay
from showdown.rules.ruleset import DrawMode, Game, Openers
from tests.showdown.arena.players import (
    RULES,
    Broken,
    Ear,
    Gambler,
    Greedy,
    Late,
    Leaver,
    Maniac,
    Slow,
    Watcher,
    pieces,
    plan,
)

RULESETS = [
    RULES,
    Ruleset(game=Game.FIXED_LIMIT, sb=5, bb=10, unit=5),
    Ruleset(game=Game.POT_LIMIT, sb=1, bb=2, ante=1, burn=True),
    Ruleset(sb=1, bb=2, wild=Wild.WILD, jokers=2, max_draw=3, ace4=True),
    Ruleset(sb=1, bb=2, wild=Wild.BUG, draw_mode=DrawMode.SIMULTANEOUS, burn=True),
    Ruleset(ante=1, min_bet=2, jacks=Openers.JACKS),
]


NAMES = ["NL", "FL", "PL", "wild", "together", "jackpots"]


def hands_of(match):
    """All hands of a match, by deal."""
    hands = defaultdict(list)
    pieces(match, lambda _, hand: hands[hand.state.hand].append(hand))
    return hands


@pytest.mark.parametrize("ruleset", RULESETS, ids=NAMES)
@pytest.mark.parametrize("duplicate", [False, True])
def test_what_some_win_others_lose_whatever_is_played(ruleset, duplicate):
    for bots in ((Gambler, "caller"), (Gambler, "random", Maniac), ("tight", *[Gambler] * 5)):
        for piece in pieces(plan(*bots, ruleset=ruleset, duplicate=duplicate)):
            assert all(sum(nets) == 0 for nets in zip(*piece.nets, strict=True))


@pytest.mark.parametrize("ruleset", RULESETS, ids=NAMES)
@pytest.mark.parametrize("players", [2, 5, 6])
def test_a_duplicate_deal_has_the_same_cards_in_every_seating(ruleset, players):
    match = plan(*[Gambler] * (players - 1), "tight", ruleset=ruleset, duplicate=True, hands=30)
    for hands in hands_of(match).values():
        assert len(hands) == players
        assert len({hand.state.dealt for hand in hands}) == 1


@pytest.mark.parametrize("ruleset", RULESETS, ids=NAMES)
def test_up_to_five_seats_each_seat_has_replacement_cards_of_its_own(ruleset):
    match = plan(*[Gambler] * 4, "tight", ruleset=ruleset, duplicate=True, hands=120)
    seen = 0
    for hands in hands_of(match).values():
        piles: dict[int, tuple] = {}
        for hand in hands:
            for event in hand.events:
                if isinstance(event, ev.CardsDrawn):
                    longer = max(piles.get(event.seat, ()), event.cards, key=len)
                    assert longer[: len(event.cards)] == event.cards
                    shared = piles.get(event.seat, ())[: len(event.cards)]
                    assert event.cards[: len(shared)] == shared
                    piles[event.seat] = longer
                    seen += 1
        drawn = [card for pile in piles.values() for card in pile]
        assert len(set(drawn)) == len(drawn)
    assert seen > 60


def test_six_seats_have_piles_where_few_cards_may_be_drawn():
    assert Piles.fit(Ruleset(sb=1, bb=2, max_draw=3), 6)
    assert not Piles.fit(Ruleset(sb=1, bb=2, max_draw=3, ace4=True), 6)
    assert all(Piles.fit(rules, 5) for rules in RULESETS)


@pytest.mark.parametrize("ruleset", RULESETS, ids=NAMES)
def test_a_hand_can_be_told_as_at_any_table_and_replayed(ruleset):
    match = plan(Gambler, "random", Maniac, ruleset=ruleset, duplicate=True, hands=30)
    for hands in hands_of(match).values():
        for hand in hands:
            events = retold(hand, {})
            again = replay(events)
            assert again.stacks == hand.state.stacks
            assert [each for each in events if not isinstance(each, ev.CardsDealt)] == [
                each for each in hand.events if not isinstance(each, ev.CardsDealt)
            ]


def test_a_bot_is_seeded_by_deal_and_seat_and_not_by_who_it_is():
    deal, other = SeededDeal(1, 5, RULES), SeededDeal(1, 6, RULES)
    chances = deal.chances + other.chances
    assert len(set(chances)) == len(chances) == 16
    assert all(0 <= chance < 2**53 for chance in chances)
    assert SeededDeal(1, 5, RULES).chances == deal.chances


def test_nobody_is_told_who_the_others_are_or_meets_a_deal_twice():
    Watcher.views.clear()
    pieces(plan(Watcher, Watcher, duplicate=True, hands=20))
    assert len({(seat, hand) for seat, hand, *_ in Watcher.views}) == 20
    assert {player.name for *_, players in Watcher.views for player in players} == {""}


def test_a_coroutine_may_decide():
    match = plan(Slow, "caller")
    [faultless] = {(s.crashes, s.illegal, s.timeouts) for p in pieces(match) for s in p.seats}
    assert faultless == (0, 0, 0)


def test_bots_that_learn_hear_each_event_and_each_hand():
    Ear.hands.clear()
    pieces(plan(Ear, "caller", hands=10))
    assert len(Ear.hands) == 10
    for hand, heard in Ear.hands:
        assert hand.events == heard
        started, ended = heard[0], heard[-1]
        before = {player.seat: player.stack for player in started.players}
        after = {each.seat: each.stack for each in ended.stacks}
        assert hand.net == after[hand.seat] - before[hand.seat]


def test_what_a_bot_does_wrong_is_counted_and_the_safe_move_is_made_for_it():
    [first, _] = pieces(plan(Broken, "caller", hands=10))
    broken, caller = first.seats
    assert broken.crashes == 5
    assert broken.illegal == 10
    assert broken.first_hand == 1
    assert broken.first_fault == (
        "illegal in decide: 'call' is not a move; one is view.fold(), view.call(), "
        "view.raise_to(60) or view.draw(cards)."
    )
    assert (caller.crashes, caller.illegal, caller.timeouts) == (0, 0, 0)


def test_a_move_that_the_view_refuses_is_one_that_is_not_allowed():
    [first, _] = pieces(plan(Greedy, "caller", hands=10))
    assert (first.seats[0].crashes, first.seats[0].illegal) == (0, 5)


def test_a_bot_that_would_end_the_program_has_crashed():
    [first, _] = pieces(plan(Leaver, "caller", hands=10))
    assert first.seats[0].crashes == 5
    assert first.seats[0].first_fault == "crash in decide: SystemExit: I am off"


def test_a_program_that_does_not_answer_counts_as_late():
    [first, _] = pieces(plan(Late, "caller", hands=10))
    late = first.seats[0]
    assert late.timeouts == late.decisions > 10
    assert late.first_fault == "timeout in decide: TimeoutError: nothing was heard for 2 s"
