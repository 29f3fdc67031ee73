"""
Whether a value is as docs/protocol.schema.json says, by the words that this schema uses, and has
no field that is not in it.

A word that is not known here is an error: what is not looked at would pass unseen.
"""

import json
import re
from functools import cache
from pathlib import Path
from typing import Any

FILE = Path(__file__).parents[1] / "docs" / "protocol.schema.json"
SCHEMA = json.loads(FILE.read_text("utf-8"))
DEFINITIONS = SCHEMA["$defs"]

SAYING_NOTHING = {"title", "description", "default", "discriminator", "format", "$schema", "$defs"}
KINDS: dict[str, Any] = {
    "object": dict,
    "array": list,
    "string": str,
    "boolean": bool,
    "integer": int,
    "number": (int, float),
    "null": type(None),
}


def faults(value, schema=SCHEMA, where="$"):
    """What is wrong with a value, each as a sentence; nothing if it is as the schema says."""
    if "type" in schema:
        kinds = schema["type"] if isinstance(schema["type"], list) else [schema["type"]]
        if not any(_is(value, kind) for kind in kinds):
            yield f"{where} is {value!r}, and should be {' or '.join(kinds)}"
            return
    for word, said in schema.items():
        if word != "type" and word not in SAYING_NOTHING:
            yield from _WORDS[word](value, said, schema, where)


def _is(value, kind):
    return isinstance(value, KINDS[kind]) and (kind == "boolean" or not isinstance(value, bool))


def _ref(value, said, _schema, where):
    yield from faults(value, DEFINITIONS[said.removeprefix("#/$defs/")], where)


def _any_of(value, said, _schema, where):
    tags = _tags(json.dumps(said))
    if tags and isinstance(value, dict):
        named = tags.get(value.get("type"))
        said = said if named is None else [named]
    every = [list(faults(value, each, where)) for each in said]
    if all(every):
        yield min(every, key=len)[0] if len(every) == 1 else f"{where} is none of {len(every)}"


@cache
def _tags(said):
    """Which of several definitions has which `type`, as far as they are told apart by it."""
    found = {}
    for each in _flat(json.loads(said)):
        tag = each.get("properties", {}).get("type", {})
        for name in tag.get("enum", [tag["const"]] if "const" in tag else ()):
            found[name] = each
    return found


def _flat(said):
    for each in said:
        while "$ref" in each:
            each = DEFINITIONS[each["$ref"].removeprefix("#/$defs/")]
        if "anyOf" in each:
            yield from _flat(each["anyOf"])
        else:
            yield each


def _properties(value, said, schema, where):
    for name in (name for name in value if name in said):
        yield from faults(value[name], said[name], f"{where}.{name}")
    if "additionalProperties" not in schema:
        yield from _additional(value, False, schema, where)
    for name in schema.get("required", ()):
        if name not in value:
            yield f"{where} lacks {name}"


def _additional(value, said, schema, where):
    for name in value.keys() - schema.get("properties", {}).keys():
        if said is False:
            yield f"{where} has {name}, which it may not"
        else:
            yield from faults(value[name], said, f"{where}.{name}")


def _items(value, said, schema, where):
    first = len(schema.get("prefixItems", ()))
    if said is False and len(value) > first:
        yield f"{where} has {len(value)} items, and should have {first}"
    elif said is not False:
        for number, each in enumerate(value[first:], first):
            yield from faults(each, said, f"{where}[{number}]")


def _prefix_items(value, said, _schema, where):
    for number, (each, schema) in enumerate(zip(value, said, strict=False)):
        yield from faults(each, schema, f"{where}[{number}]")


def _bound(holds, words):
    def check(value, said, _schema, where):
        if not holds(value, said):
            yield f"{where} is {value!r}, and should {words} {said!r}"

    return check


def _nothing(*_):
    return ()


_WORDS: dict[str, Any] = {
    "$ref": _ref,
    "anyOf": _any_of,
    "properties": _properties,
    "required": _nothing,  # looked at with the properties
    "additionalProperties": _additional,
    "propertyNames": _nothing,  # names of JSON are texts, and ours say no more
    "items": _items,
    "prefixItems": _prefix_items,
    "enum": _bound(lambda value, said: value in said, "be one of"),
    "const": _bound(lambda value, said: value == said, "be"),
    "minimum": _bound(lambda value, said: value >= said, "be at least"),
    "maximum": _bound(lambda value, said: value <= said, "be at most"),
    "minLength": _bound(lambda value, said: len(value) >= said, "be as long as"),
    "maxLength": _bound(lambda value, said: len(value) <= said, "be no longer than"),
    "minItems": _bound(lambda value, said: len(value) >= said, "have as many as"),
    "maxItems": _bound(lambda value, said: len(value) <= said, "have no more than"),
    "maxProperties": _bound(lambda value, said: len(value) <= said, "have no more than"),
    "pattern": _bound(lambda value, said: re.search(said, value) is not None, "match"),
}

KNOWN = {"type", *SAYING_NOTHING, *_WORDS}
"""The words that are looked at, or say nothing."""
