"""Why connections end."""

import pytest

from showdown.protocol.closing import CLOSE_SENTENCES, CloseCode, close_sentence


@pytest.mark.parametrize("code", CloseCode)
def test_each_close_code_is_one_sentence(code):
    sentence = close_sentence(code)
    assert sentence == CLOSE_SENTENCES[code]
    assert sentence.endswith(".")


def test_a_connection_that_ended_without_a_word_was_lost():
    assert close_sentence(None) == "The connection was lost."


def test_a_code_of_a_later_version_is_told_by_its_number():
    assert close_sentence(4999) == "The server closed the connection with code 4999."
