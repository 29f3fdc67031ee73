"""
The summary at the end of a PokerStars hand: the pot, the rake, and how each seat ended.
"""

import re
from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

from msgspec.structs import replace

from showdown.history.facts import Role, Summary
from showdown.history.lines import Context, read_cards, seat_number
from showdown.history.money import Money
from showdown.history.text import Piece
from showdown.rules.ruleset import Chips, Seat


class Total(NamedTuple):
    """The line with the pot."""

    pot: Chips
    pots: tuple[Chips, ...]
    rake: Chips


class Closing(NamedTuple):
    """The whole summary."""

    total: Total
    seats: tuple[Summary, ...]


def read_summary(lines: Sequence[Piece], context: Context, table: "Forms | None" = None) -> Closing:
    """
    Read the summary.

    Args:
        lines: from its marker on.
        table: how a seat can end, if not as PokerStars says it.

    Raises:
        FormatError: a line says nothing that is known.
    """
    if len(lines) < 2:
        raise lines[0].wrong("The text breaks off after this line; the total pot is wanted.")
    total = _read_total(lines[1], context.money)
    seats: dict[Seat, Summary] = {}
    for line in lines[2:]:
        ended = _read_seat(line, context, table or _FORMS)
        if ended.seat in seats:
            raise line.wrong(f"Seat {ended.seat} comes twice in the summary.")
        seats[ended.seat] = ended
    return Closing(total, tuple(seats.values()))


_TOTAL = re.compile(r"Total pot (?P<pot>\S+)(?P<pots> [^|]*?)? *\| Rake (?P<rake>\S+)")
_POT = re.compile(r" (?:Main pot|Side pot(?:-\d)?) (?P<amount>\S+)\.")


def _read_total(line: Piece, money: Money) -> Total:
    found = line.match(_TOTAL)
    if found is None:
        raise line.wrong(
            "Here the total pot and the rake are wanted, as in 'Total pot $1 | Rake $0.05'.",
            wanted="Total pot ... | Rake ...",
        )
    pots = _read_pots(found["pots"], money) if "pots" in found else ()
    return Total(money.read(found["pot"]), pots, money.read(found["rake"]))


def _read_pots(piece: Piece, money: Money) -> tuple[Chips, ...]:
    pots: list[Chips] = []
    rest = piece
    while rest.text.strip():
        found = _POT.match(rest.text)
        if found is None:
            raise rest.wrong(
                f"{rest.text.strip()!r} is no pot, as 'Side pot $2.' would be.",
                wanted="Main pot ... Side pot ...",
            )
        pots.append(money.read(rest.part(found.start("amount"), found.end("amount"))))
        rest = rest.part(found.end())
    return tuple(pots)


_SEAT = re.compile(r"Seat (?P<seat>\d+): (?P<rest>.*)")
_ROLES = re.compile(r"(?: \((?:button|small blind|big blind)\))*(?: |$)")
_ROLE = re.compile(r"\((.*?)\)")

Reader = Callable[[int, Seat, Mapping[str, Piece], Money], Summary]
Forms = tuple[tuple[re.Pattern[str], Reader], ...]


def summary_forms(*table: tuple[str, Reader]) -> Forms:
    """A table of what can follow a player's name and where he sat."""
    return tuple((re.compile(pattern), read) for pattern, read in table)


def folded_before(line: int, seat: Seat, _: Mapping[str, Piece], __: Money) -> Summary:
    """It folded before the draw."""
    return Summary(line=line, seat=seat, folded=0)


def folded_after(line: int, seat: Seat, _: Mapping[str, Piece], __: Money) -> Summary:
    """It folded after the draw."""
    return Summary(line=line, seat=seat, folded=1)


def told(line: int, seat: Seat, found: Mapping[str, Piece], money: Money) -> Summary:
    """It came to the end, with what the form found: ``cards``, ``won``, ``name``."""
    return Summary(
        line=line,
        seat=seat,
        cards=read_cards(found["cards"]) if "cards" in found else (),
        won=money.read(found["won"]) if "won" in found else None,
        name=found["name"].text if "name" in found else "",
    )


_CARDS = r"\[(?P<cards>[^\]]*)\]"

_FORMS = summary_forms(
    (r"folded before the Draw(?: \(didn't bet\))?", folded_before),
    (r"folded after the Draw", folded_after),
    (r"collected \((?P<won>\S+)\)", told),
    (rf"showed {_CARDS} and won \((?P<won>\S+)\)(?: with (?P<name>.*))?", told),
    (rf"showed {_CARDS} and lost(?: with (?P<name>.*))?", told),
    (rf"mucked(?: {_CARDS})?", told),
    (r"(?:is )?sitting out", told),
)
"""What follows the player's name and where he sat."""


def _read_seat(line: Piece, context: Context, table: Forms) -> Summary:
    found = line.match(_SEAT)
    if found is None:
        raise line.wrong("Here a seat of the summary is wanted, or the next hand.")
    seat = seat_number(found["seat"])
    rest = found["rest"]
    # Not the longest name that fits: somebody may be called "P1 (button)".
    name = next((each for each, place in context.names.items() if place == seat), None)
    if name is None or not rest.text.startswith(f"{name} "):
        raise rest.wrong(f"Seat {seat} has another player in the list of seats.")
    said = rest.part(len(name))
    found_roles = _ROLES.match(said.text)
    roles = found_roles[0] if found_roles else ""
    said = said.part(len(roles))
    for pattern, read in table:
        form = said.match(pattern)
        if form is not None:
            ended = read(line.line, seat, form, context.money)
            return replace(ended, roles=tuple(Role(role[1]) for role in _ROLE.finditer(roles)))
    raise said.wrong(f"{said.text!r} is no way in which a seat ends a five-card draw hand.")
