"""
``showdown sign-out``: leave nothing on this computer that opens your account.
"""

from typing import Annotated

import typer

from client_cli.commands.options import Token, Url, place_of, run
from client_cli.console import note, printable
from client_cli.errors import UsageError
from client_cli.memory import Memory
from client_cli.presenter import words
from client_cli.sign_in import Place
from showdown.protocol import messages as msg
from showdown.sdk import Connection, Refused


def sign_out(
    context: typer.Context,
    everywhere: Annotated[
        bool, typer.Option("--everywhere", help="On all your computers, not only on this one.")
    ] = False,
    url: Url = None,
    token: Token = None,
) -> None:
    """End your connections, and forget what you signed in with if you have a password."""
    memory = Memory()
    run(_sign_out(place_of(context, memory, url, token), memory, everywhere))


async def _sign_out(place: Place, memory: Memory, everywhere: bool) -> None:
    known = memory.read().at(place.url)
    token = place.token or known.tokens.get(known.last or "")
    if token is None:
        raise UsageError(words.NOT_SIGNED_IN.format(url=place.url))
    name = await _asked(place, token, everywhere)
    if name is not None and await _still_opens(place, token):
        note(words.STAYS_A_GUEST.format(name=name))
        return
    for each, kept in known.tokens.items():
        if kept == token:
            memory.forget(place.url, each)
    print(printable(words.SIGNED_OUT.format(name=name or known.last or "", url=place.url)))


async def _asked(place: Place, token: str, everywhere: bool) -> str | None:
    """Ask the server, beside a game that goes on; who it was, or None if nobody any more."""
    try:
        connection = await Connection.open(place.url, token=token, look=True)
    except Refused as error:
        if error.code != "bad_token":
            raise
        return None
    async with connection:
        await connection.request(lambda id: msg.SignOut(id=id, everywhere=everywhere))
        return connection.session.name


async def _still_opens(place: Place, token: str) -> bool:
    """Whether a token is all that somebody has, so that the server has kept it."""
    try:
        await (await Connection.open(place.url, token=token, look=True)).close()
    except Refused as error:
        if error.code != "bad_token":
            raise
        return False
    return True


def add_to(app: typer.Typer) -> None:
    """Add the command."""
    app.command("sign-out")(sign_out)
