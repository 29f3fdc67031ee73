"""What is wrong with a PostgreSQL is said in one sentence, without anybody's password."""

import asyncio
import socket
import ssl
import sys
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress

import asyncpg
import pytest

from server.addresses import PostgresAddress
from server.ports import StorageError
from server.storage import open_storage
from server.storage.keyring import KeySource
from server.storage.postgres import faults
from server.storage.postgres.store import PostgresStore
from tests.end_to_end.caddy import make_certificate
from tests.ports import own_port
from tests.server.storage.postgres.tables import entry, journal_on, opened
from tests.server.storage.test_store import add, counters

SECRET = "correct-horse"


async def refusal_of(url, tmp_path):
    with pytest.raises(StorageError) as refused:
        async with open_storage(PostgresAddress(url), keys=KeySource(file=tmp_path / "key")):
            pass
    return str(refused.value)


@pytest.fixture
def nobodys_port():
    with own_port() as port:
        yield port


async def test_nobody_listens_there(nobodys_port, tmp_path):
    url = f"postgresql://anna:{SECRET}@127.0.0.1:{nobodys_port}/showdown"
    assert await refusal_of(url, tmp_path) == (
        f"The database showdown at 127.0.0.1:{nobodys_port} does not answer; "
        "see that PostgreSQL runs and can be reached."
    )


async def test_a_machine_that_does_not_exist(tmp_path):
    url = f"postgresql://anna:{SECRET}@no-such-machine.invalid/showdown"
    assert await refusal_of(url, tmp_path) == (
        "The database showdown at no-such-machine.invalid does not answer; "
        "see that PostgreSQL runs and can be reached."
    )


async def test_a_wrong_password(postgres, address, tmp_path):
    postgres.sql("CREATE ROLE locked_anna LOGIN PASSWORD 'right'")
    try:
        url = postgres.url("postgres", f"locked_anna:{SECRET}")
        refusal = await refusal_of(url, tmp_path)
    finally:
        postgres.sql("DROP ROLE locked_anna")
    assert refusal == (
        f"The database postgres at 127.0.0.1:{postgres.port} refuses the user locked_anna; "
        "check name and password in --database."
    )


async def test_a_database_that_does_not_exist(postgres, tmp_path):
    refusal = await refusal_of(postgres.url("nowhere"), tmp_path)
    assert refusal == (
        f"There is no database nowhere at 127.0.0.1:{postgres.port}; "
        "create it, or give another --database."
    )


async def test_an_option_that_postgresql_does_not_know(postgres, tmp_path):
    refusal = await refusal_of(postgres.url("postgres?speed=high"), tmp_path)
    assert refusal == (
        f"The address of the database postgres at 127.0.0.1:{postgres.port} has an option that "
        "PostgreSQL does not know."
    )


@contextmanager
def one_that_answers(answer, context=None):
    """What listens where PostgreSQL should, and says this to who asks for TLS; its port."""

    def talk():
        line, _ = listening.accept()
        with line, suppress(OSError):
            line.recv(8)
            line.sendall(answer)
            if context is not None:
                context.wrap_socket(line, server_side=True).close()

    with socket.create_server(("127.0.0.1", 0)) as listening, ThreadPoolExecutor(1) as threads:
        talking = threads.submit(talk)
        yield listening.getsockname()[1]
        talking.result()


async def test_a_database_that_does_not_speak_tls(tmp_path):
    with one_that_answers(b"N") as port:
        url = f"postgresql://anna:{SECRET}@127.0.0.1:{port}/showdown?sslmode=require"
        assert await refusal_of(url, tmp_path) == (
            f"The database showdown at 127.0.0.1:{port} does not speak TLS; "
            "let it (ssl = on), or ask for no sslmode."
        )


async def test_a_certificate_that_nobody_trusts(tmp_path):
    for folder in ("theirs", "ours"):
        (tmp_path / folder).mkdir()
        make_certificate(tmp_path / folder)
    context = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
    context.load_cert_chain(tmp_path / "theirs" / "cert.pem", tmp_path / "theirs" / "key.pem")
    trusted = tmp_path / "ours" / "cert.pem"
    with one_that_answers(b"S", context) as port:
        where = f"anna:{SECRET}@127.0.0.1:{port}/showdown"
        url = f"postgresql://{where}?sslmode=verify-full&sslrootcert={trusted}"
        refusal = await refusal_of(url, tmp_path)
    assert refusal.startswith(
        f"The certificate of the database showdown at 127.0.0.1:{port} is not to be trusted ("
    )
    assert refusal.endswith("; name who signed it as sslrootcert in its address.")


async def test_an_authority_that_is_not_there_or_is_none(nobodys_port, tmp_path):
    where = f"anna:{SECRET}@127.0.0.1:{nobodys_port}/showdown?sslmode=verify-full"
    shown = f"the database showdown at 127.0.0.1:{nobodys_port}"
    file = tmp_path / "ca.pem"
    refusal = await refusal_of(f"postgresql://{where}&sslrootcert={file}", tmp_path)
    assert refusal == f"Cannot read {file}, which the address of {shown} names."
    file.write_text("no certificate")
    refusal = await refusal_of(f"postgresql://{where}&sslrootcert={file}", tmp_path)
    assert refusal == (
        f"TLS with {shown} fails (no certificate or crl found); "
        "check sslrootcert, sslcert and sslkey in its address."
    )


async def test_a_way_to_speak_that_there_is_not(nobodys_port, tmp_path):
    url = f"postgresql://anna:{SECRET}@127.0.0.1:{nobodys_port}/showdown?sslmode=sometimes"
    refusal = await refusal_of(url, tmp_path)
    assert refusal.startswith(
        f"The address of the database showdown at 127.0.0.1:{nobodys_port} cannot be used: "
        "`sslmode` parameter must be one of: disable, "
    )
    assert SECRET not in refusal


async def test_too_many_connections(postgres, address, tmp_path):
    postgres.sql("CREATE ROLE busy SUPERUSER LOGIN CONNECTION LIMIT 0; ALTER ROLE busy NOSUPERUSER")
    try:
        refusal = await refusal_of(postgres.url("postgres", "busy"), tmp_path)
    finally:
        postgres.sql("DROP ROLE busy")
    assert refusal == (
        f"The database postgres at 127.0.0.1:{postgres.port} has too many connections; "
        "raise its max_connections."
    )


REFUSES = """
CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS
$$ BEGIN RAISE EXCEPTION 'no' USING ERRCODE = '{code}'; END $$;
CREATE TRIGGER refuses BEFORE INSERT ON {table} EXECUTE FUNCTION refuse();
"""


@pytest.mark.parametrize(
    ("code", "words"),
    [("53100", "is full; make room"), ("58030", "fails to read or write"), ("53200", "memory")],
)
async def test_when_its_disk_fails_nothing_is_written_and_afterwards_it_goes_on(
    store, other, code, words
):
    journal = journal_on(store)
    tables = await opened(journal, 3)
    for table in ("journal", "counters"):
        await other.execute(REFUSES.format(code=code, table=table).replace("refuse", f"no_{table}"))
    asked = (store.write(add("anna")), *(journal.append(entry(table)) for table in tables))
    for error in await asyncio.gather(*asked, return_exceptions=True):
        assert isinstance(error, StorageError)
        assert words in str(error)
    for table in ("journal", "counters"):
        await other.execute(f"DROP FUNCTION no_{table}() CASCADE")
    assert await counters(store) == {}
    for table in tables:
        await journal.append(entry(table))


async def test_a_database_that_became_read_only_is_said_to_be_and_afterwards_goes_on(
    postgres, address, store
):
    name = address.url.rpartition("/")[2]
    postgres.sql(f"ALTER DATABASE {name} SET default_transaction_read_only = on")
    with pytest.raises(StorageError) as refused:
        await store.write(add("anna"))
    assert str(refused.value) == (
        f"The database {address} can only be read; name the primary in --database."
    )
    postgres.sql(f"ALTER DATABASE {name} RESET default_transaction_read_only")
    end = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = "
    postgres.sql(f"{end}'{name}'")
    assert await store.write(add("anna")) == "anna"


def test_an_error_of_ours_is_not_told_as_a_fault_of_the_database(address):
    for error in (ValueError(), asyncpg.CheckViolationError(), asyncpg.PostgresSyntaxError()):
        assert faults.as_storage_error(error, address) is None


@pytest.mark.parametrize("code", ["40001", "40P01"])
def test_who_got_into_somebodys_way_may_try_again(code):
    assert faults.is_passing(asyncpg.PostgresError.new({"C": code, "M": "no"}))
    assert not faults.is_passing(asyncpg.PostgresError.new({"C": "23505", "M": "no"}))


async def test_no_password_is_in_a_sentence_or_in_the_log(nobodys_port, tmp_path, caplog):
    caplog.set_level("DEBUG")
    url = f"postgresql://anna:{SECRET}@127.0.0.1:{nobodys_port}/showdown"
    store = PostgresStore(PostgresAddress(url))
    for asked in (store.write(add("anna")), counters(store)):
        with pytest.raises(StorageError) as refused:
            await asked
        assert SECRET not in repr(refused.value)
    await store.close()
    assert SECRET not in caplog.text


async def test_without_the_driver_one_sentence_says_what_to_install(address, tmp_path, monkeypatch):
    monkeypatch.setitem(sys.modules, "asyncpg", None)
    assert await refusal_of(address.url, tmp_path) == (
        "PostgreSQL needs a driver that is not installed; run: "
        'python -m pip install -e ".[server,postgres]"'
    )
