"""
Under which name a command speaks to a server.

Nobody is asked: a name that was given, else the one used last, else the user's own, else a guest's.
Tokens that servers gave are shown again by themselves.
"""

import getpass
import random
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import ExitStack, asynccontextmanager
from enum import Enum, auto
from typing import NamedTuple

from client_cli.errors import UsageError
from client_cli.memory import Known, Memory
from client_cli.presenter import words
from client_cli.presenter.refusing import told
from client_cli.seals import Seals
from showdown.sdk import Connection, ConnectionFailed, ConnectionLost, Refused
from showdown.sdk.greeting import make_nonce

GUEST = "Guest"
LONGEST_NAME = 20

_TAKEN = frozenset({"name_taken", "password_wanted"})
_NOT_TO_BE_HAD = _TAKEN | {"bad_name"}

NAMES_TO_TRY = 20
"""So many names of our own making before we give up."""

NOBODYS_NAMES = frozenset({"admin", "administrator", "guest", "nobody", "root", "user"})
"""Names of users that say nothing about who sits there."""


class Role(Enum):
    """What a connection is for; a server has one for each name."""

    PLAY = auto()
    LOOK = auto()
    """To look on or to ask, as the player himself, beside whatever he plays at the moment."""
    BOT = auto()


class Place(NamedTuple):
    """Where to connect, and as whom if that was said."""

    url: str
    name: str | None = None
    token: str | None = None
    invite: str | None = None
    """The code of a private table."""

    @property
    def link(self) -> str:
        """The address with the code, for whoever connects; never shown."""
        return self.url if self.invite is None else f"{self.url}/#{self.invite}"


class SignedIn(NamedTuple):
    """A connection, and how to come back to it."""

    connection: Connection
    token: str | None
    look: bool = False
    """Whether we only look."""


class _Attempt(NamedTuple):
    name: str
    token: str | None = None
    only: bool = False
    """No other name will do."""


class Doorway(NamedTuple):
    """How to sign in: the place, what for, what is kept, and whom to tell."""

    place: Place
    role: Role
    memory: Memory
    note: Callable[[str], None]
    usual: str | None = None
    """What to be called where nothing was said and nothing is kept."""
    ask: Callable[[str], Awaitable[str | None]] | None = None
    """Asks a person for what is not to be seen; None where there is nobody to ask."""

    @asynccontextmanager
    async def enter(self) -> AsyncIterator[SignedIn]:
        """
        Connect, and hold the name while the block runs.

        Raises:
            ConnectionFailed: there is no server.
            Refused: it does not want us, as with ``name_taken`` for a name that was given.
        """
        with ExitStack() as holding:
            entry = await self._enter(holding)
            try:
                yield entry
            finally:
                await entry.connection.close()

    async def _enter(self, holding: ExitStack) -> SignedIn:
        url, token = self.place.url, self.place.token
        if token is not None:
            connection = await self._by_token(token)
            self._keep(lambda: self.memory.used(url))
            self._keep_invitation(connection)
            return SignedIn(connection, token, self._looks)
        known = self.memory.read().at(url)
        taken: Refused | None = None
        for attempt in self._attempts(known):
            # Who only looks pushes nobody off his seat.
            mine = self._looks or holding.enter_context(self.memory.hold(url, attempt.name))
            if not mine and not attempt.only:
                continue
            try:
                return self._kept(await self._open(attempt), attempt, known)
            except Refused as error:
                if error.code not in _NOT_TO_BE_HAD or self._insists(attempt, error):
                    raise
                taken = error
                if self.role is Role.PLAY:
                    self.note(_why_not(attempt.name, error))
        assert taken is not None
        raise taken

    @property
    def _looks(self) -> bool:
        return self.role is Role.LOOK

    async def _by_token(self, token: str) -> Connection:
        url = self.place.url
        try:
            return await self._connect(token=token)
        except Refused as error:
            if error.code != "bad_token":
                raise
            raise UsageError(words.BAD_TOKEN.format(url=url)) from None

    def _insists(self, attempt: _Attempt, error: Refused) -> bool:
        """Whether no other name will do: it was given, or is the player's own by its password."""
        own = attempt.token is not None and error.code == "password_wanted"
        return attempt.only or (own and self.role is Role.PLAY)

    async def _open(self, attempt: _Attempt) -> Connection:
        url = self.place.url
        if attempt.token is not None:
            try:
                return await self._connect(token=attempt.token)
            except Refused as error:
                if error.code != "bad_token":
                    raise
        try:
            return await self._as_guest(attempt.name)
        except Refused as error:
            wanted = error.code == "password_wanted"
            if attempt.token is not None and not wanted:
                # A server that began anew with an empty database, and gave the name away.
                self._keep(lambda: self.memory.forget(url, attempt.name))
            # Of a name that is only tried, the password is not ours to know.
            ours = attempt.only or attempt.token is not None
            if not wanted or not ours or self.ask is None:
                raise
            password = await self.ask(words.PASSWORD_OF.format(name=attempt.name))
            if not password:
                raise
        return await self._connect(attempt.name, password=password)

    async def _connect(
        self,
        name: str | None = None,
        *,
        token: str | None = None,
        password: str | None = None,
        nonce: str | None = None,
    ) -> Connection:
        """Connect to the place as somebody, to play or to look."""
        connection = await Connection.open(
            self.place.url,
            name=name,
            token=token,
            password=password,
            nonce=nonce,
            look=self._looks,
            invite=self.place.invite,
        )
        connection.session.keep_seal = Seals(self.memory.folder).note
        return connection

    async def _as_guest(self, name: str) -> Connection:
        """Connect as a guest, who may be new and is found again if the answer is lost."""
        nonce = self._nonce_of(name)
        try:
            return await self._connect(name, nonce=nonce)
        except (Refused, ConnectionFailed) as error:
            may_be_heard = isinstance(error, ConnectionLost) or error.code == "timeout"
            if not may_be_heard:
                self._keep(lambda: self.memory.forget_nonce(self.place.url, name))
            raise

    def _nonce_of(self, name: str) -> str:
        """What the server knows a new guest by who never hears of it, here and the next time."""
        nonce = make_nonce()
        try:
            return self.memory.nonce_for(self.place.url, name, nonce)
        except UsageError as error:
            self.note(told(error))
            return nonce

    def _kept(self, connection: Connection, attempt: _Attempt, known: Known) -> SignedIn:
        url, token = self.place.url, connection.session.token or attempt.token
        name = connection.session.name or attempt.name
        himself = self.role is Role.PLAY or name == known.last
        self._keep(lambda: self.memory.used(url))
        self._keep(lambda: self.memory.keep(url, name, token, aside=not himself))
        self._keep_invitation(connection)
        return SignedIn(connection, token, self._looks)

    def _keep_invitation(self, connection: Connection) -> None:
        """Remember a code that opens a table, and forget one that opens none any more."""
        url, invite = self.place.url, self.place.invite
        if invite is not None:
            opens = invite if connection.welcome.invited is not None else None
            self._keep(lambda: self.memory.invited(url, opens))

    def _keep(self, action: Callable[[], None]) -> None:
        """Keep something; a game does not fail because nothing can be kept."""
        try:
            action()
        except UsageError as error:
            self.note(told(error))

    def _attempts(self, known: Known) -> Iterator[_Attempt]:
        """Names in the order in which we would like to have them."""
        if self.place.name is not None:
            yield _known_as(self.place.name, known)._replace(only=True)
            return
        usual = self.usual or GUEST
        names = dict.fromkeys(self._kept_names(known, usual))
        if self.usual is not None:
            names[self.usual] = None
        for name in names:
            yield _known_as(name, known)
        stem = usual if self.role is Role.BOT else GUEST
        for name in known.nonces:
            if name.startswith(stem) and name not in names:
                yield _Attempt(name)  # perhaps one of ours, of whom we have not heard
        for number in random.sample(range(1000, 10_000), NAMES_TO_TRY):
            yield _Attempt(f"{stem}-{number}")

    def _kept_names(self, known: Known, usual: str) -> Iterator[str]:
        if known.last is not None and self.role is not Role.BOT:
            yield known.last
        if self.role is Role.PLAY:
            yield from (name for name in known.tokens if name not in known.aside)
        else:
            yield from (name for name in known.aside if name.startswith(usual))


def _why_not(name: str, error: Refused) -> str:
    """Why another name is tried."""
    return words.NAME_IS_TAKEN.format(name=name) if error.code in _TAKEN else told(error)


def _known_as(name: str, known: Known) -> _Attempt:
    """A name, spelled as it was before, with its token if we have one."""
    spelled = next((each for each in known.tokens if each.casefold() == name.casefold()), name)
    return _Attempt(spelled, known.tokens.get(spelled))


def user_name() -> str | None:
    """The user's name as a player's, if it says anything about him."""
    try:
        login = getpass.getuser()
    except (OSError, KeyError, ImportError):  # an account without a name, as in some containers
        return None
    name = "".join(sign for sign in login if sign.isalnum() or sign in "-_")[:LONGEST_NAME]
    return None if not name or name.casefold() in NOBODYS_NAMES else name
