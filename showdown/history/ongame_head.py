"""
The lines of an OnGame hand above the seats: which hand, when, where, what is played, the button.
"""

import re
from collections.abc import Sequence
from datetime import UTC, datetime

from msgspec import Struct

from showdown.history.lines import Found, hand_number, seat_number
from showdown.history.money import Money
from showdown.history.text import Piece, Scanner
from showdown.history.zones import to_utc
from showdown.rules.ruleset import Chips, Game, HandId, Seat

HAND_BEGINS = re.compile(r"\*{5} History for hand \S.*")
"""The first line of a hand, of whatever game."""

GAME = "FIVE_CARD_DRAW"

_LIMITS = {
    "NO_LIMIT": Game.NO_LIMIT,
    "POT_LIMIT": Game.POT_LIMIT,
    "LIMIT": Game.FIXED_LIMIT,
}


class Head(Struct, frozen=True, kw_only=True):
    """What these lines say."""

    hand: HandId
    number: str
    """As the site writes it."""
    table: str
    game: Game
    money: Money
    stakes: tuple[Chips, Chips]
    played: datetime | None
    played_as: str
    button: Seat
    players: int


def read_head(lines: Sequence[Piece]) -> Head:
    """
    Read the lines above the seats.

    Raises:
        FormatError: they are not those of a five-card-draw hand.
    """
    number, hand = _read_title(lines[0])
    start = _line(lines, 1, _START, "the start, as in 'Start hand: Mon Sep 13 00:21:02 GMT 2010'")
    table, game, money, stakes = _read_table(_there(lines, 2))
    rest = 4 if len(lines) > 3 and _USER.fullmatch(lines[3].text) else 3
    button = _line(lines, rest, _BUTTON, "the button, as in 'Button: seat 3'")
    players = _line(lines, rest + 1, _PLAYERS, "their number, as in 'Players in round: 4'")
    if len(lines) > rest + 2:
        raise lines[rest + 2].wrong("Here the seats are wanted, as in 'Seat 1: Name ($10)'.")
    return Head(
        hand=hand,
        number=number,
        table=table,
        game=game,
        money=money,
        stakes=stakes,
        played=_read_time(start["when"]),
        played_as=start["when"].text,
        button=seat_number(button["seat"]),
        players=int(players["count"].text),
    )


_TITLE = re.compile(
    r"\*{5} History for hand (?P<number>[A-Z]\d*-(?P<table>[0-9]+)-(?P<hand>[0-9]+)) \*{5}"
)
_START = re.compile(r"Start hand: (?P<when>.+)")
_USER = re.compile(r"User: .*")
_BUTTON = re.compile(r"Button: seat (?P<seat>[0-9]+)")
_PLAYERS = re.compile(r"Players in round: (?P<count>[0-9]{1,2})")
_PER_TABLE = 100_000
"""A table's hands are fewer, so that table and hand make one number."""


def _there(lines: Sequence[Piece], place: int) -> Piece:
    """A line that must be there."""
    if place >= len(lines):
        raise lines[-1].wrong("The text breaks off after this line.")
    return lines[place]


def _line(lines: Sequence[Piece], place: int, form: re.Pattern[str], wanted: str) -> Found:
    line = _there(lines, place)
    found = line.match(form)
    if found is None:
        raise line.wrong(f"Here {wanted} is wanted.", wanted=wanted)
    return found


def _read_title(line: Piece) -> tuple[str, HandId]:
    found = line.match(_TITLE)
    if found is None:
        raise line.wrong(
            "Here the title of a hand is wanted, as in '***** History for hand R5-1-2 *****'.",
            wanted="***** History for hand R5-1-2 *****",
        )
    hand = found["hand"]
    if len(hand.text) > len(str(_PER_TABLE)) or int(hand.text) >= _PER_TABLE:
        raise hand.wrong(f"A table's hands are fewer than {_PER_TABLE}.", wanted=str(_PER_TABLE))
    together = f"{found['table'].text}{int(hand.text):05}"
    return found["number"].text, hand_number(Piece(together, line.line, found["table"].column))


def _read_table(line: Piece) -> tuple[str, Game, Money, tuple[Chips, Chips]]:
    scan = Scanner(line)
    scan.take("Table: ", "the table, as in 'Table: Name [1] (LIMIT FIVE_CARD_DRAW $1/$2, ...)'")
    name = scan.take(r".+?(?= \[[0-9]+\] \()", "its name and its number in brackets")
    scan.take(r" \[[0-9]+\] \(", "its number in brackets")
    limit = scan.take("|".join(_LIMITS), "NO_LIMIT, POT_LIMIT or LIMIT")
    scan.take(" ", "a blank")
    if scan.find(GAME + " ") is None:
        other = scan.rest.text.split(" ")[0]
        raise scan.rest.wrong(f"Only {GAME} can be read, not {other!r}.", wanted=GAME)
    small = scan.take(r"[^/\s]+", "the small stake")
    scan.take("/", "a slash between the stakes")
    big = scan.take(r"[^\s,]+", "the big stake")
    scan.take(r", (?:Real|Play) money\)", "what money it is")
    scan.end()
    money = Money.of(small)
    return name.text, _LIMITS[limit.text], money, (money.read(small), money.read(big))


_MONTHS = ("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec")
_TIME = re.compile(
    r"[A-Z][a-z]{2} (?P<month>[A-Z][a-z]{2}) (?P<day>[0-9]{1,2}) (?P<hour>[0-9]{1,2}):"
    r"(?P<minute>[0-9]{2}):(?P<second>[0-9]{2}) (?P<zone>\S+) (?P<year>[0-9]{4})"
)


def _read_time(piece: Piece) -> datetime | None:
    """When it was in UTC, if the zone is known."""
    example = "Mon Sep 13 00:21:02 GMT+0100 2010"
    found = _TIME.fullmatch(piece.text)
    if found is None or found["month"] not in _MONTHS:
        raise piece.wrong(
            f"{piece.text!r} is not a date and time, as {example} would be.", wanted=example
        )
    month = _MONTHS.index(found["month"]) + 1
    year, day, hour = int(found["year"]), int(found["day"]), int(found["hour"])
    minute, second = int(found["minute"]), int(found["second"])
    try:
        local = datetime(year, month, day, hour, minute, second, tzinfo=UTC)
    except ValueError as error:
        raise piece.wrong(f"{found[0]!r} is no point in time: {error}.", wanted=example) from None
    return to_utc(local, found["zone"], by_season=True)
