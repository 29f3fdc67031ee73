"""
What widgets and pages tell those above them, a class and a sentence for each.
"""

from dataclasses import dataclass

from textual.message import Message


@dataclass
class TabPicked(Message):
    """Somebody wants to see a page."""

    page: str


@dataclass
class PageChanged(Message):
    """A page has another title, other keys, or needs you."""

    page: str


@dataclass
class PageDone(Message):
    """A page has nothing more to show."""

    page: str


@dataclass
class KeyPicked(Message):
    """Somebody has pressed a key with the mouse."""

    key: str
