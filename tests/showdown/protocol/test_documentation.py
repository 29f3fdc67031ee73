"""docs/protocol.md and docs/protocol.schema.json say what travels."""

import ast
import re
from pathlib import Path
from typing import get_args

import msgspec
import pytest

from showdown.errors import Refusal
from showdown.protocol import messages as msg
from showdown.protocol.closing import CLOSE_SENTENCES, FINAL, CloseCode
from showdown.protocol.codes import CODES, NOTICES, notice_rows
from showdown.protocol.codes import rows as rows_of_codes
from showdown.protocol.schema import protocol_schema, schema_text
from showdown.rules.seen import SeenEvent
from showdown.rules.table_view import SeatView, TableView

ROOT = Path(__file__).parents[3]
PAGE = (ROOT / "docs" / "protocol.md").read_text("utf-8")
UNIONS = (msg.ClientMessage, msg.ServerMessage, msg.Move, msg.Deed, SeenEvent)
TYPES = [kind for union in UNIONS for kind in get_args(union)]


def rows():
    """The tables of types on the page: type and fields of each row."""
    for line in PAGE.splitlines():
        cells = [cell.strip() for cell in line.strip("|").split("|")]
        if line.startswith("| `") and len(cells) == 3:
            yield cells[0].strip("`"), cells[1]


def fields_of(kind):
    return [
        f"`{field.encode_name}{'' if field.required else '?'}`"
        for field in msgspec.structs.fields(kind)
    ]


def test_the_schema_that_is_checked_in_is_the_one_of_the_types():
    checked_in = (ROOT / "docs" / "protocol.schema.json").read_text("utf-8")
    assert checked_in == schema_text(), (
        "make it anew: python -m showdown.protocol.schema > docs/protocol.schema.json"
    )


def test_in_the_schema_every_event_is_one_that_is_seen_or_an_empty_object():
    definitions = protocol_schema()["$defs"]
    event = {"$ref": "#/$defs/Event"}
    assert definitions["Update"]["properties"]["events"]["items"] == event
    assert definitions["ActionRequest"]["properties"]["history"]["items"] == event
    assert definitions["HandView"]["properties"]["events"]["items"] == event
    assert definitions["Event"]["anyOf"] == [
        {"$ref": "#/$defs/SeenEvent"},
        {"$ref": "#/$defs/Hidden"},
    ]
    assert definitions["Hidden"]["maxProperties"] == 0
    assert len(definitions["SeenEvent"]["anyOf"]) == len(get_args(SeenEvent))


def test_the_schema_refers_to_nothing_that_is_not_in_it():
    referred = set(re.findall(r"#/\$defs/(\w+)", schema_text()))
    assert referred <= set(protocol_schema()["$defs"])


def test_requests_forbid_fields_that_they_do_not_have():
    definitions = protocol_schema()["$defs"]
    for kind in get_args(msg.ClientMessage):
        assert definitions[kind.__name__]["additionalProperties"] is False


@pytest.mark.parametrize("kind", TYPES, ids=lambda kind: kind.__name__)
def test_each_type_stands_on_the_page_with_its_fields(kind):
    row = (str(kind.__struct_config__.tag), ", ".join(fields_of(kind)))
    assert row in list(rows())


def test_the_page_names_no_type_that_does_not_exist():
    assert {tag for tag, _ in rows()} == {str(kind.__struct_config__.tag) for kind in TYPES}


def test_each_field_of_a_request_to_act_stands_on_the_page():
    described = PAGE.split("### A request to act")[1].split("###")[0]
    for field in msgspec.structs.fields(msg.ActionRequest):
        assert f"`{field.encode_name}`" in described


@pytest.mark.parametrize("kind", [TableView, SeatView], ids=lambda kind: kind.__name__)
def test_each_field_of_a_view_stands_on_the_page(kind):
    described = PAGE.split("### The table in a `snapshot`")[1].split("###")[0]
    tables = dict(zip((TableView, SeatView), described.split("Each of the `seats`:"), strict=True))
    for field in msgspec.structs.fields(kind):
        assert f"`{field.encode_name}`" in tables[kind]


def test_the_page_lists_the_codes_and_no_others():
    assert table_after("| code |") == list(rows_of_codes()), ANEW


def test_the_page_lists_the_notices_and_no_others():
    assert table_after("| notice |") == list(notice_rows()), ANEW


ANEW = "make the table anew: python -m showdown.protocol.codes"


def table_after(head):
    start = PAGE.index(head)
    return PAGE[start : PAGE.index("\n\n", start)].splitlines()


@pytest.mark.parametrize("code", CODES)
def test_each_code_has_a_cause_and_a_cure_in_a_sentence(code):
    for sentence in (CODES[code].cause, CODES[code].cure):
        assert sentence[0].isupper() or sentence[0] == "`"
        assert sentence.endswith((".", "`"))
        assert "|" not in sentence


def test_each_close_code_stands_on_the_page():
    assert set(CLOSE_SENTENCES) == set(CloseCode)
    for code, sentence in CLOSE_SENTENCES.items():
        assert f"| {code:d} | {sentence} |" in PAGE
    final = sorted(map(int, FINAL))
    assert f"After {final[0]}, {final[1]} and {final[2]} do not connect again" in PAGE


def test_each_refusal_of_the_rules_has_a_meaning():
    assert {str(refusal) for refusal in Refusal} <= set(CODES)


REFUSING = {"Refused", "SignInFailed", "BadRequest", "Error", "error_for", "_refuse", "refuse"}


def codes_in(source):
    """The codes that a module of the server or the codec says when it refuses something."""
    for node in ast.walk(ast.parse(source)):
        match node:
            case ast.Assign(targets=[ast.Name(id="code")], value=ast.Constant(value=str(code))):
                yield code
            case ast.Call(func=ast.Name(id=name) | ast.Attribute(attr=name)) if name in REFUSING:
                words = [*node.args[:2], *(k.value for k in node.keywords if k.arg == "code")]
                for word in words:
                    if isinstance(word, ast.Constant) and re.fullmatch(r"[a-z_]+", str(word.value)):
                        yield word.value


def notices_in(source):
    """The codes that a module says in a notice."""
    for node in ast.walk(ast.parse(source)):
        match node:
            case ast.Call(func=ast.Attribute(attr="Notice"), keywords=[*given]):
                codes = [keyword.value for keyword in given if keyword.arg == "code"]
            case ast.Call(func=ast.Attribute(attr="tell" | "tell_others"), args=[_, code, *_]):
                codes = [code]
            case _:
                codes = []
        constants = (each.value for each in codes if isinstance(each, ast.Constant))
        yield from (code for code in constants if isinstance(code, str))


def test_the_server_says_each_notice_of_the_list_and_no_other():
    files = (ROOT / "server").rglob("*.py")
    said = {code for file in files for code in notices_in(file.read_text("utf-8"))}
    assert said == set(NOTICES)


# What a client never hears: they are the server's own affair.
INTERNAL = {"stale_table"}


def test_the_server_refuses_with_no_code_that_has_no_meaning():
    files = [*(ROOT / "server").rglob("*.py"), ROOT / "showdown" / "protocol" / "codec.py"]
    said = {code for file in files for code in codes_in(file.read_text("utf-8"))}
    assert {"hello_first", "stale_turn", "bad_json", "name_taken"} <= said
    assert said - INTERNAL <= set(CODES)
