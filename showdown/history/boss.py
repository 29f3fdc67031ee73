"""
Boss Media five-card draw, as its client writes it: XML, an element for each hand.

An amount is what a seat has in for the round, cards are numbers, a hand's name is a key of the
client's dictionary. What a seat is paid is one amount, whatever pots it came from, and nothing says
that an uncalled bet came back.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from datetime import UTC, datetime

from showdown.errors import FormatError
from showdown.history.boss_end import read_end
from showdown.history.boss_steps import Hand, read_steps
from showdown.history.cutting import TextSite, read_text
from showdown.history.facts import Facts, Place, Silence, Summary
from showdown.history.lines import hand_number, refuse_doubles, seat_number
from showdown.history.money import Money
from showdown.history.record import PLAY_CHIPS
from showdown.history.tags import Element, read_element
from showdown.history.text import Piece, decode, split_lines
from showdown.rules.ruleset import Chips, Game, Seat

SITE = "Boss Media"


def read_boss(text: str | bytes) -> Iterator[Facts | FormatError]:
    """Read a file: for each hand what it says, or why it cannot be read; then the next one."""
    return read_text(split_lines(decode(text)), (BOSS,))


def read_hand(lines: Sequence[Piece]) -> Facts:
    """
    Read one hand.

    Args:
        lines: all of its lines that are not empty, at least one.

    Raises:
        FormatError: it cannot be read; the first place that is wrong.
    """
    if BOSS.begins.fullmatch(lines[0].text) is None:
        raise lines[0].wrong("Here a hand is wanted, as in '<HISTORY ID=\"1\" ...>'.")
    history = read_element(lines)
    _refuse_other_games(history)
    money = _money(history)
    chairs = list(history.of("PLAYER"))
    places, button = _places(chairs, money)
    hand = Hand(money, {place.name: place.seat for place in places})
    actions = list(history.of("ACTION"))
    steps, dealt = read_steps(actions, hand)
    for place in places:
        if place.seat not in dealt and actions:
            raise history.where.wrong(f"{place.name} plays, but is not dealt any cards.")
    end = read_end(_showdown(history), hand)
    return Facts(
        site=SITE,
        hand=hand_number(history.get("ID")),
        line=lines[0].line,
        table=history.get("TABLE").text,
        played=_time(history.get("DATE")),
        played_as=history.get("DATE").text,
        currency=money.currency,
        scale=money.scale,
        game=_one_of(_LIMITS, history.get("LIMIT")),
        stakes=_stakes(history.get("STAKES"), money),
        max_seats=max(seat_number(chair.get("SEAT")) for chair in chairs),
        button=button,
        places=tuple(sorted(places, key=lambda place: place.seat)),
        steps=(*steps, *end.steps),
        pot=end.pot,
        rake=end.rake,
        summary=(*end.seats, *_net_of_observer(history, hand, dealt)),
        silent=(Silence.RETURNED, Silence.ALL_IN, Silence.POTS, Silence.ORDER),
    )


_GAME = "GAME_FCD"
_LIMITS = {"NL": Game.NO_LIMIT, "PL": Game.POT_LIMIT, "FL": Game.FIXED_LIMIT}
_PARTS = ("PLAYER", "ACTION", "SHOWDOWN")


def _refuse_other_games(history: Element) -> None:
    game = history.get("GAME")
    if game.text != _GAME:
        raise game.wrong(f"Only {_GAME} can be read, not {game.text!r}.", wanted=_GAME)
    for child in history.children:
        if child.name not in _PARTS:
            raise child.where.wrong(f"{child.name} is no part of a hand.", wanted=", ".join(_PARTS))


def _one_of(table: Mapping[str, Game], piece: Piece) -> Game:
    if piece.text not in table:
        known = ", ".join(table)
        raise piece.wrong(f"{piece.text!r} is none of {known}.", wanted=known)
    return table[piece.text]


def _money(history: Element) -> Money:
    real = history.get("GAMETYPE").text == "GAMETYPE_REAL"
    currency = history.get("TABLECURRENCY")
    if real and not re.fullmatch("[A-Z]{3}", currency.text):
        raise currency.wrong(f"{currency.text!r} is no currency, as EUR would be.", wanted="EUR")
    return Money(sign="", currency=currency.text if real else PLAY_CHIPS, plain=True)


def _stakes(piece: Piece, money: Money) -> tuple[Chips, Chips]:
    found = piece.match(re.compile(r"(?P<small>[^/]+)/(?P<big>[^/]+)"))
    if found is None:
        raise piece.wrong(f"{piece.text!r} is no pair of stakes, as 2.00/4.00 would be.")
    return money.read(found["small"]), money.read(found["big"])


def _time(piece: Piece) -> datetime:
    if not re.fullmatch(r"[0-9]{1,11}", piece.text):
        raise piece.wrong(f"{piece.text!r} is no time in seconds, as 1315776178 would be.")
    return datetime.fromtimestamp(int(piece.text), UTC)


def _places(chairs: Sequence[Element], money: Money) -> tuple[list[Place], Seat]:
    places: list[tuple[Place, Piece, Piece]] = []
    button: Seat | None = None
    for chair in chairs:
        seat = seat_number(chair.get("SEAT"))
        if chair.get("DEALER").text == "Y":
            button = seat
        if chair.get("STATE").text == "STATE_PLAYING":
            name = chair.get("NAME")
            place = Place(seat=seat, name=name.text, stack=money.read(chair.get("AMOUNT")))
            places.append((place, chair.get("SEAT"), name))
    if not places or button is None:
        here = chairs[0].where if chairs else Piece("", 1)
        raise here.wrong('Here players are wanted, one of them with DEALER="Y".')
    refuse_doubles(places)
    return [place for place, _, _ in places], button


def _showdown(history: Element) -> Element:
    found = list(history.of("SHOWDOWN"))
    if len(found) != 1 or history.children[-1] is not found[0]:
        raise history.where.wrong("A hand ends with one SHOWDOWN.", wanted="SHOWDOWN")
    return found[0]


def _net_of_observer(history: Element, hand: Hand, dealt: Mapping[Seat, bool]) -> Iterator[Summary]:
    """What the hand was for whoever kept the file: the one whose cards it shows."""
    seen = [seat for seat, face_up in dealt.items() if face_up]
    if len(seen) == 1 and {"WIN", "LOSS"} <= history.attributes.keys():
        won, lost = (hand.money.read(history.get(each)) for each in ("WIN", "LOSS"))
        yield Summary(line=history.where.line, seat=seen[0], net=won - lost)


BOSS = TextSite(
    name=SITE,
    begins=re.compile(r"<HISTORY .*"),
    looks="<",
    closes=re.compile(r".*</HISTORY>"),
    beside=re.compile(r"<\?xml.*\?>|</?ROOT>"),
    ends_at_once=True,
    read=read_hand,
)
