"""
Cards from the deck: the deal, and the draw with what a stub is made anew of (RULES 2.4 and 10).
"""

from showdown.rules import events as ev
from showdown.rules.cards import HAND_SIZE, Card
from showdown.rules.hand_state import HandState
from showdown.rules.phases import SERVING
from showdown.rules.ruleset import DrawMode, ReshuffleMode, Ruleset

_DRAW, _SIMULTANEOUS = ev.TurnKind.DRAW, DrawMode.SIMULTANEOUS


def cards_dealt(state: HandState, order: tuple[Card, ...]) -> ev.CardsDealt:
    """Deal from a deck in this order, one card at a time, five times round (RULES 2.4)."""
    players = len(state.seats)
    dealt = HAND_SIZE * players
    hands = [
        ev.HandDealt(seat=seat, cards=order[place:dealt:players])
        for place, seat in enumerate(state.seats)
    ]
    return ev.CardsDealt(hands=tuple(hands), stub=order[dealt:])


def owed_cards(state: HandState) -> int:
    """How many cards the last to discard is waiting for."""
    if state.phase is not SERVING:
        return 0
    return state.drawn[state.serving] or 0


def serve(state: HandState, owed: int) -> tuple[ev.HandEvent, ...]:
    """The cards that are owed; nothing if the stub must be made anew first."""
    if owed > len(state.stub):
        return ()
    return (ev.CardsDrawn(seat=state.seats[state.serving], cards=state.stub[:owed]),)


def next_drawer(state: HandState) -> int | None:
    """The first position clockwise that is still to draw; None if all have."""
    drawn = state.drawn
    for place in state.in_hand:
        if drawn[place] is None:
            return place
    return None


def draw_turn(state: HandState, drawer: int) -> ev.Turn:
    """Ask this position, or in a simultaneous draw everybody at once."""
    together = state.ruleset.draw_mode is _SIMULTANEOUS
    return ev.Turn(
        seat=state.seats[drawer],
        turn=state.turn + 1,
        kind=_DRAW,
        base_ms=state.draw_ms,
        bank_ms=state.banks[drawer],
        others=_others_asked(state, drawer) if together else (),
    )


def _others_asked(state: HandState, drawer: int) -> tuple[ev.SeatBank, ...]:
    return tuple(
        ev.SeatBank(seat=state.seats[place], bank_ms=state.banks[place])
        for place in state.in_hand
        if place != drawer
    )


def needed_reshuffle(state: HandState) -> tuple[Card, ...] | None:
    """
    The cards that the dealer must shuffle, by number; None if he need not.

    The rest of the stub, all folded hands, burned cards and the discards of everybody but the
    drawer (RULES 10.6). With ``stub_first`` the rest of the stub stays on top, and discards and
    burned cards go in only where folded hands do not suffice (RULES 10.7).
    """
    owed = owed_cards(state)
    if owed <= len(state.stub):
        return None
    return eligible_for(state, state.serving, owed)


def eligible_for(state: HandState, drawer: int, owed: int) -> tuple[Card, ...]:
    """The cards that are shuffled for a position that asks for so many, by number."""
    kept_out = set(state.discards[drawer])
    for place in state.in_hand:
        kept_out.update(state.cards[place])
    if state.ruleset.reshuffle is ReshuffleMode.MERGE:
        return _others(state, kept_out)
    kept_out.update(state.stub)
    folded = {
        card for place in state.positions if not state.live[place] for card in state.cards[place]
    }
    spare = _others(state, kept_out)
    first = tuple(card for card in spare if card in folded)
    return first if len(first) >= owed - len(state.stub) else spare


def most_cards(ruleset: Ruleset) -> int:
    """What a player could ask for at most."""
    return ruleset.max_draw + ruleset.ace4


def may_need_reshuffle(state: HandState) -> bool:
    """Whether who draws next could ask for more than the stub has."""
    burns = state.ruleset.burn and not state.has_burned
    return most_cards(state.ruleset) > len(state.stub) - burns


def _others(state: HandState, kept_out: set[Card]) -> tuple[Card, ...]:
    return tuple(card for card in state.ruleset.deck if card not in kept_out)
