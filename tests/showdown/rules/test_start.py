"""
How a hand begins: who plays, and what he pays before he sees a card.
"""

import pytest

from showdown import DECK, AnteType, Deal, Ruleset, RulesetError, advance, replay, start_hand
from showdown.rules import events as ev
from showdown.rules.ruleset import AccountId, HandId
from showdown.rules.start import Blinds, Player, deal_order, usual_blinds
from showdown.testing.watched import WatchedHand

BLINDS = Ruleset(sb=5, bb=10)


def forced(ruleset, stacks, button, **options):
    """What is paid before the deal: seat, amount and what for."""
    paid: list[tuple[object, ...]] = []
    for event in start_hand(ruleset, stacks, button, **options):
        match event:
            case ev.AntePosted():
                paid.append((event.seat, event.amount, "ante"))
            case ev.BlindPosted():
                dead = [event.dead] if event.dead else []
                paid.append((event.seat, event.amount, event.kind.value, *dead))
    return paid


# ---- the deal ------------------------------------------------------------------------------------


def test_cards_go_round_one_at_a_time_from_the_left_of_the_button():
    hand = WatchedHand(BLINDS, {2: 100, 4: 100, 5: 100}, button=4)
    state = hand.state
    assert state.seats == (5, 2, 4)
    assert state.cards == [DECK[0:15:3], DECK[1:15:3], DECK[2:15:3]]
    assert state.stub[0] is DECK[15]


def test_heads_up_the_big_blind_gets_the_first_card():
    state = replay(start_hand(BLINDS, {2: 100, 5: 100}, button=2))
    state = advance(state, Deal(DECK)).state
    assert (state.seats, state.started.big_blind) == ((5, 2), 5)
    assert state.cards[0][0] is DECK[0]


@pytest.mark.parametrize(
    ("seats", "button", "order"),
    [([2, 4, 5], 4, (5, 2, 4)), ([1, 2, 3], 3, (1, 2, 3)), ([1, 5, 8], 3, (5, 8, 1))],
)
def test_the_button_is_last_even_where_nobody_sits(seats, button, order):
    assert deal_order(seats, button) == order


# ---- blinds --------------------------------------------------------------------------------------


def test_the_first_two_left_of_the_button_post_the_blinds():
    assert forced(BLINDS, {1: 100, 3: 100, 6: 100}, 3) == [(6, 5, "small"), (1, 10, "big")]


def test_heads_up_the_button_is_the_small_blind():
    assert forced(BLINDS, {2: 100, 5: 100}, 2) == [(2, 5, "small"), (5, 10, "big")]
    assert usual_blinds((5, 2)) == Blinds(small=2, big=5)


def test_other_blinds_may_be_given_and_the_small_one_left_out():
    blinds = Blinds(small=None, big=3)
    assert forced(BLINDS, {1: 100, 2: 100, 3: 100}, 1, blinds=blinds) == [(3, 10, "big")]


def test_without_blinds_nobody_posts_them():
    rules = Ruleset(ante=1, min_bet=2)
    assert forced(rules, {1: 10, 2: 10}, 1) == [(2, 1, "ante"), (1, 1, "ante")]


# ---- antes ---------------------------------------------------------------------------------------


def test_antes_come_before_the_blinds_from_the_left_of_the_button():
    rules = Ruleset(sb=5, bb=10, ante=2)
    assert forced(rules, {1: 100, 2: 100, 3: 100}, 1) == [
        (2, 2, "ante"), (3, 2, "ante"), (1, 2, "ante"), (2, 5, "small"), (3, 10, "big"),
    ]  # fmt: skip


def test_the_big_blind_pays_the_ante_of_the_table_after_the_blind():
    rules = Ruleset(sb=5, bb=10, ante=10, ante_type=AnteType.BIG_BLIND)
    assert forced(rules, {1: 100, 2: 100, 3: 16}, 1) == [
        (2, 5, "small"), (3, 10, "big"), (3, 6, "ante"),
    ]  # fmt: skip


def test_a_stack_below_ante_or_blind_posts_what_it_has():
    rules = Ruleset(sb=5, bb=10, ante=2)
    assert forced(rules, {1: 100, 2: 2, 3: 8}, 1) == [
        (2, 2, "ante"), (3, 2, "ante"), (1, 2, "ante"), (3, 6, "big"),
    ]  # fmt: skip
    state = replay(start_hand(rules, {1: 100, 2: 1, 3: 8}, 1))
    assert (state.stacks, state.antes, state.bets) == ([0, 0, 98], [1, 2, 2], [0, 6, 0])
    assert state.round.bet == 10


def test_a_big_blind_without_chips_after_the_blind_pays_no_ante():
    rules = Ruleset(sb=5, bb=10, ante=10, ante_type=AnteType.BIG_BLIND)
    assert forced(rules, {1: 100, 2: 9}, 1) == [(1, 5, "small"), (2, 9, "big")]


# ---- posts of those who owe blinds ---------------------------------------------------------------

FOUR = {1: 200, 2: 200, 3: 200, 4: 200}


@pytest.mark.parametrize(
    ("post", "paid", "to_call"),
    [
        (ev.Post(seat=4, live=10), (4, 10, "post"), 0),
        (ev.Post(seat=4, live=10, dead=5), (4, 10, "post", 5), 0),
        (ev.Post(seat=4, dead=5), (4, 0, "post", 5), 10),
    ],
)
def test_a_big_blind_is_posted_live_and_a_small_blind_dead(post, paid, to_call):
    assert forced(BLINDS, FOUR, 1, posts=[post])[-1] == paid
    hand = WatchedHand(BLINDS, FOUR, 1, posts=[post])
    place = hand.state.seats.index(4)
    assert hand.state.round.bet - hand.state.bets[place] == to_call


def test_a_short_stack_pays_the_dead_part_first():
    post = ev.Post(seat=4, live=10, dead=5)
    assert forced(BLINDS, FOUR | {4: 4}, 1, posts=[post])[-1] == (4, 0, "post", 4)
    assert forced(BLINDS, FOUR | {4: 8}, 1, posts=[post])[-1] == (4, 3, "post", 5)


def test_posts_come_after_the_blinds_clockwise():
    posts = [ev.Post(seat=1, live=10), ev.Post(seat=5, live=10)]
    stacks = FOUR | {5: 200, 6: 200}
    assert [seat for seat, *_ in forced(BLINDS, stacks, 2, posts=posts)] == [3, 4, 5, 1]


# ---- who and what is refused ---------------------------------------------------------------------


def test_the_record_says_who_was_dealt_in_and_with_what():
    who = {2: Player(account=AccountId(7), name="Ada", bank_ms=60_000)}
    (started, *_) = start_hand(
        BLINDS, {1: 90, 2: 80}, 1, players=who, hand=HandId(12), hand_key=b"k"
    )
    assert started == ev.HandStarted(
        hand=HandId(12),
        ruleset=BLINDS,
        button=1,
        lineup=(
            ev.Dealt(seat=2, stack=80, account=AccountId(7), name="Ada", bank_ms=60_000),
            ev.Dealt(seat=1, stack=90),
        ),
        small_blind=1,
        big_blind=2,
        hand_key=b"k",
    )


@pytest.mark.parametrize("seats", [[], [1], range(1, 10)])
def test_two_to_eight_can_play(seats):
    with pytest.raises(RulesetError, match="a hand has 2 to 8"):
        start_hand(BLINDS, dict.fromkeys(seats, 100), 1)


@pytest.mark.parametrize("stack", [0, -5, 12])
def test_a_stack_is_a_positive_multiple_of_the_unit(stack):
    rules = Ruleset(sb=5, bb=10, unit=5)
    with pytest.raises(RulesetError, match=f"stack of seat 2 is {stack}"):
        start_hand(rules, {1: 100, 2: stack}, 1)


def test_only_who_is_dealt_in_can_post():
    with pytest.raises(RulesetError, match="Seat 9 would post but is not dealt in"):
        start_hand(BLINDS, FOUR, 1, posts=[ev.Post(seat=9, live=10)])
    with pytest.raises(RulesetError, match="Seat 5 would post but is not dealt in"):
        start_hand(BLINDS, FOUR, 1, blinds=Blinds(small=2, big=5))


@pytest.mark.parametrize("rake", [-5, 3])
def test_a_given_rake_is_a_multiple_of_the_unit(rake):
    with pytest.raises(RulesetError, match="rake"):
        start_hand(Ruleset(sb=5, bb=10, unit=5), {1: 100, 2: 100}, 1, rake=rake)
