"""
The SHOWDOWN element of a Boss Media hand: the pot, the rake, and what everybody has of it.
"""

from collections.abc import Iterator
from typing import NamedTuple

from showdown.history.boss_steps import Hand, read_cards
from showdown.history.facts import AnyStep, Mucked, Showed, Summary
from showdown.history.tags import Element
from showdown.rules.ruleset import Chips


class End(NamedTuple):
    """What it says."""

    pot: Chips
    """Before rake."""
    rake: Chips
    steps: tuple[AnyStep, ...]
    seats: tuple[Summary, ...]


_FOLDED = ("$(STR_G_FOLD)", "($STR_G_FOLD)")
_MUCKED = "$(STR_G_MUCK)"
_BY_DEFAULT = "$(STR_BY_DEFAULT)"


def read_end(showdown: Element, hand: Hand) -> End:
    """
    Read it.

    Raises:
        FormatError: it says something that is not known.
    """
    left = hand.money.read(showdown.get("POT"))
    rake = hand.money.read(showdown.get("RAKE"))
    results = list(showdown.of("RESULT"))
    if not results or len(results) != len(showdown.children):
        raise showdown.where.wrong("Here results are wanted, one for each player who is in.")
    seats: dict[int, Summary] = {}
    steps: list[AnyStep] = []
    for result in results:
        seat = hand.seat(result)
        if seat in seats:
            raise result.where.wrong("This player has a result before.")
        won = hand.money.read(result.get("WIN"))
        seats[seat] = Summary(line=result.where.line, seat=seat, won=won or None)
        steps += _told(result, seat)
    return End(left + rake, rake, tuple(steps), tuple(seats.values()))


def _told(result: Element, seat: int) -> Iterator[AnyStep]:
    """What a result says of the hand that it is for."""
    name, line = result.get("HAND").text, result.where.line
    cards = read_cards(result) if result.children else None
    if cards is not None:
        _compare_win_cards(result, len(cards))
    if name == _MUCKED:
        yield Mucked(line=line, seat=seat)
    elif cards is not None or name not in (*_FOLDED, _BY_DEFAULT):
        # A hand that is named without its cards is a hand that came to the showdown all the same.
        yield Showed(line=line, seat=seat, cards=cards or (), name=name)


def _compare_win_cards(result: Element, count: int) -> None:
    """The numbers of the cards stand there twice."""
    twice = result.attributes.get("WINCARDS")
    links = {card.get("LINK").text for card in result.of("CARD")}
    if twice is not None and (set(twice.text.split()) != links or len(twice.text.split()) != count):
        raise twice.wrong(f"{twice.text!r} are not the cards that are listed below.")
