"""
The lines of a PokerStars hand between the seats and the summary.

One idea a line, in the forms of :mod:`showdown.history.lines`.
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


_MARKERS = ("DEALING HANDS", "DRAW", "FIRST DRAW", "SHOW DOWN")
_MARKER = re.compile(r"\*\*\* (?P<name>.*) \*\*\*")


def read_body(lines: Iterable[Piece], context: Context) -> Body:
    """
    Read the lines from the blinds to the last payment.

    Raises:
        FormatError: a line says nothing that is known.
    """
    steps: list[AnyStep] = []
    passed_over: set[Seat] = set()
    dealt = False
    for line in lines:
        marker = line.match(_MARKER)
        if marker is not None:
            _check_marker(marker["name"])
            dealt = True
        elif _is_note(line):
            passed_over |= set() if dealt else _passed_over(line, context)
        else:
            step = _read_step(line, context)
            if dealt and isinstance(step, facts.Paid):
                raise line.wrong("Antes and blinds are posted before the deal, not after it.")
            steps.append(step)
    return Body(tuple(steps), frozenset(passed_over))


def _check_marker(name: Piece) -> None:
    if name.text not in _MARKERS:
        raise name.wrong(
            f"Five-card draw has no part called {name.text!r}.", wanted=", ".join(_MARKERS)
        )


# Beside the hand.

_NOTES = tuple(
    re.compile(pattern)
    for pattern in (
        r'.+ said, ".*"',
        r".+: sits out",
        r".+: doesn't show hand",
        r".+ is sitting out",
        r".+ has returned",
        r".+ joins the table at seat #\d+",
        r".+ leaves the table",
        r".+ was removed from the table for failing to post",
        r".+ was moved from another table to this table",
        r".+ will be allowed to play after the button",
        r".+ has timed out(?: while (?:being )?disconnected)?",
        r".+ is (?:dis)?connected",
        r".+ finished the tournament.*",
        r".+ wins the tournament.*",
        r".+ wins the .+ bounty for eliminating .+",
        r".+ re-buys and receives .+",
        r".+ takes the add-on and receives .+",
        r"Betting is capped",
    )
)

_NOT_DEALT_IN = (
    ": sits out",
    " is sitting out",
    " leaves the table",
    " was removed from the table for failing to post",
    " will be allowed to play after the button",
)
"""What keeps a player out of the hand if it is said before the deal."""


def _is_note(line: Piece) -> bool:
    return any(note.fullmatch(line.text) for note in _NOTES)


def _passed_over(line: Piece, context: Context) -> set[Seat]:
    names = [line.text.removesuffix(end) for end in _NOT_DEALT_IN if line.text.endswith(end)]
    return {context.names[name] for name in names if name in context.names}


# What follows a player's name and a colon.

_ALL_IN = r"(?P<all_in> and is all-in)?"
_CARDS = r"\[(?P<cards>[^\]]*)\]"

_ACTIONS = forms(
    (rf"posts the ante (?P<amount>\S+){_ALL_IN}", paid(Payment.ANTE)),
    (rf"posts small blind (?P<amount>\S+){_ALL_IN}", paid(Payment.SMALL)),
    (rf"posts big blind (?P<amount>\S+){_ALL_IN}", paid(Payment.BIG)),
    (rf"posts small & big blinds (?P<amount>\S+){_ALL_IN}", paid(Payment.BOTH)),
    (rf"folds(?: {_CARDS})?", moved(Move.FOLD)),
    (r"checks", moved(Move.CHECK)),
    (rf"calls (?P<amount>\S+){_ALL_IN}", moved(Move.CALL)),
    (rf"bets (?P<amount>\S+){_ALL_IN}", moved(Move.BET)),
    (rf"raises (?P<amount>\S+) to (?P<to>\S+){_ALL_IN}", moved(Move.RAISE)),
    (rf"discards (?P<count>[1-5]) cards?(?: {_CARDS})?", threw),
    (rf"stands pat(?: on {_CARDS})?", stood_pat),
    (rf"shows {_CARDS}(?: \((?P<name>.*)\))?", showed),
    (r"mucks hand", mucked),
)


def _read_step(line: Piece, context: Context) -> AnyStep:
    if line.text == "The deck is reshuffled":
        return facts.Shuffled(line=line.line, seat=0)
    step = _read_sentence(line, context)
    if step is not None:
        return step
    name = context.longest(line.text, ": ")
    if name is None:
        raise line.wrong(f"{line.text!r} is no line of a five-card draw hand with these players.")
    said = line.part(len(name) + 2)
    step = read_said(said, context.names[name], _ACTIONS, context)
    if step is not None:
        return step
    raise said.wrong(f"{said.text!r} is nothing that a player does in five-card draw.")


# Sentences in which the player stands elsewhere.

_DEALT = "Dealt to "
_HAND = re.compile(rf" {_CARDS}(?: \[(?P<drawn>[^\]]*)\])?")
_COLLECTED = re.compile(
    r"(?P<player>.+) collected (?P<amount>\S+) from "
    r"(?:main pot|(?P<side>side )?pot(?:-(?P<number>\d))?)"
)
_RETURNED = re.compile(r"Uncalled bet \((?P<amount>\S+)\) returned to (?P<player>.+)")


def _read_sentence(line: Piece, context: Context) -> AnyStep | None:
    if line.text.startswith(_DEALT) and context.longest(line.text, ": ") is None:
        return _dealt(line, context)
    found = line.match(_RETURNED)
    if found is not None:
        seat = context.seat(found["player"])
        amount = context.money.read(found["amount"])
        return facts.Returned(line=line.line, seat=seat, amount=amount)
    found = line.match(_COLLECTED)
    if found is not None:
        side = int(found["number"].text) if "number" in found else 1
        return facts.Collected(
            line=line.line,
            seat=context.seat(found["player"]),
            pot=side if "side" in found else 0,
            amount=context.money.read(found["amount"]),
        )
    return None


def _dealt(line: Piece, context: Context) -> AnyStep:
    rest = line.part(len(_DEALT))
    name = context.longest(rest.text, " [")
    if name is None:
        raise rest.wrong("Here a player of this hand and cards in brackets are wanted.")
    cards = rest.part(len(name))
    found = cards.match(_HAND)
    if found is None:
        raise cards.wrong("Here cards in brackets are wanted, as in [Ah Kd].", wanted="[Ah Kd]")
    seat, first = context.names[name], read_cards(found["cards"])
    if "drawn" in found:
        drawn = read_cards(found["drawn"])
        return facts.Drew(line=line.line, seat=seat, kept=first, cards=drawn)
    return facts.Given(line=line.line, seat=seat, cards=first)
