"""
A table: who sits there and the hand that runs.

The same two functions as for a hand, one floor up. The server, recovery and replays know only
these; :func:`dealer_action` says what the dealer has to do without waiting for anybody.
"""

from collections.abc import Callable, Iterable, Iterator
from typing import Any, NamedTuple

from msgspec import Struct
from msgspec.structs import replace

from showdown.errors import IllegalAction, Refusal
from showdown.rules import actions as act
from showdown.rules import events as ev
from showdown.rules import seating as seats
from showdown.rules.deal import deck_order, first_button, pool_order
from showdown.rules.drawing import needed_reshuffle
from showdown.rules.hand import HandState
from showdown.rules.hand import evolve as evolve_hand
from showdown.rules.phases import Phase
from showdown.rules.play import advance as advance_hand
from showdown.rules.ruleset import AccountId, Chips, HandId, Ruleset, Seat
from showdown.rules.seating import Occupant, Seating
from showdown.rules.start import Blinds, Player, start_hand

TableEvent = ev.HandEvent | seats.SeatingEvent


class TableState(Struct, frozen=True, kw_only=True):
    """A table at one moment, secrets included."""

    seating: Seating
    hand: HandState | None = None
    """The hand that runs, or the last one until the next begins."""

    @property
    def ruleset(self) -> Ruleset:
        """What is played here."""
        return self.seating.ruleset

    @property
    def running(self) -> HandState | None:
        """The hand that runs, if one does."""
        return self.hand if self.hand is not None and not self.hand.ended else None

    def is_dealt_in(self, seat: Seat) -> bool:
        """Whether a seat has a part in the hand that runs."""
        return self.running is not None and seat in self.running.seats


# What players ask and the dealer does between hands.


class Sit(Struct, frozen=True, kw_only=True):
    """Take a seat with chips; None is the lowest free one."""

    account: AccountId
    name: str
    buy_in: Chips
    seat: Seat | None = None


class Leave(Struct, frozen=True, kw_only=True):
    """Go, at once or when the hand is over."""

    account: AccountId


class SitOut(Struct, frozen=True, kw_only=True):
    """Be dealt in no more from the next hand on."""

    account: AccountId


class SitIn(Struct, frozen=True, kw_only=True):
    """Be dealt in again from the next hand on."""

    account: AccountId


class TopUp(Struct, frozen=True, kw_only=True):
    """Have this total in front of you, now or after the hand (RULES 5.3)."""

    account: AccountId
    to: Chips


class ApplyTopUp(Struct, frozen=True, kw_only=True):
    """The dealer gives a player the chips he asked for, as far as his account goes."""

    seat: Seat
    funds: Chips
    """What the account can pay."""


class StartHand(Struct, frozen=True, kw_only=True):
    """The dealer begins a hand with a fresh key of 32 bytes."""

    hand: HandId
    hand_key: bytes


class AbortHand(Struct, frozen=True, kw_only=True):
    """The dealer gives the hand up (RULES 15.5)."""

    reason: str


class Play(Struct, frozen=True, kw_only=True):
    """An action in the hand; ``overtime_ms`` is what it took of the time bank."""

    action: act.Action
    overtime_ms: int = 0


TableAction = Sit | Leave | SitOut | SitIn | TopUp | ApplyTopUp | StartHand | AbortHand | Play


class Played(NamedTuple):
    """What an action led to."""

    events: tuple[TableEvent, ...]
    state: TableState


def evolve(table: TableState, event: TableEvent) -> TableState:
    """
    What an event makes of a table.

    Raises:
        CorruptHistory: the event cannot happen here.
    """
    if isinstance(event, seats.SeatingEvent):
        return replace(table, seating=seats.seat_event(table.seating, event))
    before = None if isinstance(event, ev.HandStarted) else table.hand
    return replace(
        table,
        hand=evolve_hand(before, event),
        seating=seats.hand_event(table.seating, event),
    )


def replay(table: TableState, events: Iterable[TableEvent]) -> TableState:
    """The table after these events."""
    for event in events:
        table = evolve(table, event)
    return table


def decide(table: TableState, action: TableAction) -> tuple[TableEvent, ...]:
    """
    The events that an action leads to, those between hands included.

    Raises:
        IllegalAction: the rules refuse it; nothing has changed.
    """
    return advance(table, action).events


def advance(table: TableState, action: TableAction) -> Played:
    """As :func:`decide`, with the table afterwards."""
    events = tuple(_DECIDERS[type(action)](table, action))
    state = replay(table, events)
    if table.running is not None and state.running is None:
        closing = tuple(_between_hands(state))
        events, state = events + closing, replay(state, closing)
    return Played(events, state)


def dealer_action(table: TableState) -> TableAction | None:
    """
    What the dealer does now without waiting; None if it is somebody else's turn.

    Deals and reshuffles by the hand key, and acts for players who are leaving (RULES 7.8).
    """
    hand = table.running
    if hand is None:
        return None
    key = hand.started.hand_key
    if hand.phase is Phase.DEALING and key:
        return Play(action=act.Deal(deck_order(key, table.ruleset.deck)))
    eligible = needed_reshuffle(hand)
    if eligible is not None and key:
        return Play(action=act.Reshuffle(pool_order(key, eligible, len(hand.reshuffles) + 1)))
    return _for_leaver(table, hand)


def pending_top_ups(table: TableState) -> tuple[Occupant, ...]:
    """Players whose top-up can be applied now."""
    return tuple(
        each
        for each in table.seating.occupants
        if each.top_up_to is not None and not table.is_dealt_in(each.seat)
    )


def can_start(table: TableState) -> bool:
    """Whether the next hand may begin (RULES 5.1)."""
    return table.running is None and len(table.seating.ready) >= 2


def _for_leaver(table: TableState, hand: HandState) -> TableAction | None:
    for place in hand.asked:
        seat = hand.seats[place]
        occupant = table.seating.at(seat)
        if occupant is not None and occupant.leaving:
            drawing = hand.phase is Phase.DRAWING
            return Play(action=act.Draw(seat) if drawing else act.Fold(seat))
    return None


# Deciders: each raises, or gives the events.


def _refuse(refusal: Refusal, sentence: str, **facts: str | int) -> IllegalAction:
    return IllegalAction(refusal, sentence, **facts)


def _occupant(table: TableState, account: AccountId) -> Occupant:
    occupant = table.seating.of(account)
    if occupant is None:
        raise _refuse(Refusal.NOT_SEATED, "You have no seat at this table; sit down first.")
    return occupant


def _sit(table: TableState, action: Sit) -> Iterator[TableEvent]:
    seating = table.seating
    if seating.of(action.account) is not None:
        raise _refuse(Refusal.ALREADY_SEATED, "You have a seat at this table already.")
    seat = _chosen_seat(seating, action.seat)
    _check_buy_in(table.ruleset, action.buy_in, "buy-in")
    yield seats.Seated(seat=seat, account=action.account, name=action.name, stack=action.buy_in)


def _chosen_seat(seating: Seating, wanted: Seat | None) -> Seat:
    free, most = seating.free_seats, seating.ruleset.max_seats
    if wanted is not None and not 1 <= wanted <= most:
        raise _refuse(
            Refusal.NO_SUCH_SEAT,
            f"There is no seat {wanted}; this table has seats 1 to {most}.",
            found=wanted,
            wanted=most,
        )
    if not free:
        raise _refuse(
            Refusal.TABLE_FULL, f"The table is full: all {most} seats are taken.", found=most
        )
    if wanted is not None and wanted not in free:
        raise _refuse(
            Refusal.SEAT_TAKEN,
            f"Seat {wanted} is taken; free: {', '.join(map(str, free))}.",
            found=wanted,
            wanted=free[0],
        )
    return free[0] if wanted is None else wanted


def _check_buy_in(rules: Ruleset, amount: Chips, what: str) -> None:
    if amount % rules.unit:
        raise _refuse(
            Refusal.BAD_AMOUNT,
            f"A {what} of {amount} is not a multiple of the chip unit {rules.unit}.",
            found=amount,
            wanted=rules.unit,
        )
    if amount < rules.min_buy:
        raise _refuse(
            Refusal.BUY_IN_TOO_SMALL,
            f"A {what} of {amount} is below the minimum of {rules.min_buy}.",
            found=amount,
            wanted=rules.min_buy,
        )
    if amount > rules.max_buy:
        raise _refuse(
            Refusal.BUY_IN_TOO_LARGE,
            f"A {what} of {amount} is above the maximum of {rules.max_buy}.",
            found=amount,
            wanted=rules.max_buy,
        )


def _leave(table: TableState, action: Leave) -> Iterator[TableEvent]:
    occupant = _occupant(table, action.account)
    if table.is_dealt_in(occupant.seat):
        if not occupant.leaving:
            yield seats.LeaveAsked(seat=occupant.seat)
    else:
        yield _gone(occupant)


def _gone(occupant: Occupant) -> seats.Left:
    return seats.Left(seat=occupant.seat, account=occupant.account, stack=occupant.stack)


def _sit_out(table: TableState, action: SitOut) -> Iterator[TableEvent]:
    occupant = _occupant(table, action.account)
    if not occupant.sitting_out:
        yield seats.SatOut(seat=occupant.seat)


def _sit_in(table: TableState, action: SitIn) -> Iterator[TableEvent]:
    occupant = _occupant(table, action.account)
    if not occupant.stack and not table.is_dealt_in(occupant.seat):
        raise _refuse(
            Refusal.NO_CHIPS,
            f"You have no chips at this table; top up to at least {table.ruleset.min_buy} first.",
            found=0,
            wanted=table.ruleset.min_buy,
        )
    if occupant.sitting_out:
        yield seats.SatIn(seat=occupant.seat)


def _top_up(table: TableState, action: TopUp) -> Iterator[TableEvent]:
    occupant = _occupant(table, action.account)
    rules = table.ruleset
    if action.to % rules.unit or action.to > rules.max_buy:
        _check_buy_in(rules, action.to, "top-up")
    yield seats.TopUpAsked(seat=occupant.seat, to=action.to)


def _apply_top_up(table: TableState, action: ApplyTopUp) -> Iterator[TableEvent]:
    occupant = table.seating.at(action.seat)
    if occupant is None or occupant.top_up_to is None or table.is_dealt_in(action.seat):
        raise _refuse(Refusal.WRONG_PHASE, f"Seat {action.seat} has no top-up to apply now.")
    stack = _stack_after_top_up(table.ruleset, occupant, action.funds)
    yield seats.StackChanged(seat=occupant.seat, stack=stack)
    if not stack and not occupant.sitting_out:
        yield seats.SatOut(seat=occupant.seat)


def _stack_after_top_up(rules: Ruleset, occupant: Occupant, funds: Chips) -> Chips:
    """The stack once the account has paid what it can; a rebuy that is too small is void."""
    assert occupant.top_up_to is not None
    affordable = funds // rules.unit * rules.unit
    total = min(occupant.top_up_to, occupant.stack + affordable)
    if not occupant.stack and total < rules.min_buy:
        return 0
    return max(total, occupant.stack)


def _start(table: TableState, action: StartHand) -> Iterator[TableEvent]:
    if not can_start(table):
        raise _refuse(
            Refusal.WRONG_PHASE, "A hand needs two players who are ready, and none may be running."
        )
    ready = {each.seat: each for each in table.seating.ready}
    moved = _button_for(table.seating, list(ready), action.hand_key)
    yield moved
    blinds = None
    if moved.big_blind is not None:
        blinds = Blinds(small=moved.small_blind, big=moved.big_blind)
    yield from start_hand(
        table.ruleset,
        {seat: each.stack for seat, each in ready.items()},
        moved.button,
        hand=action.hand,
        blinds=blinds,
        players={
            seat: Player(account=each.account, name=each.name, bank_ms=each.bank_ms)
            for seat, each in ready.items()
        },
        hand_key=action.hand_key,
    )


def _button_for(seating: Seating, ready: list[Seat], key: bytes) -> seats.ButtonMoved:
    last = seating.last
    if last is not None and seating.aborted:
        again = seats.with_blinds(seating.ruleset, ready, last.button)
        if again == last:  # not if others are there now, who would post
            return last
    return seats.next_button(seating.ruleset, ready, last, first_button(key, ready))


def _abort(table: TableState, action: AbortHand) -> Iterator[TableEvent]:
    hand = table.running
    if hand is None:
        raise _refuse(Refusal.WRONG_PHASE, "No hand is running that could be given up.")
    yield ev.HandAborted(
        stacks=tuple(
            ev.SeatStack(seat=dealt.seat, stack=dealt.stack) for dealt in hand.started.lineup
        ),
        reason=action.reason,
    )


def _play(table: TableState, action: Play) -> Iterator[TableEvent]:
    hand = table.running
    if hand is None:
        raise _refuse(Refusal.WRONG_PHASE, "No hand is in progress; the next one begins soon.")
    yield from advance_hand(hand, action.action, action.overtime_ms).events


_DECIDERS: dict[type, Callable[[TableState, Any], Iterable[TableEvent]]] = {
    Sit: _sit,
    Leave: _leave,
    SitOut: _sit_out,
    SitIn: _sit_in,
    TopUp: _top_up,
    ApplyTopUp: _apply_top_up,
    StartHand: _start,
    AbortHand: _abort,
    Play: _play,
}


def _between_hands(table: TableState) -> Iterator[TableEvent]:
    """Departures, then who sits out without having asked (RULES 5.6, 7.7, 15.1)."""
    for each in table.seating.occupants:
        if each.leaving:
            yield _gone(each)
    for each in table.seating.occupants:
        if each.leaving or each.sitting_out:
            continue
        broke = not each.stack and each.top_up_to is None
        if broke or each.timeouts >= seats.TIMEOUTS_ALLOWED:
            yield seats.SatOut(seat=each.seat)
