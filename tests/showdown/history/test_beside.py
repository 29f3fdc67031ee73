from random import Random

import msgspec
import pytest
from hypothesis import given
from msgspec.structs import replace

from showdown.history.beside import Beside, Impossible, Move, Standard, beside, parted, play
from showdown.history.writing import sight_of
from showdown.rules.view import SPECTATOR, Viewer
from tests.showdown.chance import chance, hands
from tests.showdown.history.any_records import any_record

FOR_THE_OWNER = {
    "sealed", "opened",
    "whole", "accounts", "banks_ms", "rake", "overtime", "timed_out", "claims", "hand_key", "deck",
    "reshuffles", "discards", "order",
}  # fmt: skip
"""Fields of which a viewer's text has none."""


@hands
@given(chance)
def test_nothing_that_is_the_owners_stands_in_a_text_for_a_viewer(rng):
    record = any_record(rng)
    seat = rng.choice(record.started.lineup).seat
    for viewer in (SPECTATOR, Viewer(hand_seat=seat)):
        told = beside(record, sight_of(record, viewer), viewer)
        assert not FOR_THE_OWNER & set(msgspec.to_builtins(told))


def test_every_field_is_either_public_or_the_owners():
    public = {
        "rules", "button", "site", "currency", "scale", "small_blind", "big_blind", "posts",
        "carried", "forfeited", "openers", "takes_ante", "given_up", "later_shows", "timeless",
        "mucked", "proof",
    }  # fmt: skip
    assert set(Beside.__struct_fields__) == public | FOR_THE_OWNER


def told_of(seed: int) -> tuple[Standard, Beside]:
    record = any_record(Random(seed))
    standard = Standard(
        hand=record.hand,
        table=record.table,
        played=record.played,
        lineup=tuple(replace(each, account=0, bank_ms=0) for each in record.started.lineup),
    )
    return standard, beside(record, sight_of(record, None))


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ({"accounts": (1,)}, "not as many accounts"),
        ({"banks_ms": (1,)}, "not as many accounts or time banks"),
        ({"deck": "AhAh"}, "an order of 2 cards"),
        ({"deck": "Axxx"}, "'Ax' is not a card"),
        ({"small_blind": 99}, "Seat 99 would post"),
        ({"deck": ""}, "it has no end"),
    ],
)
def test_what_cannot_be_is_said(change, sentence):
    standard, told = told_of(1)
    with pytest.raises(Impossible) as caught:
        play(standard, replace(told, **change), [])
    assert sentence in str(caught.value)


def test_an_action_out_of_turn_is_named_by_its_number():
    standard, told = told_of(3)
    with pytest.raises(Impossible) as caught:
        play(standard, told, [Move(99, "fold")])
    assert caught.value.number == 0


def test_cards_are_written_without_anything_between_them():
    assert list(map(str, parted("AhTdX1"))) == ["Ah", "Td", "X1"]
    with pytest.raises(ValueError, match="'Zz' is not a card"):
        parted("AhZz")
