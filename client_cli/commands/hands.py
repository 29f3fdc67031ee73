"""
``showdown hands`` and ``showdown hand``: look back at what a server has stored.
"""

import sys
from pathlib import Path
from typing import Annotated

import msgspec
import typer
from msgspec import structs
from rich.table import Table as Grid

from client_cli.commands.files import is_there
from client_cli.commands.grids import cell, grid, show
from client_cli.commands.options import Aloud, Ascii, Json, Table, Token, Url, asking, place_of, run
from client_cli.commands.selecting import (
    ByCategory,
    ByResult,
    Filters,
    MinPot,
    Player,
    Since,
    Until,
)
from client_cli.console import note, printable, shows_suits
from client_cli.errors import UsageError
from client_cli.memory import Memory
from client_cli.numbers import whole
from client_cli.presenter import words
from client_cli.sign_in import Place
from client_cli.story import figures_of, from_server, when
from showdown.protocol import messages as msg
from showdown.rules.hand_rank import Category
from showdown.rules.ruleset import LARGEST, HandId, TableId
from showdown.sdk import Connection

PAGE, LARGEST_PAGE = 20, 100
HandNumber = Annotated[
    int, typer.Argument(metavar="ID", min=1, max=LARGEST, help="The hand's number.")
]


def hands(
    context: typer.Context,
    player: Player = None,
    table: Table = None,
    since: Since = None,
    until: Until = None,
    min_pot: MinPot = None,
    category: ByCategory = None,
    result: ByResult = None,
    limit: Annotated[
        int, typer.Option("--limit", metavar="N", min=1, max=LARGEST_PAGE, help="So many a page.")
    ] = PAGE,
    before: Annotated[
        int | None,
        typer.Option(
            "--before",
            metavar="ID",
            min=1,
            max=LARGEST,
            help="Only older ones than this hand.",
            show_default=False,
        ),
    ] = None,
    json: Json = False,
    url: Url = None,
    token: Token = None,
) -> None:
    """
    List hands that were played, newest first, page by page.

    All that is given has to hold of a hand. Hands that you imported are among them.
    """
    memory = Memory()
    filters = Filters(
        player=player,
        table=TableId(table) if table is not None else None,
        since=since,
        until=until,
        min_pot=min_pot,
        category=category,
        result=result,
    )
    query = msg.Hands(
        id="-",
        **structs.asdict(filters),
        before=HandId(before) if before is not None else None,
        limit=limit,
    )
    run(_hands(place_of(context, memory, url, token), memory, query, json))


async def _hands(place: Place, memory: Memory, query: msg.Hands, json: bool) -> None:
    async with asking(place, memory) as connection:
        while True:
            page = await _page(connection, query)
            if json:
                sys.stdout.write(msgspec.json.encode(page.hands).decode() + "\n")
            elif page.hands:
                show(_grid(page))
            else:
                note(str(words.NO_HANDS))
            if not (page.more and page.hands):
                return
            oldest = page.hands[-1].hand
            if json or not _wants_more():
                note(words.OLDER_HANDS.format(hand=oldest))
                return
            query = msgspec.structs.replace(query, before=oldest)


async def _page(connection: Connection, query: msg.Hands) -> msg.HandList:
    reply = await connection.request(lambda id: msgspec.structs.replace(query, id=id))
    assert isinstance(reply.result, msg.HandList)
    return reply.result


def _wants_more() -> bool:
    """Ask at a terminal; elsewhere one page is the answer."""
    if not (sys.stdin.isatty() and sys.stdout.isatty()):
        return False
    print(words.MORE_HANDS, end="", flush=True)
    return sys.stdin.readline().strip().lower() == "" and not sys.stdin.closed


def _grid(page: msg.HandList) -> Grid:
    columns = words.HANDS_COLUMNS
    lines = grid(*columns, right=columns[3:5])
    for each in page.hands:
        figures = figures_of(each.source)
        lines.add_row(
            str(each.hand),
            cell(each.table),
            when(each.ended_at).removesuffix(" UTC"),
            figures.chips(each.pot),
            "" if each.net is None else figures.net(each.net),
            cell(", ".join(each.winners)),
            "" if each.category is None else str(words.CATEGORIES[Category(each.category)]),
            cell(", ".join(each.players)),
        )
    return lines


def hand(
    context: typer.Context,
    number: HandNumber,
    ascii: Ascii = False,
    aloud: Aloud = False,
    json: Json = False,
    url: Url = None,
    token: Token = None,
) -> None:
    """Tell one hand, with the cards that you may see."""
    memory = Memory()
    letters = ascii or not shows_suits(sys.stdout)
    found = run(find_hand(place_of(context, memory, url, token), memory, HandId(number)))
    if found is None:
        return
    if json:
        sys.stdout.write(msgspec.json.encode(found).decode() + "\n")
        return
    for line in from_server(found, ascii=letters, aloud=aloud).lines:
        print(printable(line))


def number_meant(source: str) -> HandId | None:
    """
    The number of a hand, if one is meant; a file of that name comes first.

    Raises:
        UsageError: it is a number, but none that a hand has.
    """
    if not (source.isascii() and source.isdigit()) or is_there(Path(source)):
        return None
    number = whole(source)
    if not number:
        raise UsageError(words.NEITHER_FILE_NOR_HAND.format(found=source))
    return HandId(number)


async def find_hand(place: Place, memory: Memory, number: HandId) -> msg.HandView:
    """
    A stored hand as we may see it.

    Raises:
        Refused: there is none of this number.
    """
    async with asking(place, memory) as connection:
        reply = await connection.request(lambda id: msg.Hand(id=id, hand=number))
        assert isinstance(reply.result, msg.HandView)
        return reply.result


def add_to(app: typer.Typer) -> None:
    """Add the commands."""
    app.command()(hands)
    app.command()(hand)
