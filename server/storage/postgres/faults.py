"""
What PostgreSQL and the way to it complain about, in sentences for the person who runs the server.

An error that is not in the tables is our own bug and rises as it is.
"""

import os
import ssl
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import asyncpg
from sqlalchemy.exc import DBAPIError
from sqlalchemy.exc import TimeoutError as PoolTimeout

from server.addresses import PostgresAddress
from server.ports import StorageError

_AWAY = "The database {database} does not answer; see that PostgreSQL runs and can be reached."
_SLOW = "The database {database} takes too long to answer; see what PostgreSQL is busy with."
_REFUSED = "The database {database} refuses the user {user}; check name and password in --database."
_FULL = "The disk of the database {database} is full; make room on it."
_FAILS = "The disk of the database {database} fails to read or write; see PostgreSQL's log."
_DAMAGED = "The database {database} is damaged; put a backup in its place."
_NO_TLS = "The database {database} does not speak TLS; let it (ssl = on), or ask for no sslmode."
_NOT_TRUSTED = (
    "The certificate of the database {database} is not to be trusted ({why}); "
    "name who signed it as sslrootcert in its address."
)
_TLS_FAILS = (
    "TLS with the database {database} fails ({why}); "
    "check sslrootcert, sslcert and sslkey in its address."
)
_NO_FILE = "Cannot read {file}, which the address of the database {database} names."
_NOT_AN_ADDRESS = "The address of the database {database} cannot be used: {why}."

_SENTENCES = {
    "53100": _FULL,
    "53200": "The database {database} is out of memory; see PostgreSQL's log.",
    "53300": "The database {database} has too many connections; raise its max_connections.",
    "25006": "The database {database} can only be read; name the primary in --database.",
    "3D000": "There is no database {database}; create it, or give another --database.",
    "42501": "The user {user} may not do that in the database {database}; grant it to him.",
    "42704": "The address of the database {database} has an option that PostgreSQL does not know.",
    "57014": _SLOW,
    "55P03": _SLOW,
    "25P03": _SLOW,
    "58030": _FAILS,
    "XX001": _DAMAGED,
    "XX002": _DAMAGED,
}
_CLASSES = {
    "08": _AWAY,
    "28": _REFUSED,
    "57": _AWAY,
    "58": _FAILS,
}
"""By the first two signs of the code, where the code itself is not listed."""

_TRY_AGAIN = {"40001", "40P01"}
"""Transactions that got into each other's way: of two, one goes on and one begins anew."""

UNIQUE = "23505"


def code_of(error: BaseException) -> str | None:
    """PostgreSQL's code for an error; None if it is not one of its own."""
    error = _below(error)
    code = getattr(error, "sqlstate", None)
    return str(code) if code else None


def is_passing(error: BaseException) -> bool:
    """Whether the same may go well when it is done anew at once."""
    return code_of(error) in _TRY_AGAIN


def is_lost(error: BaseException) -> bool:
    """Whether the connection is gone, so that nobody says what became of the last request."""
    if isinstance(error, DBAPIError) and error.connection_invalidated:
        return True
    below = _below(error)
    code = code_of(below)
    if code is not None:
        return code.startswith(("08", "57P"))
    if isinstance(below, asyncpg.InterfaceError):
        return "clos" in str(below)
    return isinstance(below, OSError)  # time-outs included


def as_storage_error(error: BaseException, database: PostgresAddress) -> StorageError | None:
    """The sentence for an error; None if it is none that an operator can mend."""
    below = _below(error)
    sentence = _sentence(below)
    if sentence is None and is_lost(error):
        sentence = _AWAY
    if sentence is None:
        return None
    file = _unreadable(database) if isinstance(below, FileNotFoundError | PermissionError) else None
    return StorageError(
        (_NO_FILE if file else sentence).format(
            database=database, user=database.user or "that it gives", why=_why(below), file=file
        )
    )


@contextmanager
def told(database: PostgresAddress) -> Iterator[None]:
    """Raise what PostgreSQL complains about in this block as a StorageError."""
    try:
        yield
    except Exception as error:
        told_as = as_storage_error(error, database)
        if told_as is None:
            raise
        raise told_as from error


def _sentence(error: BaseException) -> str | None:
    code = code_of(error)
    if code is not None:
        return _SENTENCES.get(code) or _CLASSES.get(code[:2])
    match error:
        case TimeoutError() | PoolTimeout():
            return _SLOW
        case asyncpg.ClientConfigurationError():
            return _NOT_AN_ADDRESS
        case ssl.SSLCertVerificationError():
            return _NOT_TRUSTED
        case ssl.SSLError():
            return _TLS_FAILS
        case ConnectionError() if "rejected SSL upgrade" in str(error):
            return _NO_TLS
        case OSError():
            return _AWAY
    return None


def _why(error: BaseException) -> str:
    """What the driver or OpenSSL says, where that is for the operator."""
    match error:
        case ssl.SSLCertVerificationError():
            return error.verify_message.rstrip(".")
        case ssl.SSLError():
            return (error.reason or str(error)).lower().replace("_", " ")
    return str(error).partition("\n")[0].rstrip(".")


def _unreadable(database: PostgresAddress) -> Path | None:
    """A file of TLS that the address names and that cannot be read."""
    files = (Path(file) for file in database.files)
    return next((file for file in files if not os.access(file, os.R_OK)), None)


def _below(error: BaseException) -> BaseException:
    """The driver's own error, where SQLAlchemy has wrapped it."""
    while isinstance(error, DBAPIError) and error.orig is not None:
        error = error.orig
    cause = error.__cause__
    is_ours = type(error).__module__.startswith("sqlalchemy.")
    return cause if is_ours and isinstance(cause, Exception) else error
