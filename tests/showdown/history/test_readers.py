"""
Files of any format: what it is shows in its first character.
"""

import pytest

from showdown import FormatError
from showdown.history import HandRecord, from_pokerstars, read_hands, to_json
from showdown.history.facts import Facts
from showdown.history.readers import read_facts
from tests.showdown.history.hands import TWO_PAIR, WALK, record_of


def test_text_and_json_give_the_same_records():
    records = list(from_pokerstars(TWO_PAIR + WALK))
    lines = "\n".join(to_json(record) for record in records if isinstance(record, HandRecord))
    assert list(read_hands(TWO_PAIR + WALK)) == records
    assert list(read_hands(lines)) == records


@pytest.mark.parametrize("before", ["", "\ufeff", "\n\n", "\ufeff\r\n  "])
def test_json_is_known_by_its_brace(before):
    line = to_json(record_of(from_pokerstars(WALK)))
    (record,) = read_facts((before + line).encode())
    assert isinstance(record, HandRecord)


def test_everything_else_is_taken_for_text_of_a_site():
    (facts,) = read_facts(WALK)
    (error,) = read_facts("This is a letter.")
    assert isinstance(facts, Facts)
    assert isinstance(error, FormatError)
    assert error.sentence == (
        "Here a hand is wanted, in PHH, OHH, JSON Lines or text of PokerStars, Full Tilt, OnGame "
        "or Boss Media, but found 'This is a letter.'."
    )
    (error,) = read_facts("\ufeff\n\n")
    assert error.sentence.endswith("but found nothing.")


def test_a_title_that_is_broken_is_told_as_one_of_its_site():
    (error,) = read_facts("PokerStars Spiel #1: Hold'em")
    assert "the title of a hand, as in 'PokerStars Game #1'" in error.sentence
