"""
A file of text is cut where hands begin, whatever sites wrote them.

Only the first line of a hand has to be known for that, and what ends one, so that a broken hand
spoils no other.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Sequence

from msgspec import Struct

from showdown.errors import FormatError
from showdown.history.facts import Facts
from showdown.history.text import Piece

_SHOWN = 40
"""So many signs of a line that is no hand are told."""


class TextSite(Struct, frozen=True, kw_only=True):
    """A site whose hands are lines of text."""

    name: str
    begins: re.Pattern[str]
    """The first line of a hand, of whatever game."""
    looks: str
    """How first lines begin that are meant to be its own, right or wrong."""
    closes: re.Pattern[str]
    """A line after which only the end of the hand comes."""
    goes_on: re.Pattern[str] = re.compile("(?:Seat|Total pot) .*")
    """What may follow an empty line after the closing one, and belongs to the hand all the same."""
    beside: re.Pattern[str] | None = None
    """Lines that belong to no hand."""
    ends_at_once: bool = False
    """Whether the closing line is the last one; else lines may follow until an empty one."""
    read: Callable[[Sequence[Piece]], Facts]
    """Reads the lines of a hand that are not empty, at least one."""


def cut_hands(
    lines: Iterable[Piece], sites: Sequence[TextSite]
) -> Iterator[tuple[TextSite, Sequence[Piece]]]:
    """
    Cut a file where hands begin, and leave out empty lines.

    A hand begins with its title. After a hand was closed one begins whatever stands there, so that
    a broken title spoils no other hand; it is taken for one of the site that it looks like, or of
    the one before. An empty file is one hand that is wrong.
    """
    site: TextSite | None = None
    hand: list[Piece] = []
    closing = gap = False
    for line in lines:
        if not line.text:
            gap = closing
            continue
        if any(each.beside and each.beside.fullmatch(line.text) for each in sites):
            continue
        begins = any(each.begins.fullmatch(line.text) for each in sites)
        if site is None or begins or _is_over(site, line, closing, gap):
            if site is not None:
                yield site, hand
            site, hand, closing = _site_of(line, sites, site), [], False
        hand.append(line)
        closing = closing or site.closes.fullmatch(line.text) is not None
        gap = False
    yield site or sites[0], hand or [Piece("", 1)]


def _is_over(site: TextSite, line: Piece, closing: bool, gap: bool) -> bool:
    """Whether a hand that was closed ends before this line, whatever it is."""
    if site.ends_at_once:
        return closing
    return gap and site.goes_on.fullmatch(line.text) is None


def _site_of(line: Piece, sites: Sequence[TextSite], before: TextSite | None) -> TextSite:
    alike = (site for site in sites if line.text.startswith(site.looks))
    return next(alike, before or sites[0])


def read_text(lines: Iterable[Piece], sites: Sequence[TextSite]) -> Iterator[Facts | FormatError]:
    """Read a file: for each hand what it says, or why it cannot be read; then the next one."""
    for number, (site, hand) in enumerate(cut_hands(lines, sites)):
        try:
            yield site.read(hand)
        except FormatError as error:
            anything = len(sites) > 1 and not number
            known = any(hand[0].text.startswith(each.looks) for each in sites)
            yield _unknown(hand[0], sites) if anything and not known else error


def _unknown(line: Piece, sites: Sequence[TextSite]) -> FormatError:
    """A file begins with what nobody writes who can be read."""
    *names, last = (each.name for each in sites)
    found = repr(line.text[:_SHOWN]) if line.text else "nothing"
    return FormatError(
        f"Here a hand is wanted, in PHH, OHH, JSON Lines or text of {', '.join(names)} or {last}, "
        f"but found {found}.",
        line=line.line,
        found=line.text[:_SHOWN],
        wanted="a hand",
    )
