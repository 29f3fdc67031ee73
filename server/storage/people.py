"""
Accounts and tokens as units of work, for those who play and for those who operate.
"""

import hashlib
import secrets
from datetime import UTC, datetime
from typing import NamedTuple

import msgspec
from sqlalchemy import ColumnElement, Connection, delete, insert, select, update
from sqlalchemy.exc import IntegrityError

from server.ledger import granted
from server.lookalikes import skeleton
from server.ports import (
    Account,
    AccountDisabled,
    HasPassword,
    NameTaken,
    PasswordWanted,
    Token,
)
from server.storage.ledger import ledger_rows, post
from server.storage.models import (
    BOT,
    CLAIM,
    GUEST,
    PERSON,
    AccountRow,
    LedgerRow,
    TableRow,
    TokenRow,
)
from server.storage.names import name_key
from showdown.rules.ruleset import AccountId, Chips
from showdown.rules.seating import Seating

MOST_TOKENS = 10
"""So many tokens of clients an account has; for one more the oldest goes."""

_ALIKE = select(AccountRow.name, AccountRow.name_key, AccountRow.password)
_ADDING = insert(AccountRow).returning(AccountRow.id)
_POSTING = insert(LedgerRow)

_SEATING = msgspec.json.Decoder(Seating)


class Person(NamedTuple):
    """An account with all that a sign-in asks about."""

    account: Account
    kind: str
    password: str | None
    disabled_at: str | None


ACCOUNT = select(AccountRow.id, AccountRow.name, AccountRow.chips)
PERSON_OF = select(
    AccountRow.id,
    AccountRow.name,
    AccountRow.chips,
    AccountRow.kind,
    AccountRow.password,
    AccountRow.disabled_at,
)


def as_account(number: int, name: str, chips: int) -> Account:
    """An account from the columns of `ACCOUNT`."""
    return Account(account=AccountId(number), name=name, chips=chips)


def as_person(
    number: int, name: str, chips: int, kind: str, password: str | None, disabled_at: str | None
) -> Person:
    """A person from the columns of `PERSON_OF`."""
    return Person(as_account(number, name, chips), kind, password, disabled_at)


def now() -> str:
    """The present as tables store it."""
    return datetime.now(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")


def find_person(name: str, connection: Connection) -> Person | None:
    """Whose name this is, however it is spelled."""
    query = PERSON_OF.where(AccountRow.name_key == name_key(name))
    row = connection.execute(query).one_or_none()
    return None if row is None else as_person(*row)


def get_person(account: AccountId, connection: Connection) -> Person:
    """An account, locked until the unit ends; KeyError if there is none."""
    query = PERSON_OF.where(AccountRow.id == account).with_for_update()
    row = connection.execute(query).one_or_none()
    if row is None:
        raise KeyError(account)
    return as_person(*row)


def add_account(
    name: str, kind: str, chips: Chips, connection: Connection, password: str | None = None
) -> Account:
    """
    Make an account and grant it its first chips.

    Raises:
        NameTaken: another account has the name.
    """
    looks = skeleton(name)
    _check_free(name, looks, connection)
    row = {
        "name": name,
        "name_key": name_key(name),
        "skeleton": looks,
        "kind": kind,
        "chips": chips,
        "created_at": now(),
        "password": password,
    }
    try:
        account = AccountId(connection.execute(_ADDING, row).scalar_one())
    except IntegrityError:  # somebody has taken it since we looked, and nothing of the unit stays
        raise name_taken(name) from None
    if chips:
        # Nobody else knows of the account: there is nothing to lock, and nothing to look up.
        posting = granted(f"first:{account}", account, chips)
        connection.execute(_POSTING, ledger_rows([posting]))
    return Account(account=account, name=name, chips=chips)


def _check_free(name: str, looks: str, connection: Connection) -> None:
    """
    See that a new account can have a name.

    Raises:
        NameTaken: another one has it, or one that looks like it.
    """
    key = name_key(name)
    query = _ALIKE.where((AccountRow.name_key == key) | (AccountRow.skeleton == looks))
    others = connection.execute(query).all()
    same = next((each for each in others if each.name_key == key), None)
    if same is not None:
        raise (
            PasswordWanted(_wants_password(name), found=name) if same.password else name_taken(name)
        )
    if others:
        raise looks_like(name, others[0].name)


def add_guest(
    name: str, chips: Chips, nonce: str | None, connection: Connection
) -> tuple[Account, Token]:
    """Make an account that its token alone opens, or find the one that was just made so."""
    known = find_person(name, connection) if nonce is not None else None
    if known is not None and nonce is not None and _is_claimed(known, nonce, connection):
        check_enabled(known)
        return known.account, add_client_token(known.account.account, connection)
    account = add_account(name, GUEST, chips, connection)
    if nonce is not None:
        _store_token(token_hash(nonce), account.account, CLAIM, connection)
    return account, add_token(account.account, GUEST, connection)


def _is_claimed(known: Person, nonce: str, connection: Connection) -> bool:
    """Whether a name was taken with this nonce, and its guest has not been heard of since."""
    claim = select(TokenRow.hash).where(
        TokenRow.hash == token_hash(nonce),
        TokenRow.account == known.account.account,
        TokenRow.kind == CLAIM,
    )
    return known.password is None and connection.execute(claim).one_or_none() is not None


def add_person(
    name: str, password: str, chips: Chips, connection: Connection
) -> tuple[Account, Token]:
    """Make an account with a password, and a token for the client that did it."""
    if find_person(name, connection) is not None:
        raise name_taken(name)
    account = add_account(name, PERSON, chips, connection, password)
    return account, add_token(account.account, GUEST, connection)


def house_player(name: str, least: Chips, connection: Connection) -> Account:
    """The account of a house bot with at least so many chips."""
    known = find_person(name, connection)
    if known is not None and known.kind != BOT:
        raise name_taken(name)
    player = known.account if known else add_account(name, BOT, 0, connection)
    missing = least - player.chips
    if missing <= 0:
        return player
    post([granted(f"refill:{secrets.token_hex(8)}", player.account, missing)], connection)
    return Account(account=player.account, name=player.name, chips=least)


def give_password(account: AccountId, password: str, connection: Connection) -> None:
    """Let a guest have a password."""
    known = get_person(account, connection)
    if known.password is not None or known.kind not in (GUEST, PERSON):
        raise HasPassword(
            f"{known.account.name} has a password already; an operator changes it.",
            found=known.account.name,
        )
    set_password(account, password, connection)


def set_password(account: AccountId, password: str, connection: Connection) -> None:
    """Give an account this password, whatever it had."""
    changed = update(AccountRow).where(AccountRow.id == account)
    connection.execute(changed.values(password=password, kind=PERSON))


def encode_anew(account: AccountId, old: str, fresh: str, connection: Connection) -> None:
    """Store a password encoded with other parameters, if it is still that one."""
    same = (AccountRow.id == account, AccountRow.password == old)
    connection.execute(update(AccountRow).where(*same).values(password=fresh))


def sign_in(account: AccountId, password: str, connection: Connection) -> Token | None:
    """A token for a client whose user said his password, if it is still that one."""
    known = get_person(account, connection)
    check_enabled(known)
    if known.password != password:
        return None
    return add_client_token(account, connection)


def add_client_token(account: AccountId, connection: Connection) -> Token:
    """A token for a client; the oldest of many makes way."""
    kept = (
        select(TokenRow.hash)
        .where(TokenRow.account == account, TokenRow.kind == GUEST, TokenRow.revoked_at.is_(None))
        .order_by(TokenRow.created_at.desc(), TokenRow.hash)
    )
    for old in connection.execute(kept).scalars().all()[MOST_TOKENS - 1 :]:
        connection.execute(delete(TokenRow).where(TokenRow.hash == old))
    return add_token(account, GUEST, connection)


def forget_token(token: str, connection: Connection) -> None:
    """Let a client's token open nothing any more, unless it is all that its account has."""
    _forget_tokens(connection, TokenRow.hash == token_hash(token))


def forget_tokens(account: AccountId, connection: Connection) -> None:
    """The same for all tokens of an account's clients."""
    _forget_tokens(connection, TokenRow.account == account)


def _forget_tokens(connection: Connection, which: ColumnElement[bool]) -> None:
    with_password = select(AccountRow.id).where(AccountRow.password.is_not(None))
    clients = (TokenRow.kind == GUEST, TokenRow.account.in_(with_password))
    connection.execute(delete(TokenRow).where(which, *clients))


def add_token(
    account: AccountId, kind: str, connection: Connection, label: str | None = None
) -> Token:
    """A new token, of which only the hash is stored."""
    token = Token(secrets.token_urlsafe(32))
    _store_token(token_hash(token), account, kind, connection, label)
    return token


def _store_token(
    hashed: bytes, account: AccountId, kind: str, connection: Connection, label: str | None = None
) -> None:
    row = {
        "hash": hashed,
        "account": account,
        "created_at": now(),
        "kind": kind,
        "label": label,
    }
    connection.execute(insert(TokenRow), row)


def grant_daily(account: AccountId, chips: Chips, day: str, connection: Connection) -> Chips:
    """Chips for somebody who has none anywhere, once a day."""
    if get_person(account, connection).account.chips or _is_seated(account, connection):
        return 0
    new = post([granted(f"daily:{account}:{day}", account, chips)], connection)
    return chips if new else 0


def _is_seated(account: AccountId, connection: Connection) -> bool:
    """Whether some table had chips of an account when its last hand was over."""
    named = TableRow.checkpoint.like(f'%"account":{account},%')
    for checkpoint in connection.execute(select(TableRow.checkpoint).where(named)).scalars():
        try:
            seating = _SEATING.decode(checkpoint)
        except msgspec.MsgspecError:
            return True  # a table of a newer program: who knows what he has there
        occupant = seating.of(account)
        if occupant and (occupant.stack or occupant.seat in seating.carry.shares):
            return True
    return False


def check_enabled(person: Person) -> None:
    """
    Refuse an account that is disabled.

    Raises:
        AccountDisabled: it is.
    """
    if person.disabled_at is not None:
        raise disabled(person.account.name)


def disabled(name: str) -> AccountDisabled:
    """Why nobody is let in."""
    return AccountDisabled(f"The account {name} is disabled; ask the operator.", found=name)


def token_hash(token: str) -> bytes:
    """What is stored of a token."""
    return hashlib.sha256(token.encode()).digest()


def looks_like(name: str, other: str) -> NameTaken:
    """Why nobody can have a name that looks like another one."""
    sentence = f"The name {name} looks like {other}, which is taken; choose another one."
    return NameTaken(sentence, found=name, wanted=other)


def name_taken(name: str) -> NameTaken:
    """Why nobody else can have a name."""
    return NameTaken(f"The name {name} is taken; choose another one.", found=name)


def _wants_password(name: str) -> str:
    return f"The name {name} has a password; say it, or choose another name."
