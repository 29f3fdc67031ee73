"""
``showdown tables``: what is going on.
"""

import sys
from typing import Annotated

import msgspec
import typer
from rich.table import Table as Grid

from client_cli.commands.grids import cell, grid, show
from client_cli.commands.options import Json, Token, Url, asking, place_of, run
from client_cli.errors import UsageError
from client_cli.memory import Memory
from client_cli.presenter import Figures, Presenter, words
from client_cli.seat import named
from client_cli.sign_in import Place
from showdown.protocol import messages as msg
from showdown.rules.ruleset import Ruleset


def tables(
    context: typer.Context,
    table: Annotated[
        str | None,
        typer.Argument(metavar="[TABLE]", help="Who sits at this one.", show_default=False),
    ] = None,
    templates: Annotated[
        bool,
        typer.Option("--templates", help="From what you may open a table: play --template NAME."),
    ] = False,
    json: Json = False,
    url: Url = None,
    token: Token = None,
) -> None:
    """List the tables: what is played, for how much, and where there is room."""
    memory = Memory()
    place = place_of(context, memory, url, token)
    if not templates:
        run(_tables(place, memory, table, json))
    elif table is None:
        run(_templates(place, memory, json))
    else:
        raise UsageError(str(words.TEMPLATES_ALONE))


async def _templates(place: Place, memory: Memory, json: bool) -> None:
    async with asking(place, memory) as connection:
        await connection.tables()
        found = connection.templates
    if json:
        sys.stdout.write(msgspec.json.encode(found).decode() + "\n")
        return
    lines = grid(*words.TEMPLATES_COLUMNS, right=words.TEMPLATES_COLUMNS[2:])
    for each in found:
        rules = each.ruleset
        lines.add_row(
            cell(each.name),
            Presenter(Figures(), each.name).stakes(rules),
            str(rules.max_seats),
            str(each.bots or "-"),
            str(rules.usual_buy),
            _pace(rules),
            words.OF.format(part=each.open, whole=each.most),
        )
    show(lines)


def _pace(rules: Ruleset) -> str:
    return words.PACE.format(base=f"{rules.act_time:g}", bank=f"{rules.time_bank:g}")


async def _tables(place: Place, memory: Memory, wanted: str | None, json: bool) -> None:
    async with asking(place, memory) as connection:
        found = await connection.tables()
    if wanted is not None:
        name = named(found, wanted)
        found = tuple(each for each in found if each.table == name)
    if json:
        sys.stdout.write(msgspec.json.encode(found).decode() + "\n")
        return
    show(_grid(found))
    if wanted is not None:
        sys.stdout.write("\n")
        show(_seats(found[0]))


def _grid(found: tuple[msg.TableSummary, ...]) -> Grid:
    lines = grid(*words.TABLES_COLUMNS, right=words.TABLES_COLUMNS[3:])
    for each in found:
        rules = each.ruleset
        bots = sum(seat.bot for seat in each.seats)
        lines.add_row(
            cell(each.table),
            _game(each),
            words.OF.format(part=each.players, whole=rules.max_seats),
            *(str(number or "-") for number in (bots, each.waiting, each.spectators)),
            str(rules.usual_buy),
            _pace(rules),
            str(each.hand or "-"),
        )
    return lines


def _game(table: msg.TableSummary) -> str:
    stakes = Presenter(Figures(), table.table).stakes(table.ruleset)
    return words.PRIVATE.format(stakes=stakes) if table.private else stakes


def _seats(table: msg.TableSummary) -> Grid:
    taken = {each.seat: each for each in table.seats}
    lines = grid(*words.SEATS_COLUMNS, "", right=(words.SEATS_COLUMNS[0], words.SEATS_COLUMNS[2]))
    for number in range(1, table.ruleset.max_seats + 1):
        if (seat := taken.get(number)) is None:
            lines.add_row(str(number), str(words.IS_FREE), "", "")
            continue
        notes = [
            str(note)
            for note, holds in (
                (words.HOUSE_BOT, seat.bot),
                (words.OUT, seat.sitting_out),
                (words.IS_AWAY, seat.away),
            )
            if holds
        ]
        stack = "-" if seat.stack is None else str(seat.stack)
        lines.add_row(str(number), cell(seat.name), stack, ", ".join(notes))
    return lines


def add_to(app: typer.Typer) -> None:
    """Add the command."""
    app.command()(tables)
