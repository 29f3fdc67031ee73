"""What is typed is understood in English and in the language that is spoken."""

import re

import pytest

from client_cli import spoken as talk
from client_cli import typed
from client_cli.languages import speaking
from client_cli.spellings import OWN, folded, meaning
from client_cli.spoken import understand_spoken
from client_cli.typed import Situation, understand
from showdown.protocol import messages as msg
from tests.client_cli.presenter.test_choices import asked
from tests.client_cli.test_typed import DRAW, FACING_A_BET, FREE

LANGUAGES = list(OWN)
ENGLISH = {**{word: word for word in talk._WORDS}, **typed._ALIASES, "to": "to"}


def move(line, legal):
    request, view = asked(**legal)
    return understand(line, Situation(view, request))


def hints(legal):
    """What the hints of a turn show, as somebody would type it."""
    request, view = asked(**legal)
    for shown in Situation(view, request).choices().split("   "):
        yield re.sub(r"^(\S+) (?:N|TO)\b.*", r"\1 60", shown).split(" ")


@pytest.mark.parametrize("code", LANGUAGES)
def test_every_word_has_its_own_in_each_language(code):
    assert OWN[code].keys() >= set(talk._WORDS) | set(typed._SPELLINGS) | {"to"}


@pytest.mark.parametrize("code", LANGUAGES)
def test_no_word_means_two_things(code):
    own = [folded(word) for each in OWN[code].values() for word in each.split()]
    assert len(own) == len(set(own))
    for english, words in OWN[code].items():
        for word in words.split():
            assert ENGLISH.get(folded(word), english) == english


@pytest.mark.parametrize("code", ["en", *LANGUAGES])
@pytest.mark.parametrize(
    ("legal", "moves"),
    [
        (FACING_A_BET, [msg.Fold(), msg.Call(), msg.Raise(60), msg.Raise(400)]),
        (FREE, [msg.Fold(), msg.Check(), msg.Bet(60), msg.Bet(400)]),
    ],
)
def test_what_the_hints_show_can_be_typed(code, legal, moves):
    with speaking(code):
        typed = [first if "60" not in rest else f"{first} 60" for first, *rest in hints(legal)]
        assert [move(line, legal) for line in typed] == moves


@pytest.mark.parametrize("code", ["en", *LANGUAGES])
def test_the_hints_of_the_draw_can_be_typed(code):
    with speaking(code):
        (throw, *_), (keep, *_) = hints(DRAW)
        assert len(move(f"{throw} 2 5", DRAW).cards) == 2
        assert move(keep, DRAW) == msg.Draw(())


@pytest.mark.parametrize(
    ("code", "line", "legal", "wanted"),
    [
        ("fr", "passer", FACING_A_BET, msg.Fold()),
        ("fr", "PAROLE", FREE, msg.Check()),
        ("fr", "relancer à 60", FACING_A_BET, msg.Raise(60)),
        ("fr", "fold", FACING_A_BET, msg.Fold()),
        ("ru", "пас", FACING_A_BET, msg.Fold()),
        ("ru", "Ч", FREE, msg.Check()),
        ("ru", "рейз до 60", FACING_A_BET, msg.Raise(60)),
        ("ru", "r 60", FACING_A_BET, msg.Raise(60)),
    ],
)
def test_words_of_the_language_and_english_ones_are_understood(code, line, legal, wanted):
    with speaking(code):
        assert move(line, legal) == wanted


def test_other_languages_than_the_spoken_one_are_not():
    assert meaning("пас") == "пас"
    with speaking("fr"):
        assert meaning("пас") == "пас"


def test_talk_has_words_of_the_language():
    with speaking("ru"):
        assert understand_spoken("сказать хорошо") == talk.Say("хорошо")
    with speaking("fr"):
        assert understand_spoken("ECOUTER Ada") == talk.Hear("Ada")
        assert understand_spoken("écouter Ada") == talk.Hear("Ada")
