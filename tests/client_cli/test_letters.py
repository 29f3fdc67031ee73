"""Lines in the signs that a terminal has."""

import io

import pytest

from client_cli.console import open_console
from client_cli.letters import in_letters, register, writes_suits


class Stream(io.TextIOWrapper):
    def __init__(self, encoding="utf-8", tty=True):
        super().__init__(io.BytesIO(), encoding)
        self._tty = tty

    def isatty(self):
        return self._tty


def test_marks_become_letters_and_words_stay():
    assert (
        in_letters("Main\u00a012\u00a0: «\u00a0full\u00a0» — à 5…") == 'Main 12 : " full " - à 5...'
    )
    assert in_letters("«Ещё» ходит") == '"Ещё" ходит'


def test_accents_go_only_where_they_cannot_be_written():
    assert in_letters("carré, cœur, À vous", "ascii") == "carre, coeur, A vous"
    assert in_letters("carré", "latin-1") == "carré"


@pytest.mark.parametrize(
    ("stream", "environ", "signs"),
    [
        (Stream(), {"LANG": "fr_FR.UTF-8"}, True),
        (Stream("latin-1"), {"LANG": "fr_FR"}, False),
        (Stream("koi8-r"), {"LANG": "ru_RU.KOI8-R"}, False),
        (Stream(), {"LANG": "C"}, False),
        (Stream(), {"LC_ALL": "POSIX", "LANG": "fr_FR.UTF-8"}, False),
        (Stream(), {}, True),
        (Stream(tty=False), {"LANG": "C"}, True),
    ],
)
def test_suits_are_shown_where_the_terminal_has_them(stream, environ, signs):
    assert writes_suits(stream, environ) is signs


def test_a_console_of_letters_writes_only_letters(capsys):
    with open_console(whole=True, ascii=True) as console:
        console.say("À vous\u00a0: A♠, «\u00a0servi\u00a0»")
        console.note("Un, deux…")
    assert capsys.readouterr() == ('À vous : A♠, " servi "\n', "Un, deux...\n")


def test_a_stream_writes_letters_for_signs_that_it_lacks():
    stream = io.TextIOWrapper(io.BytesIO(), "ascii", errors=register())
    stream.write("carré d'as, 91,62\u00a0% «\u00a0oui\u00a0» ♠ ы")
    stream.flush()
    assert stream.buffer.getvalue() == b'carre d\'as, 91,62 % " oui " ? ?'
