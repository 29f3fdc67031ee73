"""
What operators do to accounts: each thing a unit of work that notes in `audit` who did what.
"""

import getpass
import secrets
from collections.abc import Iterable
from typing import Any, NamedTuple

import msgspec
from sqlalchemy import Connection, insert, select, update

from server.ledger import granted
from server.ports import Account, Token
from server.storage import people
from server.storage.ledger import post
from server.storage.models import (
    API,
    CLAIM,
    GUEST,
    PERSON,
    AccountRow,
    AuditRow,
    TokenRow,
)
from server.storage.models import (
    HOUSE as HOUSE_KIND,
)
from server.storage.sessions import end_sessions
from showdown.rules.ruleset import LARGEST, Chips

SHOWN_SIGNS = 8
"""A token is called by so many hexadecimal digits of its hash."""

ADD, TOKEN, REVOKE = "account add", "account token", "account token --revoke"
GRANT, PASSWORD = "account grant", "account passwd"
DISABLE, ENABLE = "account disable", "account disable --undo"

IMPORT = "import"

SIGNS_OUT = frozenset({REVOKE, PASSWORD, DISABLE})
"""After these a server that runs closes the account's connection."""


class CannotBeDone(Exception):
    """What the operator asked for cannot be done; the text is one sentence for him."""


class ListedToken(NamedTuple):
    """A token as a list shows it."""

    id: str
    kind: str
    label: str | None
    created_at: str


class ListedAccount(NamedTuple):
    """An account as a list shows it."""

    account: int
    name: str
    kind: str
    chips: Chips
    created_at: str
    has_password: bool
    disabled_at: str | None
    tokens: tuple[ListedToken, ...]


def add(name: str, password: str | None, chips: Chips, connection: Connection) -> Account:
    """Make an account, with a password or for tokens alone."""
    if people.find_person(name, connection) is not None:
        raise people.name_taken(name)
    kind = GUEST if password is None else PERSON
    account = people.add_account(name, kind, chips, connection, password)
    _note(ADD, account, {"chips": chips}, connection)
    return account


def add_token(name: str, label: str | None, connection: Connection) -> Token:
    """A token for a program; nobody can see it a second time."""
    known = _known(name, connection)
    people.check_enabled(known)
    token = people.add_token(known.account.account, API, connection, label)
    _note(TOKEN, known.account, {"token": token_id(people.token_hash(token))}, connection)
    return token


def revoke(name: str, called: str, connection: Connection) -> str:
    """Let a token open nothing any more; gives its whole id."""
    known = _known(name, connection)
    hashes = select(TokenRow.hash).where(
        TokenRow.account == known.account.account,
        TokenRow.revoked_at.is_(None),
        TokenRow.kind != CLAIM,
    )
    found = [
        each
        for each in connection.execute(hashes).scalars()
        if called and each.hex().startswith(called.lower())
    ]
    if len(found) != 1:
        many = f"{len(found)} tokens begin" if found else "no token begins"
        raise CannotBeDone(f"Of {known.account.name} {many} with {called!r}; see account list.")
    revoked = update(TokenRow).where(TokenRow.hash == found[0]).values(revoked_at=people.now())
    connection.execute(revoked)
    end_sessions(known.account.account, connection)
    _note(REVOKE, known.account, {"token": token_id(found[0])}, connection)
    return token_id(found[0])


def grant(name: str, chips: Chips, connection: Connection) -> Account:
    """Give an account chips."""
    known = _known(name, connection)
    account = known.account
    if account.chips + chips > LARGEST:
        raise CannotBeDone(f"{account.name} would have more than {LARGEST} chips.")
    key = f"operator:{secrets.token_hex(8)}"
    post([granted(key, account.account, chips)], connection)
    _note(GRANT, account, {"chips": chips, "key": f"grant:{key}"}, connection)
    return Account(account=account.account, name=account.name, chips=account.chips + chips)


def change_password(name: str, password: str, connection: Connection) -> Account:
    """Give an account another password; whoever is signed in is so no more."""
    known = _known(name, connection)
    if known.kind not in (GUEST, PERSON):
        raise CannotBeDone(f"{known.account.name} is no person, so it has no password.")
    people.set_password(known.account.account, password, connection)
    clients = (
        TokenRow.account == known.account.account,
        TokenRow.kind == GUEST,
        TokenRow.revoked_at.is_(None),
    )
    connection.execute(update(TokenRow).where(*clients).values(revoked_at=people.now()))
    end_sessions(known.account.account, connection)
    _note(PASSWORD, known.account, {}, connection)
    return known.account


def disable(name: str, undo: bool, connection: Connection) -> Account:
    """Let nobody sign in to an account, or again."""
    known = _known(name, connection)
    if known.kind == HOUSE_KIND:
        raise CannotBeDone(f"{known.account.name} is the house, which nobody can sign in to.")
    disabled = update(AccountRow).where(AccountRow.id == known.account.account)
    connection.execute(disabled.values(disabled_at=None if undo else people.now()))
    end_sessions(known.account.account, connection)
    _note(ENABLE if undo else DISABLE, known.account, {}, connection)
    return known.account


def known_account(name: str, connection: Connection) -> Account:
    """
    The account of this name, however it is spelled; a unit of work.

    Raises:
        CannotBeDone: there is none.
    """
    return _known(name, connection).account


def note_import(account: Account, files: Iterable[str], new: int, connection: Connection) -> None:
    """Write down that hands were imported; a unit of work."""
    _note(IMPORT, account, {"files": list(files), "new": new}, connection)


def listed(name: str | None, connection: Connection) -> tuple[ListedAccount, ...]:
    """All accounts, or one, with the tokens that open them."""
    query = select(
        AccountRow.id,
        AccountRow.name,
        AccountRow.kind,
        AccountRow.chips,
        AccountRow.created_at,
        AccountRow.password.is_not(None),
        AccountRow.disabled_at,
    ).order_by(AccountRow.id)
    good = (TokenRow.revoked_at.is_(None), TokenRow.kind != CLAIM)
    tokens = select(TokenRow).where(*good).order_by(TokenRow.created_at)
    if name is not None:
        only = _known(name, connection).account.account
        query, tokens = query.where(AccountRow.id == only), tokens.where(TokenRow.account == only)
    by_account: dict[int, list[ListedToken]] = {}
    for row in connection.execute(tokens.with_only_columns(*_TOKEN)):
        shown = ListedToken(token_id(row.hash), row.kind, row.label, row.created_at)
        by_account.setdefault(row.account, []).append(shown)
    return tuple(
        ListedAccount(
            account=number,
            name=spelled,
            kind=kind,
            chips=chips,
            created_at=created_at,
            has_password=bool(has_password),
            disabled_at=disabled_at,
            tokens=tuple(by_account.get(number, ())),
        )
        for number, spelled, kind, chips, created_at, has_password, disabled_at in (
            connection.execute(query)
        )
    )


_TOKEN = (
    TokenRow.hash,
    TokenRow.account,
    TokenRow.kind,
    TokenRow.label,
    TokenRow.created_at,
)


def token_id(hashed: bytes) -> str:
    """What a token is called by."""
    return hashed.hex()[:SHOWN_SIGNS]


def _known(name: str, connection: Connection) -> people.Person:
    known = people.find_person(name, connection)
    if known is None:
        raise CannotBeDone(f"There is no account {name!r}; see account list.")
    return known


def note_whole_export(details: dict[str, Any], connection: Connection) -> None:
    """Write down that somebody reads hands with everybody's cards, and the keys of their deals."""
    _note("export", None, details, connection)


def _note(
    action: str, account: Account | None, details: dict[str, Any], connection: Connection
) -> None:
    """Write down who did what."""
    row = {
        "at": people.now(),
        "who": _who(),
        "action": action,
        "account": None if account is None else account.account,
        "details": msgspec.json.encode(details).decode(),
    }
    connection.execute(insert(AuditRow), row)


def _who() -> str:
    try:
        return getpass.getuser()
    except (OSError, KeyError, ImportError):  # an account without a name, as in some containers
        return "?"
