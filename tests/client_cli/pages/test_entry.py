"""Signing in on a screen, with what is kept as in line mode."""

import stat
import sys

import pytest

from client_cli.app import ShowdownApp
from client_cli.errors import UsageError
from client_cli.memory import Memory
from client_cli.presenter import Figures
from client_cli.screens.entry import As, EntryScreen, KnownServer, Typed, entry_of, known_servers
from client_cli.seat import Wanted
from client_cli.settings import Settings
from client_cli.sign_in import Place
from showdown.protocol import messages as msg
from tests.client_cli.full_screen import Shown, looks_like
from tests.client_cli.scripted import House, open_house

HERE = "ws://127.0.0.1:8765"


@pytest.mark.parametrize(
    ("typed", "place"),
    [
        (Typed(HERE, As.GUEST, " Ada "), Place(HERE, "Ada")),
        (Typed("poker.example:1", As.GUEST, "Ada"), Place("ws://poker.example:1", "Ada")),
        (Typed(f"{HERE}/#code", As.GUEST, "Ada"), Place(HERE, "Ada", invite="code")),
        (Typed(HERE, As.TOKEN, "Ada", token="secret"), Place(HERE, token="secret")),
    ],
)
def test_what_is_typed_is_a_place(typed, place):
    assert entry_of(typed).place == place


def test_a_password_is_of_an_account_or_for_a_new_one():
    known = entry_of(Typed(HERE, As.OWN, "Ada", "secret"))
    new = entry_of(Typed(HERE, As.NEW, "Ada", "secret", "secret"))
    assert (known.password, known.registers) == ("secret", False)
    assert (new.password, new.registers) == ("secret", True)


@pytest.mark.parametrize(
    ("typed", "sentence"),
    [
        (Typed(" ", As.GUEST, "Ada"), "A server is needed"),
        (Typed(HERE, As.GUEST), "A name is needed"),
        (Typed(HERE, As.OWN, "Ada"), "A password is needed."),
        (Typed(HERE, As.NEW, "Ada", "one", "two"), "The two passwords differ."),
        (Typed(HERE, As.TOKEN), "A token is needed"),
    ],
)
def test_what_is_missing_is_one_sentence(typed, sentence):
    with pytest.raises(UsageError, match=sentence):
        entry_of(typed)


def test_the_server_that_was_used_last_comes_first(tmp_path):
    memory = Memory(tmp_path)
    memory.keep("ws://a", "Ada", "x")
    memory.keep("ws://b", "Bo", "y")
    memory.used("ws://b")
    memory.used("ws://c")
    assert known_servers(memory.read()) == [
        KnownServer("ws://c", None),
        KnownServer("ws://a", "Ada"),
        KnownServer("ws://b", "Bo"),
    ]


async def test_who_is_nobody_yet_is_asked_and_kept(tmp_path, monkeypatch):
    monkeypatch.setattr("client_cli.screens.entry.user_name", lambda: "ada")
    memory = Memory(tmp_path)
    house = House("Bert", deals=0)
    async with open_house(house):
        app = ShowdownApp(Place(house.url), memory, Wanted(), Figures(), Settings())
        async with app.run_test(size=(80, 24), notifications=True) as pilot:
            shown = Shown(app, pilot)
            await shown.shows("Who are you?", "ada")
            await looks_like(shown, "entry_80x24", hide=(house.url,))
            await shown.type("Bert")
            await shown.press("enter")
            await shown.shows("The name Bert is taken; choose another one.")
            # As somebody new, with a password.
            await shown.press("shift+tab", "down", "down", "tab")
            for typed in ("Ada", "secret", "secre"):
                await shown.type(typed)
                await shown.press("tab")
            await shown.press("shift+tab", "enter")
            await shown.shows("The two passwords differ.")
            await shown.press("end", "t", "enter")
            await shown.shows("Ada, chips: 9000", "You have a password now")
            assert house.passwords == {"Ada": "secret"}
            assert memory.read().at(house.url).tokens == {"Ada": "token-of-Ada"}
            if sys.platform != "win32":
                mode = (tmp_path / "servers.json").stat().st_mode
                assert stat.S_IMODE(mode) == 0o600
            # And now as somebody else.
            await shown.press("u")
            await shown.shows("Used before", f"{house.url} as Ada")
            await shown.press("escape")
            await shown.until(lambda: not app.is_running)
    assert not any(isinstance(each, msg.Sit) for each in house.requests)


async def test_who_sits_somewhere_gets_up_before_he_is_somebody_else(tmp_path):
    house = House("Bert", deals=0)
    async with open_house(house):
        app = ShowdownApp(
            Place(house.url, "Ada"), Memory(tmp_path), Wanted(table="blue"), Figures(), Settings()
        )
        async with app.run_test(notifications=True) as pilot:
            shown = Shown(app, pilot)
            await shown.shows(" 2 blue")
            await shown.press("inverted_exclamation_mark")
            await shown.shows("you sit here")
            await shown.press("u")
            await shown.shows("You still sit at blue")
            assert not isinstance(app.screen, EntryScreen)
