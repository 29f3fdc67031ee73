"""
``showdown replay --html``: a hand as a page.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import islice
from pathlib import Path

from client_cli.commands.files import write_file
from client_cli.console import note
from client_cli.errors import UsageError
from client_cli.html import to_html
from client_cli.presenter import words
from client_cli.story import Hand, Story
from showdown.history import HandRecord

_NAMED = 5
"""So many numbers are named where one is to be picked."""


def number_of(hand: Hand) -> str:
    """A hand's number, as its text writes it."""
    if isinstance(hand, HandRecord) and hand.claims is not None and hand.claims.number:
        return hand.claims.number
    return str(hand.hand)


def pick(hands: Iterable[Hand], number: str) -> Iterator[Hand]:
    """
    The hands of this number.

    Raises:
        UsageError: there are none.
    """
    others: list[Hand] = []
    found = False
    for hand in hands:
        if number in (number_of(hand), str(hand.hand)):
            found = True
            yield hand
        elif len(others) <= _NAMED:
            others.append(hand)
    if not found:
        raise UsageError(words.REPLAY_NO_SUCH_HAND.format(hand=number, hands=_numbers(others)))


def write_page(hands: Iterable[Hand], tell: Callable[[Hand], Story], path: Path) -> None:
    """
    Write the page of the one hand that there is.

    Raises:
        UsageError: there is not one, or the file cannot be written.
    """
    first = list(islice(hands, _NAMED + 1))
    if not first:
        raise UsageError(str(words.REPLAY_NO_HAND))
    if len(first) > 1:
        raise UsageError(words.REPLAY_ONE_HAND.format(hands=_numbers(first)))
    page = to_html(tell(first[0]))
    write_file(path, page)
    size = -(-len(page.encode()) // 1024)
    note(words.REPLAY_WRITTEN.format(path=path, hand=number_of(first[0]), size=size))


def _numbers(hands: Sequence[Hand]) -> str:
    named = [number_of(hand) for hand in hands[:_NAMED]]
    return ", ".join([*named, "…"] if len(hands) > _NAMED else named) or str(words.REPLAY_NONE)
