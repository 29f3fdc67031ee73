"""
A table as a viewer sees it: the snapshot that a server sends, and how a client keeps it up to date.

:func:`view_table` builds it from a table's state, :func:`follow` from the events that travel. Both
give the same view; a law in the tests says so.
"""

from collections.abc import Callable
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from showdown.rules import seen
from showdown.rules.cards import Card
from showdown.rules.events import Move, SeatBank, TurnKind
from showdown.rules.hand import HandState
from showdown.rules.phases import Phase
from showdown.rules.ruleset import Chips, DrawMode, HandId, Ruleset, Seat
from showdown.rules.seating import Occupant
from showdown.rules.table import TableState
from showdown.rules.view import Viewer


class SeatView(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A player at the table."""

    seat: Seat
    name: str
    stack: Chips
    bet: Chips = 0
    """In front of him in this round."""
    dealt_in: bool = False
    folded: bool = False
    sitting_out: bool = False
    leaving: bool = False
    count: int = 0
    """How many cards he holds."""
    cards: tuple[Card, ...] | None = None
    """Which, if the viewer may see them."""
    drew: int | None = None
    """How many cards he drew in this hand; None before he chose."""

    @property
    def in_hand(self) -> bool:
        """Dealt in and not folded."""
        return self.dealt_in and not self.folded

    @property
    def all_in(self) -> bool:
        """In the hand without chips."""
        return self.in_hand and not self.stack


class TableView(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A table at one moment, for one viewer."""

    ruleset: Ruleset
    seats: tuple[SeatView, ...] = ()
    you: Seat | None = None
    """Where the viewer sits."""
    hand: HandId | None = None
    """The hand that runs, or the last one."""
    running: bool = False
    street: int = 0
    button: Seat | None = None
    small_blind: Seat | None = None
    big_blind: Seat | None = None
    pot: Chips = 0
    """All chips in the middle, bets of this round included."""
    bet: Chips = 0
    """What a seat must have in to stay in this round."""
    turn: seen.Turn | None = None
    """Who is asked, if somebody is."""

    def at(self, seat: Seat | None) -> SeatView | None:
        """Who sits there."""
        return next((each for each in self.seats if each.seat == seat), None)

    @property
    def own(self) -> SeatView | None:
        """The viewer's own seat."""
        return self.at(self.you)


# From the state: what a server sends.


def view_table(table: TableState, viewer: Viewer) -> TableView:
    """A table as a viewer sees it."""
    hand, last = table.hand, table.seating.last
    return TableView(
        ruleset=table.ruleset,
        seats=tuple(_seat(each, hand, viewer) for each in table.seating.occupants),
        you=viewer.seat,
        hand=hand.hand if hand else None,
        running=table.running is not None,
        street=hand.street if hand else 0,
        button=last.button if last else None,
        small_blind=last.small_blind if last else None,
        big_blind=last.big_blind if last else None,
        pot=hand.pot if hand else 0,
        bet=hand.round.bet if hand and not hand.ended else 0,
        turn=turn_view(table.running),
    )


def turn_view(hand: HandState | None) -> seen.Turn | None:
    """Who is asked now, with the clock as it was when the turn began; None if nobody is."""
    if hand is None or hand.to_act is None:
        return None
    drawing = hand.phase is Phase.DRAWING
    together = drawing and hand.ruleset.draw_mode is DrawMode.SIMULTANEOUS
    # Who has chosen already is nobody's business: all are asked until all have.
    asked = hand.in_hand if together else hand.asked
    seconds = hand.ruleset.draw_time if drawing else hand.ruleset.act_time
    return seen.Turn(
        seat=hand.seats[asked[0]],
        turn=hand.turn,
        kind=TurnKind.DRAW if drawing else TurnKind.BET,
        base_ms=round(seconds * 1000),
        bank_ms=hand.banks[asked[0]],
        others=tuple(
            SeatBank(seat=hand.seats[place], bank_ms=hand.banks[place]) for place in asked[1:]
        ),
    )


def _seat(occupant: Occupant, hand: HandState | None, viewer: Viewer) -> SeatView:
    seat = SeatView(
        seat=occupant.seat,
        name=occupant.name,
        stack=occupant.stack,
        sitting_out=occupant.sitting_out,
        leaving=occupant.leaving,
    )
    place = _place(occupant, hand)
    if hand is None or place is None:
        return seat
    visible = occupant.seat == viewer.hand_seat or hand.shown[place]
    folded = not hand.live[place]
    return replace(
        seat,
        stack=occupant.stack if hand.ended else hand.stacks[place],
        bet=hand.bets[place],
        dealt_in=True,
        folded=folded,
        count=len(hand.cards[place]),
        cards=hand.cards[place] if visible and hand.cards[place] else None,
        drew=hand.drawn[place],
    )


def _place(occupant: Occupant, hand: HandState | None) -> int | None:
    """His position in the hand, if it was he who was dealt in there, and has not been away."""
    place = None if hand is None else hand.position(occupant.seat)
    if hand is None or place is None or (hand.ended and not occupant.hands):
        return None
    return place if hand.started.lineup[place].account == occupant.account else None


# From events: how a client keeps it up to date.


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
        bet=event.ruleset.bb,
        turn=None,
        seats=tuple(
            replace(
                each,
                stack=stacks.get(each.seat, each.stack),
                bet=0,
                dealt_in=each.seat in stacks,
                folded=False,
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
    """Keep the banks of a turn true that stays open, as in a simultaneous draw."""
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
    newcomer = SeatView(seat=event.seat, name=event.name, stack=event.stack)
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
    seen.CarriedOver: lambda view, _: replace(view, pot=0),
    seen.Raked: lambda view, e: replace(view, pot=view.pot - e.amount),
    seen.PotAwarded: _pot_awarded,
    seen.HandEnded: _hand_over,
    seen.HandAborted: _hand_over,
    seen.Seated: _seated,
    seen.Left: _left,
    seen.LeaveAsked: lambda view, e: _change(view, e.seat, leaving=True),
    seen.StackChanged: lambda view, e: _change(view, e.seat, stack=e.stack),
    seen.SatOut: lambda view, e: _change(view, e.seat, sitting_out=True),
    seen.SatIn: lambda view, e: _change(view, e.seat, sitting_out=False),
    seen.ButtonMoved: _button_moved,
}
