"""
Where Alembic meets the database.

The server and the tests hand over a connection or an engine; a developer's `alembic` command opens
the server's usual database, or that of `-x database=...`: a path, or `postgresql://...`.
"""

import asyncio

from alembic import context
from sqlalchemy import Connection, Engine
from sqlalchemy.ext.asyncio import AsyncEngine

from server.addresses import Address, PostgresAddress, read_address
from server.config import DEFAULT_DATABASE
from server.storage.models import Base
from server.storage.sqlite.engines import migrating_engine


def migrate(connection: Connection) -> None:
    context.configure(
        connection=connection,
        target_metadata=Base.metadata,
        # SQLite changes a table by copying it into a new one.
        render_as_batch=connection.dialect.name == "sqlite",
        transactional_ddl=True,
    )
    with context.begin_transaction():
        context.run_migrations()


async def migrate_async(engine: AsyncEngine) -> None:
    async with engine.begin() as connection:
        await connection.run_sync(migrate)
    await engine.dispose()


def print_statements() -> None:
    dialect = "postgresql" if isinstance(named_database(), PostgresAddress) else "sqlite"
    context.configure(dialect_name=dialect, target_metadata=Base.metadata, literal_binds=True)
    with context.begin_transaction():
        context.run_migrations()


def named_database() -> Address:
    named = context.get_x_argument(as_dictionary=True).get("database")
    return read_address(named) if named else DEFAULT_DATABASE


def own_engine() -> Engine | AsyncEngine:
    database = named_database()
    if isinstance(database, PostgresAddress):
        from server.storage.postgres.connecting import single_engine

        return single_engine(database, patience=None)
    return migrating_engine(database)


def run() -> None:
    given = context.config.attributes.get("connection") or own_engine()
    match given:
        case Connection():
            migrate(given)
        case Engine():
            with given.begin() as connection:
                migrate(connection)
        case AsyncEngine():
            asyncio.run(migrate_async(given))


if context.is_offline_mode():
    print_statements()
else:
    run()
