"""Texts say themselves in the language that is spoken when they are shown."""

from gettext import GNUTranslations

import pytest

from client_cli.languages import LANGUAGES, Counted, Phrase, Said, speak, speaking, spoken
from client_cli.languages.catalogues import catalogue

RUSSIAN = r"""
msgid ""
msgstr ""
"Content-Type: text/plain; charset=utf-8\n"
"Plural-Forms: nplurals=3; plural=(n%10==1 && n%100!=11 ? 0 : n%10>=2 && n%10<=4 && (n%100<10 || n%100>=20) ? 1 : 2);\n"

msgid "{who} folds."
msgstr "{who} пасует."

msgid "You fold."
msgstr "Вы пасуете."

msgctxt "a seat"
msgid "free"
msgstr "свободно"

msgid "{count} card"
msgid_plural "{count} cards"
msgstr[0] "{count} карта"
msgstr[1] "{count} карты"
msgstr[2] "{count} карт"
"""  # noqa: E501


@pytest.fixture
def russian(tmp_path, monkeypatch):
    folder = tmp_path / "ru" / "LC_MESSAGES"
    folder.mkdir(parents=True)
    (folder / "showdown.po").write_text(RUSSIAN, "utf-8")
    monkeypatch.setattr("client_cli.languages.current._catalogue", lambda _: _of(tmp_path))
    with speaking("ru"):
        yield


def _of(folder) -> GNUTranslations:
    return catalogue("ru", folder)


def test_a_phrase_is_translated_when_it_is_shown(russian):
    assert str(Phrase("You fold.")) == "Вы пасуете."
    assert Phrase("{who} folds.").format(who="Ada") == "Ada пасует."


def test_a_phrase_without_translation_stays_english(russian):
    assert str(Phrase("You check.")) == "You check."


def test_a_context_tells_two_meanings_of_a_word_apart(russian):
    assert str(Phrase("free", "a seat")) == "свободно"
    assert str(Phrase("free")) == "free"


def test_what_you_do_and_what_others_do_are_two_sentences(russian):
    said = Said("You fold.", "{who} folds.")
    assert (said.to(True), said.to(False, who="Ada")) == ("Вы пасуете.", "Ada пасует.")


@pytest.mark.parametrize(
    ("count", "text"),
    [(1, "1 карта"), (2, "2 карты"), (5, "5 карт"), (11, "11 карт"), (21, "21 карта")],
)
def test_russian_counts_in_three_forms(russian, count, text):
    assert Counted("{count} card", "{count} cards").format(count) == text


def test_a_language_is_spoken_until_another_one_is():
    with speaking("fr"):
        assert spoken() is LANGUAGES["fr"]
        speak("ru")
        assert spoken() is LANGUAGES["ru"]
    assert spoken().code == "en"
