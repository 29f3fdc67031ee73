"""
PokerStars five-card draw, as its client writes it: a file is cut into hands, a hand is read.

:func:`read_pokerstars` says what a text says. Whether it can have happened is found out by
:mod:`showdown.history.reconstruct`.
"""

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from showdown.errors import FormatError
from showdown.history.facts import Facts, Place
from showdown.history.pokerstars_head import (
    HAND_BEGINS,
    Money,
    read_head,
    read_table,
    seat_number,
)
from showdown.history.pokerstars_steps import Context, read_body
from showdown.history.pokerstars_summary import read_summary
from showdown.history.reconstruct import to_record
from showdown.history.record import HandRecord
from showdown.history.text import Piece, decode, split_lines

SITE = "PokerStars"

_SUMMARY = "*** SUMMARY ***"


def from_pokerstars(text: str | bytes) -> Iterator[HandRecord | FormatError]:
    """
    Read PokerStars five-card-draw text: for each hand a record, or why there is none.

    A hand whose actions the rules do not allow has no record; one whose amounts do not add up has
    one, and :func:`showdown.history.check` says so. Cards that the text does not show are filled
    with unseen ones; ``claims`` names those that are real.
    """
    for hand in read_pokerstars(text):
        yield to_record(hand) if isinstance(hand, Facts) else hand


def read_pokerstars(text: str | bytes) -> Iterator[Facts | FormatError]:
    """Read a file: for each hand what it says, or why it cannot be read; then the next one."""
    for lines in cut_hands(split_lines(decode(text))):
        try:
            yield read_hand(lines)
        except FormatError as error:
            yield error


def cut_hands(lines: Sequence[Piece]) -> Iterator[Sequence[Piece]]:
    """
    Cut a file where hands begin, and leave out empty lines.

    A hand begins with its title. After a summary and an empty line one begins whatever stands
    there, so that a broken title spoils no other hand. An empty file is one hand that is wrong.
    """
    hand: list[Piece] = []
    closing = gap = False
    for line in lines:
        if not line.text:
            gap = closing
            continue
        if HAND_BEGINS.fullmatch(line.text) or (gap and not line.text.startswith("Seat ")):
            if hand:
                yield hand
            hand, closing = [], False
        hand.append(line)
        closing = closing or line.text == _SUMMARY
        gap = False
    yield hand or [Piece("", 1)]


def read_hand(lines: Sequence[Piece]) -> Facts:
    """
    Read one hand.

    Args:
        lines: all of its lines that are not empty, at least one.

    Raises:
        FormatError: it cannot be read; the first line that is wrong.
    """
    head = read_head(lines[0])
    if len(lines) < 2:
        raise lines[0].wrong("The text breaks off after this line; the table is wanted.")
    table = read_table(lines[1])
    chairs = tuple(_read_chairs(lines[2:], head.money))
    if not chairs:
        here = lines[2] if len(lines) > 2 else lines[1]
        raise here.wrong(
            "Here the seats are wanted, as in 'Seat 1: Name ($10 in chips)'.", wanted="Seat 1: ..."
        )
    body, closing = _cut(lines[2 + len(chairs) :], lines[-1])
    context = Context(head.money, {chair.place.name: chair.place.seat for chair in chairs})
    steps, passed_over = read_body(body, context)
    total, seats = read_summary(closing, context)
    places = [
        chair.place
        for chair in chairs
        # In a tournament the absent are dealt in and blinded off.
        if head.tournament or not (chair.away or chair.place.seat in passed_over)
    ]
    return Facts(
        site=SITE,
        hand=head.hand,
        line=lines[0].line,
        table=table.name,
        played=head.played,
        played_as=head.played_as,
        currency=head.money.currency,
        scale=head.money.scale,
        game=head.game,
        stakes=head.stakes,
        max_seats=table.max_seats or max(chair.place.seat for chair in chairs),
        button=table.button,
        places=tuple(sorted(places, key=lambda place: place.seat)),
        steps=steps,
        pot=total.pot,
        pots=total.pots,
        rake=total.rake,
        summary=seats,
    )


class Chair(NamedTuple):
    """A line of the list of seats."""

    place: Place
    away: bool


_SEAT = re.compile(
    r"Seat (?P<seat>\d+): (?P<name>.+) \((?P<stack>\S+) in chips(?:, .*)?\)(?: (?P<after>.*))?"
)


def _read_chairs(lines: Sequence[Piece], money: Money) -> Iterator[Chair]:
    seen: set[object] = set()
    for line in lines:
        found = line.match(_SEAT)
        if found is None:
            return
        place = Place(
            seat=seat_number(found["seat"]),
            name=found["name"].text,
            stack=money.read(found["stack"]),
        )
        for what in ("seat", "name"):
            if getattr(place, what) in seen:
                raise found[what].wrong(f"The {what} {found[what].text!r} was listed before.")
            seen.add(getattr(place, what))
        yield Chair(place, "after" in found and _is_away(found["after"]))


def _is_away(note: Piece) -> bool:
    if note.text != "is sitting out" and not note.text.startswith("out of hand"):
        raise note.wrong(f"{note.text!r} says nothing known about a seat.", wanted="is sitting out")
    return True


def _cut(lines: Sequence[Piece], last: Piece) -> tuple[Sequence[Piece], Sequence[Piece]]:
    for place, line in enumerate(lines):
        if line.text == _SUMMARY:
            return lines[:place], lines[place:]
    raise last.wrong("The text breaks off after this line; a hand ends with its summary.")
