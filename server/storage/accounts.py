"""Accounts and tokens in the database."""

import hashlib
import secrets
from datetime import UTC, datetime
from functools import partial
from typing import NamedTuple

from msgspec.structs import replace
from sqlalchemy import Connection, Row, insert, select

from server.ledger import granted
from server.ports import Account, NameTaken, Token
from server.storage.ledger import post
from server.storage.models import BOT, GUEST, AccountRow, TokenRow
from server.storage.names import name_key
from server.storage.store import Store
from showdown.rules.ruleset import AccountId, Chips

_ACCOUNT = select(AccountRow.id, AccountRow.name, AccountRow.chips)


class SqlAccounts:
    """Fills `server.ports.Accounts`."""

    def __init__(self, store: Store) -> None:
        self._store = store

    async def add_guest(self, name: str, chips: Chips) -> tuple[Account, Token]:
        token = Token(secrets.token_urlsafe(32))
        account = await self._store.write(partial(_add_guest, name, chips, _hash(token)))
        return account, token

    async def house_player(self, name: str, least: Chips) -> Account:
        return await self._store.write(partial(_house_player, name, least))

    async def by_token(self, token: str) -> Account | None:
        query = _ACCOUNT.join(TokenRow).where(TokenRow.hash == _hash(token))
        async with self._store.reading() as connection:
            row = (await connection.execute(query)).one_or_none()
        return None if row is None else _account(row)

    async def get(self, account: AccountId) -> Account:
        query = _ACCOUNT.where(AccountRow.id == account)
        async with self._store.reading() as connection:
            row = (await connection.execute(query)).one_or_none()
        if row is None:
            raise KeyError(account)
        return _account(row)


def _add_guest(name: str, chips: Chips, token_hash: bytes, connection: Connection) -> Account:
    if _named(name, connection) is not None:
        raise _taken(name)
    account = _add(name, GUEST, connection)
    post([granted(f"first:{account.account}", account.account, chips)], connection)
    row = {"hash": token_hash, "account": account.account, "created_at": _now()}
    connection.execute(insert(TokenRow), row)
    return replace(account, chips=chips)


def _house_player(name: str, least: Chips, connection: Connection) -> Account:
    known = _named(name, connection)
    if known is None:
        player = _add(name, BOT, connection)
    elif known.kind == BOT:
        player = known.account
    else:
        raise _taken(name)
    missing = least - player.chips
    if missing <= 0:
        return player
    refill = granted(f"refill:{secrets.token_hex(8)}", player.account, missing)
    post([refill], connection)
    return replace(player, chips=least)


class _Known(NamedTuple):
    account: Account
    kind: str


def _named(name: str, connection: Connection) -> _Known | None:
    query = _ACCOUNT.add_columns(AccountRow.kind).where(AccountRow.name_key == name_key(name))
    row = connection.execute(query).one_or_none()
    if row is None:
        return None
    number, spelled, chips, kind = row
    return _Known(Account(account=AccountId(number), name=spelled, chips=chips), kind)


def _add(name: str, kind: str, connection: Connection) -> Account:
    row = {
        "name": name,
        "name_key": name_key(name),
        "kind": kind,
        "chips": 0,
        "created_at": _now(),
    }
    number = connection.execute(insert(AccountRow).returning(AccountRow.id), row).scalar_one()
    return Account(account=AccountId(number), name=name, chips=0)


def _account(row: Row[int, str, int]) -> Account:
    number, name, chips = row
    return Account(account=AccountId(number), name=name, chips=chips)


def _taken(name: str) -> NameTaken:
    return NameTaken(f"The name {name} is taken; choose another one.")


def _hash(token: str) -> bytes:
    return hashlib.sha256(token.encode()).digest()


def _now() -> str:
    return datetime.now(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
