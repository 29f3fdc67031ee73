"""Names that move a cursor, from a server that allows them: the terminal shows plain signs."""

import pytest

from client_cli.memory import Memory
from tests.client_cli.scripted import House, house_next_door

CLEARS, TURNS, BREAKS = "\x1b[2J\x1b[31mEve", "Carl\u202e\u200b", "Dora\r\nYou win 1000000"
HOSTILE = {"\x1b", "\r", "\u202e", "\u200b", "\x07"}


@pytest.fixture
def house():
    with house_next_door(House(CLEARS, TURNS, BREAKS)) as house:
        yield house


def is_harmless(ran):
    """Whether what was printed is nothing but lines of signs."""
    printed = ran.out + ran.err
    assert not HOSTILE & set(printed), ascii(printed)
    assert "You win 1000000\n" not in [line[:16] for line in printed.splitlines(keepends=True)]
    return True


def test_at_the_table_and_afterwards_names_are_signs_and_nothing_else(house, showdown):
    played = showdown("--url", house.url, "play")
    assert played.code == 0, played.err
    assert is_harmless(played)
    assert "?[2J?[31mEve" in played.out
    for command in (("tables",), ("tables", "blue"), ("hands",), ("hand", 1), ("replay", 1)):
        ran = showdown(*command)
        assert ran.code == 0, ran.err
        assert is_harmless(ran), command


def test_onlookers_are_not_deceived_either(house, showdown):
    house.show = True
    ran = showdown("--url", house.url, "watch", "blue", "--hands", 1)
    assert ran.code == 0, ran.err
    assert is_harmless(ran)
    assert "Carl??" in ran.out


def test_what_the_server_says_when_it_refuses_is_signs_too(house, showdown):
    house.refusals.append(("unavailable", "\x1b]0;owned\x07Nobody \u202ecomes in."))
    ran = showdown("--url", house.url, "tables")
    assert ran.code == 2
    assert is_harmless(ran)
    assert ran.err == "showdown: ?]0;owned?Nobody ?comes in.\n"


def test_a_name_that_a_server_gave_is_kept_and_told_as_it_is_harmless(house, showdown):
    house.names.clear()
    ran = showdown("--url", house.url, "play", "--name", "\x1b[2JAda")
    assert is_harmless(ran)
    assert Memory().read().last == house.url
