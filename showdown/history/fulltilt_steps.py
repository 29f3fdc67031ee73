"""
The lines of a Full Tilt hand between the seats and the summary.
"""

import re
from collections.abc import Iterable
from typing import NamedTuple

from showdown.history import facts
from showdown.history.facts import AnyStep, Payment
from showdown.history.lines import (
    Context,
    forms,
    moved,
    mucked,
    paid,
    read_cards,
    read_said,
    seat_number,
    showed,
    stood_pat,
    threw,
)
from showdown.history.text import Piece
from showdown.rules.events import Move
from showdown.rules.ruleset import Seat


class Body(NamedTuple):
    """What the lines say."""

    steps: tuple[AnyStep, ...]
    passed_over: frozenset[Seat]
    """Seats of players who are there, but were not dealt in."""
    button: Seat | None


def read_body(lines: Iterable[Piece], context: Context) -> Body:
    """
    Read the lines from the blinds to the last payment.

    Raises:
        FormatError: a line says nothing that is known.
    """
    body = _Body(context)
    for line in lines:
        body.read(line)
    return Body(tuple(body.steps), frozenset(body.passed_over), body.button)


_MARKERS = ("HOLE CARDS", "DRAW", "FIRST DRAW", "SHOW DOWN")
_MARKER = re.compile(
    r"\*\*\* (?P<name>[^*]*) \*\*\*(?: \((?:Total )?Pot: (?P<pot>\S+?)(?: .*)?\))?"
)
_BUTTON = re.compile(r"The button is in seat #(?P<seat>[0-9]+)")
_SERVED = re.compile(r" is dealt (?P<count>[1-5]) cards?")
_DEALT = "Dealt to "
_HAND = re.compile(r" \[(?P<cards>[^\]]*)\](?: \[(?P<drawn>[^\]]*)\])?")
_RETURNED = re.compile(r"Uncalled bet of (?P<amount>\S+) returned to (?P<player>.+)")
_COLLECTED = re.compile(
    r" (?:wins|ties for) (?:the (?:main )?pot|(?:the )?(?P<side>side pot)(?: #(?P<number>\d))?) "
    r"\((?P<amount>[^\s()]+)\)(?: with (?P<name>.*))?"
)

_ALL_IN = r"(?P<all_in>,? and is all in)?"
_CARDS = r"\[(?P<cards>[^\]]*)\]"

_ACTIONS = forms(
    (rf" antes (?P<amount>[^\s,]+){_ALL_IN}", paid(Payment.ANTE)),
    (rf" posts the small blind of (?P<amount>[^\s,]+){_ALL_IN}", paid(Payment.SMALL)),
    (rf" posts a dead small blind of (?P<amount>[^\s,]+){_ALL_IN}", paid(Payment.SMALL)),
    (rf" posts the big blind of (?P<amount>[^\s,]+){_ALL_IN}", paid(Payment.BIG)),
    (rf" posts (?P<amount>[^\s,]+){_ALL_IN}", paid(Payment.BIG)),
    (r" folds", moved(Move.FOLD)),
    (r" checks", moved(Move.CHECK)),
    (rf" calls (?P<amount>\S+?){_ALL_IN}", moved(Move.CALL)),
    (rf" bets (?P<amount>\S+?){_ALL_IN}", moved(Move.BET)),
    (rf" raises to (?P<to>\S+?){_ALL_IN}", moved(Move.RAISE)),
    (rf" discards (?P<count>[1-5]) cards?(?: {_CARDS})?", threw),
    (rf" stands pat(?: on {_CARDS})?", stood_pat),
    (rf" shows {_CARDS}(?: (?P<name>.+))?", showed),
    (r" mucks", mucked),
)

_NOT_DEALT_IN = (" is sitting out", " stands up")
"""What keeps a player out of the hand if it is said before the deal."""

_NOTES = tuple(
    re.compile(pattern)
    for pattern in (
        r".+ is sitting out",
        r".+ stands up",
        r".+ sits down",
        r".+ has returned",
        r".+ adds \S+",
        r"(?:.+ has )?\d+ seconds left to act",
        r".+ has requested TIME",
        r".+ has timed out",
        r".+ has been disconnected",
        r".+ has reconnected",
        r".+ is feeling \w+",
        r"[^*]+?: .*",
    )
)
"""Beside the hand; the last one is chat."""


class _Body:
    """What was read so far."""

    def __init__(self, context: Context) -> None:
        self.context = context
        self.steps: list[AnyStep] = []
        self.passed_over: set[Seat] = set()
        self.button: Seat | None = None
        self.dealt = False
        self.thrown: dict[Seat, int] = {}
        self.names: dict[Seat, str] = {}

    def read(self, line: Piece) -> None:
        """One line more."""
        marker, button = line.match(_MARKER), line.match(_BUTTON)
        if marker is not None:
            self._mark(marker["name"], marker.get("pot"))
        elif button is not None:
            self.button = seat_number(button["seat"])
        elif not self._serve(line):
            self._step_or_note(line)

    def _mark(self, name: Piece, pot: Piece | None) -> None:
        if name.text not in _MARKERS:
            raise name.wrong(
                f"Five-card draw has no part called {name.text!r}.", wanted=", ".join(_MARKERS)
            )
        self.dealt = True
        if pot is not None:
            amount = self.context.money.read(pot)
            self.steps.append(facts.Middle(line=pot.line, seat=0, amount=amount))

    def _serve(self, line: Piece) -> bool:
        """Cards that are dealt at the draw are as many as were thrown."""
        for name in self.context.beginning(line.text, " is dealt "):
            served = line.part(len(name)).match(_SERVED)
            if served is not None:
                thrown = self.thrown.get(self.context.names[name], 0)
                if int(served["count"].text) != thrown:
                    raise served["count"].wrong(
                        f"{name} is dealt {served['count'].text} cards, but discarded {thrown}.",
                        wanted=str(thrown),
                    )
                return True
        return False

    def _step_or_note(self, line: Piece) -> None:
        step = self._step(line)
        if step is not None:
            if self.dealt and isinstance(step, facts.Paid):
                raise line.wrong("Antes and blinds are posted before the deal, not after it.")
            if isinstance(step, facts.Threw):
                self.thrown[step.seat] = step.count
            if isinstance(step, facts.Showed):
                self.names[step.seat] = step.name
            self.steps.append(step)
        elif any(note.fullmatch(line.text) for note in _NOTES):
            if not self.dealt:
                self.passed_over |= self._kept_out(line)
        else:
            self._refuse(line)

    def _kept_out(self, line: Piece) -> set[Seat]:
        names = self.context.names
        said = [line.text.removesuffix(end) for end in _NOT_DEALT_IN if line.text.endswith(end)]
        return {names[name] for name in said if name in names}

    def _step(self, line: Piece) -> AnyStep | None:
        returned = line.match(_RETURNED)
        if returned is not None:
            seat = self.context.seat(returned["player"])
            amount = self.context.money.read(returned["amount"])
            return facts.Returned(line=line.line, seat=seat, amount=amount)
        if line.text.startswith(_DEALT):
            return self._given(line.part(len(_DEALT)))
        for name in self.context.beginning(line.text, " "):
            said, seat = line.part(len(name)), self.context.names[name]
            step = read_said(said, seat, _ACTIONS, self.context) or self._collected(said, seat)
            if step is not None:
                return step
        return None

    def _given(self, rest: Piece) -> AnyStep:
        for name in self.context.beginning(rest.text, " ["):
            found = rest.part(len(name)).match(_HAND)
            if found is not None:
                seat, first = self.context.names[name], read_cards(found["cards"])
                if "drawn" not in found:
                    return facts.Given(line=rest.line, seat=seat, cards=first)
                drawn = read_cards(found["drawn"])
                return facts.Drew(line=rest.line, seat=seat, kept=first, cards=drawn)
        raise rest.wrong("Here a player of this hand and cards in brackets are wanted.")

    def _collected(self, said: Piece, seat: Seat) -> AnyStep | None:
        found = said.match(_COLLECTED)
        if found is None:
            return None
        if "name" in found and found["name"].text != self.names.get(seat, found["name"].text):
            raise found["name"].wrong(
                f"This hand was shown as {self.names[seat]!r}.", wanted=self.names[seat]
            )
        number = int(found["number"].text) if "number" in found else 1
        return facts.Collected(
            line=said.line,
            seat=seat,
            pot=number if "side" in found else 0,
            amount=self.context.money.read(found["amount"]),
        )

    def _refuse(self, line: Piece) -> None:
        name = self.context.longest(line.text, " ")
        if name is None:
            raise line.wrong(
                f"{line.text!r} is no line of a five-card draw hand with these players."
            )
        said = line.part(len(name) + 1)
        raise said.wrong(f"{said.text!r} is nothing that a player does in five-card draw.")
