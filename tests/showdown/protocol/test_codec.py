"""Text to messages and back: whatever comes in, what goes out is a message or a sentence."""

import json
import string

import msgspec
import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from msgspec import Raw

from showdown import Card, ProtocolError, Ruleset
from showdown.protocol import messages as msg
from showdown.protocol.codec import (
    BadRequest,
    decode_event,
    decode_events,
    decode_message,
    decode_request,
    encode,
    encode_event,
    encode_events,
)
from showdown.rules import seen
from showdown.rules.events import Move, TurnKind
from showdown.rules.legal import LegalActions
from showdown.rules.ruleset import LARGEST, AccountId, HandId, TableId
from showdown.rules.table_view import TableView

BLUE = TableId("blue")
ACE, KING = Card("Ah"), Card("Kd")

REQUESTS = {
    '{"type":"hello","id":"r1","name":"Ada"}': msg.Hello(id="r1", name="Ada"),
    '{"type":"tables","id":"r2"}': msg.Tables(id="r2"),
    '{"type":"sit","id":"r3","table":"blue","seat":2}': msg.Sit(id="r3", table=BLUE, seat=2),
    '{"type":"leave","id":"r4","table":"blue"}': msg.Leave(id="r4", table=BLUE),
    '{"type":"top_up","id":"r5","table":"blue","to":400}': msg.TopUp(id="r5", table=BLUE, to=400),
    '{"type":"act","id":"7.4","table":"blue","hand":7,"turn":4,"action":'
    '{"type":"raise","to":60}}': msg.Act(
        id="7.4", table=BLUE, hand=HandId(7), turn=4, action=msg.Raise(to=60)
    ),
    '{"type":"act","id":"7.5","table":"blue","hand":7,"turn":5,"action":'
    '{"type":"draw","cards":["Ah","Kd"]}}': msg.Act(
        id="7.5", table=BLUE, hand=HandId(7), turn=5, action=msg.Draw(cards=(ACE, KING))
    ),
    '{"type":"hands","id":"r6","before":99,"limit":5}': msg.Hands(
        id="r6", before=HandId(99), limit=5
    ),
    '{"type":"ping","sent":12}': msg.Ping(sent=12),
}


@pytest.mark.parametrize(("text", "message"), REQUESTS.items())
def test_a_request_is_written_and_read(text, message):
    assert decode_request(text) == message
    assert json.loads(encode(message)) == json.loads(text)


MESSAGES = {
    '{"type":"update","table":"blue","seq":8,"events":[{"type":"sat_in","seat":2},{}],'
    '"reply":{"id":"r4","ok":true}}': msg.Update(
        table=BLUE,
        seq=8,
        events=encode_events([seen.SatIn(seat=2), seen.Hidden()]),
        reply=msg.Answer(id="r4", ok=True),
    ),
    '{"type":"snapshot","table":"blue","seq":7,"view":{"ruleset":{"sb":5,"bb":10,"min_bet":10,'
    '"jokers":0,"second":"left","min_buy":400,"max_buy":1000},"you":3}}': msg.Snapshot(
        table=BLUE, seq=7, view=TableView(ruleset=Ruleset(sb=5, bb=10), you=3)
    ),
    '{"type":"reply","id":"r3","error":{"code":"seat_taken","message":"Seat 2 is taken.",'
    '"details":{"found":2,"wanted":3}}}': msg.Reply(
        id="r3",
        error=msg.Error(
            code="seat_taken",
            message="Seat 2 is taken.",
            details=msg.Details(found=2, wanted=3),
        ),
    ),
    '{"type":"reply","id":"r6","ok":true,"result":{"type":"hands","hands":[],"more":false}}': (
        msg.Reply(id="r6", ok=True, result=msg.HandList(hands=(), more=False))
    ),
    '{"type":"pong","sent":12}': msg.Pong(sent=12),
}


@pytest.mark.parametrize(("text", "message"), MESSAGES.items())
def test_a_message_is_written_and_read(text, message):
    assert json.loads(encode(message)) == json.loads(text)
    read = decode_message(text)
    assert read is not None
    assert encode(read) == encode(message)


def test_a_request_to_act_says_its_legal_moves_in_the_words_of_the_rules():
    legal = LegalActions(seat=1, kind=TurnKind.DRAW, draw=5)
    request = msg.ActionRequest(
        ruleset=Ruleset(sb=5, bb=10), seat=1, turn=4, kind=TurnKind.DRAW, cards=(ACE, KING),
        to_call=0, pot=30, pots=(), stacks={1: 200, 2: 90}, legal=legal, base_ms=20_000, bank_ms=0,
    )  # fmt: skip
    written = json.loads(encode(msg.Update(table=BLUE, seq=1, events=(), request=request)))
    assert written["request"]["ruleset"]["bb"] == 10
    assert written["request"]["legal"] == {"seat": 1, "kind": "draw", "draw": 5}
    assert written["request"]["stacks"] == {"1": 200, "2": 90}
    assert written["request"]["cards"] == ["Ah", "Kd"]


# What cannot be read.


@pytest.mark.parametrize(
    ("frame", "code", "request_id", "sentence"),
    [
        ("", "bad_json", None, "The frame is not JSON: "),
        ("hello", "bad_json", None, "The frame is not JSON: "),
        ('{"type":"tables","id":"r1"', "bad_json", None, "The frame is not JSON: "),
        (b"\xff\xfe\x00", "bad_json", None, "The frame is not JSON: "),
        ("[" * 100_000, "bad_message", None, "expected `object`, got `array`."),
        ("[]", "bad_message", None, "The message is not valid: expected `object`, got `array`."),
        ('{"id":"r1"}', "unknown_message", "r1", "The message has no type."),
        ('{"type":"dance","id":"r1"}', "unknown_message", "r1", "no message of type 'dance'"),
        ('{"type":7,"id":"r1"}', "unknown_message", "r1", "no message of type '7'"),
        ('{"type":"tables"}', "bad_message", None, "missing required field `id`"),
        ('{"type":"tables","id":""}', "bad_message", None, "length >= 1 - at `$.id`"),
        (
            r'{"type":"sit","id":"7","table":"\u0000"}',
            "bad_message",
            "7",
            "The message sit is not valid: text must not have the sign U+0000.",
        ),
        ('{"type":"tables","id":"' + 37 * "x" + '"}', "bad_message", None, "length <= 36"),
        (
            '{"type":"sit","id":"r1","table":"blue","buyin":400}',
            "bad_message",
            "r1",
            "The message sit is not valid: object contains unknown field `buyin`.",
        ),
        (
            '{"type":"sit","id":"r1","table":"blue","seat":9}',
            "bad_message",
            "r1",
            "expected `int` <= 8 - at `$.seat`",
        ),
        (
            '{"type":"act","id":"a","table":"t","hand":1,"turn":1,"action":'
            '{"type":"raise","to":60.5}}',
            "bad_message",
            "a",
            "got `float` - at `$.action.to`",
        ),
        (
            '{"type":"act","id":"a","table":"t","hand":1,"turn":1,"action":'
            '{"type":"raise","to":-1}}',
            "bad_message",
            "a",
            "expected `int` >= 0 - at `$.action.to`",
        ),
        (
            '{"type":"act","id":"a","table":"t","hand":1,"turn":1,"action":'
            '{"type":"raise","to":9007199254740992}}',
            "bad_message",
            "a",
            f"<= {LARGEST} - at `$.action.to`",
        ),
        (
            '{"type":"act","id":"a","table":"t","hand":1,"turn":1,"action":'
            '{"type":"draw","cards":["Xx"]}}',
            "bad_message",
            "a",
            "invalid enum value 'Xx' - at `$.action.cards[0]`",
        ),
        (
            '{"type":"act","id":"a","table":"t","hand":1,"turn":1,"action":{"type":"deal"}}',
            "bad_message",
            "a",
            "The message act is not valid: invalid value 'deal' - at `$.action.type`.",
        ),
    ],
    ids=lambda value: value[:40] if isinstance(value, str | bytes) else None,
)
def test_what_cannot_be_read_is_refused_with_a_code_and_a_sentence(
    frame, code, request_id, sentence
):
    with pytest.raises(BadRequest) as refused:
        decode_request(frame)
    assert (refused.value.code, refused.value.request_id) == (code, request_id)
    assert sentence in str(refused.value)


@pytest.mark.parametrize("frame", [str, str.encode])
def test_six_signs_that_look_like_an_escape_are_text(frame):
    request = decode_request(frame(r'{"type":"tables","id":"\\u0000"}'))
    assert request == msg.Tables(id=r"\u0000")


def test_the_dealers_actions_are_not_taken_from_the_wire():
    for action in ("deal", "reshuffle", "timeout"):
        with pytest.raises(BadRequest):
            decode_request(
                '{"type":"act","id":"a","table":"t","hand":1,"turn":1,'
                f'"action":{{"type":"{action}","seat":1,"order":[]}}}}'
            )


json_values = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats()
    | st.text()
    | st.sampled_from(["hello", "act", "sit", "ping", "draw", "raise", "update", "reply", "Ah"]),
    lambda inner: (
        st.lists(inner, max_size=4)
        | st.dictionaries(
            st.sampled_from(
                ["type", "id", "table", "hand", "turn", "action", "to", "cards", "seq", "events"]
            )
            | st.text(string.ascii_lowercase, max_size=5),
            inner,
            max_size=6,
        )
    ),
    max_leaves=12,
)
frames = st.binary() | st.text() | json_values.map(json.dumps)


def outcome(decode, frame):
    """What was read, or why not; anything but a ProtocolError is a fault of ours."""
    try:
        return decode(frame), None
    except ProtocolError as refused:
        return None, refused


@given(frames)
@example("\ud800")
@example('{"type":"hello","id":"\\ud800"}')
@example("[[[[" * 5000)
def test_any_frame_is_a_request_or_is_refused(frame):
    read, refused = outcome(decode_request, frame)
    if refused is None:
        assert decode_request(encode(read)) == read
    else:
        assert isinstance(refused, BadRequest)
        assert refused.code in ("bad_json", "unknown_message", "bad_message")
        assert str(refused).endswith(".")


@given(frames)
@example("\ud800")
@example("[[[[" * 5000)
@example('{"type":"update","table":"t","seq":1,"events":[1]}')
@example('{"type":"pong","sent":1,"deep":' + 5000 * "[" + 5000 * "]" + "}")
def test_any_frame_is_a_message_an_unknown_one_or_a_protocol_error(frame):
    read, refused = outcome(decode_message, frame)
    if refused is not None:
        assert str(refused).startswith("The server sent what is not a message")
    elif read is not None:
        again = decode_message(encode(read))
        assert again is not None
        assert encode(again) == encode(read)


# What the server may add.


def test_a_message_of_an_unknown_type_is_none():
    assert decode_message('{"type":"jackpot","amount":5}') is None


def test_a_field_that_is_not_known_is_passed_over():
    assert decode_message('{"type":"pong","sent":3,"load":0.5}') == msg.Pong(sent=3)


@pytest.mark.parametrize("frame", ["", "[]", "{}", '{"type":"pong"}', '{"type":"pong","sent":"x"}'])
def test_a_known_message_that_is_wrong_is_a_protocol_error(frame):
    with pytest.raises(ProtocolError, match="The server sent what is not a message"):
        decode_message(frame)


# Events.

EVENTS: list[seen.SeenEvent] = [
    seen.AntePosted(seat=1, amount=5),
    seen.Acted(seat=2, move=Move.RAISE, amount=55, to=60, all_in=True),
    seen.CardsDrawn(seat=1, count=2, cards=(ACE, KING)),
    seen.CardsDrawn(seat=2, count=3),
    seen.HandShown(seat=1, cards=(ACE, KING), category=1, name="pair of aces"),
    seen.ButtonMoved(button=3, small_blind=1),
]


@pytest.mark.parametrize("event", [*EVENTS, seen.Hidden()], ids=repr)
def test_an_event_is_written_and_read(event):
    assert decode_event(encode_event(event)) == event


def test_several_events_keep_their_order_and_their_gaps():
    events = (EVENTS[0], seen.Hidden(), *EVENTS[1:])
    assert decode_events(encode_events(events)) == events


def test_a_hidden_event_is_an_empty_object():
    assert bytes(encode_event(seen.Hidden())) == b"{}"


def test_cards_that_are_not_seen_are_not_on_the_wire():
    assert bytes(encode_event(seen.CardsDrawn(seat=2, count=3))) == (
        b'{"type":"cards_drawn","seat":2,"count":3}'
    )


def test_an_event_of_a_later_version_counts_as_hidden():
    assert decode_event(Raw(b'{"type":"jackpot_won","seat":1}')) == seen.Hidden()


def test_an_event_with_a_field_of_a_later_version_is_read():
    assert decode_event(Raw(b'{"type":"sat_in","seat":2,"after":"a break"}')) == seen.SatIn(seat=2)


@pytest.mark.parametrize("text", [b'{"type":"sat_in"}', b'{"type":"sat_in","seat":"x"}', b"[1]"])
def test_a_known_event_that_is_wrong_is_a_protocol_error(text):
    with pytest.raises(ProtocolError):
        decode_event(Raw(text))


def test_accounts_and_tokens_are_in_the_welcome_and_nowhere_else():
    with_token = [
        kind
        for kind in msg.ServerMessage.__args__
        if "token" in [field.name for field in msgspec.structs.fields(kind)]
    ]
    assert with_token == [msg.Welcome]
    limits = msg.Limits(max_frame=8192, heartbeat_s=15)
    welcome = msg.Welcome(
        version="0.1.0", account=AccountId(7), name="Ada", chips=9, limits=limits, token="secret"
    )
    assert decode_message(encode(welcome)) == welcome
