"""
The first two lines of a PokerStars hand: which hand, what is played, for how much, when and where.
"""

import re
from datetime import UTC, datetime

from msgspec import Struct
from msgspec.structs import replace

from showdown.history.lines import hand_number, seat_number
from showdown.history.money import Money
from showdown.history.text import Piece, Scanner
from showdown.history.zones import to_utc
from showdown.rules.ruleset import Chips, Game, HandId, Seat

_TITLE = r"PokerStars (?:Zoom |Home Game )?(?:Game|Hand) #"

HAND_BEGINS = re.compile(_TITLE + r"\d.*")
"""The first line of a hand, of whatever game."""

GAME = "5 Card Draw"

_LIMITS = {"No Limit": Game.NO_LIMIT, "Pot Limit": Game.POT_LIMIT, "Limit": Game.FIXED_LIMIT}


class Head(Struct, frozen=True, kw_only=True):
    """What the first line says."""

    hand: HandId
    tournament: bool
    game: Game
    money: Money
    stakes: tuple[Chips, Chips]
    played: datetime | None
    played_as: str


class TableLine(Struct, frozen=True, kw_only=True):
    """What the second line says."""

    name: str
    max_seats: int | None
    button: Seat


def read_head(line: Piece) -> Head:
    """
    Read the first line.

    Raises:
        FormatError: it is not that of a five-card-draw hand.
    """
    scan = Scanner(line)
    scan.take(_TITLE, "the title of a hand, as in 'PokerStars Game #1'")
    number = scan.take(r"\d+", "the hand's number")
    scan.take(r":\s+", "a colon and a blank")
    scan.find(r"\{.*?\} ")
    tournament = scan.find(rf"Tournament #\d+, (?:.*?(?={GAME}))?") is not None
    _take_game(scan)
    game = _LIMITS[scan.take(r"No Limit|Pot Limit|Limit", "No Limit, Pot Limit or Limit").text]
    scan.find(r" - (?:Match Round \w+, )?Level \w+")
    money, stakes = _take_stakes(scan)
    scan.take(r" - ", "' - ' and the date")
    played_as = scan.rest.text
    return Head(
        hand=hand_number(number),
        tournament=tournament,
        game=game,
        money=money,
        stakes=stakes,
        played=_read_time(scan.rest),
        played_as=played_as,
    )


def _take_game(scan: Scanner) -> None:
    if scan.find(re.escape(GAME) + " ") is None:
        name = re.split(r" \(| - ", scan.rest.text)[0]
        raise scan.rest.wrong(f"Only {GAME} can be read, not {name!r}.", wanted=GAME)


def _take_stakes(scan: Scanner) -> tuple[Money, tuple[Chips, Chips]]:
    scan.take(r" \(", "the stakes in parentheses")
    small = scan.take(r"[^/\s)]+", "the small stake")
    scan.take("/", "a slash between the stakes")
    big = scan.take(r"[^\s)]+", "the big stake")
    code = scan.find(r" [A-Z]{3}(?=\))")
    money = Money.of(small)
    if code:
        money = replace(money, currency=code.text.strip())
    stakes = money.read(small), money.read(big)
    scan.take(r"\)", "the end of the stakes")
    return money, stakes


_TIME = re.compile(
    r"(?P<year>\d{4})/(?P<month>\d\d?)/(?P<day>\d\d?)(?: -)? "
    r"(?P<hour>\d\d?):(?P<minute>\d\d):(?P<second>\d\d) \(?(?P<zone>[A-Z]+)\)?"
)


def _read_time(piece: Piece) -> datetime | None:
    """When it was in UTC, if a zone is given that is known; the site's own is Eastern time."""
    times = list(_TIME.finditer(piece.text))
    if not times or times[0].start():
        raise piece.wrong(
            f"{piece.text!r} is not a date and time, as 2009/11/25 14:12:43 ET would be.",
            wanted="2009/11/25 14:12:43 ET",
        )
    for found in times:
        local = _local_time(found, piece)
        moment = to_utc(local, found["zone"])
        if moment is not None:
            return moment
    return None


def _local_time(found: re.Match[str], piece: Piece) -> datetime:
    numbers = [int(found[name]) for name in ("year", "month", "day", "hour", "minute", "second")]
    year, month, day, hour, minute, second = numbers
    try:
        return datetime(year, month, day, hour, minute, second, tzinfo=UTC)
    except ValueError as error:
        raise piece.part(found.start()).wrong(
            f"{found[0]!r} is no point in time: {error}.", wanted="2009/11/25 14:12:43 ET"
        ) from None


_TABLE = re.compile(
    r"Table '(?P<name>.+)'(?: (?P<max>\d+)-max)?(?: \(Play Money\))? "
    r"Seat #(?P<button>\d+) is the button"
)


def read_table(line: Piece) -> TableLine:
    """
    Read the second line.

    Raises:
        FormatError: it does not name the table and the button.
    """
    found = line.match(_TABLE)
    if found is None:
        raise line.wrong(
            "Here the table is wanted, as in \"Table 'Name' 6-max Seat #2 is the button\".",
            wanted="Table '...' 6-max Seat #... is the button",
        )
    return TableLine(
        name=found["name"].text,
        max_seats=int(found["max"].text) if "max" in found else None,
        button=seat_number(found["button"]),
    )
