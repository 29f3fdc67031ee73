"""
``python -m tools.languages``: bring the translations up to what the source says.

Sentences that are new stand in the catalogues without a translation afterwards, those that are gone
are gone there too, and the exit code is 1 as long as a translation is missing.
"""

import ast
import io
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import NamedTuple

import typer
from babel.messages.catalog import Catalog
from babel.messages.pofile import read_po, write_po

from client_cli.commands import app_for, helping
from client_cli.languages import LANGUAGES
from client_cli.languages.catalogues import source_of
from client_cli.languages.current import ENGLISH

HOME = Path(__file__).parents[1]
SOURCE = HOME / "client_cli"
TRANSLATED = tuple(code for code in LANGUAGES if code != ENGLISH.code)
HEADER = """\
msgid ""
msgstr ""
"Project-Id-Version: showdown-poker\\n"
"Language: {code}\\n"
"MIME-Version: 1.0\\n"
"Content-Type: text/plain; charset=utf-8\\n"
"Content-Transfer-Encoding: 8bit\\n"
"Plural-Forms: {plural_forms}\\n"

"""
"""No dates and no names, so that only what is said changes a file."""


class Text(NamedTuple):
    """A text that wants a translation, and where it stands."""

    id: str | tuple[str, str]
    context: str | None
    file: str
    line: int


@cache
def texts() -> tuple[Text, ...]:
    """Everything that the source says to players."""
    return tuple(_texts())


def _texts() -> Iterator[Text]:
    for path in sorted(SOURCE.rglob("*.py")):
        tree = ast.parse(path.read_text("utf-8"))
        for node in ast.walk(tree):
            if isinstance(node, ast.Call):
                for id, context in _said(node):
                    yield Text(id, context, str(path.relative_to(HOME).as_posix()), node.lineno)
    command = typer.main.get_command(app_for())
    for line, text in enumerate(dict.fromkeys(helping.texts(command)), 1):
        yield Text(text, None, "showdown --help", line)


def _said(call: ast.Call) -> Iterator[tuple[str | tuple[str, str], str | None]]:
    """What a call of one of the kinds of text says; each has literals for it."""
    literals = [
        each.value
        for each in (*call.args, *(keyword.value for keyword in call.keywords))
        if isinstance(each, ast.Constant) and isinstance(each.value, str)
    ]
    match getattr(call.func, "id", ""), literals:
        case "Phrase", [english]:
            yield english, None
        case "Phrase", [english, context]:
            yield english, context
        case "Counted", [one, many]:
            yield (one, many), None
        case "Said", [you, other]:
            yield you, None
            yield other, None


def template() -> Catalog:
    """A catalogue of all texts, in the order of the source, without translations."""
    catalogue = Catalog(fuzzy=False)
    for text in sorted(texts(), key=lambda text: (text.file, text.line)):
        catalogue.add(text.id, locations=[(text.file, text.line)], context=text.context)
    return catalogue


def updated(code: str) -> Catalog:
    """The translations of a language as they should stand in its file."""
    with source_of(code).open("rb") as file:
        catalogue = read_po(file, locale=code)
    catalogue.update(template(), no_fuzzy_matching=True, update_creation_date=False)
    return catalogue


def written(catalogue: Catalog) -> bytes:
    """The text of a catalogue, without the numbers of lines, which change without it."""
    out = io.BytesIO()
    write_po(out, catalogue, width=0, omit_header=True, ignore_obsolete=True, include_lineno=False)
    head = HEADER.format(code=catalogue.locale, plural_forms=catalogue.plural_forms)
    return head.encode() + out.getvalue()


def missing(catalogue: Catalog) -> Iterator[str]:
    """Texts that have no translation, or an unsure one."""
    for message in catalogue:
        strings = message.string if isinstance(message.string, tuple) else (message.string,)
        if message.id and (message.fuzzy or not all(strings)):
            yield message.id if isinstance(message.id, str) else message.id[0]


def main() -> int:
    """Update every language."""
    lacking = 0
    for code in TRANSLATED:
        catalogue = updated(code)
        source_of(code).write_bytes(written(catalogue))
        for text in missing(catalogue):
            lacking += 1
            print(f"{code}: no translation of {text!r}")
    return 1 if lacking else 0


if __name__ == "__main__":
    sys.exit(main())
