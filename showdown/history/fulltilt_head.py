"""
The first line of a Full Tilt hand: which hand, where, what is played, for how much, and when.
"""

import re
from datetime import UTC, datetime

from msgspec import Struct

from showdown.history.lines import hand_number
from showdown.history.money import Money
from showdown.history.text import Piece, Scanner
from showdown.history.zones import to_utc
from showdown.rules.ruleset import Chips, Game, HandId

_TITLE = r"Full Tilt Poker(?:\.\w+)? Game #"

HAND_BEGINS = re.compile(_TITLE + r"\d.*")
"""The first line of a hand, of whatever game."""

GAME = "5 Card Draw"

_LIMITS = {"No Limit": Game.NO_LIMIT, "Pot Limit": Game.POT_LIMIT, "Limit": Game.FIXED_LIMIT}


class Head(Struct, frozen=True, kw_only=True):
    """What the first line says."""

    hand: HandId
    table: str
    max_seats: int | None
    tournament: bool
    game: Game
    money: Money
    stakes: tuple[Chips, Chips]
    played: datetime | None
    played_as: str


def read_head(line: Piece) -> Head:
    """
    Read the first line.

    Raises:
        FormatError: it is not that of a five-card-draw hand.
    """
    scan = Scanner(line)
    scan.take(_TITLE, "the title of a hand, as in 'Full Tilt Poker Game #1'")
    number = scan.take(r"[0-9]+", "the hand's number")
    scan.take(r": ", "a colon and a blank")
    where = scan.take(rf".+?(?={_STAKES})", "the table, and then the stakes")
    table, max_seats, tournament = _read_where(where)
    money, stakes = _take_stakes(scan)
    game = _take_game(scan)
    scan.take(r" - ", "' - ' and the time")
    return Head(
        hand=hand_number(number),
        table=table,
        max_seats=max_seats,
        tournament=tournament,
        game=game,
        money=money,
        stakes=stakes,
        played=_read_time(scan.rest),
        played_as=scan.rest.text,
    )


_STAKES = r" - [^\s/]+/\S+(?: Ante \S+)? - "
_TABLE = re.compile(r"Table (?P<name>.+?)(?: \((?P<size>\d+ max|heads up)[^)]*\))?(?: \([^)]*\))*")
_AT_TOURNAMENT = re.compile(r"(?P<name>.+, Table \d+)(?: \([^)]*\))*")


def _read_where(piece: Piece) -> tuple[str, int | None, bool]:
    """The table's name, how many it seats, and whether it is one of a tournament."""
    found = piece.match(_TABLE)
    if found is not None:
        size = found["size"].text.split()[0] if "size" in found else None
        return found["name"].text, 2 if size == "heads" else int(size) if size else None, False
    found = piece.match(_AT_TOURNAMENT)
    if found is None:
        raise piece.wrong("Here the table is wanted, as in 'Table Name (6 max)'.", wanted="Table")
    return found["name"].text, None, True


def _take_stakes(scan: Scanner) -> tuple[Money, tuple[Chips, Chips]]:
    scan.take(r" - ", "' - ' and the stakes")
    small = scan.take(r"[^\s/]+", "the small stake")
    scan.take("/", "a slash between the stakes")
    big = scan.take(r"\S+", "the big stake")
    money = Money.of(small, grouped=True)
    if scan.find(" Ante "):
        money.read(scan.take(r"\S+", "the ante"))
    scan.take(r" - ", "' - ' and the game")
    return money, (money.read(small), money.read(big))


def _take_game(scan: Scanner) -> Game:
    limit = scan.take(r"No Limit|Pot Limit|Limit", "No Limit, Pot Limit or Limit")
    scan.take(" ", "a blank")
    if scan.find(re.escape(GAME)) is None:
        name = scan.rest.text.split(" - ")[0]
        raise scan.rest.wrong(f"Only {GAME} can be read, not {name!r}.", wanted=GAME)
    return _LIMITS[limit.text]


_TIME = re.compile(
    r"(?P<hour>\d\d?):(?P<minute>\d\d):(?P<second>\d\d) (?P<zone>[A-Z]+) - "
    r"(?P<year>\d{4})/(?P<month>\d\d?)/(?P<day>\d\d?)"
)


def _read_time(piece: Piece) -> datetime | None:
    """When it was in UTC, by the first of its times in a zone that is known."""
    times = list(_TIME.finditer(piece.text))
    example = "12:04:00 ET - 2010/11/06"
    if not times or times[0].start():
        raise piece.wrong(
            f"{piece.text!r} is not a time and date, as {example} would be.", wanted=example
        )
    for found in times:
        parts = ("year", "month", "day", "hour", "minute", "second")
        try:
            local = datetime(*(int(found[part]) for part in parts), tzinfo=UTC)  # type: ignore[arg-type,misc]
        except ValueError as error:
            raise piece.part(found.start()).wrong(
                f"{found[0]!r} is no point in time: {error}.", wanted=example
            ) from None
        moment = to_utc(local, found["zone"])
        if moment is not None:
            return moment
    return None
