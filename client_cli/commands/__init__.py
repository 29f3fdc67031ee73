"""
The commands of ``showdown``, a module for each.
"""

from typing import Annotated

import typer

from client_cli.commands import (
    arena,
    bot,
    convert,
    hands,
    odds,
    play,
    rank,
    replay,
    sign_out,
    stats,
    tables,
    verify,
    watch,
)
from client_cli.commands.options import Choices, LangFirst, TokenFirst, UrlFirst

app = typer.Typer(
    name="showdown",
    help="Five-card draw in a terminal: play, look on, look back.",
    add_completion=False,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
    context_settings={"help_option_names": ["-h", "--help"]},
)


def _version(wanted: bool) -> None:
    if wanted:
        from importlib.metadata import version

        print(version("showdown-poker"))
        raise typer.Exit


@app.callback(invoke_without_command=True)
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


for module in (
    play, tables, watch, hands, replay, verify, convert, stats, rank, odds, bot, arena, sign_out
):  # fmt: skip
    module.add_to(app)
