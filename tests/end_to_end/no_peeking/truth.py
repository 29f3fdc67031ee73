"""
What each account may know of the cards of each hand, counted the naive way from what is stored.

It knows nothing of `showdown.rules.view`: a fact is a number in the journal, some cards, and who
may know of them from then on. What no fact says is hidden.
"""

from base64 import urlsafe_b64encode
from collections.abc import Iterable, Iterator
from itertools import groupby
from typing import NamedTuple

from server.ports import Entry
from showdown.rules import events as ev
from showdown.rules.cards import Card
from showdown.rules.fairness.hashing import salts
from tests.searching import runs_of

EVERYBODY = "everybody"
LATER = "those who were dealt in, in the history"
FOR_EVER = 2**60


class Fact(NamedTuple):
    """Cards that somebody may know."""

    number: int
    """From this event of the table on."""
    who: object
    """A seat, or one of the names above."""
    cards: tuple[Card, ...]


class HandTruth:
    """One hand."""

    def __init__(self, table: str, started: ev.HandStarted) -> None:
        self.table, self.hand, self.key = table, started.hand, started.hand_key
        self.seats: dict[int, int] = {dealt.account: dealt.seat for dealt in started.lineup}
        self.facts: list[Fact] = []
        self.shown: set[tuple[int, tuple[str, ...], str]] = set()
        """Hands that were shown: seat, cards, and what they are called."""
        self.categories: set[int] = set()
        """What they are worth."""
        self._ruleset = started.ruleset
        self._runs: list[tuple[Card, ...]] = []
        self._sealed: list[Card] = []
        self._salts: list[bytes] = []
        """Of the deal with proofs; without them they are nowhere."""

    def add(self, number: int, event: ev.HandEvent) -> None:
        """What happened next."""
        self._runs += runs_of([event])
        match event:
            case ev.CardsDealt():
                # The leaves of a seat are neighbours, then come those of the stub (FAIRNESS 2).
                self._sealed = [card for dealt in event.hands for card in dealt.cards]
                self._sealed += event.stub
                self._salts = salts(len(self._sealed), self.key, "salts", 0)
                self.facts += (Fact(number, dealt.seat, dealt.cards) for dealt in event.hands)
            case ev.DrawChosen() | ev.Discarded() | ev.CardsDrawn():
                self.facts.append(Fact(number, event.seat, event.cards))
            case ev.OpenersShown():
                self.facts.append(Fact(number, EVERYBODY, event.cards))
            case ev.HandShown():
                self.facts.append(Fact(number, EVERYBODY, event.cards))
                rank = self._ruleset.rank(event.cards)
                self.shown.add((event.seat, tuple(map(str, event.cards)), str(rank)))
                self.categories.add(int(rank.category))
            case ev.HandMucked() if self._ruleset.history_shows_mucked:
                self.facts.append(Fact(number, LATER, event.cards))
            case _:
                pass

    def known_to(
        self, account: int | None, upto: int = FOR_EVER, *, later: bool = False
    ) -> set[str]:
        """The cards that an account may know after an event; ``later`` is when it looks back."""
        seat = None if account is None else self.seats.get(account)
        who: set[object] = {EVERYBODY}
        who |= {seat} if seat is not None else set()
        who |= {LATER} if seat is not None and later else set()
        return {
            str(card)
            for fact in self.facts
            if fact.number <= upto and fact.who in who
            for card in fact.cards
        }

    def hidden_salts(self, account: int | None) -> set[str]:
        """The salts of the sealed cards that an account may never know, as they would travel."""
        known = self.known_to(account, later=True)
        return {
            urlsafe_b64encode(salt).decode().rstrip("=")
            for card, salt in zip(self._sealed, self._salts, strict=True)
            if str(card) not in known
        }

    def hidden_rows(self, account: int | None) -> Iterator[tuple[Card, ...]]:
        """Rows of cards, as they could be written down, that an account may never know."""
        known = self.known_to(account, later=True)
        for run in self._runs:
            for is_known, row in groupby(run, key=lambda card: str(card) in known):
                if not is_known:
                    yield tuple(row)


def truths(entries: Iterable[Entry]) -> dict[int, HandTruth]:
    """All hands of a journal, by their numbers."""
    hands: dict[int, HandTruth] = {}
    running: dict[str, HandTruth] = {}
    for entry in entries:
        for number, event in enumerate(entry.events, entry.seq):
            if isinstance(event, ev.HandStarted):
                running[entry.table] = HandTruth(entry.table, event)
                hands[event.hand] = running[entry.table]
            if isinstance(event, ev.HandEvent):
                running[entry.table].add(number, event)
    return hands
