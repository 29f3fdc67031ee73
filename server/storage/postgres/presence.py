"""
Who uses a PostgreSQL: several servers together, or an operator alone.

It is a lock of PostgreSQL's own, so it goes when the connection goes that holds it, however that
ends.
"""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from server.addresses import PostgresAddress
from server.ports import StorageError
from server.storage.postgres.connecting import Connection, connect
from server.storage.postgres.faults import told

_IN_USE = 0x53484F5744524157
"""`SHOWDRAW`: the number of the lock."""


async def connect_server(database: PostgresAddress, patience: float) -> Connection:
    """
    A connection that says, for as long as it lives, that a server uses the database.

    Its user sees to it by himself that he does not wait for ever.

    Raises:
        StorageError: an operator has it for himself.
    """
    connection = await connect(database, patience, gives_up=False)
    if not await _locked("pg_try_advisory_lock_shared", connection):
        connection.terminate()
        raise StorageError(
            f"The database {database} is being changed by an operator; wait until he is done."
        )
    return connection


@asynccontextmanager
async def no_server(database: PostgresAddress) -> AsyncIterator[None]:
    """
    Keep servers away until the block ends.

    Raises:
        StorageError: one uses the database.
    """
    with told(database):
        connection = await connect(database)
    try:
        if not await _locked("pg_try_advisory_lock", connection):
            raise StorageError(f"A server uses the database {database}; stop it first.")
        yield
    finally:
        connection.terminate()


async def _locked(function: str, connection: Connection) -> bool:
    (row,) = await connection.fetch(f"SELECT {function}({_IN_USE}) AS locked")
    return bool(row["locked"])
