"""Who plays, what he has, and what he comes in by."""

from collections.abc import Mapping
from typing import NewType, Protocol

from msgspec import Struct

from showdown.rules.ruleset import AccountId, Chips

HOUSE = AccountId(1)
"""The account that takes rake; the first migration makes it."""

Token = NewType("Token", str)
"""Who shows it is the account; stored hashed, told once."""


class Account(Struct, frozen=True, kw_only=True):
    """Somebody who plays."""

    account: AccountId
    name: str
    chips: Chips
    """What he has beside the tables."""
    is_program: bool = False
    """Whether he came in by a token that an operator made for a program."""


class Credentials(Struct, frozen=True, kw_only=True):
    """What a password is compared with."""

    account: Account
    password: str | None
    """Encoded; None for an account that has none."""


class SignedOut(Struct, frozen=True, kw_only=True):
    """Whom operators have signed out since they were last looked at."""

    mark: int
    """Ask for those after this one next time."""
    accounts: frozenset[AccountId]


class Accounts(Protocol):
    """Who plays, and what they have."""

    async def add_guest(
        self, name: str, chips: Chips, nonce: str | None = None
    ) -> tuple[Account, Token]:
        """
        Make an account without a password.

        Whoever asked for the same name with the same ``nonce`` and never came back is given his
        account again: nobody knows whether he heard of its token.

        Raises:
            NameTaken: another account has the name.
            PasswordWanted: it has, and a password too.
        """

    async def add_person(self, name: str, password: str, chips: Chips) -> tuple[Account, Token]:
        """
        Make an account with a password, which is given encoded.

        Raises:
            NameTaken: another account has the name.
        """

    async def give_password(self, account: AccountId, password: str) -> None:
        """
        Let a guest have a password, which is given encoded.

        Raises:
            HasPassword: he has one.
        """

    async def encode_anew(self, account: AccountId, old: str, fresh: str) -> None:
        """Store a password encoded with other parameters, if it is still that one."""

    async def credentials(self, name: str) -> Credentials | None:
        """Whose name this is, however it is spelled."""

    async def sign_in(self, account: AccountId, password: str) -> Token | None:
        """
        A new token for somebody who said this password; the oldest of many makes way.

        None if it is stored no more, or encoded otherwise.

        Raises:
            AccountDisabled: nobody may sign in to it.
        """

    async def forget_token(self, token: Token) -> None:
        """
        Let a client's token open nothing any more.

        Not the one of an account without a password, which has nothing else to come back by, nor
        one that an operator made for a program.
        """

    async def sign_out_everywhere(self, account: AccountId) -> None:
        """End all sessions of an account and forget the tokens of its clients, by the same rule."""

    async def grant_daily(self, account: AccountId, chips: Chips, day: str) -> Chips:
        """
        Chips for somebody who has none, beside the tables or at one, once a day.

        Args:
            day: in universal time, as in 2026-11-30.

        Returns:
            What was granted: all of it, or 0.
        """

    async def signed_out_since(self, mark: int | None) -> SignedOut:
        """Whose accounts operators have disabled or signed out after a mark; None is from now."""

    async def house_player(self, name: str, least: Chips) -> Account:
        """
        The account of a house bot, made if there is none and filled up to at least ``least`` chips.

        Raises:
            NameTaken: a person has the name.
        """

    async def house_players(self) -> Mapping[str, AccountId]:
        """The accounts of all house bots that there are by name, those of earlier days included."""

    async def by_token(self, token: str) -> Account | None:
        """
        Whose token this is; None for one that is unknown or revoked.

        Raises:
            AccountDisabled: nobody may sign in to the account.
        """

    async def get(self, account: AccountId) -> Account:
        """An account as it is now; KeyError if there is none."""
