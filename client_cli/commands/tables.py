"""
``showdown tables``: what is going on.
"""

import sys

import msgspec
import typer
from rich.table import Table as Grid

from client_cli.commands.grids import grid, show
from client_cli.commands.options import Json, Token, Url, asking, place_of, run
from client_cli.memory import Memory
from client_cli.presenter import Figures, Presenter
from client_cli.sign_in import Place
from showdown.protocol import messages as msg


def tables(
    context: typer.Context, json: Json = False, url: Url = None, token: Token = None
) -> None:
    """List the tables: what is played, for how much, and where there is room."""
    memory = Memory()
    run(_tables(place_of(context, memory, url, token), memory, json))


async def _tables(place: Place, memory: Memory, json: bool) -> None:
    async with asking(place, memory) as connection:
        found = await connection.tables()
    if json:
        sys.stdout.write(msgspec.json.encode(found).decode() + "\n")
    else:
        show(_grid(found))


def _grid(found: tuple[msg.TableSummary, ...]) -> Grid:
    lines = grid("table", "game", "seats", "buy-in", "hand")
    for each in found:
        rules = each.ruleset
        lines.add_row(
            each.table,
            Presenter(Figures(), each.table).stakes(rules),
            f"{each.players} of {rules.max_seats}",
            str(rules.usual_buy),
            str(each.hand or "-"),
        )
    return lines


def add_to(app: typer.Typer) -> None:
    """Add the command."""
    app.command()(tables)
