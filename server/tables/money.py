"""
Which chips move between accounts, seats and the middle of a table, read off what happened there.

A seat's chips are those it had before the hand that runs: what is bet moves when the hand is over,
from the losers into the middle and from there to the winners and the house. What is left there is
the carry of a passed-out deal.
"""

from collections.abc import Iterator, Sequence
from itertools import count

from msgspec import Struct

from server.ledger import HOUSE_PARTY, account_party, pot_party, seat_party
from server.ports import Posting, PostingKind
from showdown.rules import events as ev
from showdown.rules import seat_events as se
from showdown.rules.ruleset import Chips, HandId, Seat, TableId
from showdown.rules.table import TableEvent, TableState, replay


class _Move(Struct, frozen=True):
    """Chips on their way; a negative amount goes the other way."""

    kind: PostingKind
    debit: str
    credit: str
    amount: Chips
    hand: HandId | None = None


_MOVING = frozenset(
    {se.Seated, se.Left, se.StackChanged, se.CarryMatched, se.CarryPaid, ev.HandEnded}
)


def postings(
    table: TableId, seq: int, before: TableState, events: Sequence[TableEvent]
) -> tuple[Posting, ...]:
    """
    What these events move.

    Args:
        seq: the number of the first of them.
        before: the table before it.
    """
    if _MOVING.isdisjoint(map(type, events)):
        return ()
    keys = (f"{table}:{seq}:{number}" for number in count())
    return tuple(
        _posting(next(keys), move) for move in _moves(table, before, events) if move.amount
    )


def _posting(key: str, move: _Move) -> Posting:
    back = move.amount < 0
    return Posting(
        key=key,
        kind=move.kind,
        debit=move.credit if back else move.debit,
        credit=move.debit if back else move.credit,
        amount=abs(move.amount),
        hand=move.hand,
    )


def _moves(table: TableId, state: TableState, events: Sequence[TableEvent]) -> Iterator[_Move]:
    pot = pot_party(table)
    happened = 0
    for place, event in enumerate(events):
        if type(event) not in _MOVING:
            continue
        state, happened = replay(state, events[happened:place]), place
        match event:
            case se.Seated():
                own = account_party(event.account)
                seat = seat_party(table, event.account)
                yield _Move(PostingKind.BUY_IN, own, seat, event.stack)
            case se.Left():
                own = account_party(event.account)
                seat = seat_party(table, event.account)
                yield _Move(PostingKind.CASH_OUT, seat, own, event.stack)
            case se.StackChanged():
                yield _top_up(table, state, event)
            case se.CarryMatched():
                yield _Move(PostingKind.HAND, _seat(table, state, event.seat), pot, event.amount)
            case se.CarryPaid():
                yield _Move(PostingKind.HAND, pot, _seat(table, state, event.seat), event.amount)
            case ev.HandEnded():
                yield from _results(table, state, event)
            case _:
                pass


def _top_up(table: TableId, state: TableState, event: se.StackChanged) -> _Move:
    occupant = state.seating.at(event.seat)
    assert occupant is not None
    own, seat = account_party(occupant.account), seat_party(table, occupant.account)
    return _Move(PostingKind.TOP_UP, own, seat, event.stack - occupant.stack)


def _results(table: TableId, state: TableState, event: ev.HandEnded) -> Iterator[_Move]:
    """Losers pay first, so that the middle never owes."""
    pot = pot_party(table)
    hand = state.hand.hand if state.hand is not None else None
    before = {each.seat: each.stack for each in state.seating.occupants}
    lost = {each.seat: before[each.seat] - each.stack for each in event.stacks}
    for seat in sorted(lost, key=lambda seat: -lost[seat]):
        yield _Move(PostingKind.HAND, _seat(table, state, seat), pot, lost[seat], hand)
    yield _Move(PostingKind.RAKE, pot, HOUSE_PARTY, event.rake, hand)


def _seat(table: TableId, state: TableState, seat: Seat) -> str:
    occupant = state.seating.at(seat)
    assert occupant is not None
    return seat_party(table, occupant.account)


def holdings(table: TableId, state: TableState) -> dict[str, Chips]:
    """What the ledger must say of a table: of its seats and its middle, those with chips."""
    hand = state.running
    carry = state.seating.carry.total if hand is None else _carry_played_for(hand.started)
    found = {seat_party(table, each.account): each.stack for each in state.seating.occupants} | {
        pot_party(table): carry
    }
    return {party: chips for party, chips in found.items() if chips}


def chips_brought(started: ev.HandStarted) -> Chips:
    """All chips that a hand is played with: the stacks of its seats, and a carry."""
    return sum(dealt.stack for dealt in started.lineup) + _carry_played_for(started)


def _carry_played_for(started: ev.HandStarted) -> Chips:
    return sum(share.amount for share in started.carried) + sum(started.forfeited)
