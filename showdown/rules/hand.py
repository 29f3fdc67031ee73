"""
What each event makes of a hand.

:func:`apply` is the only thing that changes a hand, and it never fails on events that
:func:`showdown.rules.play.decide` has made. It changes the hand where it stands, in a third of the
time of a new state for each event; :func:`evolve` and :func:`~showdown.rules.play.advance` work on
a copy, so that a state that somebody holds stays as it is.
"""

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from showdown.errors import CorruptHistory
from showdown.rules import events as ev
from showdown.rules.betting import after_bet, open_round
from showdown.rules.hand_state import HandState, Played
from showdown.rules.phases import (
    BETTING,
    TRANSITIONS,
    Phase,
    Trigger,
    impossible,
)
from showdown.rules.proven import entropy_of
from showdown.rules.ruleset import Chips, ReshuffleMode, Second

__all__ = ["HandState", "Played", "apply", "begun", "evolve", "replay"]

_FOLD, _DRAW = ev.Move.FOLD, ev.TurnKind.DRAW
_RAISES = (ev.Move.BET, ev.Move.RAISE)


def evolve(state: HandState | None, event: ev.HandEvent) -> HandState:
    """
    What an event makes of a hand; ``state`` is None for the first event.

    >>> from showdown import Ruleset, start_hand
    >>> state = None
    >>> for event in start_hand(Ruleset(sb=5, bb=10), {1: 200, 2: 200}, button=1):
    ...     state = evolve(state, event)
    >>> state.phase, state.seats, state.bets
    (<Phase.DEALING: 'dealing'>, (2, 1), [10, 5])

    Raises:
        CorruptHistory: the event cannot happen here; such events were not made by the rules.
    """
    if state is None:
        return begun(event)
    state = state.copy()
    apply(state, (event,))
    return state


def replay(events: Iterable[ev.HandEvent]) -> HandState:
    """
    The state that events lead to.

    Raises:
        CorruptHistory: there are none, or they do not follow from one another.
    """
    happened = iter(events)
    first = next(happened, None)
    if first is None:
        raise CorruptHistory("There are no events; a hand begins with HandStarted.", found=0)
    state = begun(first)
    apply(state, happened)
    return state


def apply(state: HandState, events: Iterable[ev.HandEvent]) -> None:
    """
    Let events happen to a hand that nobody else holds.

    Raises:
        CorruptHistory: one of them cannot happen here; such events were not made by the rules.
    """
    for event in events:
        trigger = event.kind if type(event) is _TURN else type(event)
        try:
            change, following = _STEPS[state.phase][trigger]
        except KeyError:
            raise impossible(state.phase, event) from None
        try:
            change(state, event)
        except ValueError as error:
            raise (_stranger(state, event) or error) from None
        state.phase = following


def _stranger(state: HandState, event: ev.HandEvent) -> CorruptHistory | None:
    """What is wrong with an event whose seat is not in its hand."""
    seat = getattr(event, "seat", None)
    if seat is None or seat in state.seats:
        return None
    return CorruptHistory(
        f"{type(event).__name__} names seat {seat}, which was not dealt in.", found=seat
    )


def begun(event: ev.HandEvent) -> HandState:
    """
    A hand after its first event.

    Raises:
        CorruptHistory: no hand begins with such an event.
    """
    if isinstance(event, ev.HandStarted):
        return HandState(event)
    raise CorruptHistory(
        f"A hand begins with HandStarted, not with {type(event).__name__}.",
        found=type(event).__name__,
        wanted="HandStarted",
    )


# What each event changes. Where somebody may not be dealt in, his position is looked up first.


def _ante_posted(state: HandState, event: ev.AntePosted) -> None:
    place = state.seats.index(event.seat)
    state.stacks[place] -= event.amount
    if state.ruleset.ante_type == "big_blind":
        state.dead += event.amount
        return
    state.antes[place] = event.amount
    state.paid[place] += event.amount


def _blind_posted(state: HandState, event: ev.BlindPosted) -> None:
    place = state.seats.index(event.seat)
    state.stacks[place] -= event.amount + event.dead
    state.bets[place] += event.amount
    state.paid[place] += event.amount
    state.dead += event.dead


def _cards_dealt(state: HandState, event: ev.CardsDealt) -> None:
    blind = state.started.big_blind
    state.cards = [dealt.cards for dealt in event.hands]
    state.dealt = tuple(state.cards)
    state.stub = event.stub
    state.cursor = len(state.seats) - 1 if blind is None else state.seats.index(blind)


def _turn(state: HandState, event: ev.Turn) -> None:
    index = state.seats.index
    place = index(event.seat)
    others = event.others
    state.asked = (place, *[index(other.seat) for other in others]) if others else (place,)
    state.turn = event.turn
    if event.kind is _DRAW and state.phase is BETTING:
        _begin_draw(state)


def _begin_draw(state: HandState) -> None:
    """The bets of the round before are in; the one after the draw begins from nothing."""
    players = len(state.seats)
    state.street += 1
    state.draw_reached = True
    state.bets = [0] * players
    state.acted = [False] * players
    state.drawn = [None] * players
    state.choices = [None] * players
    state.has_burned = False
    state.round = open_round(state.ruleset, state.street)
    state.cursor = _before_first(state)
    state.aggressor = None


def _before_first(state: HandState) -> int:
    """The position before the one that begins the round after the draw (RULES 6.10)."""
    players = len(state.seats)
    if state.ruleset.second is Second.OPENER and state.opener is not None:
        return (state.opener - 1) % players
    return players - 1


def _bank_spent(state: HandState, event: ev.BankSpent) -> None:
    state.banks[state.seats.index(event.seat)] = event.bank_ms


def _acted(state: HandState, event: ev.Acted) -> None:
    place = state.seats.index(event.seat)
    state.asked = ()
    state.cursor = place
    state.acted[place] = True
    amount = event.amount
    if amount:
        state.stacks[place] -= amount
        state.bets[place] += amount
        state.paid[place] += amount
    move = event.move
    if move is _FOLD:
        state.live[place] = False
        state.in_hand = tuple([other for other in state.in_hand if other != place])
    elif move in _RAISES:
        _raised(state, place, event.to)


def _raised(state: HandState, place: int, to: Chips) -> None:
    not_all_in = sum(state.stacks[each] > 0 for each in state.in_hand)
    state.round = after_bet(state.ruleset, state.round, to, not_all_in)
    state.aggressor = place
    if state.opener is None and not state.street:
        state.opener = place


def _bet_returned(state: HandState, event: ev.BetReturned) -> None:
    place = state.seats.index(event.seat)
    state.stacks[place] += event.amount
    state.paid[place] -= event.amount
    round_or_antes = state.antes if event.ante else state.bets
    round_or_antes[place] -= event.amount


def _draw_chosen(state: HandState, event: ev.DrawChosen) -> None:
    place = state.seats.index(event.seat)
    state.asked = tuple([other for other in state.asked if other != place])
    state.choices[place] = event.cards
    if event.bank_ms is not None:
        state.spent += ((place, event.bank_ms),)
    if not state.asked:  # until then a bank would tell who has chosen
        for other, bank_ms in state.spent:
            state.banks[other] = bank_ms
        state.spent = ()


def _discarded(state: HandState, event: ev.Discarded) -> None:
    place = state.seats.index(event.seat)
    thrown = event.cards
    if thrown and state.ruleset.burn and not state.has_burned:
        # Before the first who draws is served, and before the stub is looked at (RULES 10.12).
        state.has_burned = True
        state.burned += state.stub[:1]
        state.stub = state.stub[1:]
    state.asked = ()
    state.serving = place
    state.cards[place] = tuple([card for card in state.cards[place] if card not in thrown])
    state.discards[place] += thrown
    state.drawn[place] = len(thrown)


def _opened(state: HandState, event: ev.EntropyOpened | ev.PoolUnused) -> None:
    state.entropies += (entropy_of(state, event.openings),)
    state.bound = {each.seat: each.value for each in event.openings}
    if isinstance(event, ev.PoolUnused):
        state.sealed = None


def _deal_sealed(state: HandState, event: ev.DealSealed) -> None:
    state.committed = event
    state.bound = {each.seat: each.commitment for each in event.contributors}


def _pool_sealed(state: HandState, event: ev.PoolSealed) -> None:
    state.sealed = event


def _reshuffled(state: HandState, event: ev.Reshuffled) -> None:
    state.sealed = None
    on_top = state.stub if state.ruleset.reshuffle is ReshuffleMode.STUB_FIRST else ()
    state.stub = (*on_top, *event.order)
    state.burned = tuple([card for card in state.burned if card not in event.order])
    state.reshuffles += (len(event.order),)


def _cards_drawn(state: HandState, event: ev.CardsDrawn) -> None:
    state.cards[state.seats.index(event.seat)] += event.cards
    state.stub = state.stub[len(event.cards) :]


def _hand_shown(state: HandState, event: ev.HandShown) -> None:
    state.shown[state.seats.index(event.seat)] = True


def _raked(state: HandState, event: ev.Raked) -> None:
    missing = event.pot - len(state.raked)
    state.raked = (*state.raked, *(0,) * missing, event.amount)
    state.paid_out += event.amount


def _pot_awarded(state: HandState, event: ev.PotAwarded) -> None:
    state.stacks[state.seats.index(event.seat)] += event.amount
    state.paid_out += event.amount


def _carried_over(state: HandState, _: ev.CarriedOver) -> None:
    state.carried_over = state.pot
    state.paid_out += state.carried_over


def _hand_over(state: HandState, event: ev.HandEnded | ev.HandAborted) -> None:
    stacks = {each.seat: each.stack for each in event.stacks}
    players = len(state.seats)
    state.asked = ()
    state.stacks = [stacks[seat] for seat in state.seats]
    state.bets = [0] * players
    state.paid = [0] * players
    state.forfeited = ()
    state.dead = 0
    state.paid_out = 0


def _unchanged(_: HandState, __: ev.HandMucked | ev.OpenersShown) -> None:
    """What is seen moves nothing."""


Change = Callable[[HandState, Any], None]

_CHANGES: dict[type[ev.Event], Change] = {
    ev.DealSealed: _deal_sealed,
    ev.AntePosted: _ante_posted,
    ev.BlindPosted: _blind_posted,
    ev.EntropyOpened: _opened,
    ev.CardsDealt: _cards_dealt,
    ev.Turn: _turn,
    ev.BankSpent: _bank_spent,
    ev.Acted: _acted,
    ev.BetReturned: _bet_returned,
    ev.DrawChosen: _draw_chosen,
    ev.Discarded: _discarded,
    ev.PoolSealed: _pool_sealed,
    ev.PoolUnused: _opened,
    ev.Reshuffled: _reshuffled,
    ev.CardsDrawn: _cards_drawn,
    ev.HandShown: _hand_shown,
    ev.HandMucked: _unchanged,
    ev.OpenersShown: _unchanged,
    ev.CarriedOver: _carried_over,
    ev.Raked: _raked,
    ev.PotAwarded: _pot_awarded,
    ev.HandEnded: _hand_over,
    ev.HandAborted: _hand_over,
}

SEALING: Mapping[type[ev.Event], Change] = {
    kind: _CHANGES[kind] for kind in (ev.DealSealed, ev.EntropyOpened, ev.PoolUnused, ev.PoolSealed)
}
"""What changes of a hand that proofs stand on, for who follows nothing else of it."""

_TURN = ev.Turn

# A turn goes by its kind, everything else by its class; found in one look with where it leads.
_STEPS: dict[Phase, dict[Trigger, tuple[Change, Phase]]] = {
    phase: {
        trigger: (_CHANGES[trigger if isinstance(trigger, type) else _TURN], following)
        for trigger, following in row.items()
    }
    for phase, row in TRANSITIONS.items()
}
