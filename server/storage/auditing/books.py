"""What the ledger says: each party's balance, and what each hand moved."""

from collections import Counter
from collections.abc import Iterator
from itertools import groupby
from typing import NamedTuple

from sqlalchemy import Connection, func, select

from server.ledger import HOUSE_PARTY, ISSUE
from server.storage.models import LedgerRow
from showdown.rules.ruleset import Chips, HandId

AT_ONCE = 1_000


class Books(NamedTuple):
    """The whole ledger, added up."""

    postings: int
    balances: dict[str, Chips]
    """Of every party that ever had or owed anything; those that have nothing left included."""
    opened_at: int | None
    """When it began on a database that had chips already, in seconds since 1970."""

    @property
    def issued(self) -> Chips:
        """What was ever granted."""
        return -self.balances.get(ISSUE, 0)


def add_up(connection: Connection) -> Books:
    """Add up every posting there is."""
    found: Counter[str] = Counter()
    postings = 0
    for party, sign in ((LedgerRow.credit, 1), (LedgerRow.debit, -1)):
        sums = select(party, func.sum(LedgerRow.amount), func.count()).group_by(party)
        for name, amount, number in connection.execute(sums):
            found[name] += sign * int(amount)
            postings += number if sign > 0 else 0
    opened = select(func.min(LedgerRow.at)).where(LedgerRow.key.startswith("opening:"))
    return Books(postings, dict(found), connection.execute(opened).scalar())


class Moved(NamedTuple):
    """What the ledger says that a hand moved."""

    hand: HandId
    nets: dict[str, Chips]
    """What each seat gained or lost."""
    rake: Chips


class HandPostings:
    """What hands moved, to be asked in the order of their numbers."""

    def __init__(self, connection: Connection) -> None:
        self._hands = _by_hand(connection)
        self._next = next(self._hands, None)

    def before(self, hand: HandId) -> Iterator[Moved]:
        """Those of smaller numbers for which nobody has asked."""
        while self._next is not None and self._next.hand < hand:
            passed, self._next = self._next, next(self._hands, None)
            yield passed

    def of(self, hand: HandId) -> Moved | None:
        """Those of this hand; ask for those before first."""
        if self._next is None or self._next.hand != hand:
            return None
        found, self._next = self._next, next(self._hands, None)
        return found

    def rest(self) -> Iterator[Moved]:
        """Those after the last hand that was asked for."""
        while self._next is not None:
            passed, self._next = self._next, next(self._hands, None)
            yield passed


def _by_hand(connection: Connection) -> Iterator[Moved]:
    query = (
        select(LedgerRow.hand, LedgerRow.debit, LedgerRow.credit, LedgerRow.amount)
        .where(LedgerRow.hand.is_not(None))
        .order_by(LedgerRow.hand)
        .execution_options(yield_per=AT_ONCE)
    )
    for hand, rows in groupby(connection.execute(query), key=lambda row: row.hand):
        nets: Counter[str] = Counter()
        rake = 0
        for _, debit, credit, amount in rows:
            if debit.startswith("seat:"):
                nets[debit] -= amount
            if credit.startswith("seat:"):
                nets[credit] += amount
            elif credit == HOUSE_PARTY:
                rake += amount
        yield Moved(HandId(hand), dict(nets), rake)
