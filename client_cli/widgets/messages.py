"""
What widgets and pages tell those above them, a class and a sentence for each.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from textual.message import Message

from client_cli.story import Hand
from showdown.rules.ruleset import TableId


@dataclass
class PageChanged(Message):
    """A page has another title, other keys, or needs you."""

    page: str


@dataclass
class PageDone(Message):
    """A page has nothing more to show."""

    page: str


@dataclass
class TableWanted(Message):
    """Somebody wants to see a table that the session sees."""

    table: TableId


@dataclass
class PlaceWanted(Message):
    """Somebody wants to see another part of the program."""

    place: Literal["lobby", "hands", "settings", "entry"]


@dataclass
class HandWanted(Message):
    """Somebody wants to see old hands again, from one of them on."""

    hands: Sequence[Hand]
