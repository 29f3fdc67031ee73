"""Where a database is, as an operator names it; a password is read and never shown."""

import copy
from pathlib import Path

import pytest

from server.addresses import BadAddress, PostgresAddress, read_address

SECRET = "correct-horse"


@pytest.mark.parametrize(
    "given", ["showdown.db", "/var/lib/showdown.db", "postgresql.db", "C:\\poker\\showdown.db"]
)
def test_what_is_no_url_is_a_path(given):
    assert read_address(given) == Path(given)


@pytest.mark.parametrize("scheme", ["postgresql", "postgres", "postgresql+asyncpg"])
def test_postgresql_is_spelled_in_three_ways(scheme):
    address = read_address(f"{scheme}://anna:{SECRET}@db:5432/showdown?sslmode=require")
    assert isinstance(address, PostgresAddress)
    assert address.url == f"postgresql://anna:{SECRET}@db:5432/showdown?sslmode=require"
    assert address.user == "anna"


@pytest.mark.parametrize(
    ("url", "shown"),
    [
        (f"postgresql://anna:{SECRET}@db:5432/showdown", "showdown at db:5432"),
        (f"postgresql://anna:{SECRET}@10.0.0.1/showdown", "showdown at 10.0.0.1"),
        (f"postgresql://anna:{SECRET}@[::1]:5432/showdown", "showdown at [::1]:5432"),
        (f"postgresql://anna:{SECRET}%40@one:1,two:2/showdown", "showdown at one:1,two:2"),
        ("postgresql:///showdown", "showdown at the local socket"),
        ("postgresql:///showdown?host=/run/postgresql", "showdown at /run/postgresql"),
        (f"postgresql://db/showdown?user=anna&password={SECRET}", "showdown at db"),
    ],
)
def test_an_address_is_shown_without_user_and_password(url, shown):
    address = PostgresAddress(url)
    assert str(address) == shown
    assert SECRET not in repr([address])
    assert copy.copy(address) == address


@pytest.mark.parametrize(
    "url",
    [
        "postgresql://",
        "postgresql://db",
        "postgresql://db/",
        f"postgresql://anna:{SECRET}@db",
        f"postgresql://anna:{SECRET}/x@db/showdown",
        f"postgresql://anna:12/{SECRET}@db/showdown",
        f"postgresql://anna:{SECRET}#@db/showdown",
        f"postgresql://anna:{SECRET}?@db/showdown",
        f"postgresql://anna:{SECRET}@db:port/showdown",
        f"postgresql://anna:{SECRET}@db/showdown/more",
    ],
)
def test_what_cannot_be_read_is_refused_without_being_shown(url):
    with pytest.raises(BadAddress) as refused:
        read_address(url)
    assert SECRET not in str(refused.value)
    assert "postgresql://USER:PASSWORD@HOST:PORT/NAME" in str(refused.value)


def test_another_kind_of_database_is_refused_without_being_shown():
    with pytest.raises(BadAddress) as refused:
        read_address(f"mysql://anna:{SECRET}@db/showdown")
    assert str(refused.value) == (
        "A database is a path of SQLite or postgresql://..., and not mysql://..."
    )
