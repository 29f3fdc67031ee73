"""
The end of a PokerStars hand: who shows, who is paid, and the summary.

From the last side pot to the main pot: those who contend for it show, then it is paid.
"""

from collections.abc import Iterator, Sequence
from itertools import takewhile

from showdown.history.pokerstars_names import name_of
from showdown.history.pokerstars_words import Money
from showdown.history.record import HandRecord, paid_by_seat
from showdown.history.writing import Cards, Sight
from showdown.rules import events as ev
from showdown.rules.cards import Card, join_cards
from showdown.rules.ranking import rank
from showdown.rules.ruleset import Seat


def bracketed(cards: Sequence[Card]) -> str:
    """Cards as they stand in a text."""
    return f"[{join_cards(cards)}]"


class Ending:
    """Writes what follows the last bet."""

    def __init__(
        self, record: HandRecord, sight: Sight, money: Money, names: dict[Seat, str]
    ) -> None:
        self.record, self.money, self.names = record, money, names
        self.put_in: set[Seat] = set()
        """Who put chips in besides an ante."""
        self.dealt = sight.dealt
        self.mucked_cards = sight.mucked
        self.shows = _shows(record, sight)
        ended = record.ended
        self.pots = ended.pots if isinstance(ended, ev.HandEnded) else ()
        self.raked = {e.pot: e.amount for e in record.events if isinstance(e, ev.Raked)}
        self.awards = [e for e in record.events if isinstance(e, ev.PotAwarded)]
        self.won = paid_by_seat(record.events)
        self.folded = dict(_folds(record.events))

    def lines(self) -> Iterator[str]:
        """The showdown, or who wins without one, and the summary."""
        if self.shows:
            yield "*** SHOW DOWN ***"
            yield from self._showdown()
        else:
            yield from self._paid(range(len(self.pots)))
            # The client does not say it of whoever keeps the text.
            quiet = (*self.folded, *self.dealt)
            winners = [seat for seat in self.names if seat not in quiet]
            yield from (f"{self.names[seat]}: doesn't show hand" for seat in winners)
        yield "*** SUMMARY ***"
        yield self._total()
        yield from (f"Seat {seat}: {self._fate(seat)}" for seat in sorted(self.names))

    def _showdown(self) -> Iterator[str]:
        shown: set[Seat] = set()
        for number in range(len(self.pots) - 1, -1, -1):
            for seat, cards in self.shows.items():
                if seat in self.pots[number].contenders and seat not in shown:
                    shown.add(seat)
                    yield self._show(seat, cards)
            yield from self._paid([number])

    def _show(self, seat: Seat, cards: Cards) -> str:
        if not cards:
            return f"{self.names[seat]}: mucks hand"
        return f"{self.names[seat]}: shows {bracketed(cards)} ({name_of(rank(cards))})"

    def _paid(self, pots: Sequence[int]) -> Iterator[str]:
        for award in self.awards:
            if award.pot in pots:
                yield (
                    f"{self.names[award.seat]} collected {self.money(award.amount)} from "
                    f"{self._pot_name(award.pot)}"
                )

    def _pot_name(self, number: int) -> str:
        if len(self.pots) == 1:
            return "pot"
        if number == 0:
            return "main pot"
        return f"side pot-{number}" if len(self.pots) > 2 else "side pot"

    def _total(self) -> str:
        whole = self.money(sum(pot.amount for pot in self.pots))
        apart = ""
        if len(self.pots) > 1:
            apart = "".join(
                f" {self._pot_name(number).capitalize()} "
                f"{self.money(pot.amount - self.raked.get(number, 0))}."
                for number, pot in enumerate(self.pots)
            )
        return f"Total pot {whole}{apart} | Rake {self.money(sum(self.raked.values()))}"

    def _fate(self, seat: Seat) -> str:
        return f"{self.names[seat]}{self._roles(seat)} {self._end(seat)}"

    def _roles(self, seat: Seat) -> str:
        started = self.record.started
        posted = {e.kind: e.seat for e in self.record.events if isinstance(e, ev.BlindPosted)}
        holders = (
            ("button", started.button),
            ("small blind", posted.get(ev.BlindKind.SMALL)),
            ("big blind", posted.get(ev.BlindKind.BIG)),
        )
        return "".join(f" ({role})" for role, holder in holders if holder == seat)

    def _end(self, seat: Seat) -> str:
        won = f"({self.money(self.won[seat])})"
        if seat in self.folded:
            before = self.folded[seat] == 0
            idle = " (didn't bet)" if before and seat not in self.put_in else ""
            return f"folded {'before' if before else 'after'} the Draw{idle}"
        cards = self.shows.get(seat)
        if cards:
            how = f"won {won}" if self.won[seat] else "lost"
            return f"showed {bracketed(cards)} and {how} with {name_of(rank(cards))}"
        if cards is None or self.won[seat]:
            return f"collected {won}"
        listed = self.mucked_cards.get(seat)
        return f"mucked {bracketed(listed)}" if listed else "mucked"


def _shows(record: HandRecord, sight: Sight) -> dict[Seat, Cards]:
    """Who shows what at the showdown, in order; whoever mucks shows nothing."""
    compared = list(takewhile(lambda event: not isinstance(event, ev.HandEnded), record.events))
    order = [e.seat for e in compared if isinstance(e, ev.HandShown | ev.HandMucked)]
    if record.claims is None:
        shown = {e.seat: e.cards for e in compared if isinstance(e, ev.HandShown)}
        return {seat: shown.get(seat, ()) for seat in order}
    said = {each.seat: () for each in record.claims.mucked} | sight.shown
    return {seat: said[seat] for seat in (*order, *said) if seat in said}


def _folds(events: Sequence[ev.HandEvent]) -> Iterator[tuple[Seat, int]]:
    street = 0
    for event in events:
        if isinstance(event, ev.Discarded | ev.DrawChosen):
            street = 1
        elif isinstance(event, ev.Acted) and event.move is ev.Move.FOLD:
            yield event.seat, street
