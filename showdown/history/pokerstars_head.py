"""
The first two lines of a PokerStars hand: which hand, what is played, for how much, when and where.
"""

import re
from datetime import UTC, datetime, timedelta

from msgspec import Struct

from showdown.history.record import PLAY_CHIPS
from showdown.history.text import Piece, Scanner
from showdown.rules.ruleset import LARGEST, Chips, Game, HandId, Seat

_TITLE = r"PokerStars (?:Zoom |Home Game )?(?:Game|Hand) #"

HAND_BEGINS = re.compile(_TITLE + r"\d.*")
"""The first line of a hand, of whatever game."""

GAME = "5 Card Draw"

_LIMITS = {"No Limit": Game.NO_LIMIT, "Pot Limit": Game.POT_LIMIT, "Limit": Game.FIXED_LIMIT}
_SIGNS = {"$": "USD", "€": "EUR", "£": "GBP", "₹": "INR"}
_CENTS = 100


class Money(Struct, frozen=True):
    """How a hand writes amounts: with a sign and cents, or as plain play chips."""

    sign: str
    currency: str

    @property
    def scale(self) -> int:
        """How many of the smallest units make one that is displayed."""
        return _CENTS if self.sign else 1

    def read(self, piece: Piece) -> Chips:
        """
        An amount in the smallest unit.

        Raises:
            FormatError: it is not an amount of this hand's money.
        """
        found = re.fullmatch(r"([^0-9]?)([0-9]{1,12})(?:\.([0-9]{1,2}))?", piece.text)
        if found is None or found[1] != self.sign or (found[3] and not self.sign):
            example = f"{self.sign}1.50" if self.sign else "150"
            raise piece.wrong(
                f"{piece.text!r} is not an amount of this hand, as {example} would be.",
                wanted=example,
            )
        return int(found[2]) * self.scale + int((found[3] or "0").ljust(2, "0"))


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
    if int(number.text) > LARGEST:
        raise number.wrong(f"A hand's number is at most {LARGEST}.", wanted=str(LARGEST))
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
        hand=HandId(int(number.text)),
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
    sign = small.text[0] if small.text[0] in _SIGNS else ""
    known = _SIGNS.get(sign, PLAY_CHIPS)
    money = Money(sign=sign, currency=code.text.strip() if code else known)
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
        if found["zone"] in ("UTC", "GMT"):
            return local
        if found["zone"] in ("ET", "EST", "EDT"):
            return from_eastern(local)
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


def from_eastern(local: datetime) -> datetime:
    """
    A time on New York's clocks, marked as UTC, as the UTC that it was.

    The library's own zones come from the disk, which this floor does not read. Of an hour that
    came twice the first is meant.

    >>> from_eastern(datetime(2009, 11, 25, 14, 12, 43, tzinfo=UTC)).isoformat()
    '2009-11-25T19:12:43+00:00'
    """
    begin, end = _daylight_saving(local.year)
    return local + timedelta(hours=4 if begin <= local < end else 5)


def _daylight_saving(year: int) -> tuple[datetime, datetime]:
    """From when to when, by the law as it is since 2007 and as it was since 1987."""
    if year >= 2007:
        return _sunday(year, 3, 8), _sunday(year, 11, 1)
    return _sunday(year, 4, 1), _sunday(year, 10, 25)


def _sunday(year: int, month: int, day: int) -> datetime:
    """Two in the morning of the first Sunday from this day on."""
    date = datetime(year, month, day, 2, tzinfo=UTC)
    return date + timedelta(days=6 - date.weekday())


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


def seat_number(piece: Piece) -> Seat:
    """
    A seat.

    Raises:
        FormatError: there is none with this number.
    """
    seat = int(piece.text) if len(piece.text) < 3 else 0
    if not 1 <= seat <= 10:
        raise piece.wrong(f"There is no seat {piece.text}; seats are 1 to 10.", wanted="1 to 10")
    return seat
