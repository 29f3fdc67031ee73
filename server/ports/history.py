"""Hands that are over, played here and brought from elsewhere."""

from typing import Protocol

from msgspec import Struct

from server.ports.journal import FinishedHand
from showdown.history.record import HandRecord
from showdown.history.statistics import Outcome, Statistics
from showdown.rules.hand_rank import Category
from showdown.rules.ruleset import AccountId, Chips, HandId, Seat, TableId


class Selection(Struct, frozen=True, kw_only=True):
    """Some of the hands that are over, those that others imported never among them."""

    asker: AccountId | None = None
    """Whose imported hands may be among them."""
    table: TableId | None = None
    player: str | None = None
    """The name of an account, however it is written; in an imported hand a name as it stands."""
    since: str | None = None
    """The first moment at which they may have ended, as in 2026-11-30T12:00:00Z."""
    until: str | None = None
    """The last one."""
    min_pot: Chips | None = None
    category: Category | None = None
    """Of the best hand that was shown and won."""
    outcome: Outcome | None = None
    """For that player; for the asker if none is named."""
    withheld: frozenset[HandId] = frozenset()
    """None of these, which whoever asks may not look at yet."""
    private: frozenset[TableId] | None = None
    """
    Of private tables only these, and hands in which the asker was dealt in; None: of all tables.
    """


class HandQuery(Selection, frozen=True, kw_only=True):
    """A page of hands; newest first."""

    before: HandId | None = None
    """Hands older than this one: the last of the page before."""
    limit: int = 20


class PlayerResult(Struct, frozen=True, kw_only=True):
    """What a hand was for one player."""

    seat: Seat
    account: AccountId
    name: str
    net: Chips
    """What his stack gained or lost."""
    won: Chips
    """What he got from pots; a bet that came back is not won."""


class Source(Struct, frozen=True, kw_only=True):
    """Where an imported hand was played, and for what."""

    site: str
    number: str
    """As the site wrote it."""
    currency: str
    scale: int
    """How many of the smallest units make one that is displayed."""


class StoredHand(Struct, frozen=True, kw_only=True):
    """A stored hand as a list shows it."""

    hand: HandId
    table: TableId
    ended_at: str
    pot: Chips
    """All pots together, after returns and before rake; 0 for a hand that was given up."""
    category: Category | None = None
    """Of the best hand that was shown and won a pot."""
    results: tuple[PlayerResult, ...]
    """In the order of the deal."""
    source: Source | None = None
    """None for a hand that was played here."""


class ImportedHand(Struct, frozen=True, kw_only=True):
    """A hand of another place, with all that its text says, secrets included."""

    hand: HandId
    """Its number here."""
    account: AccountId
    """Who imported it; he stands in the line-up where he sat, and nobody else does."""
    ended_at: str
    source: Source
    record: HandRecord


class Hands(Protocol):
    """Hands that are over."""

    async def find(self, query: HandQuery) -> tuple[StoredHand, ...]:
        """Hands that match, at most ``limit``, newest first."""

    async def get(self, hand: HandId) -> FinishedHand | None:
        """A hand that was played here, with all its events; project them for whoever asks."""

    async def get_imported(self, hand: HandId, account: AccountId) -> ImportedHand | None:
        """A hand that this account imported; None if it did not, whoever else may have."""

    async def figures(self, selection: Selection) -> Statistics:
        """
        The figures of the player of a selection, or of its asker; he is known by his own name.

        Its course is in stretches of several hands where there are many.
        """
