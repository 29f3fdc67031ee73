"""
OnGame five-card draw, as its client writes it.

The summary tells what each seat has afterwards and lists the hands that came to a showdown. Nothing
says that an uncalled bet came back, or in which order hands were shown.
"""

import re
from collections.abc import Iterator, Sequence

from showdown.errors import FormatError
from showdown.history.chairs import cut_at, read_chairs
from showdown.history.cutting import TextSite, read_text
from showdown.history.facts import Facts, Silence
from showdown.history.lines import Context
from showdown.history.ongame_head import HAND_BEGINS, read_head
from showdown.history.ongame_steps import read_body
from showdown.history.ongame_summary import read_summary
from showdown.history.text import Piece, decode, split_lines

SITE = "OnGame"

_SUMMARY = "Summary:"
_HEAD_LINES = 6
"""At most so many stand above the seats."""


def read_ongame(text: str | bytes) -> Iterator[Facts | FormatError]:
    """Read a file: for each hand what it says, or why it cannot be read; then the next one."""
    return read_text(split_lines(decode(text)), (ONGAME,))


def read_hand(lines: Sequence[Piece]) -> Facts:
    """
    Read one hand.

    Args:
        lines: all of its lines that are not empty, at least one.

    Raises:
        FormatError: it cannot be read; the first line that is wrong.
    """
    above = next((n for n, line in enumerate(lines) if _SEAT.fullmatch(line.text)), _HEAD_LINES)
    head = read_head(lines[: max(1, above)])
    chairs = read_chairs(lines[above:], lines[:above][-1], _SEAT, head.money)
    if len(chairs) != head.players:
        raise lines[above].wrong(
            f"{len(chairs)} seats are listed here, but {head.players} players are in the round.",
            wanted=str(head.players),
        )
    body, closing = cut_at(_SUMMARY, lines[above + len(chairs) :], lines[-1])
    context = Context(head.money, {chair.place.name: chair.place.seat for chair in chairs})
    steps, lacks = read_body(body, context, head.button)
    ending = read_summary(closing, context, head.number)
    return Facts(
        site=SITE,
        hand=head.hand,
        number=head.number,
        line=lines[0].line,
        table=head.table,
        played=head.played,
        played_as=head.played_as,
        currency=head.money.currency,
        scale=head.money.scale,
        game=head.game,
        stakes=head.stakes,
        # How many seats the table has is not told, and their numbers go to ten even at small ones.
        max_seats=head.players,
        button=head.button,
        places=tuple(sorted((each.place for each in chairs), key=lambda place: place.seat)),
        steps=(*steps, *ending.steps),
        pot=sum(ending.pots),
        pots=ending.pots if len(ending.pots) > 1 else (),
        rake=ending.rake,
        summary=ending.seats,
        silent=(Silence.RETURNED, Silence.ALL_IN, Silence.ORDER),
        lacks=lacks,
    )


_SEAT = re.compile(r"Seat (?P<seat>[0-9]+): (?P<name>.+) \((?P<stack>[^\s()]+)\)")

ONGAME = TextSite(
    name=SITE,
    begins=HAND_BEGINS,
    looks="*****",
    closes=re.compile(r"\*{5} End of hand .*"),
    ends_at_once=True,
    read=read_hand,
)
