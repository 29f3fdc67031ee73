"""
A whole hand: six call stations that draw three cards, events recorded.

The peers deal their own cards. That they play the same hand is seen by playing theirs again here,
with the deck that they have dealt from, and comparing who ends with how much.
"""

import random
from collections.abc import Callable, Sequence
from typing import Any

from benchmarks.contest import Contest, Missing, Peer, Runner, module
from showdown import (
    DECK,
    Call,
    Card,
    Check,
    Deal,
    Draw,
    Ruleset,
    begin_hand,
    perform,
)
from showdown.rules.events import HandEvent
from showdown.rules.hand import HandState
from showdown.rules.legal import to_call
from showdown.rules.phases import Phase

SEATS, STACK, DRAWN = 6, 200, 3
RULESET = Ruleset(sb=1, bb=2)
STACKS = dict.fromkeys(range(1, SEATS + 1), STACK)


def play(order: tuple[Card, ...]) -> tuple[list[HandEvent], HandState]:
    """One hand in which everybody checks or calls and throws the first three cards."""
    # The button is the last seat, so that seats are in the order of the deal, as the peers have it.
    begun, state = begin_hand(RULESET, STACKS, button=SEATS)
    events = [*begun, *perform(state, Deal(order))]
    while (place := state.to_act) is not None:
        events += perform(state, call_station(state, place))
    return events, state


def call_station(state: HandState, place: int) -> Check | Call | Draw:
    """What a player does who sees every bet and throws the first three cards."""
    seat = state.seats[place]
    if state.phase is Phase.DRAWING:
        return Draw(seat, state.cards[place][:DRAWN])
    return Call(seat) if to_call(state, place) else Check(seat)


def ours() -> Runner:
    """Our own hands, each from a deck that is shuffled anew."""
    deck, rng = list(DECK), random.Random(1)

    def work(hands: int) -> None:
        for _ in range(hands):
            rng.shuffle(deck)
            _, state = play(tuple(deck))
            assert sum(state.stacks) == SEATS * STACK

    return Runner("showdown", work)


# ---- pokerkit ------------------------------------------------------------------------------------


def pokerkit_game() -> Callable[[], Any]:
    """A function that plays one hand of pokerkit's and returns its final state."""
    kit = module("pokerkit", "pokerkit")
    # pokerkit has no five-card draw; this is its single draw with the usual ranking of hands.
    kind = type(
        "NoLimitFiveCardDraw",
        (kit.NoLimitDeuceToSevenLowballSingleDraw,),
        {"hand_types": (kit.StandardHighHand,)},
    )
    game = kind(tuple(kit.Automation), True, 0, (RULESET.sb, RULESET.bb), RULESET.min_bet)

    def hand() -> Any:
        state = game((STACK,) * SEATS, SEATS)
        while state.status:
            if state.actor_index is not None:
                state.check_or_call()
            else:
                held = state.hole_cards[state.stand_patter_or_discarder_index]
                state.stand_pat_or_discard(tuple(held[:DRAWN]))
        return state

    return hand


def pokerkit_deck(state: Any) -> tuple[Card, ...]:
    """The deck in which our hand is the same as this one of pokerkit's; it burns, we do not."""
    dealt = [
        Card(repr(card))
        for operation in state.operations
        if type(operation).__name__ == "HoleDealing"
        for card in operation.cards
    ]
    return (*dealt, *(card for card in DECK if card not in dealt))


def pokerkit() -> Runner:
    """Hands of pokerkit, once a few of them have been found to end as ours do."""
    hand = pokerkit_game()
    for _ in range(20):
        theirs = hand()
        _, mine = play(pokerkit_deck(theirs))
        assert mine.stacks == list(theirs.stacks), (mine.stacks, theirs.stacks)

    def work(hands: int) -> None:
        for _ in range(hands):
            assert sum(hand().stacks) == SEATS * STACK

    return Runner("pokerkit", work)


# ---- others: hold'em, for scale ------------------------------------------------------------------


def pokerfast() -> Runner:
    """Hold'em without a history, six call stations too."""
    hand = module("pokerfast", "pokerfast").FastHand

    def payoffs() -> Sequence[float]:
        game = hand()
        while not game.done:
            game.call()
        won: Sequence[float] = game.state.payoffs
        return won

    assert len(payoffs()) == SEATS
    assert not round(sum(payoffs()), 6)

    def work(hands: int) -> None:
        for _ in range(hands):
            payoffs()

    return Runner("pokerfast", work)


def clubs() -> Runner:
    """Hold'em, six call stations too."""
    library = module("clubs", "clubs")
    if not hasattr(library, "poker"):
        raise Missing("clubs is not the poker library of that name")
    dealer = library.poker.Dealer(**library.configs.NO_LIMIT_HOLDEM_SIX_PLAYER)

    def work(hands: int) -> None:
        for _ in range(hands):
            seen, done = dealer.reset(reset_button=False, reset_stacks=True), [False]
            while not all(done):
                seen, _, done = dealer.step(seen["call"])

    return Runner("clubs", work)


WHOLE_HAND = Contest(
    id="hand",
    title="a whole hand, six call stations that draw three, events recorded",
    unit="hands",
    ours=ours,
    peers=(
        Peer("pokerkit", pokerkit, budget=25),
        Peer("pokerfast FastHand, hold'em", pokerfast, budget=1),
        Peer("clubs, hold'em", clubs),
    ),
)
