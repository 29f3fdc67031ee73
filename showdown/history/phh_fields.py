"""
The fields of a PHH hand, checked once.
"""

import datetime as dt
from collections.abc import Iterator
from contextlib import suppress
from decimal import Decimal
from functools import lru_cache
from typing import NamedTuple, TypeVar

import msgspec
from msgspec import Struct

from showdown.errors import RulesetError
from showdown.history.beside import VERSION, Beside, Move
from showdown.history.phh_text import Section
from showdown.history.text import Piece
from showdown.rules.cards import Card
from showdown.rules.ruleset import LARGEST, Chips, HandId, Ruleset, Seat

T = TypeVar("T")
Number = int | Decimal

UNKNOWN = "??"


class Fields(Struct, frozen=True, kw_only=True):
    """What PHH itself says of a hand."""

    variant: str
    antes: tuple[Number, ...]
    blinds_or_straddles: tuple[Number, ...]
    starting_stacks: tuple[Number, ...]
    actions: tuple[str, ...]
    min_bet: Number | None = None
    small_bet: Number | None = None
    big_bet: Number | None = None
    venue: str = ""
    time: dt.time | None = None
    time_zone: str | None = None
    day: int | None = None
    month: int | None = None
    year: int | None = None
    hand: int | str = 1
    seats: tuple[int, ...] | None = None
    seat_count: int | None = None
    table: int | str = ""
    players: tuple[str, ...] | None = None
    currency: str | None = None
    finishing_stacks: tuple[Number, ...] | None = None


class Reading(NamedTuple):
    """A hand on its way from text to record."""

    section: Section
    fields: Fields
    told: Beside | None
    scale: int

    def wrong(self, name: str, sentence: str) -> Exception:
        """An error that stands at a field."""
        return self.section.where(name).wrong(sentence)

    def chips(self, number: Number, name: str) -> Chips:
        """
        An amount in the smallest unit.

        Raises:
            FormatError: it is negative, too large, or has too many decimals.
        """
        amount = number * self.scale
        if amount != int(amount) or not 0 <= amount <= LARGEST:
            raise self.wrong(name, f"{number} is not an amount of this hand.")
        return int(amount)

    @property
    def order(self) -> tuple[Seat, ...]:
        """The seats in the order of the deal."""
        count = len(self.fields.starting_stacks)
        return self.fields.seats or tuple(range(1, count + 1))

    @property
    def hand(self) -> HandId:
        """The hand's number."""
        said = self.fields.hand
        if isinstance(said, str) and not (said.isascii() and said.isdigit()):
            raise self.wrong("hand", f"The hand is called {said!r}; a number is wanted.")
        if not 0 <= int(said) <= LARGEST:
            raise self.wrong("hand", f"A hand's number is at most {LARGEST}.")
        return HandId(int(said))

    @property
    def played(self) -> dt.datetime | None:
        """When it began, if the text says it in UTC."""
        fields = self.fields
        if fields.year is None or fields.month is None or fields.day is None:
            return None
        if fields.time is None or fields.time_zone not in ("UTC", "Etc/UTC"):
            return None
        clock = fields.time
        try:
            return dt.datetime(
                fields.year, fields.month, fields.day, clock.hour, clock.minute, clock.second,
                clock.microsecond, tzinfo=dt.UTC,
            )  # fmt: skip
        except ValueError as error:
            raise self.wrong("day", f"That is no point in time: {error}.") from None


def read_fields(section: Section) -> Reading:
    """
    Check the fields of a hand.

    Raises:
        FormatError: one is missing or of the wrong kind.
    """
    fields = _convert(section, section.fields, Fields, "")
    told = _read_own(section)
    reading = Reading(section, fields, told, told.scale if told else _scale_of(section, fields))
    players = len(fields.starting_stacks)
    for name in ("antes", "blinds_or_straddles", "seats", "players", "finishing_stacks"):
        listed = getattr(fields, name)
        if listed is not None and len(listed) != players:
            raise reading.wrong(
                name, f"{len(listed)} are listed here, but there are {players} starting stacks."
            )
    if len(set(reading.order)) != players or not all(1 <= seat <= 10 for seat in reading.order):
        raise reading.wrong("seats", "Seats are 1 to 10, each at most once.")
    return reading


def _scale_of(section: Section, fields: Fields) -> int:
    """Cents where any amount has decimals or the text names a currency."""
    amounts = (*fields.antes, *fields.blinds_or_straddles, *fields.starting_stacks)
    decimal = any(isinstance(each, Decimal) for each in amounts) or "." in "".join(fields.actions)
    return 100 if decimal or fields.currency else 1


def _read_own(section: Section) -> Beside | None:
    """Our own fields, if the text has them."""
    version = section.fields.get("_showdown")
    if version is None:
        return None
    if version != VERSION:
        raise section.where("_showdown").wrong(
            f"This hand has version {version!r} of our fields; this reader knows version "
            f"{VERSION}.",
            wanted=str(VERSION),
        )
    own = {
        name[1:]: value
        for name, value in section.fields.items()
        if name.startswith("_") and name[1:] in Beside.__struct_fields__
    }
    rules = own.get("rules")
    if isinstance(rules, dict):
        # What is wrong with them is said with the place, below.
        with suppress(msgspec.ValidationError):
            own["rules"] = _known_rules(_ENCODER.encode(rules))
    return _convert(section, own, Beside, "_")


_ENCODER = msgspec.json.Encoder(decimal_format="number")


@lru_cache(maxsize=64)
def _known_rules(text: bytes) -> Ruleset:
    """The rules of a table: those of many hands, and checked once."""
    return msgspec.json.decode(text, type=Ruleset)


def _convert(section: Section, fields: object, kind: type[T], prefix: str) -> T:
    try:
        return msgspec.convert(fields, kind)
    except msgspec.ValidationError as error:
        cause = error.__cause__
        said = cause.sentence if isinstance(cause, RulesetError) else f"{error}."
        _, _, path = str(error).partition("`$.")
        name = prefix + path.split("`")[0].split(".")[0].split("[")[0]
        raise section.where(name).wrong(f"This is not a hand: {said}") from None


class Action(NamedTuple):
    """One of the actions, taken apart."""

    section: Section
    number: int
    seat: Seat
    verb: str
    """``d dh``, ``f``, ``cc``, ``cbr``, ``sd`` or ``sm``."""
    word: str = ""
    """What follows: cards or an amount."""

    @property
    def place(self) -> Piece:
        """Where it stands."""
        return self.section.action(self.number)

    @property
    def cards(self) -> tuple[Card | None, ...]:
        """
        Cards without anything between them; ``??`` is one that is not known.

        Raises:
            FormatError: that is no card, or one comes twice.
        """
        return self.read_cards(self.word)

    def read_cards(self, text: str) -> tuple[Card | None, ...]:
        """As :attr:`cards`, of this text."""
        words = [text[start : start + 2] for start in range(0, len(text), 2)]
        try:
            cards = tuple([None if word == UNKNOWN else _CARDS[word] for word in words])
        except KeyError as error:
            raise self.place.wrong(
                f"{error.args[0]!r} is not a card, as Td would be.", wanted="Td"
            ) from None
        known = len(cards) - cards.count(None)
        if len({*cards} - {None}) != known:
            raise self.place.wrong(f"A card is twice in {text}; a deck has each once.")
        return cards


_CARDS = {str(card): card for card in Card}


@lru_cache(maxsize=1024)
def _taken_apart(text: str) -> tuple[str, ...]:
    """The player, the verb and what follows; nothing for a remark. Most calls are alike."""
    words = text.partition("#")[0].split()
    if words[:2] == _DEALER:
        words = [*words[2:3], DEAL, *words[3:]]
    return (*words, "") if len(words) == 1 else tuple(words)


DEAL = "d dh"
_DEALER = DEAL.split()
_WORDS = {"f": (0,), "cc": (0,), "cbr": (1,), "sd": (0, 1), "sm": (0, 1), DEAL: (1,)}
"""How many words follow each."""


def read_actions(reading: Reading) -> Iterator[Action]:
    """
    All actions in order; remarks are passed over.

    Raises:
        FormatError: one is none of five-card draw.
    """
    section = reading.section
    seats = {f"p{number}": seat for number, seat in enumerate(reading.order, 1)}
    for number, text in enumerate(reading.fields.actions):
        words = _taken_apart(text)
        if not words:
            continue
        player, verb, *rest = words
        if player not in seats or len(rest) not in _WORDS.get(verb, ()):
            raise section.action(number).wrong(
                f"{text!r} is no action of five-card draw with {len(seats)} players."
            )
        yield Action(section, number, seats[player], verb, *rest)


def total(reading: Reading, action: Action) -> Chips:
    """
    The total of a bet or raise.

    Raises:
        FormatError: it is not an amount of this hand.
    """
    try:
        amount = Decimal(action.word) * reading.scale
        valid = amount == int(amount) and 0 < amount <= LARGEST
    except (ArithmeticError, ValueError):
        valid = False
    if not valid:
        raise action.place.wrong(f"{action.word!r} is not an amount of this hand.")
    return int(amount)


def moves(reading: Reading) -> Iterator[tuple[Action, Move]]:
    """
    What the players of a hand of ours did.

    Raises:
        FormatError: something is none of the actions of five-card draw.
    """
    for action in read_actions(reading):
        verb = action.verb
        if verb == "cc":
            yield action, Move(action.seat, "call")
        elif verb == "f":
            yield action, Move(action.seat, "fold")
        elif verb == "cbr":
            yield action, Move(action.seat, "raise", total(reading, action))
        elif verb == "sd":
            known = tuple([card for card in action.cards if card is not None])
            whole = 2 * len(known) == len(action.word)
            yield action, Move(action.seat, "draw", 0, known if whole else None)
