"""
The help of every command in the language that is spoken.

Help is written in English where an option stands. The app is built after the language is known, and
then each text of it is put into that language; a paragraph is a text.
"""

import inspect
import re
from collections.abc import Callable, Iterator, Sequence

import typer
from typer._click.core import Command, Context
from typer._click.formatting import HelpFormatter
from typer.core import TyperGroup

from client_cli.languages import Phrase
from client_cli.presenter import words
from showdown.protocol import DEFAULT_URL


def _house_bots() -> str:
    from showdown.bots import HOUSE_BOTS  # they take their time to load

    return ", ".join(HOUSE_BOTS)


PARTS: dict[str, Callable[[], str]] = {"{bots}": _house_bots, "{url}": lambda: DEFAULT_URL}
"""What may stand in a help text for what only the program knows."""


def in_language(command: Command) -> Command:
    """The same command, with its help in the language that is spoken."""
    for each in _all(command):
        each.help = _translated(each.help)
        each.context_class = _Context
        for param in each.params:
            if text := getattr(param, "help", None):
                param.help = _translated(text)  # type: ignore[attr-defined]
    return command


def texts(command: Command) -> Iterator[str]:
    """Every paragraph of the help of a command and of those below it, in English."""
    for each in _all(command):
        yield from _paragraphs(each.help)
        for param in each.params:
            yield from _paragraphs(getattr(param, "help", None))


def _all(command: Command) -> Iterator[Command]:
    yield command
    if isinstance(command, TyperGroup):
        for each in command.commands.values():
            yield from _all(each)


def _paragraphs(text: str | None) -> list[str]:
    whole = inspect.cleandoc(text or "").split("\n\n")
    return [" ".join(each.split()) for each in whole if each.strip()]


def _translated(text: str | None) -> str:
    told = "\n\n".join(str(Phrase(each)) for each in _paragraphs(text))
    for name, value in PARTS.items():
        if name in told:
            told = told.replace(name, value())
    return told


class _Formatter(HelpFormatter):
    """Writes the headings, and what stands beside an option, in the language that is spoken."""

    def write_usage(self, prog: str, args: str = "", prefix: str | None = None) -> None:
        plain = re.sub(r"[{}]", "", args).replace("[[", "[").replace("]]", "]")
        plain = re.sub(r"\.\.\.(\]?)\.\.\.", r"...\1", plain)
        super().write_usage(prog, plain, prefix or f"{words.HEADING.format(section=words.USAGE)} ")

    def write_heading(self, heading: str) -> None:
        section = words.SECTIONS.get(heading, heading)
        self.write(f"{' ' * self.current_indent}{words.HEADING.format(section=section)}\n")

    def write_dl(
        self, rows: Sequence[tuple[str, str]], col_max: int = 30, col_spacing: int = 2
    ) -> None:
        plain = [(_TYPE.sub("", name), _notes(text)) for name, text in rows]
        super().write_dl(plain, col_max, col_spacing)


_TYPE = re.compile(r" <[^>]*>$")
"""What kind of value an argument has, in words of Python."""


def _notes(text: str) -> str:
    if text == words.HELP_OF_HELP.english:
        return str(words.HELP_OF_HELP)
    told, bracket, notes = text.rpartition("[default: ")
    if not bracket:
        return text.replace("[required]", f"[{words.REQUIRED}]")
    value, *more = notes.split("; ", 1) if "; " in notes else [notes.removesuffix("]"), ""]
    rest = f"; {more[0]}" if more[0] else "]"
    return f"{told}[{words.DEFAULT.format(value=value)}{rest}"


class Commands(TyperGroup):
    """All commands; what each does is said in a whole sentence, however long it is."""

    def format_commands(self, ctx: Context, formatter: HelpFormatter) -> None:
        """Write a line or two for each."""
        there = (self.get_command(ctx, name) for name in self.list_commands(ctx))
        rows = [(each.name or "", each.get_short_help_str(1000)) for each in there if each]
        with formatter.section("Commands"):
            formatter.write_dl(rows)


class _Context(typer.Context):
    formatter_class = _Formatter
