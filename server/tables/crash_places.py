"""
Where in a game a server under test may die: see :mod:`server.crash`.
"""

from server.crash import Place, here, is_armed
from showdown.rules import events as ev
from showdown.rules.table import Played

_OF_EVENT: dict[type, Place] = {
    ev.DealSealed: Place.SEALED,
    ev.PoolSealed: Place.SEALED,
    ev.EntropyOpened: Place.OPENED,
    ev.PoolUnused: Place.OPENED,
    ev.DrawChosen: Place.DRAW,
    ev.Discarded: Place.DRAW,
    ev.HandShown: Place.SHOWDOWN,
}


def durable(played: Played) -> None:
    """What was played is in the journal, and nobody was told."""
    if is_armed():
        for place in {_OF_EVENT[type(each)] for each in played.events if type(each) in _OF_EVENT}:
            here(place)


def told() -> None:
    """Everybody was told."""
    here(Place.AFTER_TELLING)


def between_hands() -> None:
    """The next hand is about to start."""
    here(Place.BETWEEN_HANDS)
