"""Where a database is, as an operator names it; a password is read and never shown."""

import copy
from pathlib import Path

import pytest

from server.addresses import BadAddress, PostgresAddress, read_address, read_bus_addresses

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


def test_a_password_that_is_given_beside_an_address_is_put_into_it():
    address = PostgresAddress("postgresql://anna%40home@one:1,two:2/showdown?sslmode=require")
    whole = address.with_password("a/b:c@d%")
    assert whole.url == (
        "postgresql://anna%40home:a%2Fb%3Ac%40d%25@one:1,two:2/showdown?sslmode=require"
    )
    assert (str(whole), whole.user) == (str(address), "anna@home")


@pytest.mark.parametrize("url", [f"postgresql://anna:{SECRET}@db/x", "postgresql://db/x"])
def test_an_address_takes_no_password_for_nobody_and_no_second_one(url):
    with pytest.raises(BadAddress) as refused:
        PostgresAddress(url).with_password("another")
    assert SECRET not in str(refused.value)
    assert "another" not in str(refused.value)


@pytest.mark.parametrize(
    ("given", "addresses"),
    [
        ("nats://one", ("nats://one",)),
        ("tls://[::1]:4222", ("tls://[::1]:4222",)),
        ("nats://one:1, nats://two:2,", ("nats://one:1", "nats://two:2")),
        ('["nats://one:1", "nats://two:2"]', ("nats://one:1", "nats://two:2")),
        (["nats://10.0.0.1:4222"], ("nats://10.0.0.1:4222",)),
    ],
)
def test_the_addresses_of_nats_are_written_in_several_ways(given, addresses):
    assert read_bus_addresses(given) == addresses


@pytest.mark.parametrize(
    "given", ["one", "http://one", "nats://", f"nats://anna:{SECRET}@one", "[1]", "[x", ["a b"], 7]
)
def test_what_is_no_address_of_nats_is_refused_without_what_was_given(given):
    with pytest.raises(BadAddress) as refused:
        read_bus_addresses(given)
    assert SECRET not in str(refused.value)
