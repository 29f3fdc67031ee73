"""
A hand as a state: who has what, whose turn it is, and what each event makes of that.

:func:`evolve` is the only thing that changes a hand, and it never fails on events that
:func:`showdown.rules.play.decide` has made. Players stand in the order of the deal: position 0 is
first left of the button, the last is the button's, so that "clockwise from the button's left" is
just the order of a tuple.
"""

from collections.abc import Callable, Iterable
from typing import Any, TypeVar

from msgspec import Struct
from msgspec.structs import replace

from showdown.errors import CorruptHistory
from showdown.rules import events as ev
from showdown.rules.betting import BettingRound, after_bet, open_round
from showdown.rules.cards import Card
from showdown.rules.phases import BETTING, ENDED, Phase, phase_after
from showdown.rules.ruleset import Chips, HandId, ReshuffleMode, Ruleset, Seat, Second

T = TypeVar("T")

_FOLD, _DRAW = ev.Move.FOLD, ev.TurnKind.DRAW
_RAISES = (ev.Move.BET, ev.Move.RAISE)


class HandState(Struct, frozen=True, kw_only=True):
    """
    Everything about a hand in progress, secrets included.

    Tuples are by position: the n-th entry belongs to ``seats[n]``.
    """

    hand: HandId
    ruleset: Ruleset
    started: ev.HandStarted
    seats: tuple[Seat, ...]
    phase: Phase = Phase.DEALING
    street: int = 0
    """Which betting round: 0 before the draw, 1 after it."""
    stacks: tuple[Chips, ...]
    bets: tuple[Chips, ...]
    """Put in during this round."""
    antes: tuple[Chips, ...]
    paid: tuple[Chips, ...]
    """Stakes over the whole hand: each ante and all bets, less what came back."""
    dead: Chips = 0
    """In the pot, but nobody's stake."""
    live: tuple[bool, ...]
    """Who is still in."""
    in_hand: tuple[int, ...]
    """The positions that are still in, clockwise; said twice because everything asks for it."""
    acted: tuple[bool, ...]
    """Who has acted in this betting round."""
    round: BettingRound
    cards: tuple[tuple[Card, ...], ...]
    discards: tuple[tuple[Card, ...], ...]
    drawn: tuple[int | None, ...]
    """How many cards a seat drew in this draw; None before it chose."""
    stub: tuple[Card, ...] = ()
    reshuffles: tuple[int, ...] = ()
    """How many cards went into each new stub."""
    draw_reached: bool = False
    turn: int = 0
    """Counts turns from 1."""
    asked: tuple[int, ...] = ()
    """The positions that are asked: one, or in a simultaneous draw all that have not chosen."""
    cursor: int = 0
    """The position after which the next one to be asked is looked for."""
    serving: int = 0
    """Who discarded last."""
    aggressor: int | None = None
    """Who bet or raised last in this round."""
    shown: tuple[bool, ...]
    banks: tuple[int, ...]
    """Milliseconds of time bank left."""
    raked: tuple[Chips, ...] = ()
    """Rake by pot, main pot first."""
    paid_out: Chips = 0
    """What has left the middle: rake and awarded pots."""

    forfeited: tuple[Chips, ...] = ()
    """Parts of a carry whose owners are gone."""
    carried_over: Chips = 0
    """What a passed-out deal left for the next one."""
    opener: int | None = None
    """Who bet first in the first betting round."""
    dealt: tuple[tuple[Card, ...], ...] = ()
    """The cards as they were dealt."""
    choices: tuple[tuple[Card, ...] | None, ...]
    """Discards chosen in a simultaneous draw that is still open."""
    burned: tuple[Card, ...] = ()
    has_burned: bool = False
    """Whether a card was burned in this draw."""

    @property
    def to_act(self) -> int | None:
        """The position that is asked, the first of them if they are several."""
        return self.asked[0] if self.asked else None

    @property
    def positions(self) -> range:
        """All positions, clockwise from the left of the button."""
        return range(len(self.seats))

    @property
    def pot(self) -> Chips:
        """All chips in the middle, this round's bets included."""
        return sum(self.paid) + sum(self.forfeited) + self.dead - self.paid_out

    @property
    def seat_to_act(self) -> Seat | None:
        """The seat that is asked, if one is."""
        return None if self.to_act is None else self.seats[self.to_act]

    @property
    def ended(self) -> bool:
        """Whether the hand is over."""
        return self.phase is ENDED

    def position(self, seat: Seat) -> int | None:
        """Where a seat stands in the order of the deal; None if it was not dealt in."""
        return self.seats.index(seat) if seat in self.seats else None

    def is_all_in(self, place: int) -> bool:
        """In the hand and without chips."""
        return self.live[place] and not self.stacks[place]


def evolve(state: HandState | None, event: ev.HandEvent) -> HandState:
    """
    What an event makes of a hand; ``state`` is None for the first event.

    >>> from showdown import Ruleset, start_hand
    >>> state = None
    >>> for event in start_hand(Ruleset(sb=5, bb=10), {1: 200, 2: 200}, button=1):
    ...     state = evolve(state, event)
    >>> state.phase, state.seats, state.bets
    (<Phase.DEALING: 'dealing'>, (2, 1), (10, 5))

    Raises:
        CorruptHistory: the event cannot happen here; such events were not made by the rules.
    """
    if state is None:
        if not isinstance(event, ev.HandStarted):
            raise CorruptHistory(
                f"A hand begins with HandStarted, not with {type(event).__name__}.",
                found=type(event).__name__,
                wanted="HandStarted",
            )
        return _started(event)
    phase = phase_after(state.phase, event)
    try:
        changed = _EVOLVERS[type(event)](state, event)
    except ValueError:
        seat = getattr(event, "seat", None)
        if seat is None or seat in state.seats:
            raise
        raise CorruptHistory(
            f"{type(event).__name__} names seat {seat}, which was not dealt in.", found=seat
        ) from None
    return changed if phase is state.phase else replace(changed, phase=phase)


def replay(events: Iterable[ev.HandEvent]) -> HandState:
    """
    The state that events lead to.

    Raises:
        CorruptHistory: there are none, or they do not follow from one another.
    """
    state: HandState | None = None
    for event in events:
        state = evolve(state, event)
    if state is None:
        raise CorruptHistory("There are no events; a hand begins with HandStarted.", found=0)
    return state


def _started(event: ev.HandStarted) -> HandState:
    players = len(event.lineup)
    nothing = (0,) * players
    carried = {share.seat: share.amount for share in event.carried}
    return HandState(
        hand=event.hand,
        ruleset=event.ruleset,
        started=event,
        seats=tuple(dealt.seat for dealt in event.lineup),
        stacks=tuple(dealt.stack for dealt in event.lineup),
        banks=tuple(dealt.bank_ms for dealt in event.lineup),
        bets=nothing,
        antes=nothing,
        paid=tuple(carried.get(dealt.seat, 0) for dealt in event.lineup),
        forfeited=event.forfeited,
        live=(True,) * players,
        in_hand=tuple(range(players)),
        acted=(False,) * players,
        shown=(False,) * players,
        round=open_round(event.ruleset, 0),
        cards=((),) * players,
        discards=((),) * players,
        drawn=(None,) * players,
        choices=(None,) * players,
    )


def _put(values: tuple[T, ...], place: int, value: T) -> tuple[T, ...]:
    changed = list(values)
    changed[place] = value
    return tuple(changed)


def _ante_posted(state: HandState, event: ev.AntePosted) -> HandState:
    place = state.seats.index(event.seat)
    stacks = _put(state.stacks, place, state.stacks[place] - event.amount)
    if state.ruleset.ante_type == "big_blind":
        return replace(state, stacks=stacks, dead=state.dead + event.amount)
    return replace(
        state,
        stacks=stacks,
        antes=_put(state.antes, place, event.amount),
        paid=_put(state.paid, place, state.paid[place] + event.amount),
    )


def _blind_posted(state: HandState, event: ev.BlindPosted) -> HandState:
    place = state.seats.index(event.seat)
    return replace(
        state,
        stacks=_put(state.stacks, place, state.stacks[place] - event.amount - event.dead),
        bets=_put(state.bets, place, state.bets[place] + event.amount),
        paid=_put(state.paid, place, state.paid[place] + event.amount),
        dead=state.dead + event.dead,
    )


def _cards_dealt(state: HandState, event: ev.CardsDealt) -> HandState:
    blind = state.started.big_blind
    return replace(
        state,
        cards=tuple(dealt.cards for dealt in event.hands),
        dealt=tuple(dealt.cards for dealt in event.hands),
        stub=event.stub,
        cursor=len(state.seats) - 1 if blind is None else state.seats.index(blind),
    )


def _turn(state: HandState, event: ev.Turn) -> HandState:
    index = state.seats.index
    together = [index(other.seat) for other in event.others]
    asked = replace(state, turn=event.turn, asked=(index(event.seat), *together))
    begins_draw = event.kind is _DRAW and state.phase is BETTING
    return _draw_begun(asked) if begins_draw else asked


def _draw_begun(state: HandState) -> HandState:
    """The bets of the round before are in; the one after the draw begins from nothing."""
    players = len(state.seats)
    street = state.street + 1
    return replace(
        state,
        street=street,
        draw_reached=True,
        bets=(0,) * players,
        acted=(False,) * players,
        drawn=(None,) * players,
        choices=(None,) * players,
        has_burned=False,
        round=open_round(state.ruleset, street),
        cursor=_before_first(state),
        aggressor=None,
    )


def _before_first(state: HandState) -> int:
    """The position before the one that begins the round after the draw (RULES 6.10)."""
    players = len(state.seats)
    if state.ruleset.second is Second.OPENER and state.opener is not None:
        return (state.opener - 1) % players
    return players - 1


def _bank_spent(state: HandState, event: ev.BankSpent) -> HandState:
    return replace(state, banks=_put(state.banks, state.seats.index(event.seat), event.bank_ms))


def _acted(state: HandState, event: ev.Acted) -> HandState:
    place = state.seats.index(event.seat)
    acted = replace(
        state,
        asked=(),
        cursor=place,
        acted=_put(state.acted, place, True),
        stacks=_put(state.stacks, place, state.stacks[place] - event.amount),
        bets=_put(state.bets, place, state.bets[place] + event.amount),
        paid=_put(state.paid, place, state.paid[place] + event.amount),
    )
    if event.move is _FOLD:
        left = tuple(other for other in state.in_hand if other != place)
        return replace(acted, live=_put(state.live, place, False), in_hand=left)
    return _raised(acted, event) if event.move in _RAISES else acted


def _raised(state: HandState, event: ev.Acted) -> HandState:
    place = state.cursor
    not_all_in = sum(state.stacks[each] > 0 for each in state.in_hand)
    round_ = after_bet(state.ruleset, state.round, event.to, not_all_in)
    opener = place if state.opener is None and not state.street else state.opener
    return replace(state, round=round_, aggressor=place, opener=opener)


def _bet_returned(state: HandState, event: ev.BetReturned) -> HandState:
    place = state.seats.index(event.seat)
    amount = event.amount
    returned = replace(
        state,
        stacks=_put(state.stacks, place, state.stacks[place] + amount),
        paid=_put(state.paid, place, state.paid[place] - amount),
    )
    if event.ante:
        return replace(returned, antes=_put(state.antes, place, state.antes[place] - amount))
    return replace(returned, bets=_put(state.bets, place, state.bets[place] - amount))


def _draw_chosen(state: HandState, event: ev.DrawChosen) -> HandState:
    place = state.seats.index(event.seat)
    return replace(
        state,
        asked=tuple(other for other in state.asked if other != place),
        choices=_put(state.choices, place, event.cards),
    )


def _discarded(state: HandState, event: ev.Discarded) -> HandState:
    place = state.seats.index(event.seat)
    if event.cards and state.ruleset.burn and not state.has_burned:
        # Before the first who draws is served, and before the stub is looked at (RULES 10.12).
        burned = (*state.burned, *state.stub[:1])
        state = replace(state, has_burned=True, burned=burned, stub=state.stub[1:])
    kept = tuple([card for card in state.cards[place] if card not in event.cards])
    return replace(
        state,
        asked=(),
        serving=place,
        cards=_put(state.cards, place, kept),
        discards=_put(state.discards, place, state.discards[place] + event.cards),
        drawn=_put(state.drawn, place, len(event.cards)),
    )


def _reshuffled(state: HandState, event: ev.Reshuffled) -> HandState:
    on_top = state.stub if state.ruleset.reshuffle is ReshuffleMode.STUB_FIRST else ()
    return replace(
        state,
        stub=(*on_top, *event.order),
        burned=tuple(card for card in state.burned if card not in event.order),
        reshuffles=(*state.reshuffles, len(event.order)),
    )


def _cards_drawn(state: HandState, event: ev.CardsDrawn) -> HandState:
    place = state.seats.index(event.seat)
    return replace(
        state,
        cards=_put(state.cards, place, state.cards[place] + event.cards),
        stub=state.stub[len(event.cards) :],
    )


def _hand_shown(state: HandState, event: ev.HandShown) -> HandState:
    return replace(state, shown=_put(state.shown, state.seats.index(event.seat), True))


def _raked(state: HandState, event: ev.Raked) -> HandState:
    missing = event.pot - len(state.raked)
    raked = (*state.raked, *(0,) * missing, event.amount)
    return replace(state, raked=raked, paid_out=state.paid_out + event.amount)


def _pot_awarded(state: HandState, event: ev.PotAwarded) -> HandState:
    place = state.seats.index(event.seat)
    stacks = _put(state.stacks, place, state.stacks[place] + event.amount)
    return replace(state, stacks=stacks, paid_out=state.paid_out + event.amount)


def _carried_over(state: HandState, _: ev.CarriedOver) -> HandState:
    return replace(state, carried_over=state.pot, paid_out=state.paid_out + state.pot)


def _hand_over(state: HandState, event: ev.HandEnded | ev.HandAborted) -> HandState:
    stacks = {each.seat: each.stack for each in event.stacks}
    nothing = (0,) * len(state.seats)
    return replace(
        state,
        asked=(),
        stacks=tuple(stacks[seat] for seat in state.seats),
        bets=nothing,
        paid=nothing,
        forfeited=(),
        dead=0,
        paid_out=0,
    )


def _unchanged(state: HandState, _: ev.HandMucked | ev.OpenersShown) -> HandState:
    return state


_EVOLVERS: dict[type[ev.Event], Callable[[HandState, Any], HandState]] = {
    ev.AntePosted: _ante_posted,
    ev.BlindPosted: _blind_posted,
    ev.CardsDealt: _cards_dealt,
    ev.Turn: _turn,
    ev.BankSpent: _bank_spent,
    ev.Acted: _acted,
    ev.BetReturned: _bet_returned,
    ev.DrawChosen: _draw_chosen,
    ev.Discarded: _discarded,
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
