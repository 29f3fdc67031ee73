"""Why connections end."""

import pytest

from showdown.protocol.closing import CLOSE_SENTENCES, UNHEARD, CloseCode, close_sentence


@pytest.mark.parametrize("code", CloseCode)
def test_each_close_code_is_one_sentence(code):
    sentence = close_sentence(code)
    assert sentence == CLOSE_SENTENCES[code]
    assert sentence.endswith(".")


def test_a_connection_that_ended_without_a_word_was_lost():
    assert close_sentence(None) == "The connection was lost."


def test_a_code_of_a_later_version_is_told_by_its_number():
    assert close_sentence(4999) == "The server closed the connection with code 4999."


def test_a_client_that_does_not_answer_pings_is_not_told_of_a_fault_of_the_server():
    assert close_sentence(CloseCode.FAULT, "keepalive ping timeout") == UNHEARD
    assert close_sentence(CloseCode.FAULT, "") == CLOSE_SENTENCES[CloseCode.FAULT]
