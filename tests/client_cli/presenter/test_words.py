"""The rooms of sentences, which callers see as one."""

from collections import Counter
from importlib import import_module
from pkgutil import iter_modules

from client_cli.languages import Counted, Phrase, Said
from client_cli.presenter import words

APART = {"around"}
"""What is called by its room: the screens around the table have names that others have, too."""

ROOMS = [
    import_module(f"{words.__name__}.{room.name}")
    for room in iter_modules(words.__path__)
    if room.name not in APART
]


def names(room):
    return {
        name
        for name, value in vars(room).items()
        if name.isupper() and getattr(value, "__module__", room.__name__) != "typing"
    }


def test_no_name_stands_in_two_rooms():
    found = Counter(name for room in ROOMS for name in names(room))
    assert [name for name, times in found.items() if times > 1] == []


def test_every_room_is_open():
    for room in ROOMS:
        for name in names(room):
            value = getattr(room, name)
            if isinstance(value, Phrase | Counted | Said | dict | tuple):
                assert getattr(words, name) is value, f"{room.__name__}.{name}"
