"""
What is said now against what the documentation shows, and against what was said in versions before.

The transcripts in tests/golden/protocol stay for ever: whoever wrote a client of `showdown.v1` when
they were made has one that works.
"""

import json
from pathlib import Path
from typing import get_args

import pytest
from msgspec import Raw
from msgspec.json import encode as as_json

from showdown.protocol import messages as msg
from showdown.protocol.codec import decode_event, decode_message, decode_request, encode
from showdown.protocol.session import ClientSession
from showdown.rules.ruleset import TableId
from showdown.rules.seen import Hidden
from tests.end_to_end.transcripts.comparing import missing, missing_in_order
from tests.end_to_end.transcripts.docs import PAGE, renewed
from tests.end_to_end.transcripts.scripts import SCRIPTS
from tests.end_to_end.transcripts.stage import open_through, parse, record, replay
from tests.json_schema import faults
from tests.server.gateway.kit import open_house

GOLDEN = Path(__file__).parents[2] / "golden" / "protocol"
FILES = sorted(GOLDEN.glob("*/*.jsonl"))
every_golden_file = pytest.mark.parametrize(
    "file", FILES, ids=lambda file: f"{file.parent.name}-{file.stem}"
)


def lines_of(file):
    return list(parse(file.read_text("utf-8")))


def tags(union):
    return {str(kind.__struct_config__.tag) for kind in get_args(union)}


async def test_the_page_shows_what_the_server_says_now():
    page = PAGE.read_text("utf-8")
    assert page == renewed(page, await record(SCRIPTS["one_hand"])), (
        "make it anew: python -m tests.end_to_end.transcripts page"
    )


async def test_the_same_script_makes_the_same_transcript():
    assert await record(SCRIPTS["one_hand"]) == await record(SCRIPTS["one_hand"])


def test_there_are_golden_transcripts_of_a_hand_and_of_a_session():
    assert {file.stem for file in FILES} >= {"one_hand", "a_session"}


# Today's client, and the server of then.


@every_golden_file
def test_todays_client_reads_all_that_the_server_said_then(file):
    for line in lines_of(file):
        if line.kind == "told":
            assert not [*missing(line.frame, read_by_todays_client(line.frame))]


def read_by_todays_client(frame):
    """A frame as it is after today's types have read it and written it again."""
    message = decode_message(json.dumps(frame))
    assert message is not None, frame
    again = json.loads(encode(message))
    return with_events_read(again)


def with_events_read(value):
    if isinstance(value, list):
        return [with_events_read(each) for each in value]
    if not isinstance(value, dict):
        return value
    return {
        name: [read_event(each) for each in inner]
        if name in ("events", "history")
        else with_events_read(inner)
        for name, inner in value.items()
    }


def read_event(event):
    read = decode_event(Raw(json.dumps(event, separators=(",", ":")).encode()))
    assert isinstance(read, Hidden) is (event == {}), event
    return {} if isinstance(read, Hidden) else json.loads(as_json(read))


@every_golden_file
def test_todays_client_follows_the_table_of_then(file):
    sessions: dict[str, ClientSession] = {}
    for line in lines_of(file):
        if line.kind == "connects":
            sessions.setdefault(line.who, ClientSession())
        if line.kind == "told":
            received = sessions[line.who].receive(json.dumps(line.frame))
            assert received is not None
            assert received.answers == ()
    ada, boris = (sessions[name].tables[TableId("main")] for name in ("Ada", "Boris"))
    assert ada.seq == boris.seq
    stacks = [{each.seat: each.stack for each in seen.view.seats} for seen in (ada, boris)]
    assert stacks[0] == stacks[1]


# Today's server, and the client of then.


@every_golden_file
def test_todays_server_reads_all_that_the_client_said_then(file):
    for line in lines_of(file):
        if line.kind == "sends":
            request = decode_request(json.dumps(line.frame))
            assert not [*missing(line.frame, json.loads(encode(request)))]


@every_golden_file
@pytest.mark.parametrize("opened", [open_house, open_through], ids=["alone", "through_a_node"])
async def test_todays_server_answers_the_client_of_then_as_that_of_then_did(file, opened):
    lines = lines_of(file)
    for number, then, now in await replay(lines, opened):
        assert not [*missing_in_order(then, now)], f"after line {number + 1}: {lines[number]}"


def test_the_golden_session_has_each_request_of_its_time_and_each_answer():
    lines = [line for file in FILES for line in lines_of(file)]
    sent = {line.frame["type"] for line in lines if line.kind == "sends"}
    told = {line.frame["type"] for line in lines if line.kind == "told"}
    assert sent >= OF_V1
    assert told >= {
        "welcome",
        "update",
        "snapshot",
        "reply",
        "lobby",
        "pong",
        "presence",
        "said",
        "notice",
    }
    assert tags(msg.ClientMessage) >= OF_V1


OF_V1 = {
    "hello",
    "register",
    "tables",
    "sit",
    "leave",
    "sit_out",
    "sit_in",
    "post",
    "show",
    "top_up",
    "wait",
    "unwait",
    "open_table",
    "watch",
    "unwatch",
    "resume",
    "act",
    "hands",
    "hand",
    "ping",
    "chat",
    "host",
    "stats",
    "sign_out",
    "anchor",
    "open",
}
"""The requests that the golden session has."""


# The schema.


@every_golden_file
def test_every_golden_frame_is_as_the_schema_says(file):
    for line in lines_of(file):
        if line.kind in ("sends", "told"):
            assert not [*faults(line.frame)], line


# What counts as the same.


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ({"a": 1}, {"a": 1, "b": 2}),
        ({"message": "Old."}, {"message": "New."}),
        ({"events": [{"type": "a"}, {"type": "c"}]}, {"events": [*({"type": t} for t in "abc")]}),
        ({"seats": [{"seat": 1}]}, {"seats": [{"seat": 1, "away": True}]}),
    ],
)
def test_what_was_added_is_passed_over(old, new):
    assert not [*missing(old, new)]


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ({"a": 1}, {}),
        ({"message": "Old."}, {}),
        ({"a": 1}, {"a": 2}),
        ({"a": [1, 2]}, {"a": [1]}),
        ({"a": {"b": 1}}, {"a": {"b": None}}),
        ({"events": [{"type": "a"}, {"type": "b"}]}, {"events": [{"type": "b"}, {"type": "a"}]}),
        ({"events": [{"type": "a", "seat": 1}]}, {"events": [{"type": "a", "seat": 2}]}),
        ({"events": [{}]}, {"events": []}),
    ],
)
def test_what_is_gone_or_another_is_missing(old, new):
    assert [*missing(old, new)]
