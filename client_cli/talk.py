"""
What is said at a table: told to you, except of those whom you ignore, and sent for you.
"""

from collections.abc import Awaitable, Callable

from client_cli.console import Console
from client_cli.presenter import words
from client_cli.spoken import Hear, Ignore, Order, Say, Spoken
from showdown.protocol import messages as msg
from showdown.rules.ruleset import TableId
from showdown.sdk import Refused
from showdown.sdk.connection import NumberedRequest

Build = Callable[[str], NumberedRequest]
Send = Callable[[Build, Callable[[msg.Reply], None]], Awaitable[Refused | None]]
"""Asks the server; what is done with the reply comes second, and a refusal is told."""


class Talk:
    """The talk of one table."""

    def __init__(self, table: TableId, console: Console, send: Send) -> None:
        self._table = table
        self._console = console
        self._send = send
        self._ignored: set[str] = set()

    def take(self, said: msg.Said) -> None:
        """Tell what somebody said here."""
        line = spoken_line(said)
        if said.table == self._table and said.name.casefold() not in self._ignored:
            self._console.say(line)

    async def do(self, spoken: Spoken) -> None:
        """Do what was typed."""
        match spoken:
            case Say(text=text):
                await self._send(
                    lambda id: msg.Chat(id=id, table=self._table, text=text), lambda _: None
                )
            case Ignore(name=name):
                self._ignored.add(name.casefold())
                self._console.note(words.IGNORED.format(name=name))
            case Hear(name=name):
                self._ignored.discard(name.casefold())
                self._console.note(words.HEARD.format(name=name))
            case Order(do=deed):
                await self._send(
                    lambda id: msg.Host(id=id, table=self._table, do=deed),
                    lambda reply: self._obeyed(deed, reply),
                )

    def _obeyed(self, deed: msg.Deed, reply: msg.Reply) -> None:
        if isinstance(reply.result, msg.Invitation):
            self._console.say(words.INVITATION.format(table=reply.result.table))
            for link in reply.result.links:
                self._console.say(words.INVITATION_LINK.format(link=link))
        sentence = words.OBEYED.get(type(deed))
        if sentence is not None:
            self._console.note(sentence.format(name=getattr(deed, "player", "")))


def spoken_line(said: msg.Said) -> str:
    """Who said what, in one line."""
    sentence = words.SAYS if said.seat is not None else words.ONLOOKER_SAYS
    return sentence.format(name=said.name, text=said.text)
