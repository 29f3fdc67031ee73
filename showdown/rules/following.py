"""
How a client keeps a table up to date: what each event that travels makes of its view.

A law in the tests says that it ends where the server's own snapshot does.
"""

from collections.abc import Callable
from typing import Any

from msgspec.structs import replace

from showdown.rules import seen
from showdown.rules.events import Move, TurnKind
from showdown.rules.ruleset import Chips, Seat
from showdown.rules.table_view import SeatView, TableView


def follow(view: TableView, event: seen.SeenEvent | seen.Hidden) -> TableView:
    """The table after one more event."""
    step = _FOLLOWERS.get(type(event))
    return step(view, event) if step else view


def _change(view: TableView, seat: Seat, **changes: Any) -> TableView:
    return replace(
        view,
        seats=tuple(replace(s, **changes) if s.seat == seat else s for s in view.seats),
    )


def _pay(view: TableView, seat: Seat, amount: Chips, dead: Chips = 0) -> TableView:
    """Move chips from a seat into the middle; a negative amount comes back."""
    payer = view.at(seat)
    if payer is None:
        return view
    stack, bet = payer.stack - amount - dead, payer.bet + amount
    return replace(_change(view, seat, stack=stack, bet=bet), pot=view.pot + amount + dead)


def _hand_started(view: TableView, event: seen.HandStarted) -> TableView:
    stacks = {player.seat: player.stack for player in event.players}
    return replace(
        view,
        hand=event.hand,
        running=True,
        street=0,
        button=event.button,
        small_blind=event.small_blind,
        big_blind=event.big_blind,
        pot=sum(share.amount for share in event.carried) + sum(event.forfeited),
        carry=0,
        bet=event.ruleset.bb,
        turn=None,
        seats=tuple(
            replace(
                each,
                stack=stacks.get(each.seat, each.stack),
                bet=0,
                dealt_in=each.seat in stacks,
                folded=False,
                asks_to_post=each.asks_to_post and each.seat not in stacks,
                carried=0,
                count=0,
                cards=None,
                drew=None,
            )
            for each in view.seats
        ),
    )


def _cards_dealt(view: TableView, event: seen.CardsDealt) -> TableView:
    for dealt in event.hands:
        view = _change(view, dealt.seat, count=dealt.count, cards=dealt.cards)
    return view


def _turn(view: TableView, event: seen.Turn) -> TableView:
    view = replace(view, turn=event)
    drawing = event.kind is TurnKind.DRAW
    first = drawing and all(each.drew is None for each in view.seats)
    if not first:
        return view
    seats = tuple(replace(each, bet=0) for each in view.seats)
    return replace(view, street=view.street + 1, bet=0, seats=seats)


def _bank_spent(view: TableView, event: seen.BankSpent) -> TableView:
    """Keep the bank of a turn true until what was done in it is told."""
    turn = view.turn
    if turn is None:
        return view
    if turn.seat == event.seat:
        return replace(view, turn=replace(turn, bank_ms=event.bank_ms))
    others = tuple(
        replace(other, bank_ms=event.bank_ms) if other.seat == event.seat else other
        for other in turn.others
    )
    return replace(view, turn=replace(turn, others=others))


def _acted(view: TableView, event: seen.Acted) -> TableView:
    view = _pay(replace(view, turn=None), event.seat, event.amount)
    if event.move is Move.FOLD:
        return _change(view, event.seat, folded=True)
    raised = event.move in (Move.BET, Move.RAISE)
    return replace(view, bet=event.to) if raised else view


def _bet_returned(view: TableView, event: seen.BetReturned) -> TableView:
    if event.ante:
        return _pay(view, event.seat, 0, -event.amount)
    return _pay(view, event.seat, -event.amount)


def _discarded(view: TableView, event: seen.Discarded) -> TableView:
    seat = view.at(event.seat)
    if seat is None:
        return view
    kept = seat.cards
    if kept is not None and event.cards is not None:
        kept = tuple(card for card in kept if card not in event.cards) or None
    count = seat.count - event.count
    return _change(replace(view, turn=None), event.seat, cards=kept, count=count, drew=event.count)


def _cards_drawn(view: TableView, event: seen.CardsDrawn) -> TableView:
    seat = view.at(event.seat)
    if seat is None:
        return view
    cards = seat.cards
    if event.cards is not None:
        cards = (seat.cards or ()) + event.cards
    return _change(view, event.seat, cards=cards, count=seat.count + event.count)


def _pot_awarded(view: TableView, event: seen.PotAwarded) -> TableView:
    seat = view.at(event.seat)
    if seat is None:
        return view
    view = _change(view, event.seat, stack=seat.stack + event.amount)
    return replace(view, pot=view.pot - event.amount)


def _hand_over(view: TableView, event: seen.HandEnded | seen.HandAborted) -> TableView:
    stacks = {each.seat: each.stack for each in event.stacks}
    return replace(
        view,
        running=False,
        turn=None,
        pot=0,
        bet=0,
        seats=tuple(
            replace(each, bet=0, stack=stacks.get(each.seat, each.stack)) for each in view.seats
        ),
    )


def _seated(view: TableView, event: seen.Seated) -> TableView:
    owes_bb = view.ruleset.has_blinds
    newcomer = SeatView(seat=event.seat, name=event.name, stack=event.stack, owes_bb=owes_bb)
    return replace(view, seats=tuple(sorted((*view.seats, newcomer), key=lambda s: s.seat)))


def _left(view: TableView, event: seen.Left) -> TableView:
    return replace(
        view,
        seats=tuple(each for each in view.seats if each.seat != event.seat),
        you=None if view.you == event.seat else view.you,
    )


def _button_moved(view: TableView, event: seen.ButtonMoved) -> TableView:
    return replace(
        view,
        button=event.button,
        small_blind=event.small_blind,
        big_blind=event.big_blind,
    )


def _debts_changed(view: TableView, event: seen.DebtsChanged) -> TableView:
    seat = view.at(event.seat)
    owes = event.owes_bb or event.owes_sb
    return _change(
        view,
        event.seat,
        owes_bb=event.owes_bb,
        owes_sb=event.owes_sb,
        asks_to_post=owes and seat is not None and seat.asks_to_post,
    )


def _carry_set(view: TableView, event: seen.CarriedOver | seen.CarryRestored) -> TableView:
    carried = {share.seat: share.amount for share in event.shares}
    return replace(
        view,
        carry=sum(carried.values()) + sum(event.forfeited),
        seats=tuple(replace(each, carried=carried.get(each.seat, 0)) for each in view.seats),
    )


def _carry_matched(view: TableView, event: seen.CarryMatched) -> TableView:
    seat = view.at(event.seat)
    if seat is None:
        return view
    view = _change(
        view,
        event.seat,
        stack=seat.stack - event.amount,
        carried=seat.carried + event.amount,
        asks_to_post=False,
    )
    return replace(view, carry=view.carry + event.amount)


def _carry_paid(view: TableView, event: seen.CarryPaid) -> TableView:
    seat = view.at(event.seat)
    if seat is None:
        return view
    view = _change(view, event.seat, stack=seat.stack + event.amount)
    seats = tuple(replace(each, carried=0) for each in view.seats)
    return replace(view, carry=0, seats=seats)


_FOLLOWERS: dict[type, Callable[[TableView, Any], TableView]] = {
    seen.HandStarted: _hand_started,
    seen.AntePosted: lambda view, e: _pay(view, e.seat, 0, e.amount),
    seen.BlindPosted: lambda view, e: _pay(view, e.seat, e.amount, e.dead),
    seen.CardsDealt: _cards_dealt,
    seen.Turn: _turn,
    seen.BankSpent: _bank_spent,
    seen.Acted: _acted,
    seen.BetReturned: _bet_returned,
    seen.Discarded: _discarded,
    seen.CardsDrawn: _cards_drawn,
    seen.HandShown: lambda view, e: _change(view, e.seat, cards=e.cards),
    seen.CarriedOver: lambda view, e: replace(_carry_set(view, e), pot=0),
    seen.Raked: lambda view, e: replace(view, pot=view.pot - e.amount),
    seen.PotAwarded: _pot_awarded,
    seen.HandEnded: _hand_over,
    seen.HandAborted: _hand_over,
    seen.Seated: _seated,
    seen.Left: _left,
    seen.LeaveAsked: lambda view, e: _change(view, e.seat, leaving=True),
    seen.StackChanged: lambda view, e: _change(view, e.seat, stack=e.stack),
    seen.SatOut: lambda view, e: _change(view, e.seat, sitting_out=True, asks_to_post=False),
    seen.SatIn: lambda view, e: _change(view, e.seat, sitting_out=False),
    seen.PostAsked: lambda view, e: _change(view, e.seat, asks_to_post=True),
    seen.ButtonMoved: _button_moved,
    seen.DebtsChanged: _debts_changed,
    seen.CarryMatched: _carry_matched,
    seen.CarryForfeited: lambda view, e: _change(view, e.seat, carried=0),
    seen.CarryPaid: _carry_paid,
    seen.CarryRestored: _carry_set,
    seen.Paused: lambda view, _: replace(view, paused=True),
    seen.Resumed: lambda view, _: replace(view, paused=False),
}
