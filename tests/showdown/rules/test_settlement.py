"""
Who shows, who is paid, and what the house takes.
"""

from decimal import Decimal

import pytest

from showdown import (
    BetTo,
    Call,
    Check,
    Draw,
    Fold,
    RaiseTo,
    Ruleset,
    evolve,
    parse_cards,
    rank,
)
from showdown.rules import events as ev
from showdown.testing.playbook import Playbook
from showdown.testing.watched import WatchedHand

BLINDS = Ruleset(sb=5, bb=10)
ANTES = Ruleset(ante=1, min_bet=2)

# From the best to the worst.
ACES, QUEENS, TENS, EIGHTS, SIXES = (
    "AcAdAhKsKd",
    "QcQdQhJsJd",
    "TcTdTh2s2d",
    "8c8d8h7s7d",
    "6c6d6h5s5d",
)
STRAIGHTS = ("9c8d7h6s5c", "9d8h7s6c5d", "9h8s7c6d5h")


def shows(seat, cards):
    held = parse_cards(cards)
    return ev.HandShown(seat=seat, cards=held, rank=int(rank(held)))


def mucks(seat, cards):
    return ev.HandMucked(seat=seat, cards=parse_cards(cards))


def paid(seat, amount, pot=0):
    return ev.PotAwarded(seat=seat, pot=pot, amount=amount)


def to_the_draw_and_back(playbook, *seats):
    """Everybody who is named stands pat."""
    for seat in seats:
        playbook >>= Draw(seat)
    return playbook


# ---- who shows first -----------------------------------------------------------------------------


def three(hands, **options):
    """Three seats after the draw, button in seat 1; the pot is 60."""
    playbook = Playbook(
        options.pop("ruleset", BLINDS),
        options.pop("stacks", {1: 200, 2: 200, 3: 200}),
        button=1,
        hands=dict(enumerate(hands, 1)),
    )
    playbook = playbook >> RaiseTo(1, 20) >> Call(2) >> Call(3)
    return to_the_draw_and_back(playbook, 2, 3, 1)


def test_the_last_to_bet_after_the_draw_shows_first_and_a_beaten_hand_is_mucked():
    assert (
        three([EIGHTS, TENS, QUEENS])
        >> BetTo(2, 20)
        >> Call(3)
        >> Call(1)
        << shows(2, TENS)
        << shows(3, QUEENS)
        << mucks(1, EIGHTS)
    )


def test_the_last_to_raise_is_the_last_to_bet():
    assert (
        three([EIGHTS, TENS, QUEENS])
        >> BetTo(2, 20)
        >> Fold(3)
        >> RaiseTo(1, 40)
        >> Call(2)
        << shows(1, EIGHTS)
        << shows(2, TENS)
    )


def test_without_a_bet_after_the_draw_the_first_left_of_the_button_shows_first():
    assert (
        three([ACES, QUEENS, TENS])  # the raise before the draw does not count
        >> Check(2)
        >> Check(3)
        >> Check(1)
        << shows(2, QUEENS)
        << mucks(3, TENS)
        << shows(1, ACES)
    )


def test_a_hand_that_ties_is_shown():
    assert (
        three([STRAIGHTS[0], STRAIGHTS[2], STRAIGHTS[1]])
        >> Check(2)
        >> Check(3)
        >> Check(1)
        << shows(2, STRAIGHTS[2])
        << shows(3, STRAIGHTS[1])
        << shows(1, STRAIGHTS[0])
        << paid(2, 20)
        << paid(3, 20)
        << paid(1, 20)
    )


def test_an_all_in_for_less_is_a_bet_too():
    stacks = {1: 200, 2: 200, 3: 26}
    assert (
        three([EIGHTS, TENS, QUEENS], stacks=stacks)
        >> Check(2)
        >> BetTo(3, 6)
        >> Call(1)
        >> Call(2)
        << shows(3, QUEENS)
        << shows(1, EIGHTS)
        << shows(2, TENS)
    )


# ---- with somebody all-in ------------------------------------------------------------------------

SHORT = {1: 200, 2: 20, 3: 200}


def test_with_an_all_in_player_every_hand_is_shown_the_side_pot_first():
    assert (
        three([EIGHTS, ACES, QUEENS], stacks=SHORT)
        >> BetTo(3, 50)
        >> Call(1)
        << shows(3, QUEENS)
        << shows(1, EIGHTS)
        << shows(2, ACES)
        << paid(3, 100, pot=1)
        << paid(2, 60, pot=0)
    )


def test_where_the_table_does_not_say_so_beaten_all_in_hands_are_mucked():
    rules = Ruleset(sb=5, bb=10, tabled=False)
    assert (
        three([EIGHTS, TENS, QUEENS], stacks=SHORT, ruleset=rules)
        >> BetTo(3, 50)
        >> Call(1)
        << shows(3, QUEENS)
        << mucks(1, EIGHTS)
        << mucks(2, TENS)
    )


def test_a_hand_is_shown_that_wins_only_a_side_pot():
    rules = Ruleset(sb=5, bb=10, tabled=False)
    assert (
        three([QUEENS, ACES, EIGHTS], stacks=SHORT, ruleset=rules)
        >> BetTo(3, 50)
        >> Call(1)
        << shows(3, EIGHTS)
        << shows(1, QUEENS)
        << shows(2, ACES)
    )


def test_the_last_side_pot_shows_before_the_ones_before_it():
    hands = {1: SIXES, 2: EIGHTS, 3: TENS, 4: QUEENS}
    stacks = {1: 300, 2: 50, 3: 120, 4: 300}
    playbook = Playbook(BLINDS, stacks, button=4, hands=hands)
    playbook = playbook >> RaiseTo(3, 120) >> Call(4) >> Call(1) >> Call(2)
    assert (
        to_the_draw_and_back(playbook, 1, 2, 3, 4)
        >> Check(1)
        >> BetTo(4, 50)
        >> Call(1)
        << shows(4, QUEENS)
        << shows(1, SIXES)
        << shows(3, TENS)
        << shows(2, EIGHTS)
        << paid(4, 100, pot=2)
        << paid(4, 210, pot=1)
        << paid(4, 200, pot=0)
    )


def test_a_pot_that_one_player_alone_can_win_goes_to_him_whatever_he_holds():
    # Seat 3 folds 60 that only seat 1 has matched; seat 2 is all-in with 20.
    assert (
        three([SIXES, ACES, QUEENS], stacks=SHORT)
        >> BetTo(3, 60)
        >> RaiseTo(1, 180)
        >> Fold(3)
        << ev.BetReturned(seat=1, amount=120)
        << shows(1, SIXES)
        << shows(2, ACES)
        << paid(1, 120, pot=1)
        << paid(2, 60, pot=0)
    )


# ---- shares --------------------------------------------------------------------------------------


def test_the_odd_chip_goes_to_the_first_winner_left_of_the_button():
    # Seat 4, first left of the button, folds; 71 are left for seats 2 and 5.
    hands = {2: STRAIGHTS[0], 5: STRAIGHTS[1], 4: ACES}
    rules = Ruleset(ante=1, min_bet=2)
    playbook = Playbook(rules, {2: 100, 4: 100, 5: 100}, button=3, hands=hands)
    playbook = playbook >> BetTo(4, 2) >> RaiseTo(5, 33) >> Call(2) >> Fold(4)
    assert (
        to_the_draw_and_back(playbook, 5, 2) >> Check(5) >> Check(2) << paid(5, 36) << paid(2, 35)
    )


def test_a_seat_that_folded_gets_no_odd_chip():
    hands = {1: STRAIGHTS[0], 2: STRAIGHTS[1], 3: ACES, 4: STRAIGHTS[2]}
    playbook = Playbook(ANTES, dict.fromkeys(range(1, 5), 100), button=2, hands=hands)
    playbook = playbook >> Check(3) >> BetTo(4, 2) >> Call(1) >> Call(2) >> Fold(3)
    assert (
        to_the_draw_and_back(playbook, 4, 1, 2)
        >> Check(4)
        >> Check(1)
        >> Check(2)
        << paid(4, 4)
        << paid(1, 3)
        << paid(2, 3)
    )


def test_the_odd_unit_is_a_whole_chip():
    hands = {1: STRAIGHTS[0], 2: STRAIGHTS[1], 3: ACES}
    rules = Ruleset(ante=5, min_bet=10, unit=5)
    playbook = Playbook(rules, dict.fromkeys((1, 2, 3), 100), button=3, hands=hands)
    playbook = playbook >> BetTo(1, 15) >> RaiseTo(2, 35) >> Fold(3) >> Call(1)
    # Three antes of 5 and two bets of 35.
    assert (
        to_the_draw_and_back(playbook, 1, 2) >> Check(1) >> Check(2) << paid(1, 45) << paid(2, 40)
    )


def test_in_each_pot_the_odd_chips_are_counted_anew():
    hands = {1: STRAIGHTS[0], 2: STRAIGHTS[1], 3: STRAIGHTS[2]}
    stacks = {1: 11, 2: 100, 3: 100, 4: 100}
    playbook = Playbook(ANTES, stacks, button=4, hands=hands)
    playbook = playbook >> BetTo(1, 10) >> RaiseTo(2, 30) >> Call(3) >> Call(4)
    assert (
        to_the_draw_and_back(playbook, 1, 2, 3, 4)
        >> Check(2)
        >> Check(3)
        >> BetTo(4, 3)
        >> RaiseTo(2, 10)
        >> Call(3)
        >> Fold(4)
        # The side pot: 30 of seat 2, 30 of seat 3, and 23 that seat 4 has left there.
        << paid(2, 42, pot=1)
        << paid(3, 41, pot=1)
        # The main pot: four times 11.
        << paid(1, 15)
        << paid(2, 15)
        << paid(3, 14)
    )


def test_a_hand_that_cannot_win_anything_any_more_does_not_merge_the_pots_it_was_in():
    """Seven stacks all-in before the draw: each makes a pot, and the odd chips stay in theirs."""
    stacks = dict(enumerate((76, 181, 300, 117, 5, 66, 27), 1))
    hand = WatchedHand(ANTES, stacks, 7)
    hand.act(BetTo(1, 75))
    hand.act(RaiseTo(2, 180))
    for seat in (3, 4, 5, 6, 7):
        hand.act(Call(seat))
    for seat in range(1, 8):
        hand.act(Draw(seat))
    assert hand.ended is not None
    assert [pot.amount for pot in hand.ended.pots] == [
        7 * 5, 6 * 22, 5 * 39, 4 * 10, 3 * 41, 2 * 64,
    ]  # fmt: skip


# ---- rake ----------------------------------------------------------------------------------------


def raked(rules, stacks, *actions, hands=None, **options):
    hand = WatchedHand(rules, stacks, max(stacks), **options)
    for action in actions:
        hand.act(action)
    return [(event.pot, event.amount) for event in hand.events if isinstance(event, ev.Raked)]


def side_pots(rake, rake_cap, main, side, unit=1):
    """The rake of two pots of these sizes, from two deep stacks and a short one."""
    ante = main // 3
    rules = Ruleset(ante=unit, min_bet=unit, unit=unit, rake=rake, rake_cap=rake_cap)
    deep = ante + side // 2
    hand = WatchedHand(rules, {1: ante, 2: deep, 3: deep}, 3)
    for action in (BetTo(1, ante - unit), Call(2), Call(3)):
        hand.act(action)
    for seat in (1, 2, 3):
        hand.act(Draw(seat))
    hand.act(BetTo(2, side // 2))
    hand.act(Call(3))
    assert hand.ended is not None
    assert [pot.amount for pot in hand.ended.pots] == [main, side]
    assert sum(hand.state.raked) == hand.ended.rake
    return [(event.pot, event.amount) for event in hand.events if isinstance(event, ev.Raked)]


def test_the_cap_runs_from_the_main_pot_to_the_last_side_pot():
    assert side_pots(Decimal("0.05"), 10, 120, 200) == [(0, 6), (1, 4)]
    assert side_pots(Decimal("0.05"), 6, 120, 200) == [(0, 6)]
    assert side_pots(Decimal("0.05"), 0, 120, 200) == [(0, 6), (1, 10)]


def test_the_state_has_the_rake_of_each_pot():
    state = WatchedHand(ANTES, {1: 5, 2: 100}, 2).state
    for event in (ev.Raked(pot=2, amount=3), ev.Raked(pot=3, amount=1)):
        state = evolve(state, event)
    assert state.raked == (0, 0, 3, 1)


def test_rake_is_rounded_down_to_whole_units():
    assert side_pots(Decimal("0.05"), 0, 375, 1050, unit=25) == [(1, 50)]  # 18.75 gives nothing
    assert side_pots(Decimal("0.333"), 0, 30, 10) == [(0, 9), (1, 3)]


def called_after_the_draw(rake):
    return (
        Playbook(Ruleset(sb=5, bb=10, rake=rake, rake_cap=3), dict.fromkeys((1, 2, 3), 200), 1)
        >> RaiseTo(1, 30)
        >> Fold(2)
        >> Call(3)
        >> Draw(3)
        >> Draw(1)
        >> Check(3)
        >> BetTo(1, 100)
        >> Fold(3)
    )


def test_a_returned_bet_is_not_raked():
    assert (
        called_after_the_draw(Decimal("0.05"))
        << ev.BetReturned(seat=1, amount=100)
        << ev.Raked(pot=0, amount=3)
        << paid(1, 62)
    )


def test_no_draw_no_rake():
    rules = Ruleset(sb=5, bb=10, rake=Decimal("0.5"))
    assert raked(rules, {1: 200, 2: 200}, RaiseTo(2, 30), Fold(1)) == []
    assert raked(
        rules, {1: 200, 2: 200}, Call(2), Check(1), Draw(1), Draw(2), Check(1), Fold(2)
    ) == [(0, 10)]


def test_a_given_rake_takes_the_place_of_the_share_and_leaves_the_main_pot_first():
    rules = Ruleset(sb=5, bb=10, rake=Decimal("0.5"))
    assert raked(rules, {1: 200, 2: 200}, RaiseTo(2, 30), Fold(1), rake=1) == [(0, 1)]
    hand = WatchedHand(ANTES, {1: 5, 2: 100, 3: 100}, 3, rake=20)
    for action in (BetTo(1, 4), Call(2), Call(3), Draw(1), Draw(2), Draw(3), BetTo(2, 10), Call(3)):
        hand.act(action)
    assert [(e.pot, e.amount) for e in hand.events if isinstance(e, ev.Raked)] == [(0, 15), (1, 5)]


@pytest.mark.parametrize("rake", ["0.1", "0.07", "0.001"])
def test_rake_is_exact(rake):
    # 0.1 x 30 and 0.07 x 100 are whole numbers, which floats miss.
    rules = Ruleset(ante=50, min_bet=50, rake=Decimal(rake))
    hand = WatchedHand(rules, {1: 500, 2: 500}, 2)
    for action in (Check(1), Check(2), Draw(1), Draw(2), Check(1), Check(2)):
        hand.act(action)
    assert hand.ended is not None
    assert hand.ended.rake == int(Decimal(100) * Decimal(rake))
