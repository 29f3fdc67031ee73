"""
What a seat may do, and what calling costs.
"""

import msgspec
import pytest

from showdown import (
    DECK,
    AnteType,
    BetTo,
    Call,
    Check,
    Deal,
    Draw,
    Fold,
    Game,
    LegalActions,
    RaiseTo,
    Ruleset,
    advance,
    legal_actions,
    replay,
    start_hand,
)
from showdown.rules import events as ev
from showdown.rules.betting import Amounts
from showdown.rules.ruleset import ShortBlind
from showdown.rules.start import Blinds
from showdown.testing.watched import WatchedHand

BLINDS = Ruleset(sb=5, bb=10)
POT = Ruleset(game=Game.POT_LIMIT, sb=5, bb=10)
ANTES = Ruleset(ante=1, min_bet=2)


def play(ruleset, stacks, button, *actions, **options) -> WatchedHand:
    """A hand after these actions; stacks may be one number for seats 1 to n."""
    hand = WatchedHand(ruleset, stacks, button, **options)
    for action in actions:
        hand.act(action)
    return hand


def seats(*stacks):
    return dict(enumerate(stacks, 1))


def asked(hand: WatchedHand) -> LegalActions:
    legal = legal_actions(hand.state)
    assert legal is not None
    return legal


def to(hand: WatchedHand) -> Amounts | None:
    """The totals to which the seat to act may bet or raise."""
    return asked(hand).bet or asked(hand).raise_


# ---- the shape of the answer ---------------------------------------------------------------------


def test_before_the_deal_and_after_the_end_nobody_is_asked():
    assert legal_actions(replay(start_hand(BLINDS, seats(100, 100), 1))) is None
    assert legal_actions(play(BLINDS, seats(100, 100), 1, Fold(1)).state) is None


def test_facing_a_bet_one_may_fold_call_or_raise():
    hand = play(BLINDS, seats(200, 200, 200), 1)
    assert asked(hand) == LegalActions(
        seat=1, kind=ev.TurnKind.BET, price=10, fold=True, call=10, raise_=Amounts(20, 200)
    )


def test_facing_nothing_one_may_fold_check_or_bet():
    hand = play(ANTES, seats(10, 10), 1)
    assert asked(hand) == LegalActions(
        seat=2, kind=ev.TurnKind.BET, fold=True, check=True, bet=Amounts(2, 9)
    )


def test_at_the_draw_one_may_throw_up_to_five():
    hand = play(ANTES, seats(10, 10), 1, Check(2), Check(1))
    assert asked(hand) == LegalActions(seat=2, kind=ev.TurnKind.DRAW, draw=5)


def test_the_answer_travels_in_whole_words():
    hand = play(BLINDS, seats(200, 200, 200), 1)
    assert msgspec.json.encode(asked(hand)) == (
        b'{"seat":1,"kind":"bet","price":10,"fold":true,"call":10,"raise":{"min":20,"max":200}}'
    )


# ---- what calling costs --------------------------------------------------------------------------


def test_heads_up_one_need_not_call_more_than_the_other_has():
    assert asked(play(BLINDS, {1: 100, 2: 7}, 1)).call == 2
    hand = play(BLINDS, {1: 100, 2: 3}, 1)
    assert asked(hand).kind is ev.TurnKind.DRAW
    assert ev.BetReturned(seat=1, amount=2) in hand.events


def test_with_three_the_call_stays_the_big_blind_even_if_that_is_short():
    hand = play(BLINDS, {1: 100, 2: 100, 3: 3}, 1)
    assert asked(hand).call == 10


def test_a_call_is_never_more_than_the_stack():
    assert asked(play(BLINDS, {1: 6, 2: 100, 3: 100}, 1)).call == 6


def test_the_call_shrinks_when_the_deep_stacks_have_folded():
    # Seat 1 could have put in 300; when it folds, only the 40 of seat 3 count.
    hand = play(BLINDS, {1: 300, 2: 300, 3: 40}, 1, RaiseTo(1, 30), RaiseTo(2, 300))
    assert asked(hand).call == 30  # all it has
    hand.act(Call(3))
    assert asked(hand).call == 270
    hand.act(Fold(1))
    assert ev.BetReturned(seat=2, amount=260) in hand.events


# ---- who is asked --------------------------------------------------------------------------------


def test_the_big_blind_has_an_option():
    hand = play(BLINDS, seats(200, 200, 200), 1, Call(1), Call(2))
    assert asked(hand).check
    assert to(hand) == Amounts(20, 200)


def test_a_poster_who_acts_first_may_check_or_raise():
    posts = [ev.Post(seat=4, live=10, dead=5)]
    hand = play(BLINDS, seats(200, 200, 200, 200), 1, posts=posts)
    assert (asked(hand).seat, asked(hand).check, to(hand)) == (4, True, Amounts(20, 195))


def test_heads_up_the_button_is_asked_first_and_after_the_draw_last():
    hand = play(BLINDS, {2: 100, 5: 100}, 2)
    assert asked(hand).seat == 2
    hand.act(Call(2))
    hand.act(Check(5))
    hand.act(Draw(5))
    hand.act(Draw(2))
    assert asked(hand).seat == 5


def test_without_blinds_the_left_of_the_button_is_asked_first_in_both_rounds():
    hand = play(ANTES, seats(10, 10, 10), 2)
    assert asked(hand).seat == 3
    for action in (Check(3), Check(1), Check(2), Draw(3), Draw(1), Draw(2)):
        hand.act(action)
    assert asked(hand).seat == 3


@pytest.mark.parametrize("small", [0, 2])
def test_heads_up_the_button_begins_even_if_it_posts_nothing(small):
    hand = play(Ruleset(sb=small, bb=2), {1: 50, 2: 50}, 1)
    assert (asked(hand).seat, asked(hand).call) == (1, 2 - small or None)
    hand.act(Call(1) if small == 0 else Check(1))
    assert (asked(hand).seat, asked(hand).check) == (2, True)


def test_nobody_is_asked_who_could_only_check_against_players_without_chips():
    hand = play(BLINDS, {1: 50, 2: 50, 3: 500}, 1, RaiseTo(1, 50), Call(2), Call(3))
    # Seat 3 alone has chips: the draw follows, and after it the showdown.
    for seat in (2, 3, 1):
        assert asked(hand).kind is ev.TurnKind.DRAW
        hand.act(Draw(seat))
    assert hand.state.ended


def test_a_player_with_chips_against_one_without_may_call_but_not_raise():
    hand = play(BLINDS, {1: 50, 2: 500}, 1, RaiseTo(1, 50))
    assert (asked(hand).call, to(hand)) == (40, None)


def test_what_an_opponent_has_limits_neither_the_least_nor_the_largest_raise():
    hand = play(BLINDS, {1: 500, 2: 500, 3: 45}, 1, RaiseTo(1, 40), Fold(2))
    assert to(hand) == Amounts(45, 45)
    hand = play(BLINDS, {1: 45, 2: 45, 3: 500}, 1, RaiseTo(1, 40), Fold(2))
    assert to(hand) == Amounts(70, 500)
    hand.act(RaiseTo(3, 500))
    hand.act(Call(1))
    assert ev.BetReturned(seat=3, amount=455) in hand.events


def test_a_call_with_the_whole_stack_leaves_nothing_behind():
    hand = play(BLINDS, {1: 110, 2: 110}, 1, RaiseTo(1, 110), Call(2))
    assert hand.state.stacks == [0, 0]
    assert hand.state.pot == 220


# ---- reopening the betting -----------------------------------------------------------------------


def after_the_draw(ruleset, stacks):
    """A hand without blinds after the draw, everybody having checked."""
    hand = WatchedHand(ruleset, stacks, max(stacks))
    for action in (Check, Draw):
        for seat in sorted(stacks):
            hand.act(action(seat))
    return hand


HUNDREDS = Ruleset(ante=1, min_bet=100)


def test_short_all_ins_add_up_to_a_raise_for_him_who_faces_it_all():
    hand = after_the_draw(HUNDREDS, {1: 901, 2: 126, 3: 901, 4: 201, 5: 901})
    for action in (BetTo(1, 100), RaiseTo(2, 125), Call(3), RaiseTo(4, 200), Call(5)):
        hand.act(action)
    assert (asked(hand).seat, asked(hand).call, to(hand)) == (1, 100, Amounts(300, 900))
    hand.act(Call(1))
    assert (asked(hand).seat, asked(hand).call, to(hand)) == (3, 75, None)


TENS = Ruleset(ante=1, min_bet=10)


def test_an_all_in_below_the_least_bet_leaves_a_checker_with_a_call():
    hand = after_the_draw(TENS, {1: 101, 2: 7, 3: 101})
    hand.act(Check(1))
    hand.act(BetTo(2, 6))
    assert (asked(hand).seat, to(hand)) == (3, Amounts(16, 100))
    hand.act(Call(3))
    assert (asked(hand).seat, asked(hand).call, to(hand)) == (1, 6, None)


def test_two_of_them_may_raise_a_checker_past_the_least_bet():
    hand = after_the_draw(TENS, {1: 101, 2: 7, 3: 13})
    for action in (Check(1), BetTo(2, 6), RaiseTo(3, 12)):
        hand.act(action)
    # Nobody could put in more than 12, so he may only call.
    assert (asked(hand).call, to(hand)) == (12, None)

    hand = after_the_draw(TENS, {1: 101, 2: 7, 3: 13, 4: 101})
    for action in (Check(1), BetTo(2, 6), RaiseTo(3, 12)):
        hand.act(action)
    hand.act(Call(4))
    assert (asked(hand).seat, asked(hand).call, to(hand)) == (1, 12, Amounts(22, 100))


def test_a_full_all_in_raise_lets_the_first_raiser_raise_again_and_a_short_one_does_not():
    # Blinds 1/2: 16 is bet, called, and the small blind is all-in with 19, short of a full raise.
    rules = Ruleset(sb=1, bb=2)
    hand = play(rules, {1: 200, 2: 19, 3: 200, 4: 16}, 1, RaiseTo(4, 16), Call(1), RaiseTo(2, 19))
    hand.act(Call(3))
    assert (asked(hand).seat, asked(hand).call, to(hand)) == (1, 3, None)


# ---- pot-limit -----------------------------------------------------------------------------------


def test_the_pot_is_counted_after_the_call():
    hand = play(POT, seats(1000, 1000, 1000, 1000), 1)
    assert to(hand) == Amounts(20, 35)
    hand.act(RaiseTo(4, 35))
    assert to(hand) == Amounts(60, 120)


def test_after_the_draw_the_pot_may_be_bet_and_then_raised():
    hand = play(POT, seats(500, 500, 500), 1, RaiseTo(1, 20), Call(2), Call(3))
    for seat in (2, 3, 1):
        hand.act(Draw(seat))
    assert to(hand) == Amounts(10, 60)
    hand.act(BetTo(2, 60))
    assert to(hand) == Amounts(120, 240)


def test_a_pot_of_antes_below_the_least_bet_allows_exactly_that_bet():
    hand = play(Ruleset(game=Game.POT_LIMIT, ante=1, min_bet=10), seats(99, 99, 99, 99), 4)
    assert to(hand) == Amounts(10, 10)


def test_antes_and_dead_posts_are_in_the_pot():
    rules = Ruleset(game=Game.POT_LIMIT, sb=5, bb=10, ante=1)
    hand = play(rules, seats(500, 500, 500, 500), 1, posts=[ev.Post(seat=4, live=10, dead=5)])
    assert to(hand) == Amounts(20, 44)
    hand.act(Check(4))
    assert to(hand) == Amounts(20, 54)


@pytest.mark.parametrize(
    ("short", "stacks", "most"),
    [
        (ShortBlind.FULL, (100, 100, 6), 35),
        (ShortBlind.ACTUAL, (100, 100, 6), 31),
        (ShortBlind.FULL, (100, 2, 100), 35),
        (ShortBlind.ACTUAL, (100, 2, 100), 32),
    ],
)
def test_before_the_draw_a_short_blind_does_not_shrink_the_betting(short, stacks, most):
    rules = Ruleset(game=Game.POT_LIMIT, sb=5, bb=10, pl_short=short)
    assert to(play(rules, seats(*stacks), 1)) == Amounts(20, most)


def test_only_what_the_blinds_lack_counts_as_if_posted_not_what_the_antes_lack():
    rules = Ruleset(game=Game.POT_LIMIT, sb=5, bb=10, ante=4)
    # Seat 3 pays an ante of 4 and 2 of its blind; seat 2 pays 3 of its ante.
    hand = play(rules, {1: 100, 2: 3, 3: 6, 4: 100}, 1)
    pot = 3 * 4 + 3 + 2
    missing = 5 + 8
    assert to(hand) == Amounts(20, 10 + pot + missing + 10)


def test_a_small_blind_that_nobody_posts_does_not_count():
    blinds = Blinds(small=None, big=3)
    state = replay(start_hand(POT, seats(100, 100, 100), 1, blinds=blinds))
    legal = legal_actions(advance(state, Deal(DECK)).state)
    assert legal is not None
    assert legal.raise_ == Amounts(20, 10 + 10 + 10)


def test_a_big_blind_ante_counts_for_what_was_paid():
    rules = Ruleset(game=Game.POT_LIMIT, sb=5, bb=10, ante=10, ante_type=AnteType.BIG_BLIND)
    assert to(play(rules, {1: 100, 2: 100, 3: 16}, 1)) == Amounts(20, 10 + (5 + 10 + 6) + 10)


def test_after_the_draw_only_chips_that_are_there_count():
    hand = play(POT, {1: 100, 2: 100, 3: 6}, 1, Call(1), Call(2), Draw(2), Draw(3), Draw(1))
    assert hand.state.pot == 26
    assert to(hand) == Amounts(10, 26)


# ---- fixed-limit ---------------------------------------------------------------------------------


def test_sizes_are_exact_and_a_short_stack_may_be_all_in_for_less():
    rules = Ruleset(game=Game.FIXED_LIMIT, sb=5, bb=10)
    assert to(play(rules, seats(200, 200, 200), 1)) == Amounts(20, 20)
    assert to(play(rules, {1: 17, 2: 200, 3: 200}, 1)) == Amounts(17, 17)


def test_a_stack_below_the_least_raise_may_be_all_in_with_it():
    assert to(play(BLINDS, {1: 17, 2: 200, 3: 200}, 1)) == Amounts(17, 17)
    assert to(play(BLINDS, {1: 10, 2: 200, 3: 200}, 1)) is None


def test_at_the_cap_nobody_may_raise():
    rules = Ruleset(game=Game.FIXED_LIMIT, sb=5, bb=10)
    hand = play(rules, seats(200, 200, 200), 1, RaiseTo(1, 20), RaiseTo(2, 30), RaiseTo(3, 40))
    assert (asked(hand).call, to(hand)) == (20, None)


def test_a_cap_that_was_reached_stays_when_the_third_player_folds():
    rules = Ruleset(game=Game.FIXED_LIMIT, sb=5, bb=10, uncap_hu=True)
    hand = play(rules, seats(200, 200, 200), 1, RaiseTo(1, 20), RaiseTo(2, 30), RaiseTo(3, 40))
    hand.act(Fold(1))
    assert (asked(hand).seat, to(hand)) == (2, None)


def test_heads_up_without_a_cap_the_raising_goes_on():
    rules = Ruleset(game=Game.FIXED_LIMIT, sb=5, bb=10, uncap_hu=True)
    hand = play(rules, {1: 100, 2: 100}, 1)
    for total in range(20, 100, 10):
        seat = asked(hand).seat
        assert to(hand) == Amounts(total, total)
        hand.act(RaiseTo(seat, total))
    assert to(hand) == Amounts(100, 100)
