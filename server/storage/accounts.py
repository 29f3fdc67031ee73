"""Accounts and tokens in the database."""

from functools import partial

from msgspec.structs import replace
from sqlalchemy import Connection, bindparam, func, select

from server.ports import Account, Credentials, SignedOut, Token
from server.storage import people
from server.storage.models import API, BOT, CLAIM, AccountRow, AuditRow, TokenRow
from server.storage.names import name_key
from server.storage.operators import DISABLE, SIGNS_OUT
from server.storage.sessions import sign_out_everywhere
from server.storage.store import Store
from showdown.rules.ruleset import AccountId, Chips

_LOOKED_AT_AGAIN = 200
"""
So many of the last things that operators did, and hosts, who may do many, are looked at again.

Of two at once the one with the lower number may be done later; and an account that is disabled may
have been about to sign in.
"""
_BY_TOKEN = (
    people.PERSON_OF.add_columns(TokenRow.kind)
    .join(TokenRow)
    .where(
        TokenRow.hash == bindparam("shown"), TokenRow.revoked_at.is_(None), TokenRow.kind != CLAIM
    )
)
"""Made once: to make it takes longer than to run it."""

_NOTED = select(AuditRow.id, AuditRow.action, AccountRow.id, AccountRow.disabled_at).join(
    AccountRow, AccountRow.id == AuditRow.account
)


def _noted_since(
    mark: int | None, connection: Connection
) -> tuple[int, list[tuple[int, str, int, str | None]]]:
    """From where they were looked at, and what operators have done since."""
    if mark is None:
        mark = connection.scalar(select(func.max(AuditRow.id))) or 0
    found = connection.execute(_NOTED.where(AuditRow.id > mark - _LOOKED_AT_AGAIN))
    return mark, [(number, action, who, at) for number, action, who, at in found]


class SqlAccounts:
    """Fills `server.ports.Accounts`."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._known: frozenset[int] = frozenset()
        """Which of them were seen when they were looked at last."""

    async def add_guest(
        self, name: str, chips: Chips, nonce: str | None = None
    ) -> tuple[Account, Token]:
        return await self._store.write(partial(people.add_guest, name, chips, nonce))

    async def add_person(self, name: str, password: str, chips: Chips) -> tuple[Account, Token]:
        return await self._store.write(partial(people.add_person, name, password, chips))

    async def house_player(self, name: str, least: Chips) -> Account:
        return await self._store.write(partial(people.house_player, name, least), first=True)

    async def house_players(self) -> dict[str, AccountId]:
        query = select(AccountRow.name, AccountRow.id).where(AccountRow.kind == BOT)
        async with self._store.reading() as connection:
            return {name: AccountId(number) for name, number in await connection.execute(query)}

    async def give_password(self, account: AccountId, password: str) -> None:
        await self._store.write(partial(people.give_password, account, password))

    async def encode_anew(self, account: AccountId, old: str, fresh: str) -> None:
        await self._store.write(partial(people.encode_anew, account, old, fresh))

    async def sign_in(self, account: AccountId, password: str) -> Token | None:
        return await self._store.write(partial(people.sign_in, account, password))

    async def forget_token(self, token: Token) -> None:
        await self._store.write(partial(people.forget_token, token))

    async def sign_out_everywhere(self, account: AccountId) -> None:
        await self._store.write(partial(sign_out_everywhere, account))

    async def grant_daily(self, account: AccountId, chips: Chips, day: str) -> Chips:
        return await self._store.write(partial(people.grant_daily, account, chips, day))

    async def credentials(self, name: str) -> Credentials | None:
        query = people.PERSON_OF.where(AccountRow.name_key == name_key(name))
        row = await self._store.look(lambda connection: connection.execute(query).one_or_none())
        if row is None:
            return None
        known = people.as_person(*row)
        return Credentials(account=known.account, password=known.password)

    async def by_token(self, token: str) -> Account | None:
        shown = {"shown": people.token_hash(token)}
        row = await self._store.look(
            lambda connection: connection.execute(_BY_TOKEN, shown).one_or_none()
        )
        if row is None:
            return None
        *columns, kind = row
        known = people.as_person(*columns)
        people.check_enabled(known)
        return replace(known.account, is_program=kind == API)

    async def get(self, account: AccountId) -> Account:
        query = people.ACCOUNT.where(AccountRow.id == account)
        row = await self._store.look(lambda connection: connection.execute(query).one_or_none())
        if row is None:
            raise KeyError(account)
        return people.as_account(*row)

    async def signed_out_since(self, mark: int | None) -> SignedOut:
        first = mark is None
        last, rows = await self._store.look(partial(_noted_since, mark))
        known, self._known = self._known, frozenset(number for number, *_ in rows)
        signed_out = frozenset(
            AccountId(account)
            for number, action, account, disabled_at in rows
            if (number not in known and action in SIGNS_OUT)
            or (action == DISABLE and disabled_at is not None)
        )
        return SignedOut(
            mark=max((last, *self._known)), accounts=frozenset() if first else signed_out
        )
