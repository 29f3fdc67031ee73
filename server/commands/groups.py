"""
How the commands of ``python -m server`` are written in help, and what wrong use of them says.
"""

import re
import sys
from collections.abc import Sequence
from functools import partial
from importlib.metadata import version
from typing import Any

import typer
from typer._click.core import Command, Context
from typer._click.exceptions import NoArgsIsHelpError
from typer._click.formatting import HelpFormatter
from typer.core import TyperGroup

_KINDS = (
    (r"Input should be a valid integer.*", "it should be a whole number"),
    (r"Input should be greater than or equal to (-?\d+)", r"it should be \1 or more"),
    (r"Input should be less than or equal to (-?\d+)", r"it should be \1 or less"),
    (r"Value error, ", ""),
    (r"\(Possible options: (.+)\)", r"(there is \1)"),
)
"""What typer says, and how we do."""


class _Formatter(HelpFormatter):
    """Writes arguments as everybody does, FILE and [FILE...], and nothing of Python's types."""

    def write_usage(self, prog: str, args: str = "", prefix: str | None = None) -> None:
        plain = re.sub(r"[{}]", "", args)
        super().write_usage(prog, re.sub(r"\.\.\.(\]?)\.\.\.", r"...\1", plain), prefix)

    def write_dl(
        self, rows: Sequence[tuple[str, str]], col_max: int = 30, col_spacing: int = 2
    ) -> None:
        plain = [(re.sub(r" <[^>]*>$", "", name), text) for name, text in rows]
        super().write_dl(plain, col_max, col_spacing)


class _Context(typer.Context):
    formatter_class = _Formatter


class Commands(TyperGroup):
    """Commands of which wrong use is told in one sentence, with exit code 2."""

    context_class = _Context

    def get_command(self, ctx: Context, cmd_name: str) -> Command | None:
        """Find one; its help is written as ours."""
        found = super().get_command(ctx, cmd_name)
        if found is not None:
            found.context_class = _Context
        return found

    def format_commands(self, ctx: Context, formatter: HelpFormatter) -> None:
        """Write what each does, in a whole sentence."""
        there = (self.get_command(ctx, name) for name in self.list_commands(ctx))
        rows = [(each.name or "", each.get_short_help_str(1000)) for each in there if each]
        with formatter.section("Commands"):
            formatter.write_dl(rows)

    def main(
        self,
        args: Sequence[str] | None = None,
        prog_name: str | None = None,
        complete_var: str | None = None,
        standalone_mode: bool = True,
        windows_expand_args: bool = True,
        **extra: Any,
    ) -> Any:
        """Run a command; as a program it ends the process with its exit code."""
        ran = partial(super().main, args, prog_name, complete_var, False, windows_expand_args)
        if not standalone_mode:
            return ran(**extra)
        try:
            code = ran(**extra)
        except NoArgsIsHelpError as asks:
            asks.show()
            code = asks.exit_code
        except typer.TyperException as error:
            typer.echo(f"showdown: {wrong_use(error.format_message())}", err=True)
            code = error.exit_code
        except typer.Abort:
            typer.echo("showdown: Nothing was done.", err=True)
            code = 1
        sys.exit(code if isinstance(code, int) else 0)


def commands(help: str, **more: Any) -> typer.Typer:
    """A group of commands, its help in plain text: with markup a default in brackets is lost."""
    return typer.Typer(
        cls=Commands,
        help=help,
        add_completion=False,
        rich_markup_mode=None,
        pretty_exceptions_enable=False,
        context_settings={"help_option_names": ["-h", "--help"]},
        **more,
    )


def wrong_use(sentence: str) -> str:
    """
    What is wrong with a command line, and where to look.

    >>> wrong_use("Invalid value for '--port': Input should be a valid integer, unable to parse")
    "Invalid value for '--port': it should be a whole number; --help says what there is."
    """
    told = " ".join(sentence.split()).rstrip(".")
    for pattern, ours in _KINDS:
        told = re.sub(pattern, ours, told)
    return f"{told}; --help says what there is."


def say_version(wanted: bool) -> None:
    """Print the version and end, if that is wanted."""
    if wanted:
        typer.echo(version("showdown-poker"))
        raise typer.Exit
