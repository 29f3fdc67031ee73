"""
The version of a PostgreSQL: looked at by `serve`, changed by `migrate` alone.

Several servers may share it and start at once, so none of them changes it by the way. Those who do
queue at a lock of PostgreSQL's own, and each but the first finds the work done.
"""

from pathlib import Path

from sqlalchemy import Connection, text

from server.addresses import PostgresAddress
from server.ports import StorageError
from server.storage.migrated import Migrated
from server.storage.postgres.connecting import PATIENCE, single_engine
from server.storage.postgres.faults import told
from server.storage.versions import MIGRATIONS, Versions

_LOCK = 0x53484F57444F574E
"""`SHOWDOWN`: the number of the lock that whoever migrates holds."""


async def bring_up_to_date(database: PostgresAddress, scripts: Path = MIGRATIONS) -> Migrated:
    """
    Make the tables in a database that is empty, and migrate one that is old.

    Raises:
        StorageError: it cannot be reached, is of a newer program, or not one of ours.
    """
    versions = Versions(scripts)
    engine = single_engine(database, None)

    def migrate(connection: Connection) -> str | None:
        connection.execute(text("SELECT pg_advisory_xact_lock(:lock)"), {"lock": _LOCK})
        found = versions.found_in(connection, str(database))
        if found != versions.newest:
            versions.upgrade(connection)
        return found

    try:
        with told(database):
            async with engine.begin() as connection:
                found = await connection.run_sync(migrate)
    finally:
        await engine.dispose()
    return Migrated(found, versions.newest)


async def check_version(database: PostgresAddress, scripts: Path = MIGRATIONS) -> None:
    """
    See that a database has the version of this program.

    Raises:
        StorageError: it cannot be reached, or has another one.
    """
    versions = Versions(scripts)
    engine = single_engine(database, PATIENCE)
    try:
        with told(database):
            async with engine.begin() as connection:
                found = await connection.run_sync(versions.found_in, str(database))
    finally:
        await engine.dispose()
    if found != versions.newest:
        what = "is empty" if found is None else f"has version {found}, not {versions.newest}"
        raise StorageError(f"The database {database} {what}; run: python -m server migrate")
