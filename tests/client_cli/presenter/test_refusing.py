"""Errors and notices are said by their codes in the language that is spoken."""

import re
from pathlib import Path
from string import Formatter

import pytest

import showdown
from client_cli.errors import Unclear
from client_cli.languages import LANGUAGES, Phrase, speaking
from client_cli.presenter import words
from client_cli.presenter.refusing import closed, noticed, system_reason, told
from showdown import CardError, odds, parse_cards
from showdown.errors import FormatError
from showdown.protocol import messages as msg
from showdown.protocol.closing import CLOSE_SENTENCES
from showdown.protocol.codes import CODES, NOTICES
from showdown.sdk import Refused


def refused(code, message="No.", **details):
    error = msg.Error(code=code, message=message, details=msg.Details(**details))
    return Refused(msg.Reply(id="1", error=error))


def phrases(table, code):
    """What may be said of a code, whatever is wanted."""
    for key, each in table.items():
        if key.partition(":")[0] == code:
            yield from (each,) if isinstance(each, Phrase) else each


def parts(phrase):
    return {name for _, name, _, _ in Formatter().parse(phrase.english) if name is not None}


@pytest.mark.parametrize(
    ("codes", "table"), [(CODES, words.REFUSALS), (NOTICES, words.NOTICES)], ids=["code", "notice"]
)
def test_every_code_of_the_wire_is_said(codes, table):
    for code, meaning in codes.items():
        named = {name for name in ("found", "wanted") if getattr(meaning, name) is not None}
        said = list(phrases(table, code))
        assert said, code
        for phrase in said:
            assert parts(phrase) <= named | ({"wanted"} if code == "no_such_table" else set())
        always = named - (
            {"wanted" if "wanted" in named else "found"} if meaning.sometimes else set()
        )
        assert any(parts(phrase) <= always for phrase in said), code


def test_every_reason_to_close_is_said_word_for_word():
    assert {code: phrase.english for code, phrase in words.CLOSED.items()} == CLOSE_SENTENCES


def test_every_kind_of_error_of_the_library_is_said():
    sources = Path(showdown.__file__).parent.rglob("*.py")
    kinds = {
        code
        for source in sources
        for code in re.findall(r'^    code = "(\w+)"$', source.read_text("utf-8"), re.MULTILINE)
    }
    assert kinds - words.REFUSALS.keys() == {
        # The sentence is the reason of a close, or the class is never raised itself.
        "error", "connection_failed", "connection_lost",
    }  # fmt: skip


def test_in_english_the_sentence_of_who_complains_is_shown():
    error = refused(
        "amount_too_small", "A raise to 35 is below the minimum of 40.", found=35, wanted=40
    )
    assert told(error) == "A raise to 35 is below the minimum of 40."


@pytest.mark.parametrize(
    ("code", "sentence"),
    [("fr", "35 est en dessous du minimum de 40."), ("ru", "35 меньше наименьшего: 40.")],
)
def test_what_was_found_and_wanted_is_said_in_other_languages(code, sentence):
    with speaking(code):
        assert told(refused("amount_too_small", found=35, wanted=40)) == sentence


def test_what_is_wanted_tells_two_refusals_of_a_code_apart():
    with speaking("fr"):
        assert told(refused("illegal_action", found="check", wanted="call")) == (
            "Parole est impossible\u00a0: il y a une mise à payer."
        )
        assert told(refused("illegal_action", found="fly", wanted="walk")) == (
            "Les règles ne le permettent pas maintenant."
        )


def test_a_refusal_that_names_less_is_said_with_less():
    with speaking("ru"):
        assert told(refused("name_taken", found="Ада", wanted="Aда")) == (
            "Имя Ада похоже на Aда, а оно занято; выберите другое."
        )
        assert told(refused("name_taken", found="Ада")) == "Имя Ада занято; выберите другое."


@pytest.mark.parametrize("code", list(LANGUAGES))
def test_an_unknown_code_shows_the_sentence_of_the_server(code):
    with speaking(code):
        assert told(refused("of_tomorrow", "The moon is full.")) == "The moon is full."
        notice = msg.Notice(code="of_tomorrow", message="The moon is full.")
        assert noticed(notice) == "The moon is full."


def test_a_notice_is_said():
    notice = msg.Notice(code="seat_offered", message="-", details=msg.Details(found=3, wanted=20))
    with speaking("fr"):
        assert noticed(notice) == (
            "La place 3 est à vous si vous vous asseyez dans les 20\u00a0s.".replace(
                "\u00a0s", " s"
            )
        )


def test_a_lost_connection_is_said():
    with speaking("ru"):
        assert closed("The server is restarting.") == "Сервер перезапускается."
        assert closed("Something else.") == "Something else."


def test_sentences_about_cards_name_the_cards():
    with speaking("fr"), pytest.raises(CardError) as raised:
        parse_cards("AhZz")
    with speaking("fr"):
        assert told(raised.value) == (
            "Zz n'est pas une carte\u00a0: écrivez un rang de 23456789TJQKA et une couleur de cdhs."
        )
    with speaking("ru"), pytest.raises(CardError) as raised:
        odds(parse_cards("AhKhQhJhTh"), parse_cards("2c"))
    with speaking("ru"):
        assert told(raised.value) == "2c нельзя сбросить: на руках Ah Kh Qh Jh Th."


def test_an_error_of_a_format_keeps_its_sentence_inside():
    with speaking("fr"):
        error = FormatError("There is no seat 9.", line=3)
        assert told(error) == "Ceci est illisible\u00a0: There is no seat 9."


def test_what_is_said_here_is_translated_already():
    with speaking("fr"):
        assert told(Unclear("Déjà dit.")) == "Déjà dit."


def test_the_system_is_quoted_in_the_language():
    with speaking("fr"):
        assert system_reason(PermissionError(13, "Permission denied")) == "accès refusé"
        assert system_reason(OSError(71, "Protocol error")) == "protocol error"
