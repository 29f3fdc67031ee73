"""Everything is said in every language, with the same parts, as its readers write it."""

import re
from string import Formatter

import pytest

from client_cli.languages.catalogues import source_of
from tools.languages import TRANSLATED, missing, texts, updated, written

CATALOGUES = {code: updated(code) for code in TRANSLATED}


@pytest.fixture(params=TRANSLATED)
def catalogue(request):
    return CATALOGUES[request.param]


def messages(catalogue):
    """English and translated wordings."""
    for message in catalogue:
        if message.id:
            english = message.id if isinstance(message.id, tuple) else (message.id,)
            own = message.string if isinstance(message.string, tuple) else (message.string,)
            yield english, own


def parts(text):
    return {name for _, name, _, _ in Formatter().parse(text) if name is not None}


def test_no_text_lacks_its_translation(catalogue):
    assert list(missing(catalogue)) == []


@pytest.mark.parametrize("code", TRANSLATED)
def test_no_translation_is_left_over_or_unsure(code):
    """`python -m tools.languages` writes the file as it should be."""
    assert source_of(code).read_bytes() == written(CATALOGUES[code])


def test_translations_have_the_parts_of_the_english(catalogue):
    for english, own in messages(catalogue):
        wanted = parts(english[-1])
        for text in own:
            assert parts(text) == wanted, text


def test_translations_keep_the_spaces_at_the_edges(catalogue):
    for english, own in messages(catalogue):
        for text in own:
            assert text.startswith(" ") == english[0].startswith(" ") or text[0] == "\u00a0"
            assert text.endswith(" ") == english[0].endswith(" "), text


def test_no_english_is_left_in_sentences(catalogue):
    """What has several words and is the same in both languages was forgotten, or has only parts."""
    for english, own in messages(catalogue):
        for text in own:
            words = re.findall(r"[a-z-]{2,}", re.sub(r"\{.*?\}", "", text))
            if text in english and len(words) > 1:
                assert text.strip() == "showdown play --url {link}"


def test_french_has_hard_spaces_and_its_own_quotes():
    for english, own in messages(CATALOGUES["fr"]):
        for text in own:
            assert not re.search(r"(?<!\u00a0)[;!?»](?!\d)", text) or "?" in english[0], text
            assert not re.search(r" [:;!»]|« ", text), text
            assert '"' not in text
            assert text.count("«") == text.count("»")


def test_russian_has_its_own_quotes():
    for _, own in messages(CATALOGUES["ru"]):
        for text in own:
            assert '"' not in text
            assert text.count("«") == text.count("»")


def test_no_text_says_its_parts_by_their_place():
    for text in texts():
        for each in text.id if isinstance(text.id, tuple) else (text.id,):
            assert not any(name.isdigit() or not name for name in parts(each)), each
