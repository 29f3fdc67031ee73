"""
Who is signed in: sessions and their resume tokens, of which only hashes are stored.

A token is the id of its session and a secret. So an old one is known as such although its hash is
gone, and a session that has been resumed a thousand times is as small as one that has begun.

After a restart everybody comes back at once; what they ask for shares transactions.
"""

import secrets
from collections import Counter
from collections.abc import Callable, Collection, Sequence
from datetime import UTC, datetime, timedelta
from typing import NamedTuple

import structlog
from msgspec.structs import replace
from sqlalchemy import Connection, bindparam, delete, insert, select, update

from server.ports import (
    Account,
    ResumeToken,
    Reused,
    Session,
    SessionId,
    SessionOver,
    StorageError,
)
from server.storage import people
from server.storage.entrances import next_entrances
from server.storage.models import CLAIM, AccountRow, SessionRow, TokenRow
from server.storage.store import Store
from server.storage.together import Together
from showdown.rules.ruleset import AccountId

log = structlog.get_logger()

MOST_SESSIONS = 10
"""So many sessions an account has; for one more the one goes that would be over first."""

MOST_GIVEN = 8
"""So many tokens of which a client has not shown one are good at the same time."""

AT_ONCE = 50
"""So many sessions are changed in one transaction, which whoever plays waits for."""

_HASH_SIZE = 32

# Statements are made once: to make one takes as long as to run it.
_OF_ACCOUNTS = (
    select(SessionRow.account, SessionRow.id)
    .where(SessionRow.account.in_(bindparam("accounts", expanding=True)))
    .order_by(SessionRow.expires_at, SessionRow.id.desc())
)
_ADDING = insert(SessionRow)
_CHANGING = (
    update(SessionRow)
    .where(SessionRow.id == bindparam("session"))
    .values(used=bindparam("used"), given=bindparam("given"), expires_at=bindparam("expires_at"))
)
_REMOVING = delete(SessionRow).where(SessionRow.id.in_(bindparam("sessions", expanding=True)))
_DROPPING_CLAIMS = delete(TokenRow).where(
    TokenRow.account.in_(bindparam("accounts", expanding=True)), TokenRow.kind == CLAIM
)
_KNOWN = (
    select(
        SessionRow.id,
        SessionRow.account,
        SessionRow.used,
        SessionRow.given,
        SessionRow.expires_at,
        AccountRow.name,
        AccountRow.chips,
        AccountRow.disabled_at,
    )
    .join(AccountRow, AccountRow.id == SessionRow.account)
    .where(SessionRow.id.in_(bindparam("sessions", expanding=True)))
)


class _Stored(NamedTuple):
    """A session as the database has it."""

    session: SessionId
    who: Account
    used: bytes | None
    given: tuple[bytes, ...]
    expires_at: str
    disabled_at: str | None

    def knows(self, shown: bytes) -> bool:
        """Whether a token of this hash is good."""
        return shown == self.used or shown in self.given

    def after(self, shown: bytes, fresh: bytes, expires_at: str) -> "_Stored":
        """The session when one token was shown and another one given."""
        since = self.given if shown == self.used else ()
        return self._replace(used=shown, given=(*since, fresh)[-MOST_GIVEN:], expires_at=expires_at)


class _Resuming(NamedTuple):
    token: str
    window_s: int


class _Beginning(NamedTuple):
    who: Account
    window_s: int
    first: bool


class SqlSessions:
    """Fills `server.ports.Sessions`."""

    def __init__(
        self, store: Store, now: Callable[[], datetime] = lambda: datetime.now(UTC)
    ) -> None:
        """``now`` is the time of day."""
        self._store, self._now = store, now
        self._resuming = Together(store, self._resume_all, AT_ONCE)
        self._beginning = Together(store, self._begin_all, AT_ONCE)

    async def begin(self, who: Account, window_s: int, *, first: bool = False) -> Session:
        return await self._beginning.ask(_Beginning(who, window_s, first))

    async def resume(self, token: str, window_s: int) -> Session | Reused:
        try:
            outcome = await self._resuming.ask(_Resuming(token, window_s))
        except StorageError as error:
            # A database that can be read at least lets in who shows a good token, and it stays
            # good; so it does if this was stored after all.
            log.warning("a session goes on by its last token", reason=str(error))
            known = await self._read(token)
            return Session(session=known.session, who=known.who)
        if isinstance(outcome, StorageError):
            raise outcome
        return outcome

    async def account_of(self, token: str) -> Account:
        return (await self._read(token)).who

    async def end(self, session: SessionId) -> None:
        ending = delete(SessionRow).where(SessionRow.id == session)
        await self._store.write(lambda connection: connection.execute(ending).rowcount)

    async def _read(self, token: str) -> _Stored:
        wanted = {"sessions": [_id_of(token)]}
        row = await self._store.look(
            lambda connection: connection.execute(_KNOWN, wanted).one_or_none()
        )
        found = _checked(_as_stored(*row) if row else None, self._now())
        if not found.knows(people.token_hash(token)):
            raise _over()
        return found

    # Units of work.

    def _resume_all(
        self, asked: Sequence[_Resuming], connection: Connection
    ) -> list[Session | Reused | StorageError]:
        now = self._now()
        wanted = {_id_of(each.token) for each in asked}
        rows = connection.execute(_KNOWN, {"sessions": list(wanted)}).all()
        before = {row.id: _as_stored(*row) for row in rows}
        resuming = _Resumptions(dict(before), now)
        entrances = next_entrances(len(asked), connection)
        outcomes = [
            _entering(resuming.resume(*each), entrance)
            for each, entrance in zip(asked, entrances, strict=True)
        ]
        _remove(before.keys() - resuming.known.keys(), connection)
        changed = [each for key, each in resuming.known.items() if before[key] is not each]
        _change(changed, connection)
        _drop_claims({each.who.account for each in changed}, connection)
        return outcomes

    def _begin_all(self, asked: Sequence[_Beginning], connection: Connection) -> list[Session]:
        now = self._now()
        _make_room([each.who.account for each in asked], connection)
        _drop_claims({each.who.account for each in asked if not each.first}, connection)
        entrances = next_entrances(len(asked), connection)
        begun = [
            replace(_begun(each.who), entrance=entrance)
            for each, entrance in zip(asked, entrances, strict=True)
        ]
        rows = [
            {
                "id": session.session,
                "account": session.account,
                "given": people.token_hash(session.token or ""),
                "expires_at": _end_of(now, each.window_s),
            }
            for session, each in zip(begun, asked, strict=True)
        ]
        connection.execute(_ADDING, rows)
        return begun


Outcome = Session | Reused | StorageError


def _entering(outcome: Outcome, entrance: int) -> Outcome:
    return replace(outcome, entrance=entrance) if isinstance(outcome, Session) else outcome


class _Resumptions:
    """Sessions that are resumed one after the other, before anything of it is stored."""

    def __init__(self, known: dict[str, _Stored], now: datetime) -> None:
        self.known = known
        self._now = now

    def resume(self, token: str, window_s: int) -> Session | Reused | StorageError:
        """What comes of a token that is shown; an error is its own alone."""
        shown = people.token_hash(token)
        try:
            found = _checked(self.known.get(_id_of(token)), self._now)
        except StorageError as error:
            return error
        if not found.knows(shown):
            del self.known[found.session]
            return Reused(session=found.session, account=found.who.account)
        fresh = _token_of(found.session)
        self.known[found.session] = found.after(
            shown, people.token_hash(fresh), _end_of(self._now, window_s)
        )
        return Session(session=found.session, who=found.who, token=fresh)


def end_sessions(account: AccountId, connection: Connection) -> None:
    """Let no client of an account come back by a resume token."""
    connection.execute(delete(SessionRow).where(SessionRow.account == account))


def sign_out_everywhere(account: AccountId, connection: Connection) -> None:
    """The same, nor by a token if the account has a password."""
    end_sessions(account, connection)
    people.forget_tokens(account, connection)


def prune_sessions(now: datetime, connection: Connection) -> int:
    """Forget sessions that are over; gives how many."""
    over = delete(SessionRow).where(SessionRow.expires_at <= _text(now))
    return connection.execute(over).rowcount


def _as_stored(
    session: str,
    account: int,
    used: bytes | None,
    given: bytes,
    expires_at: str,
    name: str,
    chips: int,
    disabled_at: str | None,
) -> _Stored:
    hashes = tuple(given[at : at + _HASH_SIZE] for at in range(0, len(given), _HASH_SIZE))
    who = people.as_account(account, name, chips)
    return _Stored(SessionId(session), who, used, hashes, expires_at, disabled_at)


def _checked(found: _Stored | None, now: datetime) -> _Stored:
    """
    A session that can go on.

    Raises:
        SessionOver: it cannot.
        AccountDisabled: nobody may sign in to its account.
    """
    if found is None or found.expires_at <= _text(now):
        raise _over()
    if found.disabled_at is not None:
        raise people.disabled(found.who.name)
    return found


def _change(changed: Collection[_Stored], connection: Connection) -> None:
    if not changed:
        return
    rows = [
        {
            "session": each.session,
            "used": each.used,
            "given": b"".join(each.given),
            "expires_at": each.expires_at,
        }
        for each in changed
    ]
    connection.execute(_CHANGING, rows)


def _remove(sessions: Collection[str], connection: Connection) -> None:
    if sessions:
        connection.execute(_REMOVING, {"sessions": list(sessions)})


def _begun(who: Account) -> Session:
    session = SessionId(secrets.token_urlsafe(16))
    return Session(session=session, who=who, token=_token_of(session))


def _make_room(accounts: Collection[AccountId], connection: Connection) -> None:
    """Let each account have one session more, once for each time that it is named."""
    wanted = Counter(accounts)
    oldest_first = connection.execute(_OF_ACCOUNTS, {"accounts": list(wanted)})
    by_account: dict[int, list[str]] = {}
    for account, session in oldest_first:
        by_account.setdefault(account, []).append(session)
    over = [
        session
        for account, sessions in by_account.items()
        for session in sessions[
            : max(0, len(sessions) + wanted[AccountId(account)] - MOST_SESSIONS)
        ]
    ]
    _remove(over, connection)


def _drop_claims(accounts: Collection[AccountId], connection: Connection) -> None:
    """Whoever came back has heard of his tokens and needs no claim to his name any more."""
    if accounts:
        connection.execute(_DROPPING_CLAIMS, {"accounts": list(accounts)})


def _token_of(session: SessionId) -> ResumeToken:
    return ResumeToken(f"{session}.{secrets.token_urlsafe(32)}")


def _id_of(token: str) -> str:
    return token.partition(".")[0]


def _end_of(now: datetime, window_s: int) -> str:
    return _text(now + timedelta(seconds=window_s))


def _text(moment: datetime) -> str:
    return moment.strftime("%Y-%m-%dT%H:%M:%SZ")


def _over() -> SessionOver:
    return SessionOver("This session is over; sign in with your token, name or password.")
