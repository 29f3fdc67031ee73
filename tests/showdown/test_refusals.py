"""
In any hand what is legal is accepted, and what is not is refused for the first reason that applies.
"""

from random import Random

from hypothesis import given

from showdown import (
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
)
from showdown.rules import events as ev
from showdown.rules.actions import PlayerAction
from showdown.rules.phases import Phase
from showdown.rules.wild import is_wild
from showdown.testing.generators import any_action, any_hand
from showdown.testing.watched import WatchedHand
from tests.showdown.chance import chance, hands
from tests.showdown.laws import opens

ACTIONS = [Fold, Check, Call, BetTo, RaiseTo, Draw]


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
    drawing = state.phase is Phase.DRAWING
    folded = {e.seat for e in hand.events if isinstance(e, ev.Acted) and e.move is ev.Move.FOLD}
    if not state.asked:
        return Refusal.WRONG_PHASE
    if seat not in state.seats or seat in folded:
        return Refusal.NOT_IN_HAND
    if isinstance(action, Draw) is not drawing:
        return Refusal.WRONG_PHASE
    legal = legal_actions(state, seat)
    if legal is None:
        return Refusal.NOT_YOUR_TURN
    if isinstance(action, Draw):
        held = state.cards[state.seats.index(seat)]
        return first_reason_at_the_draw(state.ruleset, held, action.cards)
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
    state = hand.state
    least = state.started.openers
    held = state.cards[state.seats.index(action.seat)]
    unopened = not state.street and not bet
    if least and unopened and not opens(state.ruleset, least, held):
        return Refusal.NOT_QUALIFIED
    amounts = legal.bet or legal.raise_
    if amounts is None:
        return Refusal.RAISE_NOT_ALLOWED
    if action.to % hand.state.ruleset.unit:
        return Refusal.BAD_AMOUNT
    if action.to < amounts.min:
        return Refusal.AMOUNT_TOO_SMALL
    return Refusal.AMOUNT_TOO_LARGE if action.to > amounts.max else None


def first_reason_at_the_draw(rules, held, cards) -> Refusal | None:
    if len(set(cards)) < len(cards):
        return Refusal.DUPLICATE_DISCARD
    if not set(cards) <= set(held):
        return Refusal.CARD_NOT_HELD
    kept = [card for card in held if card not in cards]
    four = rules.ace4 and len(kept) == 1 and (is_wild(kept[0], rules.wild) or kept[0].rank == 12)
    return Refusal.TOO_MANY_DISCARDS if len(cards) > rules.max_draw + four else None


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
        pool = [*hand.state.cards[place], *rng.choices(hand.started.ruleset.deck, k=1)]
        if rng.random() < 0.3:
            return Draw(seat, tuple(rng.sample(pool, rng.randint(3, 5))))
        return Draw(seat, tuple(rng.choices(pool, k=rng.randint(0, 3))))
    return kind(seat)


@hands
@given(chance)
def test_a_refusal_changes_nothing_and_names_the_first_reason(rng):
    hand = any_hand(rng)
    while not hand.state.ended:
        before = repr(hand.state)
        for _ in range(4):
            request = any_request(rng, hand)
            assert refusal_of(hand.state, request) is first_reason(hand, request)
        assert repr(hand.state) == before
        hand.act(any_action(rng, hand.state))
    for _ in range(4):
        assert refusal_of(hand.state, any_request(rng, hand)) is Refusal.WRONG_PHASE
