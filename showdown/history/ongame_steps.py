"""
The lines of an OnGame hand between the seats and the summary.

A line of three dashes ends each part: the blinds, the first betting round, the draw with the second
one; but in front of the draw it may be missing. Now and then no line says how many cards somebody
changed, although his new hand is there; then the two hands say it.
"""

import re
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from showdown.history import facts
from showdown.history.facts import AnyStep, Payment
from showdown.history.lines import (
    Context,
    forms,
    moved,
    paid,
    read_said,
    stood_pat,
    threw,
    whole_hand,
)
from showdown.history.text import Piece
from showdown.rules.cards import Card
from showdown.rules.events import Move
from showdown.rules.ruleset import Seat


class Body(NamedTuple):
    """What the lines say."""

    steps: tuple[AnyStep, ...]
    lacks: tuple[str, ...]
    """What they should say and do not."""


def read_body(lines: Iterable[Piece], context: Context, button: Seat) -> Body:
    """
    Read the lines from the blinds to the last action.

    Raises:
        FormatError: a line says nothing that is known.
    """
    body = _Body(context)
    for line in lines:
        body.read(line)
    return body.finish(button)


_PART_ENDS = "---"
_BLINDS, _FIRST_ROUND, _DRAW, _OVER = range(4)
_DEALING = "Dealing pocket cards"
_DEALT = re.compile(r"Dealing to (?P<player>.+): \[(?P<cards>[^\]]*)\]")
_NEW_HAND = re.compile(r"New hand for (?P<player>.+): \[(?P<cards>[^\]]*)\]")

_ALL_IN = r"(?P<all_in> \[all in\])?"

_ACTIONS = forms(
    (rf" posts ante \((?P<amount>[^\s()]+)\){_ALL_IN}", paid(Payment.ANTE)),
    (rf" posts small blind \((?P<amount>[^\s()]+)\){_ALL_IN}", paid(Payment.SMALL)),
    (rf" posts dead (?:small )?blind \((?P<amount>[^\s()]+)\){_ALL_IN}", paid(Payment.SMALL)),
    (rf" posts big blind \((?P<amount>[^\s()]+)\){_ALL_IN}", paid(Payment.BIG)),
    (rf" posts small (?:&|and) big blinds? \((?P<amount>[^\s()]+)\){_ALL_IN}", paid(Payment.BOTH)),
    (r" folds", moved(Move.FOLD)),
    (r" checks", moved(Move.CHECK)),
    (rf" calls (?P<amount>\S+){_ALL_IN}", moved(Move.CALL)),
    (rf" bets (?P<amount>\S+){_ALL_IN}", moved(Move.BET)),
    (rf" raises (?P<put_in>\S+) to (?P<to>\S+){_ALL_IN}", moved(Move.RAISE)),
    (r" changed (?P<count>[1-5]) cards?", threw),
    (r" (?:changed 0 cards|stands pat)", stood_pat),
)


class _Body:
    """What was read so far."""

    def __init__(self, context: Context) -> None:
        self.context = context
        self.steps: list[AnyStep] = []
        self.lacks: list[str] = []
        self.part = 0
        """How many parts have ended."""
        self.hands: dict[Seat, tuple[Card, ...]] = {}
        self.threw: dict[Seat, int] = {}
        self.draw_begins = 0
        """How many steps there were before."""

    def read(self, line: Piece) -> None:
        """One line more."""
        if line.text == _PART_ENDS:
            self._end_part(line)
        elif line.text == _DEALING:
            self._expect_part(line, _FIRST_ROUND)
        elif (dealt := line.match(_DEALT)) is not None:
            self._expect_part(line, _FIRST_ROUND)
            seat, cards = self.context.seat(dealt["player"]), whole_hand(dealt["cards"], ",")
            self.hands[seat] = cards
            self.steps.append(facts.Given(line=line.line, seat=seat, cards=cards))
        elif (new := line.match(_NEW_HAND)) is not None:
            self._begin_draw(line)
            self._new_hand(self.context.seat(new["player"]), new["cards"])
        else:
            self._act(line)

    def _end_part(self, line: Piece) -> None:
        self.part += 1
        if self.part > _OVER:
            raise line.wrong("A hand has three parts; this line ends one more.")
        if self.part == _DRAW:
            self.draw_begins = len(self.steps)

    def _begin_draw(self, line: Piece) -> None:
        if self.part == _FIRST_ROUND:
            self._end_part(line)
        self._expect_part(line, _DRAW)

    def _expect_part(self, line: Piece, part: int) -> None:
        if self.part != part:
            parts = ("before the deal", "before the draw", "at the draw or after it")
            raise line.wrong(f"This line belongs {parts[part]}; a line of dashes ends each part.")

    def _act(self, line: Piece) -> None:
        for name in self.context.beginning(line.text, " "):
            step = read_said(line.part(len(name)), self.context.names[name], _ACTIONS, self.context)
            if step is not None:
                self._add(line, step)
                return
        name = self.context.longest(line.text, " ") or ""
        said = line.part(len(name) + 1) if name else line
        raise said.wrong(f"{said.text!r} is nothing that is said in a hand of five-card draw.")

    def _add(self, line: Piece, step: AnyStep) -> None:
        match step:
            case facts.Paid():
                self._expect_part(line, _BLINDS)
            case facts.Threw():
                self._begin_draw(line)
                self.threw[step.seat] = step.count
            case facts.Moved():
                if self.part not in (_FIRST_ROUND, _DRAW):
                    raise line.wrong("Actions stand between the deal and the summary.")
        self.steps.append(step)

    def _new_hand(self, seat: Seat, piece: Piece) -> None:
        """What he kept is in both hands; nobody gets back what he threw."""
        cards, before = whole_hand(piece, ","), self.hands.get(seat)
        if before is None:
            raise piece.wrong("This hand was not dealt face up before, so it cannot be a new one.")
        kept = tuple(card for card in before if card in cards)
        new = tuple(card for card in cards if card not in before)
        if seat not in self.threw:
            self.threw[seat] = len(new)
            self.steps.append(facts.Threw(line=piece.line, seat=seat, count=len(new)))
            name = next(name for name, place in self.context.names.items() if place == seat)
            self.lacks.append(f"how many cards {name} changed ({len(new)} by his two hands)")
        if self.threw[seat] != len(new):
            raise piece.wrong(
                f"This hand has {len(new)} new cards, but {self.threw[seat]} were changed.",
                wanted=str(self.threw[seat]),
            )
        self.steps.append(facts.Drew(line=piece.line, seat=seat, kept=kept, cards=new))

    def finish(self, button: Seat) -> Body:
        """All of it; who came to the draw and is not said to have changed anything stood pat."""
        if self.part == _OVER or self.threw:
            self._stand_pat(button)
        return Body(tuple(self.steps), tuple(self.lacks))

    def _stand_pat(self, button: Seat) -> None:
        folded = {
            step.seat
            for step in self.steps[: self.draw_begins]
            if isinstance(step, facts.Moved) and step.move is Move.FOLD
        }
        names = {seat: name for name, seat in self.context.names.items()}
        order = sorted(names, key=lambda seat: (seat <= button, seat))
        for seat in order:
            if seat not in self.threw and seat not in folded:
                place = self._place_at_draw(seat, order)
                line = self.steps[place - 1].line if place else 0
                self.steps.insert(place, facts.Threw(line=line, seat=seat, count=0))
                self.lacks.append(f"how many cards {names[seat]} changed (taken for none)")

    def _place_at_draw(self, seat: Seat, order: Sequence[Seat]) -> int:
        """Where in the steps the draw of a seat stands: after those who drew before it."""
        turn, place = order.index(seat), self.draw_begins
        for number, step in enumerate(self.steps[self.draw_begins :], self.draw_begins + 1):
            if isinstance(step, facts.Threw | facts.Drew) and order.index(step.seat) < turn:
                place = number
        return place
