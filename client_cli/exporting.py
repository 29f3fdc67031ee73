"""
A hand that is looked at, as a file in the formats that others read.
"""

from collections.abc import Mapping
from datetime import datetime
from pathlib import Path
from typing import NamedTuple

import msgspec
from msgspec.structs import replace

from client_cli.errors import UsageError
from client_cli.html import to_html
from client_cli.presenter import words
from client_cli.presenter.refusing import system_reason
from client_cli.story import Hand, story_of
from showdown.history import HandRecord, Written, to_json, to_ohh, to_phh
from showdown.history.seen_hands import seen_by, seen_record
from showdown.history.writers import FORMATS
from showdown.protocol import messages as msg
from showdown.protocol.codec import decode_events

ENDINGS: Mapping[str, str] = {
    "phh": ".phh",
    "ohh": ".ohh",
    "pokerstars": ".txt",
    "json": ".json",
    "html": ".html",
}
"""What a hand can be written as, and how such files end."""


_PROVABLE = {"phh": to_phh, "ohh": to_ohh}
"""What has a place for the proof of a deal."""


class Exported(NamedTuple):
    """A hand on the disk."""

    path: Path
    left_out: tuple[str, ...] = ()
    """What the format has no words for, a sentence each."""


def export(hand: Hand, format: str, folder: Path) -> Exported:
    """
    Write a hand into a folder, under a name that nothing has there.

    Raises:
        Unsayable: the format has no words for such a hand.
        UsageError: the file cannot be written.
    """
    text = written(hand, format)
    stem = f"hand-{hand.hand}"
    path = folder / f"{stem}{ENDINGS[format]}"
    number = 1
    try:
        while True:
            try:
                with path.open("x", encoding="utf-8", newline="\n") as file:
                    file.write(text)
                break
            except FileExistsError:
                number += 1
                path = folder / f"{stem}-{number}{ENDINGS[format]}"
    except OSError as error:
        raise UsageError(
            words.CANNOT_WRITE.format(path=path, reason=system_reason(error))
        ) from None
    return Exported(path, getattr(text, "left_out", ()))


def written(hand: Hand, format: str) -> str:
    """
    A hand in a format, with the cards that whoever looks at it may see.

    Raises:
        Unsayable: the format has no words for such a hand.
    """
    if format == "html":
        return to_html(story_of(hand, ascii=False))
    if format == "json":
        return as_json(hand) + "\n"
    if isinstance(hand, HandRecord):
        return FORMATS[format].write(hand, None)
    return _seen(hand, format)


def as_json(hand: Hand) -> str:
    """A hand in our own format: as a record, or as the server said it."""
    if isinstance(hand, HandRecord):
        return to_json(hand)
    return msgspec.json.encode(hand).decode()


def _seen(hand: msg.HandView, format: str) -> Written:
    events = decode_events(hand.events)
    record = seen_record(hand.table, datetime.fromisoformat(hand.ended_at), events)
    source = hand.source
    if source is not None:
        record = replace(record, site=source.site, currency=source.currency, scale=source.scale)
    viewer = seen_by(events, hand.you)
    if format in _PROVABLE:
        return _PROVABLE[format](record, viewer, hand.proof)
    text = FORMATS[format].write(record, viewer)
    if hand.proof is None:
        return text
    return Written(text, (*text.left_out, str(words.PROOF_LEFT_OUT)))
