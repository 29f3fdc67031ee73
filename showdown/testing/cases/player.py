"""
Plays what a case says and collects where the engine has it otherwise.
"""

from collections.abc import Container, Iterator
from enum import StrEnum

from showdown.errors import IllegalAction, ShowdownError
from showdown.rules import actions as act
from showdown.rules import events as ev
from showdown.rules.cards import Card
from showdown.rules.hand import HandState
from showdown.rules.legal import legal_actions
from showdown.rules.phases import Phase
from showdown.rules.ruleset import Ruleset, Seat
from showdown.rules.start import NO_CARRY, Carry, deal_order
from showdown.testing.cases import notation as note
from showdown.testing.cases.expectations import difference
from showdown.testing.cases.statements import ended, placed, ranked
from showdown.testing.cases.support import cards_of, ruleset_of
from showdown.testing.decks import stacked_deck, stacked_stub
from showdown.testing.invariants import InvariantBroken
from showdown.testing.watched import WatchedHand


def differences(part: note.Part) -> tuple[str, ...]:
    """
    Where the engine differs from a part of a case that it supports; empty if nowhere.

    The first act that does not go as written ends a hand: what follows would only confuse.
    """
    try:
        return tuple(_differences(part))
    except (ShowdownError, InvariantBroken) as error:
        return (str(error),)


def _differences(part: note.Part) -> Iterator[str]:
    match part:
        case note.Play():
            yield from _played(part)
        case note.Ranking():
            yield from ranked(part)
        case note.Position():
            yield from placed(part)
        case note.Places():
            yield from ended(part)


class Period(StrEnum):
    """Which part of the hand it is, as a case calls it."""

    PRE = "pre"
    DRAW = "draw"
    POST = "post"
    OVER = "over"

    @classmethod
    def of(cls, state: HandState) -> "Period":
        """The period of a hand that rests or is over."""
        if state.ended:
            return cls.OVER
        if state.phase is Phase.DRAWING:
            return cls.DRAW
        return cls.POST if state.street else cls.PRE


def _played(play: note.Play) -> Iterator[str]:
    hand = _start(play)
    period = Period.of(hand.state)
    for step in play.steps:
        if isinstance(step, note.NewPhase):
            before, period = period, Period.of(hand.state)
            wrong = None if period not in (before, Period.OVER) else f"no new phase: it is {period}"
        else:
            wrong = _after_step(hand, step, period)
        if wrong:
            yield f"at {step.text} ({_place(play, step)}): {wrong}"
            return
    for expected in play.expected:
        if wrong := difference(hand, expected.what, Period.of(hand.state)):
            yield f"wanted {expected.text}; found {wrong}"


def _place(play: note.Play, step: note.Step) -> str:
    """Which of the acts it is, told apart by identity since the same act may come twice."""
    number = next(place for place, each in enumerate(play.steps, 1) if each is step)
    return f"act {number} of {len(play.steps)}"


def _start(play: note.Play) -> WatchedHand:
    stacks = dict(play.stacks)
    ruleset = ruleset_of(play.settings)
    hands = {seat: cards_of(held) for seat, held in play.hands}
    order = deal_order(stacks, play.button)
    new_stubs = iter(play.new_stubs)
    return WatchedHand(
        ruleset,
        stacks,
        play.button,
        deck=stacked_deck(order, hands, cards_of(play.stub_top), ruleset.deck),
        new_stub=lambda eligible: stacked_stub(eligible, cards_of(next(new_stubs, ()))),
        posts=[_post(ruleset, each) for each in play.posts],
        carry=_carry(ruleset, play.carried_in, stacks),
    )


def _carry(ruleset: Ruleset, parts: note.Pairs, dealt_in: Container[Seat]) -> Carry:
    """
    As many deals were passed out as the largest part holds antes.

    Who has a part and is not dealt in is gone, and his part stays in.
    """
    if not parts:
        return NO_CARRY
    largest = max(amount for _, amount in parts)
    return Carry(
        shares={seat: amount for seat, amount in parts if seat in dealt_in},
        forfeited=tuple(amount for seat, amount in parts if seat not in dealt_in),
        passed_out=-(-largest // ruleset.ante) if ruleset.ante else 1,
    )


def _post(ruleset: Ruleset, post: note.Post) -> ev.Post:
    """A big blind is posted live; a small blind is dead."""
    return ev.Post(
        seat=post.seat,
        live=ruleset.bb if "bb" in post.blinds else 0,
        dead=ruleset.sb if "sb" in post.blinds else 0,
    )


def _after_step(
    hand: WatchedHand, step: note.Act | note.Refused | note.Asked, period: Period
) -> str | None:
    now = Period.of(hand.state)
    if now is not period:
        return f"it is {now} now, and no | says so"
    match step:
        case note.Act():
            return _after_act(hand, step)
        case note.Refused():
            return _after_refusal(hand, step)
        case note.Asked():
            return _after_question(hand.state, step)


def _after_act(hand: WatchedHand, step: note.Act) -> str | None:
    try:
        hand.act(_action(hand.state, step))
    except IllegalAction as refused:
        return f"refused as {refused.refusal.name}: {refused}"
    return None


def _after_refusal(hand: WatchedHand, step: note.Refused) -> str | None:
    before = hand.state
    try:
        hand.act(_action(before, step.act))
    except IllegalAction as refused:
        found = refused.refusal.name
        if hand.state != before:
            return "the refusal has changed the hand"
        return None if found == step.code else f"refused as {found}: {refused}"
    return "it was accepted"


def _after_question(state: HandState, step: note.Asked) -> str | None:
    legal = legal_actions(state, step.seat)
    if legal is None:
        return f"it is the turn of {_asked_seat(state)}"
    if step.call is not None and (legal.call or 0) != step.call:
        return f"calling costs {legal.call or 0}"
    amounts = legal.bet or legal.raise_
    found = f"it may be to {amounts.min}..{amounts.max}" if amounts else "no raise is allowed"
    wrong = (step.no_raise and amounts) or (
        step.raise_to and (amounts is None or step.raise_to != (amounts.min, amounts.max))
    )
    return found if wrong else None


def _asked_seat(state: HandState) -> str:
    return "nobody" if state.seat_to_act is None else f"seat {state.seat_to_act}"


def _action(state: HandState, step: note.Act) -> act.PlayerAction:
    seat = step.seat
    match step.move:
        case "f":
            return act.Fold(seat)
        case "k":
            return act.Check(seat)
        case "c":
            return act.Call(seat)
        case "b":
            return act.BetTo(seat, step.amount)
        case "r":
            return act.RaiseTo(seat, step.amount)
        case _:
            return act.Draw(seat, _held(state, seat) if step.all_cards else cards_of(step.cards))


def _held(state: HandState, seat: Seat) -> tuple[Card, ...]:
    place = state.position(seat)
    return () if place is None else state.cards[place]
