"""
PokerStars five-card draw, as its client writes it.

:func:`read_pokerstars` says what a text says. Whether it can have happened is found out by
:mod:`showdown.history.reconstruct`.
"""

import re
from collections.abc import Iterator, Sequence

from showdown.errors import FormatError
from showdown.history.chairs import cut_at, read_chairs
from showdown.history.cutting import TextSite, read_text
from showdown.history.facts import Facts
from showdown.history.lines import Context
from showdown.history.pokerstars_head import HAND_BEGINS, read_head, read_table
from showdown.history.pokerstars_steps import read_body
from showdown.history.pokerstars_summary import read_summary
from showdown.history.reconstruct import to_record
from showdown.history.record import HandRecord
from showdown.history.text import Piece, decode, split_lines

SITE = "PokerStars"

SUMMARY = "*** SUMMARY ***"


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
    return read_text(split_lines(decode(text)), (POKERSTARS,))


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
    chairs = read_chairs(lines[2:], lines[1], _SEAT, head.money)
    body, closing = cut_at(SUMMARY, lines[2 + len(chairs) :], lines[-1])
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


_SEAT = re.compile(
    r"Seat (?P<seat>\d+): (?P<name>.+) \((?P<stack>\S+) in chips(?:, .*)?\)(?: (?P<after>.*))?"
)

POKERSTARS = TextSite(
    name=SITE,
    begins=HAND_BEGINS,
    looks="PokerStars",
    closes=re.compile(re.escape(SUMMARY)),
    goes_on=re.compile(r"Total pot .*|Seat (?!.* in chips\b).*"),
    read=read_hand,
)
