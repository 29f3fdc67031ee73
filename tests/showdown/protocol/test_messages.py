"""Promises about what travels that no single message keeps alone."""

from typing import get_args

import msgspec
import pytest

from showdown import parse_cards as cards
from showdown.protocol import SUBPROTOCOL
from showdown.protocol import messages as msg
from showdown.rules import actions as act
from showdown.rules.seen import SeenEvent

REQUESTS = get_args(msg.ClientMessage)


@pytest.mark.parametrize("kind", REQUESTS, ids=lambda kind: kind.__name__)
def test_a_request_has_an_id_unless_no_reply_answers_it(kind):
    names = [field.name for field in msgspec.structs.fields(kind)]
    answered = kind not in (msg.Ping, msg.Open)
    assert ("id" in names) is answered
    assert issubclass(kind, msg.Numbered) is answered


def test_no_two_messages_of_a_side_have_the_same_type():
    for union in (msg.ClientMessage, msg.ServerMessage, msg.Move, SeenEvent):
        tags = [kind.__struct_config__.tag for kind in get_args(union)]
        assert len(set(tags)) == len(tags)


def test_fields_have_whole_words():
    kinds = [*REQUESTS, *get_args(msg.ServerMessage), *get_args(SeenEvent), msg.ActionRequest]
    short = {
        field.encode_name
        for kind in kinds
        for field in msgspec.structs.fields(kind)
        if len(field.encode_name) < 3
    }
    assert short == {"do", "id", "ok", "to"}


def test_a_move_becomes_the_action_of_the_seat_of_the_session():
    assert msg.Fold().by(3) == act.Fold(3)
    assert msg.Check().by(3) == act.Check(3)
    assert msg.Call().by(3) == act.Call(3)
    assert msg.Bet(to=20).by(3) == act.BetTo(3, 20)
    assert msg.Raise(to=60).by(3) == act.RaiseTo(3, 60)
    assert msg.Draw(cards=cards("Ah")).by(3) == act.Draw(3, cards("Ah"))


def test_no_move_names_a_seat():
    for kind in get_args(msg.Move):
        assert "seat" not in [field.name for field in msgspec.structs.fields(kind)]


def test_the_version_is_in_the_name_of_the_subprotocol():
    assert SUBPROTOCOL == "showdown.v1"
