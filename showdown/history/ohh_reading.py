"""
A hand of Open Hand History on its way to a record: checked, with errors that say where.
"""

from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from decimal import Decimal
from typing import NamedTuple

import msgspec

from showdown.errors import FormatError, RulesetError
from showdown.history import ohh_format as ohh
from showdown.history.beside import VERSION, Beside
from showdown.history.text import Piece
from showdown.rules.cards import Card
from showdown.rules.ruleset import LARGEST, Chips, HandId, Seat


class Step(NamedTuple):
    """An action, and in which round it stands."""

    street: str
    action: ohh.Action
    seat: Seat


class Reading(NamedTuple):
    """A hand, our own fields if it has them, and where it stands."""

    hand: ohh.Hand
    told: Beside | None
    place: Piece
    scale: int
    seats: dict[int, Seat]
    """By the format's numbers of players."""

    def wrong(self, sentence: str) -> FormatError:
        """An error of this hand."""
        return FormatError(sentence, line=self.place.line, column=self.place.column)

    def chips(self, number: ohh.Number) -> Chips:
        """
        An amount in the smallest unit.

        Raises:
            FormatError: it is negative, too large, or has too many decimals.
        """
        if isinstance(number, Decimal) and not number.is_finite():
            raise self.wrong(f"{number} is not an amount of this hand.")
        amount = number * self.scale
        if amount != int(amount) or not 0 <= amount <= LARGEST:
            raise self.wrong(f"{number} is not an amount of this hand.")
        return int(amount)

    def cards(self, words: list[str]) -> tuple[Card, ...]:
        """
        Cards.

        Raises:
            FormatError: a word is none, or a card comes twice.
        """
        try:
            cards = tuple(map(Card, words))
        except ValueError:
            bad = next(word for word in words if word not in Card._value2member_map_)
            raise self.wrong(f"{bad!r} is not a card, as Td would be.") from None
        if len(set(cards)) != len(cards):
            raise self.wrong(f"A card is twice in {' '.join(words)}; a deck has each once.")
        return cards

    @property
    def number(self) -> HandId:
        """The hand's number."""
        said = self.hand.game_number
        if not (said.isascii() and said.isdigit()) or int(said) > LARGEST:
            raise self.wrong(f"The hand's number is {said!r}; a number up to {LARGEST} is wanted.")
        return HandId(int(said))

    @property
    def played(self) -> datetime | None:
        """When it began."""
        if self.told is not None and self.told.timeless:
            return None
        said = self.hand.start_date_utc
        try:
            moment = datetime.fromisoformat(said)
        except ValueError:
            raise self.wrong(f"{said!r} is no point in time.") from None
        return moment.replace(tzinfo=UTC) if moment.tzinfo is None else moment.astimezone(UTC)

    def steps(self) -> Iterator[Step]:
        """
        All actions in order.

        Raises:
            FormatError: somebody acts who is not in the list of players.
        """
        for each in self.hand.rounds:
            for action in each.actions:
                if action.player_id not in self.seats:
                    raise self.wrong(f"There is no player {action.player_id} in this hand.")
                yield Step(each.street, action, self.seats[action.player_id])


def read_document(text: str, place: Piece) -> Reading:
    """
    Check a document.

    Raises:
        FormatError: it is not one of five-card draw.
    """
    hand = _decode(text, place)

    def wrong(sentence: str) -> FormatError:
        return FormatError(sentence, line=place.line, column=place.column)

    if hand.game_type != ohh.GAME:
        raise wrong(f"Only five-card draw ({ohh.GAME!r}) can be read, not {hand.game_type!r}.")
    told = _read_own(hand.own, wrong)
    seats = {player.id: player.seat for player in hand.players}
    if len(seats) != len(hand.players) or len(set(seats.values())) != len(seats):
        raise wrong("Two players have the same number or seat.")
    if not all(1 <= seat <= 10 for seat in seats.values()):
        raise wrong("Seats are 1 to 10.")
    scale = told.scale if told is not None else _scale_of(hand)
    return Reading(hand, told, place, scale, seats)


def _scale_of(hand: ohh.Hand) -> int:
    amounts = [player.starting_stack for player in hand.players]
    amounts += [action.amount for each in hand.rounds for action in each.actions]
    money = bool(hand.currency) or any(each != each // 1 for each in amounts)
    return 100 if money else 1


def _decode(text: str, place: Piece) -> ohh.Hand:
    try:
        return ohh.DECODER.decode(text).ohh
    except msgspec.ValidationError as error:
        raise FormatError(
            f"This is not a hand: {error}.", line=place.line, column=place.column
        ) from None
    except (msgspec.DecodeError, RecursionError) as error:
        raise _malformed(text, place, str(error)) from None


def _malformed(text: str, place: Piece, message: str) -> FormatError:
    reason, _, byte = message.removeprefix("JSON is malformed: ").partition(" (byte ")
    end = int(byte.rstrip(")")) if byte else len(text.encode())
    before = text.encode()[:end].decode(errors="replace").split("\n")
    column = len(before[-1]) + (place.column if len(before) == 1 else 1)
    return FormatError(
        f"This is not JSON: {reason[:1].lower()}{reason[1:]}.",
        line=place.line + len(before) - 1,
        column=column,
    )


def _read_own(own: dict[str, object] | None, wrong: Callable[[str], FormatError]) -> Beside | None:
    if own is None:
        return None
    if own.get("version") != VERSION:
        raise wrong(
            f"This hand has version {own.get('version')!r} of our fields; this reader knows "
            f"version {VERSION}."
        )
    fields = {name: value for name, value in own.items() if name in Beside.__struct_fields__}
    try:
        return msgspec.convert(fields, Beside)
    except msgspec.ValidationError as error:
        cause = error.__cause__
        said = cause.sentence if isinstance(cause, RulesetError) else f"{error}."
        raise wrong(f"This is not a hand: {said}") from None
