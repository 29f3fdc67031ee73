"""The schema is looked at word by word, and what it does not allow is a fault."""

import json

import pytest

from showdown.protocol.schema import schema_text
from tests.json_schema import KNOWN, faults

PING = {"type": "ping", "sent": 1}
REPLY = {"type": "reply", "id": "a", "ok": True}


@pytest.mark.parametrize("frame", [PING, REPLY, {"type": "sit", "id": "a", "table": "main"}])
def test_what_is_right_has_no_faults(frame):
    assert not [*faults(frame)]


@pytest.mark.parametrize(
    "frame",
    [
        {},
        {"type": "cheat"},
        {"type": "ping", "sent": "1"},
        {"type": "ping", "sent": True},
        {"type": "ping", "sent": -1},
        {"type": "sit", "id": "", "table": "main"},
        {"type": "sit", "id": "a", "table": "main", "seat": 9},
        {"type": "sit", "id": "a"},
        {"type": "tables", "id": "a", "x": 1},
        {"type": "reply", "id": "a", "ok": True, "x": 1},
        {"type": "update", "table": "main", "seq": 1, "events": [{"type": "turn"}]},
        {"type": "update", "table": "main", "seq": 1, "events": [{"x": 1}]},
        {"type": "act", "id": "a", "table": "t", "hand": 1, "turn": 1, "action": {"type": "bet"}},
    ],
)
def test_what_is_wrong_has(frame):
    assert [*faults(frame)]


def test_every_word_of_the_schema_is_known():
    assert set(words(json.loads(schema_text()))) <= KNOWN


def words(schema):
    """The words that a schema and those inside it use."""
    if not isinstance(schema, dict):
        return
    yield from schema
    named = [*schema.get("properties", {}).values(), *schema.get("$defs", {}).values()]
    inside = (schema.get("items"), schema.get("additionalProperties"), *schema.get("anyOf", ()))
    for each in (*named, *inside):
        yield from words(each)
