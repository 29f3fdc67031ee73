"""
Full Tilt five-card draw, as its client writes it.

The grammar is that of PokerStars in other words: names without a colon, cards drawn that are
counted once more, what lies in the middle at the draw.
"""

import re
from collections.abc import Iterator, Sequence

from showdown.errors import FormatError
from showdown.history.chairs import cut_at, read_chairs
from showdown.history.cutting import TextSite, read_text
from showdown.history.facts import Facts
from showdown.history.fulltilt_head import HAND_BEGINS, read_head
from showdown.history.fulltilt_steps import read_body
from showdown.history.lines import Context
from showdown.history.pokerstars_summary import (
    folded_after,
    folded_before,
    read_summary,
    summary_forms,
    told,
)
from showdown.history.text import Piece, decode, split_lines

SITE = "Full Tilt"

_SUMMARY = "*** SUMMARY ***"


def read_fulltilt(text: str | bytes) -> Iterator[Facts | FormatError]:
    """Read a file: for each hand what it says, or why it cannot be read; then the next one."""
    return read_text(split_lines(decode(text)), (FULL_TILT,))


def read_hand(lines: Sequence[Piece]) -> Facts:
    """
    Read one hand.

    Args:
        lines: all of its lines that are not empty, at least one.

    Raises:
        FormatError: it cannot be read; the first line that is wrong.
    """
    head = read_head(lines[0])
    chairs = read_chairs(lines[1:], lines[0], _SEAT, head.money)
    body, closing = cut_at(_SUMMARY, lines[1 + len(chairs) :], lines[-1])
    context = Context(head.money, {chair.place.name: chair.place.seat for chair in chairs})
    steps, passed_over, button = read_body(body, context)
    if button is None:
        raise lines[0].wrong(
            "This hand does not say who has the button.", wanted="The button is in seat #..."
        )
    total, seats = read_summary(closing, context, _SEAT_ENDS)
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
        table=head.table,
        played=head.played,
        played_as=head.played_as,
        currency=head.money.currency,
        scale=head.money.scale,
        game=head.game,
        stakes=head.stakes,
        max_seats=head.max_seats or max(chair.place.seat for chair in chairs),
        button=button,
        places=tuple(sorted(places, key=lambda place: place.seat)),
        steps=steps,
        pot=total.pot,
        pots=total.pots,
        rake=total.rake,
        summary=seats,
    )


_SEAT = re.compile(r"Seat (?P<seat>\d+): (?P<name>.+) \((?P<stack>[^\s()]+)\)(?:, (?P<after>.*))?")
_CARDS = r"\[(?P<cards>[^\]]*)\]"

_SEAT_ENDS = summary_forms(
    (r"folded before the Draw(?: \(didn't bet\))?", folded_before),
    (r"folded after the Draw", folded_after),
    (r"collected \((?P<won>\S+)\)(?:, mucked)?", told),
    (rf"showed {_CARDS} and won \((?P<won>\S+)\)(?: with (?P<name>.*))?", told),
    (rf"showed {_CARDS} and lost(?: with (?P<name>.*))?", told),
    (rf"mucked(?: {_CARDS}(?: - (?P<name>.*))?)?", told),
    (r"is sitting out", told),
)

FULL_TILT = TextSite(
    name=SITE,
    begins=HAND_BEGINS,
    looks="Full Tilt",
    closes=re.compile(re.escape(_SUMMARY)),
    read=read_hand,
)
