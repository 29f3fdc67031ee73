"""
Finding a table again as its journal left it, or giving its hand up where that cannot be (RULES 15).

A hand is given up for its own table alone. Stacks, debts, carry and button are as in the
checkpoint, which is from before the hand; what players did beside the hand since then counts: who
sat down sits, who left has left. The ledger has the last word on chips.
"""

from typing import NamedTuple

from msgspec.structs import replace

from server.ledger import account_party, seat_party
from server.ports import Damage, Entry, Posting, PostingKind, StoredTable
from server.tables.money import postings
from server.tables.soundness import check_table
from showdown.errors import CorruptHistory
from showdown.protocol import messages as msg
from showdown.rules import events as ev
from showdown.rules import seat_events as se
from showdown.rules.carry import match_price, matchers
from showdown.rules.evolve_seating import seat_event
from showdown.rules.leaving import close_hand
from showdown.rules.ruleset import AccountId, Chips, HandId, TableId
from showdown.rules.seating import Seating
from showdown.rules.table import TableEvent, TableState, evolve, replay

ABORTED = "After a fault of the server the hand could not go on."
"""Why a hand was given up, for who was in it."""

_BESIDE_HANDS = (
    se.Seated,
    se.Left,
    se.LeaveAsked,
    se.TopUpAsked,
    se.StackChanged,
    se.SatOut,
    se.SatIn,
    se.PostAsked,
    se.CarryMatched,
)
"""What players do, also while a hand runs in which they have no part."""


def recovered(stored: StoredTable) -> TableState:
    """
    A table as its journal left it, in mid-hand too.

    Raises:
        CorruptHistory: its entries cannot be read, do not follow from one another, or lead to what
            cannot be.
    """
    if stored.damage is not None:
        raise CorruptHistory(stored.damage.reason)
    state = TableState(seating=stored.seating)
    for event in stored.events:
        state = _evolved(state, event)
    check_table(state)
    return state


def _evolved(state: TableState, event: TableEvent) -> TableState:
    try:
        return evolve(state, event)
    except CorruptHistory:
        raise
    except Exception as error:  # noqa: BLE001 - such events may break the rules in any way
        # What the error says may name a card, and this is for logs.
        raise CorruptHistory(
            f"A stored {type(event).__name__} cannot have happened ({type(error).__name__})."
        ) from None


class Refund(NamedTuple):
    """A hand that is given up."""

    entry: Entry
    state: TableState
    hand: HandId | None

    @property
    def notice(self) -> msg.Notice:
        """What everybody at the table is told."""
        return aborted_notice(self.entry.table, self.hand)


def aborted_notice(table: TableId, hand: HandId | None) -> msg.Notice:
    """What everybody is told when a hand was given up."""
    return msg.Notice(
        code="hand_aborted",
        message=f"The hand at {table} was given up after a fault of the server: "
        "stacks, debts and carry are as before it.",
        table=table,
        details=msg.Details(found=hand),
    )


def refund(table: TableId, stored: StoredTable, now_s: int) -> Refund:
    """What gives up the hand that cannot go on, and the table after that."""
    damage = stored.damage or _as_damage(stored)
    seating = _entered(stored.seating, damage)
    for event in damage.events:
        if isinstance(event, _BESIDE_HANDS):
            seating = _beside(seating, event)
    seating, strays = _by_ledger(seating, damage.stacks)
    seq = max(damage.last, stored.last) + 1
    aborted = ev.HandAborted(
        stacks=tuple(ev.SeatStack(seat=o.seat, stack=o.stack) for o in seating.occupants),
        reason=ABORTED,
    )
    before = TableState(seating=seating)
    closing = tuple(close_hand(before, now_s))
    after = replay(before, closing)
    entry = Entry(
        table=table,
        seq=seq,
        events=(aborted, *closing),
        hand=damage.hand,
        postings=(
            *postings(table, seq, before, closing),
            *(_cash_out(table, seq, account, chips) for account, chips in strays.items()),
        ),
        checkpoint=after.seating,
    )
    return Refund(entry, after, damage.hand)


def _as_damage(stored: StoredTable) -> Damage:
    """Entries that could be read, and yet lead nowhere."""
    hands = [entry.hand for entry in stored.entries if entry.hand is not None]
    return Damage(
        reason="",
        last=stored.last,
        hand=hands[-1] if hands else None,
        events=tuple(event for event in stored.events if isinstance(event, se.SeatingEvent)),
        stacks={},
        carry=0,
    )


def _entered(seating: Seating, damage: Damage) -> Seating:
    """
    The table with those in its carry who paid for it when the hand began.

    Where that cannot be read, the ledger has more in the middle than the checkpoint, and who may
    have paid it is known: who had asked to.
    """
    readable = any(isinstance(event, se.CarryMatched) for event in damage.events)
    if readable or damage.carry <= seating.carry.total:
        return seating
    price = match_price(seating.ruleset, seating.carry)
    for each in matchers(seating):
        seating = _beside(seating, se.CarryMatched(seat=each.seat, amount=price))
    return seating


def _beside(seating: Seating, event: se.SeatingEvent) -> Seating:
    """The table after an event, as far as those before it could be read."""
    try:
        return seat_event(seating, event)
    except CorruptHistory:
        return seating


def _by_ledger(
    seating: Seating, stacks: dict[AccountId, Chips]
) -> tuple[Seating, dict[AccountId, Chips]]:
    """
    The table with the chips that the ledger gives each player, and what is nobody's here.

    Where nothing was unreadable the two agree.
    """
    if not stacks:
        return seating, {}
    seated = {each.account for each in seating.occupants}
    strays = {who: chips for who, chips in stacks.items() if chips > 0 and who not in seated}
    occupants = tuple(
        replace(each, stack=stacks.get(each.account, 0)) for each in seating.occupants
    )
    return replace(seating, occupants=occupants), strays


def _cash_out(table: TableId, seq: int, account: AccountId, chips: Chips) -> Posting:
    return Posting(
        key=f"{table}:{seq}:stray:{account}",
        kind=PostingKind.CASH_OUT,
        debit=seat_party(table, account),
        credit=account_party(account),
        amount=chips,
    )
