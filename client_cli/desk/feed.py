"""
One connection for everything on the screen.

A server has one connection per account, and several tables, the lobby and old hands share it. The
:class:`Feed` reads it, tells all who listen what came, and asks the server for them.
"""

from collections.abc import Callable
from contextlib import aclosing

from client_cli.errors import Unclear
from client_cli.link import Back, Link, Lost
from client_cli.presenter import words
from showdown.protocol import messages as msg
from showdown.protocol.session import ClientSession, Received
from showdown.sdk import Connection, ConnectionLost
from showdown.sdk.connection import NumberedRequest

Heard = Received | Lost | Back
"""Something came, or the connection went or came back."""
Build = Callable[[str], NumberedRequest]
Listener = Callable[[Heard], None]


class Feed:
    """What comes over a link, for all who want to hear of it."""

    def __init__(self, link: Link) -> None:
        self.link = link
        self.lost: Lost | None = None
        """Why there is no connection at the moment."""
        self._listeners: list[Listener] = []

    @property
    def connection(self) -> Connection:
        """The present connection, open or not."""
        return self.link.connection

    @property
    def url(self) -> str:
        """Where the server is."""
        return self.link.url

    @property
    def session(self) -> ClientSession:
        """Who we are, and the tables that we see."""
        return self.connection.session

    @property
    def is_open(self) -> bool:
        """Whether something can be asked now."""
        return self.lost is None and self.connection.is_open

    def listen(self, listener: Listener) -> Callable[[], None]:
        """Tell a listener everything from now on; what is returned ends that."""
        self._listeners.append(listener)
        return lambda: self._listeners.remove(listener)

    async def run(self) -> None:
        """
        Read until the connection ends for good.

        Raises:
            ConnectionLost: it did; seats stay.
            DealRefused: it was ended, since a deal was not as the server had promised.
        """
        async with aclosing(self.link.listen()) as coming:
            async for heard in coming:
                if isinstance(heard, Lost):
                    self.lost = heard
                elif isinstance(heard, Back):
                    self.lost = None
                for listener in tuple(self._listeners):
                    listener(heard)

    async def ask(self, build: Build) -> msg.Reply:
        """
        Ask the server, and wait for its answer.

        Raises:
            Refused: the answer is no.
            Unclear: nothing was sent, or the connection broke before the answer came.
        """
        if not self.is_open:
            raise Unclear(str(words.NOT_SENT))
        try:
            return await self.connection.request(build)
        except ConnectionLost:
            raise Unclear(str(words.NOT_SURE)) from None
