"""
The protocol as JSON Schema, generated from the types: ``python -m showdown.protocol.schema``.

What it prints is checked in as ``docs/protocol.schema.json``; a test fails when the two differ.
Clients in other languages can generate their types from it.
"""

import sys
from typing import Any, get_args

import msgspec
from msgspec import Struct

from showdown.protocol import SUBPROTOCOL
from showdown.protocol import messages as msg
from showdown.rules.seen import Hidden, SeenEvent

DIALECT = "https://json-schema.org/draft/2020-12/schema"
_REF = "#/$defs/{name}"

_UNIONS = {
    "ClientMessage": (msg.ClientMessage, "What a client sends."),
    "ServerMessage": (msg.ServerMessage, "What a server sends."),
    "SeenEvent": (SeenEvent, "Something happened, as its reader may see it."),
}


def protocol_schema() -> dict[str, Any]:
    """The whole protocol: a frame is a ``ClientMessage`` or a ``ServerMessage``."""
    members = [kind for union, _ in _UNIONS.values() for kind in get_args(union)]
    _, components = msgspec.json.schema_components([*members, Hidden], ref_template=_REF)
    for kind in _structs_of(msg):
        _name_events(kind, components)
    definitions = {
        name: {"description": words, "anyOf": [_ref(kind.__name__) for kind in get_args(union)]}
        for name, (union, words) in _UNIONS.items()
    }
    definitions["Event"] = {
        "description": "An event, or {} for one that is not for its reader.",
        "anyOf": [_ref("SeenEvent"), _ref("Hidden")],
    }
    components["Hidden"]["maxProperties"] = 0
    for component in components.values():
        if "description" in component:
            component["description"] = _first_sentences(component["description"])
    return {
        "$schema": DIALECT,
        "title": SUBPROTOCOL,
        "description": "A text frame of the websocket subprotocol.",
        "anyOf": [_ref("ClientMessage"), _ref("ServerMessage")],
        "$defs": definitions | dict(sorted(components.items())),
    }


def _ref(name: str) -> dict[str, str]:
    return {"$ref": _REF.format(name=name)}


def _first_sentences(docstring: str) -> str:
    """A docstring's first paragraph on one line; examples are for readers of Python."""
    return " ".join(docstring.split("\n\n", maxsplit=1)[0].split())


def _structs_of(module: object) -> list[type[Struct]]:
    found = vars(module).values()
    return [each for each in found if isinstance(each, type) and issubclass(each, Struct)]


def _name_events(kind: type[Struct], components: dict[str, Any]) -> None:
    """Events are text to the types, so that they can be passed on unread; here they are events."""
    if kind.__name__ not in components:
        return
    for field in msgspec.structs.fields(kind):
        if field.type == msg.Events:
            components[kind.__name__]["properties"][field.encode_name]["items"] = _ref("Event")


def schema_text() -> str:
    """The schema as it is checked in."""
    return msgspec.json.format(msgspec.json.encode(protocol_schema()), indent=2).decode() + "\n"


if __name__ == "__main__":
    sys.stdout.write(schema_text())
