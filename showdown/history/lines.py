"""
What the texts of all sites have in common: a line is who it is about and what he did.

A table of forms says what a line means. Players are found by the names of the seat lines, so a name
may hold colons, blanks and brackets. A line that no form fits is an error with its line and column,
never passed over.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping

from msgspec import Struct

from showdown.history import facts
from showdown.history.facts import AnyStep, Payment
from showdown.history.money import Money
from showdown.history.text import Piece
from showdown.rules.cards import HAND_SIZE, RANKS, SUITS, Card
from showdown.rules.events import Move
from showdown.rules.ruleset import LARGEST, HandId, Seat

Found = Mapping[str, Piece]


class Context(Struct, frozen=True):
    """What reading a line needs to know of the hand."""

    money: Money
    names: Mapping[str, Seat]

    def longest(self, text: str, after: str) -> str | None:
        """The longest name that the text begins with, followed by this."""
        return next(self.beginning(text, after), None)

    def beginning(self, text: str, after: str) -> Iterator[str]:
        """Names that the text begins with, followed by this; the longest first."""
        fitting = [name for name in self.names if text.startswith(name + after)]
        yield from sorted(fitting, key=len, reverse=True)

    def seat(self, name: Piece) -> Seat:
        """
        Where a player sits.

        Raises:
            FormatError: nobody of this name does.
        """
        if name.text not in self.names:
            known = ", ".join(self.names)
            raise name.wrong(f"{name.text!r} has no seat in this hand; {known} have.", wanted=known)
        return self.names[name.text]


Reader = Callable[[int, Seat, Found, Context], AnyStep]
"""Makes a step of a line's number, the seat, what its form found, and the hand."""

Forms = tuple[tuple[re.Pattern[str], Reader], ...]


def forms(*table: tuple[str, Reader]) -> Forms:
    """A table of what can follow a player's name, and what it means."""
    return tuple((re.compile(pattern), read) for pattern, read in table)


def read_said(said: Piece, seat: Seat, table: Forms, context: Context) -> AnyStep | None:
    """The step that the first form that fits makes; None if none does."""
    for pattern, read in table:
        found = said.match(pattern)
        if found is not None:
            return read(said.line, seat, found, context)
    return None


# What forms mean.


def paid(kind: Payment) -> Reader:
    """An ante or a blind of ``amount``."""

    def read(line: int, seat: Seat, found: Found, context: Context) -> AnyStep:
        amount = context.money.read(found["amount"])
        return facts.Paid(line=line, seat=seat, kind=kind, amount=amount, all_in="all_in" in found)

    return read


def moved(move: Move) -> Reader:
    """
    A fold, check, call, bet or raise.

    A raise says ``to``, and may say by how much it raised (``amount``) or what it put in
    (``put_in``).
    """

    def read(line: int, seat: Seat, found: Found, context: Context) -> AnyStep:
        def amount(name: str) -> int | None:
            return context.money.read(found[name]) if name in found else None

        by = amount("amount")
        return facts.Moved(
            line=line,
            seat=seat,
            move=move,
            amount=None if move is Move.RAISE and by is None else by or 0,
            to=amount("to") or 0,
            put_in=amount("put_in"),
            all_in="all_in" in found,
            cards=read_cards(found["cards"]) if "cards" in found else (),
        )

    return read


def threw(line: int, seat: Seat, found: Found, _: Context) -> AnyStep:
    """A discard of ``count`` cards, which may be named."""
    count = int(found["count"].text)
    cards = read_cards(found["cards"]) if "cards" in found else None
    if cards is not None and len(cards) != count:
        raise found["cards"].wrong(
            f"{len(cards)} cards are listed here, but the line says {count}.", wanted=str(count)
        )
    return facts.Threw(line=line, seat=seat, count=count, cards=cards)


def stood_pat(line: int, seat: Seat, found: Found, _: Context) -> AnyStep:
    """No discard; the hand may be named."""
    kept = read_cards(found["cards"]) if "cards" in found else None
    return facts.Threw(line=line, seat=seat, count=0, kept=kept)


def showed(line: int, seat: Seat, found: Found, _: Context) -> AnyStep:
    """Cards that were shown, and what the text calls them."""
    name = found["name"].text if "name" in found else ""
    return facts.Showed(line=line, seat=seat, cards=read_cards(found["cards"]), name=name)


def mucked(line: int, seat: Seat, _: Found, __: Context) -> AnyStep:
    """A hand that was not shown."""
    return facts.Mucked(line=line, seat=seat)


# Cards, seats, numbers.


def read_cards(piece: Piece, between: str = "") -> tuple[Card, ...]:
    """
    At most five cards with blanks between them.

    Args:
        between: what stands after each card but the last.

    Raises:
        FormatError: something is not a card, or a card comes twice.
    """
    words = list(re.finditer(r"\S+", piece.text))
    cards: list[Card] = []
    for number, word in enumerate(words, 1):
        here = piece.part(word.start(), word.end())
        if between and number < len(words):
            if not here.text.endswith(between):
                raise here.wrong(f"After {here.text!r} a {between!r} is wanted.", wanted=between)
            here = here.part(0, len(here.text) - len(between))
        if not re.fullmatch(f"[{RANKS}][{SUITS}]", here.text):
            raise here.wrong(f"{here.text!r} is not a card, as Td would be.", wanted="Td")
        card = Card(here.text)
        if card in cards:
            raise here.wrong(f"{card} is there twice; a deck has each card once.")
        cards.append(card)
    if len(cards) > HAND_SIZE:
        raise piece.wrong(f"{len(cards)} cards are more than a hand has.", wanted=str(HAND_SIZE))
    return tuple(cards)


def whole_hand(piece: Piece, between: str = "") -> tuple[Card, ...]:
    """
    Five cards.

    Raises:
        FormatError: there are more or fewer, or something is not a card.
    """
    cards = read_cards(piece, between)
    if len(cards) != HAND_SIZE:
        raise piece.wrong(f"Here {HAND_SIZE} cards are wanted, not {len(cards)}.", wanted="5")
    return cards


def seat_number(piece: Piece) -> Seat:
    """
    A seat.

    Raises:
        FormatError: there is none with this number.
    """
    seat = int(piece.text) if _is_number(piece.text, 2) else 0
    if not 1 <= seat <= 10:
        raise piece.wrong(f"There is no seat {piece.text}; seats are 1 to 10.", wanted="1 to 10")
    return seat


def hand_number(piece: Piece) -> HandId:
    """
    A hand's number.

    Raises:
        FormatError: it is too large to be one.
    """
    number = int(piece.text) if _is_number(piece.text, len(str(LARGEST))) else 0
    if not 1 <= number <= LARGEST:
        raise piece.wrong(f"A hand's number is 1 to {LARGEST}.", wanted=str(LARGEST))
    return HandId(number)


def _is_number(text: str, digits: int) -> bool:
    return text.isascii() and text.isdigit() and len(text) <= digits


def refuse_doubles(places: Iterable[tuple[facts.Place, Piece, Piece]]) -> None:
    """
    Make sure that no seat and no name was listed twice.

    Args:
        places: each with where its seat and its name stand.

    Raises:
        FormatError: one was.
    """
    seen: set[object] = set()
    for place, seat, name in places:
        for what, value, where in (("seat", place.seat, seat), ("name", place.name, name)):
            if value in seen:
                raise where.wrong(f"The {what} {str(value)!r} was listed before.")
            seen.add(value)
