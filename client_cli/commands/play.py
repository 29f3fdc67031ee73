"""
``showdown play``: take a seat.
"""

import sys
from typing import Annotated

import typer

from client_cli.commands.options import Ascii, Table, Token, Url, place_of, run
from client_cli.console import open_console, shows_suits
from client_cli.link import Link
from client_cli.memory import Memory
from client_cli.plain import Game
from client_cli.presenter import Figures, words
from client_cli.seat import own_seat, take_seat
from client_cli.sign_in import Doorway, Place, Role, user_name
from showdown.rules.ruleset import Chips
from showdown.sdk import ConnectionLost


def play(
    context: typer.Context,
    table: Table = None,
    name: Annotated[
        str | None,
        typer.Option(
            "--name",
            metavar="NAME",
            help="Your name. Default: the one you had there, else your user name.",
            show_default=False,
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
    plain: Annotated[
        bool, typer.Option("--plain", help="Lines of text; today there is nothing else.")
    ] = False,
    ascii: Ascii = False,
    url: Url = None,
    token: Token = None,
) -> None:
    """Take a seat and play: at the table you name, else at the busiest with room."""
    memory = Memory()
    place = place_of(context, memory, url, token, name)
    run(_play(place, memory, table, buy_in, ascii))


async def _play(
    place: Place, memory: Memory, wanted: str | None, buy_in: Chips | None, ascii: bool
) -> None:
    figures = Figures(ascii=ascii or not shows_suits(sys.stdout))
    with open_console() as console:
        doorway = Doorway(place, Role.PLAY, memory, console.note, user_name(), console.read_secret)
        async with doorway.enter() as entry:
            connection = entry.connection
            console.note(words.SIGNED_IN.format(name=connection.session.name, url=place.url))
            table = await take_seat(connection, wanted, buy_in, console.note)
            own = own_seat(connection, table)
            if own is not None:
                console.say(words.SITTING.format(seat=own.seat, table=table))
            link = Link(entry, place.url)
            game = Game(link, console, table, figures)
            try:
                await game.run()
            except ConnectionLost as lost:
                raise ConnectionLost(
                    words.GAVE_UP.format(reason=lost.sentence, stack=game.stack, table=table)
                ) from None
            finally:
                await link.connection.close()


def add_to(app: typer.Typer) -> None:
    """Add the command."""
    app.command()(play)
