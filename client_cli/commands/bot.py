"""
``showdown bot``: let a program sit down.
"""

from typing import Annotated, TypedDict

import typer

from client_cli.commands.options import Table, Token, Url, place_of, run
from client_cli.console import note
from client_cli.errors import UsageError
from client_cli.memory import Memory
from client_cli.presenter import Figures, words
from client_cli.sign_in import Doorway, Role
from showdown import sdk
from showdown.bots import Bot, load


class Seats(TypedDict):
    """Where a bot sits, with how much and for how long."""

    table: str | None
    tables: int | None
    buy_in: int | None
    hands: int | None


def bot(
    context: typer.Context,
    bot: Annotated[
        str,
        typer.Argument(
            metavar="NAME|MODULE:CLASS|cmd:PROGRAM",
            help="One of {bots}; your own class, or a program of yours.",
        ),
    ],
    table: Table = None,
    tables: Annotated[
        int | None,
        typer.Option(
            "--tables",
            metavar="N",
            min=1,
            help="Sit at so many tables at once, if so many have a free seat.",
            show_default=False,
        ),
    ] = None,
    name: Annotated[
        str | None,
        typer.Option(
            "--name", metavar="NAME", help="Its name. Default: its class's.", show_default=False
        ),
    ] = None,
    buy_in: Annotated[
        int | None,
        typer.Option(
            "--buy-in",
            metavar="CHIPS",
            min=1,
            help="Chips to sit down with. Default: what is usual at the table.",
            show_default=False,
        ),
    ] = None,
    hands: Annotated[
        int | None,
        typer.Option(
            "--hands", metavar="N", min=1, help="Get up after so many hands.", show_default=False
        ),
    ] = None,
    url: Url = None,
    token: Token = None,
) -> None:
    """Let a bot take a seat and play until Ctrl-C."""
    if table is not None and tables is not None:
        raise UsageError(str(words.TABLE_OR_TABLES))
    memory = Memory()
    player = load(bot)
    place = place_of(context, memory, url, token, name)
    doorway = Doorway(place, Role.BOT, memory, note, type(player).__name__)
    seats = Seats(table=table, tables=tables, buy_in=buy_in, hands=hands)
    outcome = run(_play(player, doorway, seats))
    if outcome is not None:
        net = Figures().net(outcome.net)
        print(words.BOT_DONE.format(hands=outcome.hands, net=net))


async def _play(player: Bot, doorway: Doorway, seats: Seats) -> sdk.Outcome:
    async with doorway.enter() as entry:
        name = entry.connection.session.name
        # The SDK makes its own connection; what we keep is who the bot is.
        await entry.connection.close()
        note(words.BOT_PLAYS.format(name=name, url=doorway.place.url))
        return await sdk.play(player, doorway.place.link, token=entry.token, **seats)


def add_to(app: typer.Typer) -> None:
    """Add the command."""
    app.command()(bot)
