"""
The commands of ``showdown``, a module for each.
"""

from collections.abc import Sequence
from importlib import import_module
from typing import Annotated

import typer

from client_cli.commands.helping import Commands
from client_cli.commands.options import Choices, LangFirst, TokenFirst, UrlFirst

COMMANDS = {
    "play": "play",
    "tables": "tables",
    "watch": "watch",
    "hands": "hands",
    "hand": "hands",
    "replay": "replay",
    "verify": "verify",
    "convert": "convert",
    "stats": "stats",
    "rank": "rank",
    "odds": "odds",
    "bot": "bot",
    "arena": "arena",
    "sign-out": "sign_out",
}
"""In which module each command is, in the order in which the help lists them."""
WHOLE = frozenset({"-h", "--help", "--version"})
"""What asks for something about all commands."""


def app_for(arguments: Sequence[str] = ()) -> typer.Typer:
    """
    The application, with no more commands than these arguments can mean.

    Each command takes its time to load; whoever plays does not wait for the arena.
    """
    app = typer.Typer(
        name="showdown",
        cls=Commands,
        help="Five-card draw in a terminal: play, look on, look back.",
        add_completion=False,
        pretty_exceptions_enable=False,
        rich_markup_mode=None,
        context_settings={"help_option_names": ["-h", "--help"]},
    )
    app.callback(invoke_without_command=True)(main)
    meant = [COMMANDS[each] for each in arguments if each in COMMANDS]
    if not meant or not WHOLE.isdisjoint(arguments):
        meant = list(COMMANDS.values())
    for name in dict.fromkeys(meant):
        import_module(f"{__name__}.{name}").add_to(app)
    return app


def _version(wanted: bool) -> None:
    if wanted:
        from importlib.metadata import version

        print(version("showdown-poker"))
        raise typer.Exit


def main(
    context: typer.Context,
    url: UrlFirst = None,
    token: TokenFirst = None,
    lang: LangFirst = None,
    version: Annotated[
        bool, typer.Option("--version", callback=_version, is_eager=True, help="Say which version.")
    ] = False,
) -> None:
    """Five-card draw in a terminal: play, look on, look back."""
    context.obj = Choices(url, token)
    if context.invoked_subcommand is None:
        print(context.get_help())
