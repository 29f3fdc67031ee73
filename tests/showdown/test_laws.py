"""
What holds in every hand, whoever plays it and however badly.

Chips and cards are counted by :mod:`showdown.testing.invariants` after each event of each hand; the
tests here say what must hold beside that.
"""

from collections import Counter
from random import Random

import msgspec
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from showdown import (
    DECK,
    BetTo,
    Call,
    Check,
    Draw,
    Fold,
    HandState,
    IllegalAction,
    RaiseTo,
    Refusal,
    decide,
    legal_actions,
    rank,
    replay,
)
from showdown.rules import events as ev
from showdown.rules.actions import PlayerAction
from showdown.rules.phases import Phase
from showdown.testing.generators import any_action, any_hand, play_out
from showdown.testing.watched import WatchedHand
from tests.showdown.rules.chip_by_chip import pots_chip_by_chip

EVENTS = tuple[ev.HandEvent, ...]
ACTIONS = [Fold, Check, Call, BetTo, RaiseTo, Draw]

# A hand draws some hundred numbers; Hypothesis may take its time over them.
hands = settings(
    max_examples=200, suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large]
)
chance = st.randoms(use_true_random=False)


# ---- the laws ------------------------------------------------------------------------------------


def check_replay(hand: WatchedHand) -> None:
    assert replay(hand.events) == hand.state
    stored = msgspec.json.encode(hand.events)
    assert replay(msgspec.json.decode(stored, type=EVENTS)) == hand.state


def check_pots(hand: WatchedHand) -> None:
    """Pots are what the chips of each player make, laid down one by one."""
    unit, big_blind_ante = hand.started.ruleset.unit, hand.started.ruleset.ante_type == "big_blind"
    stakes = Counter[int](dict.fromkeys(hand.state.seats, 0))
    folded, dead = set(), 0
    for event in hand.events:
        match event:
            case ev.AntePosted() if big_blind_ante:
                dead += event.amount
            case ev.AntePosted() | ev.Acted():
                stakes[event.seat] += event.amount
            case ev.BlindPosted():
                stakes[event.seat] += event.amount
                dead += event.dead
            case ev.BetReturned():
                stakes[event.seat] -= event.amount
        if isinstance(event, ev.Acted) and event.move is ev.Move.FOLD:
            folded.add(event.seat)
    in_units = {seat: chips // unit for seat, chips in stakes.items()}
    laid = pots_chip_by_chip(in_units, folded, dead // unit)
    assert hand.ended is not None
    assert [(pot.amount // unit, pot.contenders) for pot in hand.ended.pots] == [
        (pot.amount, pot.contenders) for pot in laid
    ]


def check_payment(hand: WatchedHand) -> None:
    """Each pot goes, less its rake, to the best of its contenders and to nobody else."""
    assert hand.ended is not None
    held = dict(zip(hand.state.seats, hand.state.cards, strict=True))
    awards = [event for event in hand.events if isinstance(event, ev.PotAwarded)]
    raked = {event.pot: event.amount for event in hand.events if isinstance(event, ev.Raked)}
    for number, pot in enumerate(hand.ended.pots):
        shares = {award.seat: award.amount for award in awards if award.pot == number}
        assert sum(shares.values()) + raked.get(number, 0) == pot.amount
        winners = set(pot.contenders)
        if len(winners) > 1:
            best = max(rank(held[seat]) for seat in winners)
            winners = {seat for seat in winners if rank(held[seat]) == best}
        assert shares.keys() <= winners
        unit = hand.started.ruleset.unit
        for one in winners:
            for other in winners:
                assert abs(shares.get(one, 0) - shares.get(other, 0)) <= unit


def check_showing(hand: WatchedHand) -> None:
    """Who wins a pot that others could win is seen; who wins alone is not."""
    assert hand.ended is not None
    shown = {event.seat for event in hand.events if isinstance(event, ev.HandShown)}
    mucked = {event.seat for event in hand.events if isinstance(event, ev.HandMucked)}
    left = {hand.state.seats[place] for place in hand.state.in_hand}
    assert not shown & mucked
    assert shown | mucked == (left if len(left) > 1 else set())
    for award in hand.events:
        if isinstance(award, ev.PotAwarded):
            contested = len(hand.ended.pots[award.pot].contenders) > 1
            assert award.seat in shown or not contested


LAWS = [check_replay, check_pots, check_payment, check_showing]


@hands
@given(chance)
def test_any_hand_keeps_the_laws(rng):
    hand = any_hand(rng)
    play_out(rng, hand)
    for law in LAWS:
        law(hand)


@pytest.mark.soak(slice=300)
def test_any_hand_keeps_the_laws_for_as_long_as_it_is_let(rounds):
    for rng in rounds:
        hand = any_hand(rng)
        play_out(rng, hand)
        for law in LAWS:
            law(hand)


# ---- what a seat may do --------------------------------------------------------------------------


def played_into(rng: Random) -> WatchedHand:
    """A hand somewhere in its course."""
    hand = any_hand(rng)
    for _ in range(rng.randint(0, 25)):
        if not hand.state.ended:
            hand.act(any_action(rng, hand.state))
    return hand


@hands
@given(chance)
def test_all_that_is_legal_is_accepted_and_one_chip_beside_it_is_not(rng):
    hand = played_into(rng)
    legal, unit = legal_actions(hand.state), hand.started.ruleset.unit
    if legal is None or legal.kind is not ev.TurnKind.BET:
        return
    seat = legal.seat
    bet_to = BetTo if legal.bet else RaiseTo
    options: dict[PlayerAction, Refusal | None] = {
        Fold(seat): None,
        (Check if legal.check else Call)(seat): None,
    }
    if amounts := legal.bet or legal.raise_:
        options |= {
            bet_to(seat, amounts.min - unit): Refusal.AMOUNT_TOO_SMALL,
            bet_to(seat, amounts.min): None,
            bet_to(seat, amounts.max): None,
            bet_to(seat, amounts.max + unit): Refusal.AMOUNT_TOO_LARGE,
        }
    assert {option: refusal_of(hand.state, option) for option in options} == options


def refusal_of(state: HandState, action) -> Refusal | None:
    try:
        decide(state, action)
    except IllegalAction as refused:
        return refused.refusal
    return None


def first_reason(hand: WatchedHand, action) -> Refusal | None:
    """The first code of RULES 9.4 that applies, written down once more."""
    state, seat = hand.state, action.seat
    legal = legal_actions(state)
    drawing = state.phase is Phase.DRAWING
    folded = {e.seat for e in hand.events if isinstance(e, ev.Acted) and e.move is ev.Move.FOLD}
    if legal is None:
        return Refusal.WRONG_PHASE
    if seat not in state.seats or seat in folded:
        return Refusal.NOT_IN_HAND
    if isinstance(action, Draw) is not drawing:
        return Refusal.WRONG_PHASE
    if seat != legal.seat:
        return Refusal.NOT_YOUR_TURN
    if isinstance(action, Draw):
        return first_reason_at_the_draw(state.cards[state.seats.index(seat)], action.cards)
    return first_reason_in_betting(hand, action, legal)


def first_reason_in_betting(hand: WatchedHand, action, legal) -> Refusal | None:
    bet = hand.state.round.bet
    wrong: dict[type, bool] = {
        Fold: False,
        Check: legal.call is not None,
        Call: legal.call is None,
        BetTo: bet > 0,
        RaiseTo: bet == 0,
    }
    if wrong[type(action)]:
        return Refusal.ILLEGAL_ACTION
    if not isinstance(action, BetTo | RaiseTo):
        return None
    amounts = legal.bet or legal.raise_
    if amounts is None:
        return Refusal.RAISE_NOT_ALLOWED
    if action.to % hand.state.ruleset.unit:
        return Refusal.BAD_AMOUNT
    if action.to < amounts.min:
        return Refusal.AMOUNT_TOO_SMALL
    return Refusal.AMOUNT_TOO_LARGE if action.to > amounts.max else None


def first_reason_at_the_draw(held, cards) -> Refusal | None:
    if len(set(cards)) < len(cards):
        return Refusal.DUPLICATE_DISCARD
    if not set(cards) <= set(held):
        return Refusal.CARD_NOT_HELD
    return None


def any_request(rng: Random, hand: WatchedHand):
    """Something that somebody might ask, mostly out of place."""
    asked = hand.state.seat_to_act
    seat = asked if asked and rng.random() < 0.6 else rng.randint(0, 9)
    kind = rng.choice(ACTIONS)
    if kind in (BetTo, RaiseTo):
        most = 2 * hand.state.ruleset.min_bet + max(hand.state.stacks)
        return kind(seat, rng.randint(-2, most))
    if kind is Draw:
        place = hand.state.to_act or 0
        pool = [*hand.state.cards[place], *rng.choices(DECK, k=1)]
        return Draw(seat, tuple(rng.choices(pool, k=rng.randint(0, 3))))
    return kind(seat)


@hands
@given(chance)
def test_a_refusal_changes_nothing_and_names_the_first_reason(rng):
    hand = any_hand(rng)
    while not hand.state.ended:
        for _ in range(4):
            request = any_request(rng, hand)
            before = msgspec.json.encode(hand.state)
            assert refusal_of(hand.state, request) is first_reason(hand, request)
            assert msgspec.json.encode(hand.state) == before
        hand.act(any_action(rng, hand.state))
    for _ in range(4):
        assert refusal_of(hand.state, any_request(rng, hand)) is Refusal.WRONG_PHASE
