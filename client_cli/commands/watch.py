"""
``showdown watch``: look on.
"""

import sys
from collections.abc import Iterator
from contextlib import aclosing
from typing import Annotated

import msgspec
import typer

from client_cli.commands.options import Aloud, Ascii, Json, Token, Url, place_of, run
from client_cli.console import LineConsole, note, shows_suits
from client_cli.link import Back, Link, Lost
from client_cli.memory import Memory
from client_cli.presenter import Figures, Presenter, words
from client_cli.presenter.refusing import noticed
from client_cli.seat import named
from client_cli.sign_in import Doorway, Place, Role
from client_cli.talk import spoken_line
from client_cli.waiting import OVER
from showdown.protocol import messages as msg
from showdown.protocol.session import Received
from showdown.rules.ruleset import TableId
from showdown.rules.seen import HandAborted, HandEnded


def watch(
    context: typer.Context,
    table: Annotated[str, typer.Argument(metavar="TABLE", help="Which table.")],
    hands: Annotated[
        int | None,
        typer.Option(
            "--hands", metavar="N", min=1, help="End after so many hands.", show_default=False
        ),
    ] = None,
    ascii: Ascii = False,
    aloud: Aloud = False,
    json: Json = False,
    url: Url = None,
    token: Token = None,
) -> None:
    """Look on at a table, without its cards, until Ctrl-C."""
    memory = Memory()
    place = place_of(context, memory, url, token)
    figures = Figures(ascii=ascii or not shows_suits(sys.stdout), aloud=aloud)
    run(_watch(place, memory, table, hands, figures, json))


async def _watch(
    place: Place,
    memory: Memory,
    wanted: str,
    hands: int | None,
    figures: Figures,
    json: bool,
) -> None:
    async with Doorway(place, Role.LOOK, memory, note).enter() as entry:
        link = Link(entry, place.url)
        found = await link.connection.tables()
        table = named(found, wanted)
        onlooker = _Onlooker(table, figures, hands, json)
        await link.connection.request(lambda id: msg.Watch(id=id, table=table))
        note(words.WATCHING.format(table=table))
        seconds = next(each.spectator_delay_s for each in found if each.table == table)
        if seconds:
            note(words.WATCHING_LATER.format(seconds=f"{seconds:g}"))
        try:
            async with aclosing(link.listen()) as coming:
                async for each in coming:
                    match each:
                        case Lost() as lost:
                            sentence = words.STILL_LOST
                            note(sentence.format(reason=lost.reason, seconds=lost.seconds))
                        case Back():
                            note(str(words.AGAIN))
                        case Received() if onlooker.take(each):
                            return
        finally:
            await link.connection.close()


_TOLD = (msg.Snapshot, msg.Update, msg.Presence)


class _Onlooker:
    """Tells what comes, and counts hands."""

    def __init__(self, table: TableId, figures: Figures, hands: int | None, json: bool) -> None:
        self._table = table
        self._presenter = Presenter(figures, table)
        self._left = hands
        self._json = json
        self._console = LineConsole(0, sys.stdout, sys.stderr)

    def take(self, received: Received) -> bool:
        """Tell what came; true if that was all that was wanted."""
        message = received.message
        if isinstance(message, msg.Notice):
            note(noticed(message))
            return message.table == self._table and message.code in OVER
        if isinstance(message, msg.Said) and message.table == self._table and not self._json:
            self._console.say(spoken_line(message))
        if not isinstance(message, _TOLD) or message.table != self._table:
            return False
        if self._json:
            self._console.say(msgspec.json.encode(message).decode())
        else:
            for line in self._lines(message, received):
                self._console.say(line)
        return self._is_over(received)

    def _lines(
        self, message: msg.Snapshot | msg.Update | msg.Presence, received: Received
    ) -> Iterator[str]:
        if isinstance(message, msg.Snapshot):
            yield from self._presenter.picture(message.view, away=message.away, clock=message.clock)
            return
        if received.before is not None:
            yield from self._presenter.tell(received.before, received.events)
        if received.after is not None:
            yield from self._presenter.presence(received.after, received.gone, received.back)

    def _is_over(self, received: Received) -> bool:
        ended = sum(isinstance(e, HandEnded | HandAborted) for e in received.events)
        if self._left is None or not ended:
            return False
        self._left -= ended
        return self._left <= 0


def add_to(app: typer.Typer) -> None:
    """Add the command."""
    app.command()(watch)
