"""
Messages to send: as the published schema wants them, nearly so, and not at all.

The schema is all that is known of the protocol here, so a new request is tried as soon as it is in
there. What fields mean (a table, a hand, a turn) is guessed by their names.
"""

import json
from copy import deepcopy
from pathlib import Path

SCHEMA = json.loads(
    (Path(__file__).resolve().parents[3] / "docs" / "protocol.schema.json").read_text("utf-8")
)["$defs"]
KINDS = tuple(each["$ref"].rpartition("/")[2] for each in SCHEMA["ClientMessage"]["anyOf"])
DEAR = {"Register": 0.01, "Hello": 0.1, "SignOut": 0.01}
"""What costs the server much, or ends the conversation, is said more rarely: so often."""

INTEGERS = (0, 1, -1, 2, 7, 8, 9, 100, 2**31, 2**53 - 1, 2**53, 2**63 - 1, 2**63, 2**64, -(2**63),
            -(2**64), 10**30)  # fmt: skip
TEXTS = ("", " ", "x", "main", "é", "\u202e", "\x1b[2J", "a\nb", "😀", "'; DROP TABLE hands; --",
         "../../etc/passwd", "%s%n", "A" * 37, "B" * 300, "null", "\x00", "\ud800")  # fmt: skip
OTHERS: tuple = (None, True, False, 1.5, -0.0, 1e300, [], {}, [[]], {"type": "fold"}, ["As"])


class Author:
    """Writes messages; ``facts`` is what it has seen of the game, by the name of a field."""

    def __init__(self, rng, facts):
        self._rng, self._facts = rng, facts

    def message(self):
        """A message as the schema wants it, about things that there are or were."""
        kind = self._rng.choice(KINDS)
        while self._rng.random() >= DEAR.get(kind, 1):
            kind = self._rng.choice(KINDS)
        return self._value({"$ref": f"#/$defs/{kind}"}, kind)

    def _value(self, schema, name):
        rng = self._rng
        if "$ref" in schema:
            schema = SCHEMA[schema["$ref"].rpartition("/")[2]]
        if "anyOf" in schema:
            return self._value(rng.choice(schema["anyOf"]), name)
        if "enum" in schema:
            return rng.choice(schema["enum"])
        known = self._facts.get(name)
        if known and rng.random() < 0.85:
            return rng.choice(known)
        return self._of_type(schema, name)

    def _of_type(self, schema, name):
        rng = self._rng
        match schema.get("type"):
            case "object":
                wanted = schema.get("required", ())
                return {
                    key: self._value(each, key)
                    for key, each in schema.get("properties", {}).items()
                    if key in wanted or rng.random() < 0.3
                }
            case "array":
                most = schema.get("maxItems", 3)
                return [self._value(schema["items"], name) for _ in range(rng.randint(0, most))]
            case "integer":
                low, high = schema.get("minimum", 0), schema.get("maximum", 2**53 - 1)
                return rng.choice((low, high, rng.randint(low, min(high, low + 20))))
            case "boolean":
                return rng.random() < 0.5
            case "null":
                return None
        low, high = schema.get("minLength", 1), schema.get("maxLength", 20)
        return "".join(rng.choices("abcXYZ019-_ ", k=rng.randint(low, min(high, low + 10))))

    def nearly(self, message):
        """The same message with something wrong in it, as a value."""
        rng, spoilt = self._rng, json.loads(json.dumps(message))
        for _ in range(rng.choice((1, 1, 1, 2, 4))):
            place = self._place(spoilt)
            key = rng.choice([*place, "surplus"])
            if key == "id" and rng.random() < 0.8:
                continue
            match rng.randint(0, 5):
                case 0:
                    place.pop(key, None)
                case 1:
                    place[key] = rng.choice(INTEGERS)
                case 2:
                    place[key] = rng.choice(TEXTS)
                case 3:
                    place[key] = deepcopy(rng.choice(OTHERS))
                case 4:
                    place[rng.choice(("type", "seat", "account", "to", key.upper()))] = 1
                case _:
                    place[key] = [place.get(key)] * rng.choice((0, 1, 2, 50))
        return spoilt

    def _place(self, message):
        inside = [value for value in message.values() if isinstance(value, dict) and value]
        return self._rng.choice([message, *inside])

    def mangled(self, text):
        """A text that was a message: cut, torn, repeated, or with what JSON does not know."""
        rng = self._rng
        place = rng.randrange(len(text) + 1)
        return rng.choice(
            (
                text[:place],
                text[place:],
                text + text,
                text + " " * 50,
                f"[{text}]",
                text[:place] + rng.choice('{}[]",:\\\x7f\u2028') + text[place:],
                text.replace(":", ":NaN,", 1),
                text.replace("1", "1e999"),
                text.replace("1", "9" * 1000),
                text.replace('"id":', '"id":"twice","id":', 1),
                text.replace('"type":', '"type":"ping","type":', 1),
                text.replace("}", ',"x":"\\ud800"}', 1),
                text.replace("}", ',"x":"\\u0000"}', 1),
                "[" * 4000 + text[:100],
                '{"a":' * 1300 + "1" + "}" * 1300,
                '"' + "y" * 8180 + '"',
                "\ufeff" + text,
                "",
                "null",
                "0",
                rng.randbytes(40).decode("latin-1"),
            )
        )
