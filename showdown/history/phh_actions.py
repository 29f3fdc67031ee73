"""
The actions of a hand in the notation of PHH.

All discards come before all replacements, in whatever order they were served: the format has it so.
"""

from collections.abc import Callable
from typing import Any, NamedTuple

from showdown.history.beside import joined
from showdown.history.phh_fields import UNKNOWN
from showdown.history.record import HandRecord, display
from showdown.history.toml_text import Figure
from showdown.history.writing import Cards, Sight
from showdown.rules import events as ev
from showdown.rules.cards import HAND_SIZE
from showdown.rules.ruleset import Chips


def money(amount: Chips, scale: int) -> int | Figure:
    """An amount as a TOML number: of money in decimals."""
    return amount if scale == 1 else Figure(display(amount, scale))


class Script(NamedTuple):
    """The actions of a hand."""

    actions: list[str]
    short_calls: bool
    """Whether somebody called for less than others had put in, and was not all-in by it."""


def actions_of(record: HandRecord, sight: Sight) -> Script:
    """What the dealer and the players do, with the cards that may stand there."""
    notes = _Notes(record, sight)
    for event in record.events:
        note = _NOTED.get(type(event))
        if note is not None:
            note(notes, event)
    notes.serve()
    return Script(notes.actions, notes.short_calls)


class _Notes:
    """Writes down action after action."""

    def __init__(self, record: HandRecord, sight: Sight) -> None:
        lineup = record.started.lineup
        self.label = {dealt.seat: f"p{number}" for number, dealt in enumerate(lineup, 1)}
        self.scale = record.scale
        self.sight = sight
        self.actions: list[str] = []
        self.served: list[str] = []
        """Replacements that wait for the last discard."""
        self.short_calls = False
        self.highest = 0
        """The most that anybody has in for this round."""

    def serve(self, _: ev.HandEvent | None = None) -> None:
        """Write what was served at the draw."""
        self.actions += self.served
        self.served.clear()

    def posted(self, event: ev.BlindPosted) -> None:
        """A blind counts for what a call is."""
        self.highest = max(self.highest, event.amount)

    def dealt(self, event: ev.CardsDealt) -> None:
        """Everybody's hand."""
        for hand in event.hands:
            cards = self.sight.dealt.get(hand.seat)
            if cards is None:
                some = joined(self.sight.discarded.get(hand.seat, ()))
                text = some + UNKNOWN * (HAND_SIZE - len(some) // 2)
            else:
                text = joined(cards)
            self.actions.append(f"d dh {self.label[hand.seat]} {text}")

    def acted(self, event: ev.Acted) -> None:
        """A fold, check, call, bet or raise."""
        self.serve()
        verb = "f" if event.move is ev.Move.FOLD else "cc"
        # Who calls a big blind that was posted short pays it in full: more than a call is there.
        if event.move in (ev.Move.BET, ev.Move.RAISE) or event.to > self.highest:
            verb = f"cbr {money(event.to, self.scale)}"
        elif event.move is ev.Move.CALL and event.to < self.highest and not event.all_in:
            self.short_calls = True
        self.highest = max(self.highest, event.to)
        self.actions.append(f"{self.label[event.seat]} {verb}")

    def discarded(self, event: ev.Discarded) -> None:
        """What somebody throws; bets start anew after the draw."""
        self.highest = 0
        cards = _or_unknown(self.sight.discarded.get(event.seat), len(event.cards))
        self.actions.append(f"{self.label[event.seat]} sd {cards}".rstrip())

    def drawn(self, event: ev.CardsDrawn) -> None:
        """What he gets for it."""
        if event.cards:
            cards = _or_unknown(self.sight.drawn.get(event.seat), len(event.cards))
            self.served.append(f"d dh {self.label[event.seat]} {cards}")

    def shown(self, event: ev.HandShown) -> None:
        """A hand at the showdown."""
        self.serve()
        self.actions.append(f"{self.label[event.seat]} sm {joined(event.cards)}")

    def mucked(self, event: ev.HandMucked) -> None:
        """A hand that is not shown."""
        self.serve()
        self.actions.append(f"{self.label[event.seat]} sm")


def _or_unknown(cards: Cards | None, count: int) -> str:
    return joined(cards) if cards is not None else UNKNOWN * count


_NOTED: dict[type, Callable[[_Notes, Any], None]] = {
    ev.BlindPosted: _Notes.posted,
    ev.CardsDealt: _Notes.dealt,
    ev.Acted: _Notes.acted,
    ev.Discarded: _Notes.discarded,
    ev.CardsDrawn: _Notes.drawn,
    ev.HandShown: _Notes.shown,
    ev.HandMucked: _Notes.mucked,
    ev.HandEnded: _Notes.serve,
}
