"""What docs/languages.md says that one may type is understood so in each language."""

import re
from pathlib import Path

import pytest

from client_cli import spoken, typed
from client_cli.languages import speaking
from client_cli.spellings import meaning

PAGE = Path(__file__).parents[2] / "docs" / "languages.md"
ROWS = [
    re.findall(r"`([^`]+)`", line)
    for line in PAGE.read_text("utf-8").splitlines()
    if line.count("`") == 6 and line.count("|") == 5
]


def command(text):
    """The English command that the first word of a line stands for."""
    word = meaning(text.split()[0])
    return typed._ALIASES.get(word) or (word if word in spoken._WORDS else None)


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row[0])
def test_the_words_of_a_row_mean_the_same(row):
    english, french, russian = row
    wanted = command(english)
    assert wanted is not None
    with speaking("fr"):
        assert command(french) == wanted
    with speaking("ru"):
        assert command(russian) == wanted


def test_every_word_has_a_row():
    assert {command(english) for english, _, _ in ROWS} == {*typed._SPELLINGS, *spoken._WORDS}
