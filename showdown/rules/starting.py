"""
How the next hand of a table begins: who plays, where button and blinds are, who pays what.
"""

from collections.abc import Iterator
from functools import partial

from msgspec.structs import replace

from showdown.errors import Refusal
from showdown.rules import events as ev
from showdown.rules import seat_events as se
from showdown.rules.carry import entrants, match_price, matchers
from showdown.rules.contributing import contributors, previous_head
from showdown.rules.deal import first_button
from showdown.rules.debts import Placement, place_blinds
from showdown.rules.proven import commit
from showdown.rules.seating import Seating
from showdown.rules.start import Blinds, Player, start_hand
from showdown.rules.table_actions import StartHand
from showdown.rules.table_state import TableEvent, TableState, chain, refuse


def can_start(table: TableState) -> bool:
    """Whether the next hand may begin (RULES 5.1), and the host has not paused the table."""
    if table.seating.paused:
        return False
    return table.running is None and len(entrants(table.seating)) >= 2


def start(table: TableState, action: StartHand, _: int) -> Iterator[TableEvent]:
    """Begin a hand: entries into the carry, button, debts, and then the hand itself."""
    if not can_start(table):
        raise refuse(
            Refusal.WRONG_PHASE, "A hand needs two players who are ready, and none may be running."
        )
    yield from chain(table, (_enter_carry, partial(_begin, action=action)))


def _enter_carry(table: TableState) -> Iterator[TableEvent]:
    price = match_price(table.ruleset, table.seating.carry)
    for each in matchers(table.seating):
        yield se.CarryMatched(seat=each.seat, amount=price)


def _begin(table: TableState, action: StartHand) -> Iterator[TableEvent]:
    seating = table.seating
    placed = _placement(seating, action.hand_key)
    where = placed.positions
    yield se.ButtonMoved(
        button=where.button,
        small_blind=where.small_blind,
        big_blind=where.big_blind,
        dead_small=where.dead_small,
    )
    yield from _debts(seating, placed)
    small = None if where.dead_small else where.small_blind
    proven = action.table is not None and table.ruleset.proof
    dealt_in = {each.seat: each for each in seating.occupants if each.seat in placed.dealt_in}
    yield from start_hand(
        table.ruleset,
        {seat: each.stack for seat, each in dealt_in.items()},
        where.button,
        hand=action.hand,
        blinds=None if where.big_blind is None else Blinds(small=small, big=where.big_blind),
        posts=placed.posts,
        carry=seating.carry,
        players={
            seat: Player(account=each.account, name=each.name, bank_ms=each.bank_ms)
            for seat, each in dealt_in.items()
        },
        hand_key=action.hand_key,
        sealed=_sealed(table, action, placed) if proven else None,
    )


def _sealed(table: TableState, action: StartHand, placed: Placement) -> ev.DealSealed:
    assert action.table is not None
    return commit(
        table.ruleset,
        action.table,
        action.hand,
        action.hand_key,
        previous_head(table.seating),
        contributors(table.seating, placed.dealt_in),
    )


def _placement(seating: Seating, hand_key: bytes) -> Placement:
    playing = [each.seat for each in entrants(seating)]
    return place_blinds(
        seating.ruleset,
        [replace(each.as_sitter, ready=each.seat in playing) for each in seating.occupants],
        seating.last_counted,
        drawn=first_button(hand_key, playing),
        again=seating.last if seating.aborted else None,
    )


def _debts(seating: Seating, placed: Placement) -> Iterator[TableEvent]:
    """Whose debts are cleared, and who owes more for sitting out."""
    new = {debt.seat: debt for debt in placed.owes}
    for each in seating.occupants:
        if each.seat in placed.clears:
            yield se.DebtsChanged(seat=each.seat)
        elif each.seat in new or each.seat in placed.missed:
            debt = new.get(each.seat)
            yield se.DebtsChanged(
                seat=each.seat,
                owes_bb=each.owes_bb or (debt is not None and debt.bb),
                owes_sb=each.owes_sb or (debt is not None and debt.sb),
                missed=each.missed + (each.seat in placed.missed),
            )
