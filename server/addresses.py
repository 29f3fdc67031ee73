"""
Where the database is, a file of SQLite or a PostgreSQL whose password nobody prints; and the bus.
"""

import re
from pathlib import Path
from urllib.parse import SplitResult, parse_qs, quote, unquote, urlsplit

import msgspec

_SCHEMES = ("postgresql", "postgres", "postgresql+asyncpg")
_HOSTS = re.compile(r"[A-Za-z0-9_.\-]*(:\d+)?|\[[0-9a-fA-F:.]+\](:\d+)?")
_TEXTS = tuple[str, ...]
_NAME = re.compile(r"[^/@:]+")
_FILES = ("sslrootcert", "sslcert", "sslkey")
_BUS = re.compile(r"(nats|tls)://([A-Za-z0-9_.\-]+|\[[0-9a-fA-F:.]+\])(:\d{1,5})?/?")


class BadAddress(ValueError):
    """What was given is not an address; the text says what is wanted and nothing of a password."""


class PostgresAddress:
    """A database of PostgreSQL; as a text it is without user and password."""

    def __init__(self, url: str) -> None:
        """
        Read an address, as in ``postgresql://user:password@host:5432/name``.

        Raises:
            BadAddress: it is none.
        """
        parts = urlsplit(url)
        hosts = parts.netloc.rpartition("@")[2]
        name = unquote(parts.path.removeprefix("/"))
        well_formed = all(_HOSTS.fullmatch(host) for host in hosts.split(","))
        if not well_formed or not _NAME.fullmatch(name):
            raise BadAddress(
                "The address of a PostgreSQL is postgresql://USER:PASSWORD@HOST:PORT/NAME, "
                "with signs like / @ : # in the password as %2F %40 %3A %23; "
                "what was given is not (and is not shown here, since it may hold a password)."
            )
        self.url = parts._replace(scheme="postgresql").geturl()
        """What the driver connects with, password included: never log it."""
        self.user = unquote(parts.username or "")
        said = parse_qs(parts.query)
        self.files = tuple(said[name][0] for name in _FILES if name in said)
        """Those of TLS, where it names some."""
        self._shown = f"{name} at {hosts or _socket_of(parts)}"

    def with_password(self, password: str) -> "PostgresAddress":
        """
        The same with a password that was not written into it.

        Raises:
            BadAddress: it names no user, or has a password already.
        """
        parts = urlsplit(self.url)
        if not parts.username or parts.password is not None:
            raise BadAddress(
                f"The address of {self} has to name the user whose password is given beside it, "
                "and no password."
            )
        user = quote(self.user, safe="")
        netloc = f"{user}:{quote(password, safe='')}@{parts.netloc.rpartition('@')[2]}"
        return PostgresAddress(parts._replace(netloc=netloc).geturl())

    def __str__(self) -> str:
        return self._shown

    def __repr__(self) -> str:
        return f"<PostgresAddress {self._shown}>"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, PostgresAddress) and other.url == self.url

    def __hash__(self) -> int:
        return hash(self.url)


Address = Path | PostgresAddress


def read_address(given: object) -> Address:
    """
    What an operator gave as his database.

    >>> read_address("var/showdown.db")
    PosixPath('var/showdown.db')
    >>> read_address("postgresql://anna:secret@db:5432/showdown")
    <PostgresAddress showdown at db:5432>

    Raises:
        BadAddress: it is neither a path nor the address of a PostgreSQL.
    """
    if isinstance(given, Path | PostgresAddress):
        return given
    if not isinstance(given, str) or not given:
        raise BadAddress("A database is a path of SQLite or postgresql://..., as a text in quotes.")
    scheme, is_url, _ = given.partition("://")
    if not is_url:
        return Path(given)
    if scheme not in _SCHEMES:
        raise BadAddress(
            f"A database is a path of SQLite or postgresql://..., and not {scheme}://..."
        )
    return PostgresAddress(given)


def read_bus_addresses(given: object) -> tuple[str, ...]:
    """
    Where NATS is: one address or several, in a text with commas between them or as JSON.

    >>> read_bus_addresses("nats://one:4222, nats://two:4222")
    ('nats://one:4222', 'nats://two:4222')

    Raises:
        BadAddress: something in it is none; what it is is not said, since it may hold a password.
    """
    texts = _texts(given)
    for text in texts:
        if "@" in text:
            raise BadAddress(
                "user and password do not stand in it: set nats_user and nats_password_file."
            )
        if not _BUS.fullmatch(text):
            raise BadAddress("an address of NATS is nats://HOST:PORT, or tls://HOST:PORT.")
    if len({text.startswith("tls:") for text in texts}) > 1:
        raise BadAddress("all its addresses are nats://, or all are tls://.")
    return texts


def _texts(given: object) -> tuple[str, ...]:
    if isinstance(given, str) and not given.lstrip().startswith("["):
        return tuple(text.strip() for text in given.split(",") if text.strip())
    try:
        if isinstance(given, str):
            return msgspec.json.decode(given, type=_TEXTS)
        return msgspec.convert(given, _TEXTS)
    except msgspec.MsgspecError:
        raise BadAddress(
            "several addresses of NATS are written nats://one:4222,nats://two:4222."
        ) from None


def _socket_of(parts: SplitResult) -> str:
    """The host of an address that has it behind the question mark, or none."""
    return parse_qs(parts.query).get("host", ["the local socket"])[0]
