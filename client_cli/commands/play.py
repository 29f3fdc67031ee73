"""
``showdown play``: take a seat.
"""

import asyncio
import sys
from typing import Annotated

import typer

from client_cli.commands.options import Aloud, Ascii, Table, Token, Url, place_of, run
from client_cli.console import Console, fills_a_screen, note, open_console, wants_letters
from client_cli.first_frame import first_frame
from client_cli.link import Link
from client_cli.memory import Memory
from client_cli.plain import Game
from client_cli.presenter import Figures, words
from client_cli.presenter.refusing import told
from client_cli.remarks import Remarks
from client_cli.seat import Wanted, own_seat, take_seat
from client_cli.settings import Found, SettingsFile
from client_cli.sign_in import Doorway, Place, Role, user_name
from client_cli.waiting import open_table
from showdown.rules.ruleset import TableId
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
    seat: Annotated[
        int | None,
        typer.Option(
            "--seat",
            metavar="NUMBER",
            min=1,
            max=8,
            help="Which seat. Default: the lowest that is free.",
            show_default=False,
        ),
    ] = None,
    template: Annotated[
        str | None,
        typer.Option(
            "--template",
            metavar="NAME",
            help="Open a table of your own from this template; --table says how its name begins.",
            show_default=False,
        ),
    ] = None,
    plain: Annotated[
        bool, typer.Option("--plain", help="Lines of text, as through a pipe.")
    ] = False,
    ascii: Ascii = False,
    aloud: Aloud = False,
    url: Url = None,
    token: Token = None,
) -> None:
    """
    Take a seat and play: at the table you name, else at one that you choose in the lobby.

    In lines of text that is the busiest with room. Where all seats of the table that you name are
    taken, you wait in line for one.
    """
    memory = Memory()
    place = place_of(context, memory, url, token, name)
    wanted = Wanted(table, template, seat, buy_in)
    found = SettingsFile().read()
    figures = Figures(ascii=wants_letters(ascii, found.settings.suits), aloud=aloud)
    if fills_a_screen() and not (plain or aloud):
        run(_on_a_screen(place, memory, wanted, figures, found))
    else:
        run(_in_lines(place, memory, wanted, figures))


async def _on_a_screen(
    place: Place, memory: Memory, wanted: Wanted, figures: Figures, found: Found
) -> None:
    with first_frame(sys.stderr, words.CONNECTING.format(url=place.url)):
        from client_cli.app import ShowdownApp  # Textual takes its time to load

    app = ShowdownApp(place, memory, wanted, figures, found.settings)
    app.complaint = found.complaint
    running = asyncio.create_task(app.run_async())
    try:
        await asyncio.shield(running)
    except asyncio.CancelledError:  # the window was closed, or we were asked to end
        await app.hung_up()
        await running
        raise
    finally:
        for line in app.farewell:
            note(line)
    if app.ended is not None:
        raise app.ended


async def _in_lines(place: Place, memory: Memory, wishes: Wanted, figures: Figures) -> None:
    with open_console(whole=figures.aloud, ascii=figures.ascii) as console:
        doorway = Doorway(place, Role.PLAY, memory, console.note, user_name(), console.read_secret)
        async with doorway.enter() as entry:
            connection = entry.connection
            console.note(words.SIGNED_IN.format(name=connection.session.name, url=place.url))
            wanted = wishes.table
            if wishes.template is not None:
                wanted = await open_table(connection, wishes.template, wishes.table)
                console.note(words.OPENED.format(table=wanted))
            link, seat = Link(entry, place.url), wishes.seat
            try:
                while True:
                    table = await take_seat(
                        link.connection, wanted, wishes.buy_in, console.note, seat
                    )
                    remarks = Remarks(memory.folder)
                    wanted = await _play_at(table, link, console, figures, remarks)
                    seat = None
                    if wanted is None:
                        return
            finally:
                await link.connection.close()


async def _play_at(
    table: TableId, link: Link, console: Console, figures: Figures, remarks: Remarks
) -> str | None:
    """Play at a table until you have left it; the table where you want to go on, if anywhere."""
    own = own_seat(link.connection, table)
    if own is not None:
        console.say(words.SITTING.format(seat=own.seat, table=table))
    if table in link.connection.session.hosts:
        console.note(words.YOU_HOST.format(table=table))
    game = Game(link, console, table, figures, remarks)
    try:
        await game.run()
    except ConnectionLost as lost:
        raise ConnectionLost(
            words.GAVE_UP.format(reason=told(lost), stack=game.stack, table=table)
        ) from None
    return game.next


def add_to(app: typer.Typer) -> None:
    """Add the command."""
    app.command()(play)
