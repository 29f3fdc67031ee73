"""
The first message of a connection, in which a client says who it is.
"""

import unicodedata
from collections.abc import Callable

from msgspec import Struct

from server.accounts import BadName, checked_name
from server.gateway.attempts import Attempts, Who
from server.passwords import BadPassword, Passwords
from server.ports import Account, Accounts, NameTaken, StorageError, Token
from server.tables.refusing import Refused
from showdown.protocol import messages as msg
from showdown.rules.ruleset import Chips


class SignInFailed(Refused):
    """Not let in; the text is a sentence for the one who knocked."""


def _failed(error: BadName | BadPassword | NameTaken) -> SignInFailed:
    return SignInFailed(error.code, str(error), found=error.found, wanted=error.wanted)


class Entered(Struct, frozen=True):
    """Who came in, and the token that he must keep if it is new."""

    account: Account
    token: Token | None = None


class Reception(Struct, frozen=True, kw_only=True):
    """Lets people in, by one of the ways there are."""

    accounts: Accounts
    passwords: Passwords
    attempts: Attempts
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
            SignInFailed: who knocks is not let in.
            StorageError: the database cannot do it now, or the account is disabled.
        """
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
            guest = await self.accounts.add_guest(checked_name(hello.name), self.guest_chips)
        except (BadName, NameTaken) as error:
            raise _failed(error) from None
        return Entered(*guest)

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
        return Entered(*person)

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
        return Entered(account)

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
        return Entered(known.account, token)
