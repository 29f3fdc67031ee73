"""
``showdown replay --html``: a hand as a page.
"""

from collections.abc import Sequence
from pathlib import Path

from client_cli.console import note
from client_cli.errors import UsageError
from client_cli.html import to_html
from client_cli.presenter import words
from client_cli.story import Story
from showdown.history import HandRecord
from showdown.protocol import messages as msg

Hand = msg.HandView | HandRecord

_NAMED = 5
"""So many numbers are named where one is to be picked."""


def number_of(hand: Hand) -> str:
    """A hand's number, as its text writes it."""
    if isinstance(hand, HandRecord) and hand.claims is not None and hand.claims.number:
        return hand.claims.number
    return str(hand.hand)


def pick(hands: Sequence[Hand], number: str) -> list[Hand]:
    """
    The hands of this number.

    Raises:
        UsageError: there are none.
    """
    picked = [hand for hand in hands if number in (number_of(hand), str(hand.hand))]
    if not picked:
        raise UsageError(words.REPLAY_NO_SUCH_HAND.format(hand=number, hands=_numbers(hands)))
    return picked


def write_page(stories: Sequence[Story], hands: Sequence[Hand], path: Path) -> None:
    """
    Write the page of the one hand that there is.

    Raises:
        UsageError: there is not one, or the file cannot be written.
    """
    if not stories:
        raise UsageError(words.REPLAY_NO_HAND)
    if len(stories) > 1:
        raise UsageError(words.REPLAY_ONE_HAND.format(count=len(stories), hands=_numbers(hands)))
    page = to_html(stories[0]).encode()
    try:
        path.write_bytes(page)
    except OSError as error:
        raise UsageError(
            f"{path} cannot be written: {(error.strerror or str(error)).lower()}."
        ) from None
    size = -(-len(page) // 1024)
    note(words.REPLAY_WRITTEN.format(path=path, hand=number_of(hands[0]), size=size))


def _numbers(hands: Sequence[Hand]) -> str:
    named = [number_of(hand) for hand in hands[:_NAMED]]
    return ", ".join([*named, "…"] if len(hands) > _NAMED else named)
