"""
What is done for a wish, at a table that is played in lines of text.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine, Iterator
from typing import TYPE_CHECKING, Any

from client_cli.errors import Unclear
from client_cli.looking import advice, look_up
from client_cli.presenter import words
from client_cli.presenter.refusing import told
from client_cli.seat import find_table
from client_cli.wishes import (
    ASKED,
    Advise,
    Forget,
    HavePassword,
    Help,
    Later,
    ListHands,
    ListTables,
    Lookup,
    MoveTo,
    PostBlinds,
    Quit,
    Remark,
    ShowHand,
    ShowTable,
    StepIn,
    StepOut,
    TellHand,
    Top,
)
from showdown.protocol import messages as msg
from showdown.rules.events import TurnKind
from showdown.rules.table_view import TableView
from showdown.sdk import ConnectionLost, NoSeat, Refused

if TYPE_CHECKING:
    from client_cli.plain import Game


async def _help(game: Game, _: Help) -> None:
    game.tell(map(str, words.HELP))
    if game.table in game.link.connection.session.hosts:
        game.tell(map(str, words.HELP_HOST))
    game.choices_again()


async def _picture(game: Game, _: ShowTable) -> None:
    if game.view is not None:
        game.show_table(game.view)
        game.tell(_noted(game, game.view))
    game.choices_again()


def _noted(game: Game, view: TableView) -> Iterator[str]:
    """What you have noted about who sits here."""
    noted = {} if game.remarks is None else game.remarks.at(game.link.url)
    for player in view.seats:
        if text := noted.get(player.name.casefold()):
            yield words.NOTED.format(name=player.name, text=text)


async def _remark(game: Game, remark: Remark) -> None:
    if game.remarks is not None:
        game.remarks.write(game.link.url, remark.name, remark.text)
    sentence = words.NOTED if remark.text else words.NOTE_GONE
    game.console.note(sentence.format(name=remark.name, text=remark.text))


async def _advise(game: Game, _: Advise) -> None:
    request = game.request
    if request is None or request.kind is not TurnKind.DRAW:
        raise Unclear(str(words.ADVICE_ONLY_AT_DRAW))
    if not request.ruleset.advice:
        raise Unclear(str(words.ADVICE_OFF))
    game.tell(await asyncio.to_thread(lambda: list(advice(request, game.figures))))
    game.choices_again()


async def _decide(game: Game, later: Later) -> None:
    if game.view is not None:
        game.console.note(game.ahead.decide(later.intention, game.view))


async def _forget(game: Game, _: Forget) -> None:
    game.console.note(game.ahead.forget())


async def _ask_for(game: Game, wish: StepOut | StepIn | PostBlinds) -> None:
    build = ASKED[type(wish)]
    await game.send(lambda id: build(id=id, table=game.table))


async def _top(game: Game, top: Top) -> None:
    await game.send(lambda id: msg.TopUp(id=id, table=game.table, to=top.to))


async def _quit(game: Game, _: Quit) -> None:
    await game.leave()


async def _look_up(game: Game, lookup: Lookup) -> None:
    try:
        game.tell(await look_up(game.link.connection, lookup, game.figures))
    except Refused as refused:
        game.console.say(told(refused))
    except ConnectionLost:
        game.console.note(str(words.NOT_SURE))
    game.choices_again()


async def _move_to(game: Game, move: MoveTo) -> None:
    """Get up to sit down at another table, if there is one of that name."""
    try:
        game.next = await find_table(game.link.connection, move.table)
    except NoSeat as error:
        raise Unclear(told(error)) from None
    game.console.note(words.MOVING.format(table=game.next))
    await game.leave()


async def _have_password(game: Game, _: HavePassword) -> None:
    """Ask for a password twice, so that it is no slip, and let the server have it."""
    password = await game.console.read_secret(str(words.NEW_PASSWORD))
    if not password:
        raise Unclear(str(words.NO_PASSWORD))
    if await game.console.read_secret(str(words.SAME_PASSWORD)) != password:
        raise Unclear(str(words.TWO_PASSWORDS))
    refused = await game.send(lambda id: msg.Register(id=id, password=password))
    if refused is None and game.link.connection.is_open:
        game.console.note(words.HAS_PASSWORD.format(name=game.link.connection.session.name))


async def _show_hand(game: Game, _: ShowHand) -> None:
    hand = game.view.hand if game.view is not None else None
    if hand is None:
        raise Unclear(str(words.NOTHING_TO_SHOW))
    await game.send(lambda id: msg.Show(id=id, table=game.table, hand=hand))


GRANTS: dict[type, Callable[[Game, Any], Coroutine[Any, Any, None]]] = {
    Help: _help,
    ShowTable: _picture,
    Later: _decide,
    Advise: _advise,
    Remark: _remark,
    Forget: _forget,
    ListTables: _look_up,
    ListHands: _look_up,
    TellHand: _look_up,
    MoveTo: _move_to,
    StepOut: _ask_for,
    StepIn: _ask_for,
    PostBlinds: _ask_for,
    Top: _top,
    ShowHand: _show_hand,
    HavePassword: _have_password,
    Quit: _quit,
}
"""What is done for each."""
