"""
The summary at the end of an OnGame hand: the pots and who won them, the rake, how seats ended.
"""

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from showdown.history.facts import AnyStep, Collected, Showed, Summary
from showdown.history.lines import Context, seat_number, whole_hand
from showdown.history.money import Money
from showdown.history.text import Piece
from showdown.rules.ruleset import Chips


class Ending(NamedTuple):
    """The whole summary."""

    pots: tuple[Chips, ...]
    """Before rake, the main pot first."""
    rake: Chips
    steps: tuple[AnyStep, ...]
    """Who was paid, and who showed what."""
    seats: tuple[Summary, ...]


def read_summary(lines: Sequence[Piece], context: Context, number: str) -> Ending:
    """
    Read the summary.

    Args:
        lines: from its title on.
        number: of the hand, which the last line repeats.

    Raises:
        FormatError: a line says nothing that is known.
    """
    end = f"***** End of hand {number} *****"
    if lines[-1].text != end:
        raise lines[-1].wrong(f"The text breaks off here; it should end with {end!r}.", wanted=end)
    pots: list[Chips] = []
    steps: list[AnyStep] = []
    rest = list(lines[1:-1])
    while rest and (pot := rest[0].match(_POT)) is not None:
        if pot["name"].text != (_pot_name(len(pots))):
            raise pot["name"].wrong(f"Here {_pot_name(len(pots))!r} is wanted.")
        steps += _read_shares(pot["shares"], len(pots), context)
        pots.append(context.money.read(pot["amount"]))
        del rest[0]
    here = rest[0] if rest else lines[-1]
    if not pots:
        raise here.wrong("Here the main pot is wanted, as in 'Main pot: $1 won by P1 ($0.95)'.")
    rake = here.match(_RAKE)
    if rake is None:
        raise here.wrong("Here the rake is wanted, as in 'Rake taken: $0.05'.")
    seats: dict[int, Summary] = {}
    for line in rest[1:]:
        told, shown = _read_seat(line, context)
        if told.seat in seats:
            raise line.wrong(f"Seat {told.seat} comes twice in the summary.")
        seats[told.seat] = told
        steps += shown
    if len(seats) != len(context.names):
        raise lines[-1].wrong(
            f"The summary has {len(seats)} seats; the hand has {len(context.names)}.",
            wanted=str(len(context.names)),
        )
    return Ending(
        tuple(pots), context.money.read(rake["amount"]), tuple(steps), tuple(seats.values())
    )


_POT = re.compile(r"(?P<name>Main pot|Side pot [0-9]): (?P<amount>\S+) won by (?P<shares>.+)")
_SHARE = re.compile(r" \((?P<amount>[^\s()]+)\)(?:, |$)")
_RAKE = re.compile(r"Rake taken: (?P<amount>\S+)")


def _pot_name(number: int) -> str:
    return f"Side pot {number}" if number else "Main pot"


def _read_shares(piece: Piece, pot: int, context: Context) -> Iterator[AnyStep]:
    while piece.text:
        for name in context.beginning(piece.text, " ("):
            found = _SHARE.match(piece.text, len(name))
            if found is not None:
                break
        else:
            raise piece.wrong("Here a player of this hand and his share are wanted, as in P1 ($1).")
        amount = piece.part(found.start("amount"), found.end("amount"))
        yield Collected(
            line=piece.line,
            seat=context.names[name],
            pot=pot,
            amount=context.money.read(amount),
        )
        piece = piece.part(found.end())


_SEAT = re.compile(
    r"Seat (?P<seat>[0-9]+): (?P<name>.+?) \((?P<stack>[^\s()]+)\)(?:, net: (?P<net>[^\s,]+))?"
    r"(?:, \[(?P<cards>[^\]]*)\](?: \((?P<words>[^()]*)\))?)?"
)


def _read_seat(line: Piece, context: Context) -> tuple[Summary, tuple[AnyStep, ...]]:
    found = line.match(_SEAT)
    if found is None:
        raise line.wrong("Here a seat of the summary is wanted, or the end of the hand.")
    seat = seat_number(found["seat"])
    if context.names.get(found["name"].text) != seat:
        raise found["name"].wrong(f"Seat {seat} has another player in the list of seats.")
    told = Summary(
        line=line.line,
        seat=seat,
        stack=context.money.read(found["stack"]),
        net=_read_net(found["net"], context.money) if "net" in found else 0,
    )
    if "cards" not in found:
        return told, ()
    words = found["words"].text if "words" in found else ""
    cards = whole_hand(found["cards"], ",")
    return told, (Showed(line=line.line, seat=seat, cards=cards, name=words),)


def _read_net(piece: Piece, money: Money) -> Chips:
    """What was won or lost, with its sign."""
    sign = {"+": 1, "-": -1}.get(piece.text[:1])
    if sign is None:
        raise piece.wrong(f"{piece.text!r} has no sign, as +$1 or -$1 would.", wanted="+ or -")
    return sign * money.read(piece.part(1))
