"""
The first message of a connection, in which a client says who it is.
"""

import unicodedata
from collections.abc import Callable

import structlog
from msgspec import Struct
from msgspec.structs import replace

from server.accounts import BadName, checked_name
from server.gateway.attempts import Who
from server.gateway.guesses import Guesses
from server.passwords import BadPassword, Passwords
from server.ports import (
    Account,
    Accounts,
    NameTaken,
    Reused,
    Session,
    SessionOver,
    Sessions,
    StorageError,
    Token,
)
from server.tables.refusing import Refused
from showdown.protocol import messages as msg
from showdown.rules.ruleset import Chips

log = structlog.get_logger()


class SignInFailed(Refused):
    """Not let in; the text is a sentence for the one who knocked."""


def _failed(error: BadName | BadPassword | NameTaken) -> SignInFailed:
    return SignInFailed(error.code, str(error), found=error.found, wanted=error.wanted)


class Copied(SignInFailed):
    """A resume token was shown twice; whoever goes on with that session has to go, too."""

    def __init__(self, reused: Reused) -> None:
        super().__init__(
            "token_reused",
            "This resume token is an old one, so somebody has a copy, and its session is over; "
            "sign in with your token, name or password.",
        )
        self.reused = reused


class Entered(Struct, frozen=True, kw_only=True):
    """Who came in, and the token that he must keep if it is new."""

    account: Account
    token: Token | None = None
    shown: Token | None = None
    """The token by which he came in."""
    session: Session | None = None
    """None for who only looks, and while none can be stored."""
    is_new: bool = False
    """Whether the account was made for him, so that his client may not know of it."""


class Reception(Struct, frozen=True, kw_only=True):
    """Lets people in, by one of the ways there are."""

    accounts: Accounts
    passwords: Passwords
    sessions: Sessions
    attempts: Guesses
    resume_window: int
    """Seconds that a client who was lost has to come back by his resume token."""
    guest_chips: Chips
    """What a new account begins with."""
    daily_chips: Chips
    """What somebody without chips is granted once a day; 0 is nothing."""
    today: Callable[[], str]
    """The day in universal time, as in 2026-11-30."""

    async def hello(self, hello: msg.Hello, bearer: str | None, address: str) -> Entered:
        """
        The account of a token or of a name and its password, or a new guest.

        Args:
            bearer: the token of the handshake's ``Authorization``; what ``hello`` says wins.
            address: where the client is.

        Raises:
            Copied: an old resume token was shown.
            SignInFailed: who knocks is not let in.
            StorageError: the database cannot do it now, or the account is disabled.
        """
        entered = await self._by_session(hello, bearer)
        if entered is None:
            entered = await self._by_who_he_is(hello, bearer, address)
        return entered if hello.look else await self._with_session(entered)

    async def _by_session(self, hello: msg.Hello, bearer: str | None) -> Entered | None:
        """Whose session goes on; None if it cannot, and something else was said, too."""
        if hello.resume_token is None:
            return None
        try:
            if hello.look:
                return Entered(account=await self.sessions.account_of(hello.resume_token))
            resumed = await self.sessions.resume(hello.resume_token, self.resume_window)
        except SessionOver:
            if hello.token is None and hello.password is None and bearer is None:
                raise
            return None
        if isinstance(resumed, Reused):
            raise Copied(resumed)
        return Entered(account=resumed.who, session=resumed)

    async def _by_who_he_is(self, hello: msg.Hello, bearer: str | None, address: str) -> Entered:
        if hello.password is not None and hello.token is None:
            return await self._by_password(hello.name, hello.password, address)
        token = hello.token or bearer
        if token is not None:
            return await self._by_token(token)
        if hello.name is None:
            raise SignInFailed(
                "no_name", "Say hello with a name, or with the token you were given."
            )
        try:
            name = checked_name(hello.name)
            guest, fresh = await self.accounts.add_guest(name, self.guest_chips, hello.nonce)
        except (BadName, NameTaken) as error:
            raise _failed(error) from None
        return Entered(account=guest, token=fresh, is_new=True)

    async def _with_session(self, entered: Entered) -> Entered:
        """Begin a session; who cannot have one is let in all the same, and has his token."""
        if entered.session is not None:
            return entered
        who, is_new = entered.account, entered.is_new
        try:
            session = await self.sessions.begin(who, self.resume_window, first=is_new)
        except StorageError as error:
            log.warning("no session can be begun", account=who.account, reason=str(error))
            return entered
        return replace(entered, session=session)

    async def register(self, request: msg.Register) -> Entered:
        """
        A new account with a name and a password.

        Raises:
            SignInFailed: the name or the password cannot be had.
            StorageError: the database cannot do it now.
        """
        if request.name is None:
            raise SignInFailed("no_name", "Register with a name, or say hello as a guest first.")
        try:
            name = checked_name(request.name)
            encoded = await self.passwords.encode(request.password)
            person = await self.accounts.add_person(name, encoded, self.guest_chips)
        except (BadName, BadPassword, NameTaken) as error:
            raise _failed(error) from None
        account, token = person
        return await self._with_session(Entered(account=account, token=token))

    async def give_password(self, account: Account, request: msg.Register) -> None:
        """
        Let a guest who is signed in have a password.

        Raises:
            SignInFailed: he cannot have it, or has asked for another name.
            StorageError: the database cannot do it now, or he has one already.
        """
        if request.name not in (None, account.name):
            raise SignInFailed(
                "already_signed_in",
                f"You are {account.name} already; register without a name.",
                found=account.name,
            )
        try:
            encoded = await self.passwords.encode(request.password)
        except BadPassword as error:
            raise _failed(error) from None
        await self.accounts.give_password(account.account, encoded)

    async def sign_out(self, entered: Entered, *, everywhere: bool) -> None:
        """
        Let nobody come back by what a client has been signed in with, or any client of an account.

        Raises:
            StorageError: the database cannot do it now.
        """
        account, session = entered.account.account, entered.session
        if everywhere:
            await self.accounts.sign_out_everywhere(account)
            return
        token = entered.token or entered.shown
        if token is not None:
            await self.accounts.forget_token(token)
        if session is not None:
            await self.sessions.end(session.session)

    async def grant_daily(self, account: Account) -> Chips:
        """
        Chips for the day, for an account that has none and sits nowhere; how many.

        Raises:
            StorageError: the database cannot do it now.
        """
        if not self.daily_chips or account.chips:
            return 0
        return await self.accounts.grant_daily(account.account, self.daily_chips, self.today())

    async def _by_token(self, token: str) -> Entered:
        account = await self.accounts.by_token(token)
        if account is None:
            raise SignInFailed("bad_token", "This token belongs to no account; say hello anew.")
        return Entered(account=account, shown=Token(token))

    async def _by_password(self, name: str | None, password: str, address: str) -> Entered:
        if name is None:
            raise SignInFailed("no_name", "Say whose password it is: hello needs the name too.")
        who = (unicodedata.normalize("NFC", name.strip()).casefold(), address)
        if pause := self.attempts.pause(who):
            raise SignInFailed(
                "too_many_attempts",
                f"Too many wrong passwords for {name}; try again in {pause} seconds.",
                found=name,
                wanted=pause,
            )
        # Counted before it is known, so that many guesses at once are many.
        self.attempts.failed(who)
        entered = None
        try:
            while entered is None:
                entered = await self._compared(name, password, who)
        except StorageError:
            self.attempts.not_looked_at(who)
            raise
        return entered

    async def _compared(self, name: str, password: str, who: Who) -> Entered | None:
        """Who has this name and password; None if it was changed while it was compared."""
        known = await self.accounts.credentials(name)
        stored = known.password if known else None
        match = await self.passwords.match(password, stored)
        if known is None or stored is None or not match.right:
            raise SignInFailed(
                "wrong_password", f"{name} with this password is nobody here.", found=name
            )
        self.attempts.succeeded(who)
        account = known.account.account
        token = await self.accounts.sign_in(account, stored)
        if token is None:
            return None
        if match.fresh is not None:
            await self.accounts.encode_anew(account, stored, match.fresh)
        return Entered(account=known.account, token=token)
