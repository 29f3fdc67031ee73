"""
Tables that other nodes run, as far as a lobby lists them and has to know who sits there.
"""

from collections.abc import Collection, Iterator
from typing import Protocol

from msgspec import Struct

from server.lobby.listing import table_summary
from server.tables.actor import TableActor
from showdown.protocol import messages as msg
from showdown.rules.ruleset import AccountId, HandId, Seat, TableId


class Sits(Struct, frozen=True, array_like=True):
    """Somebody who has a seat at a table."""

    account: AccountId
    seat: Seat
    has_chips: bool
    """Whether he has chips there, or a part of what lies in the middle."""


class Late(Struct, frozen=True, array_like=True):
    """A hand that onlookers of its table may not look at yet."""

    hand: HandId
    dealt: tuple[AccountId, ...]
    """Who knows it already."""


class Listed(Struct, frozen=True, kw_only=True):
    """A table as other nodes have to know it."""

    summary: msg.TableSummary
    seats: tuple[Sits, ...] = ()
    line: tuple[AccountId, ...] = ()
    """Who waits, in order."""
    late: tuple[Late, ...] = ()

    @property
    def table(self) -> TableId:
        """Which one."""
        return self.summary.table

    def seat_of(self, account: AccountId) -> Sits | None:
        """Where somebody sits."""
        return next((each for each in self.seats if each.account == account), None)

    def withheld_from(self, account: AccountId) -> frozenset[HandId]:
        """Hands that this account may not look at yet."""
        if not self.late or self.seat_of(account) is not None:
            return frozenset()
        return frozenset(each.hand for each in self.late if account not in each.dealt)


def listed(actor: TableActor, programs: Collection[AccountId]) -> Listed:
    """A table of ours, for other nodes."""
    late = {} if actor.late is None else actor.late.withheld
    return Listed(
        summary=table_summary(actor, programs),
        seats=tuple(
            Sits(each.account, each.seat, has_chips(actor, each.account))
            for each in actor.state.seating.occupants
        ),
        line=tuple(each.account for each in actor.waiting.places),
        late=tuple(Late(hand, tuple(sorted(dealt))) for hand, dealt in late.items()),
    )


def has_chips(actor: TableActor, account: AccountId) -> bool:
    """Whether an account has chips at a table, or a part of what lies in its middle."""
    occupant = actor.state.seating.of(account)
    if occupant is None:
        return False
    in_the_middle = occupant.seat in actor.state.seating.carry.shares
    return bool(occupant.stack or actor.state.is_dealt_in(occupant.seat) or in_the_middle)


class Elsewhere(Protocol):
    """The tables of other nodes."""

    def find(self, table: TableId) -> Listed | None:
        """A table that another node runs, or ran last."""

    @property
    def tables(self) -> Iterator[Listed]:
        """All of them."""

    def seats_of(self, account: AccountId) -> tuple[Listed, ...]:
        """The tables at which an account sits."""

    def waits_of(self, account: AccountId) -> frozenset[TableId]:
        """For which of them an account waits."""

    @property
    def seated(self) -> frozenset[AccountId]:
        """Everybody who sits at one of them."""

    @property
    def late(self) -> Iterator[Listed]:
        """Those of which somebody may not look at a hand yet."""

    def notify(self, table: TableId, notice: msg.Notice) -> None:
        """Let everybody who sees one of them be told something."""

    async def seats_known(self) -> None:
        """Wait until it is known who sits at tables that nobody runs, but not for long."""


class Nowhere:
    """Fills `Elsewhere` for a server that runs all of its tables."""

    seated: frozenset[AccountId] = frozenset()

    def find(self, table: TableId) -> Listed | None:
        return None

    @property
    def tables(self) -> Iterator[Listed]:
        return iter(())

    def seats_of(self, account: AccountId) -> tuple[Listed, ...]:
        return ()

    def waits_of(self, account: AccountId) -> frozenset[TableId]:
        return frozenset()

    @property
    def late(self) -> Iterator[Listed]:
        return iter(())

    def notify(self, table: TableId, notice: msg.Notice) -> None:
        """There is none."""

    async def seats_known(self) -> None:
        """All are."""
