"""
The database's own version: brought up to this program's before anything else touches it.

A copy is kept beside a database that has something in it, and the migration is one transaction, so
that a failure leaves the database as it was. A database of a newer program is refused.
"""

import shutil
import sqlite3
from contextlib import closing
from itertools import count
from pathlib import Path

from sqlalchemy import Connection

from server.ports import StorageError
from server.storage.migrated import Migrated
from server.storage.sqlite.engines import migrating_engine
from server.storage.versions import MIGRATIONS, Versions


def bring_up_to_date(path: Path, scripts: Path = MIGRATIONS) -> Migrated:
    """
    Make a database that does not exist, and migrate one that is old.

    Raises:
        StorageError: it is of a newer program, or not one of ours.
    """
    versions = Versions(scripts)
    engine = migrating_engine(path)
    copy = None
    try:
        with engine.connect() as connection:
            with connection.begin():
                found = versions.found_in(connection, str(path))
            if found is not None and found != versions.newest:
                copy = copy_beside(path, found)
            if found != versions.newest:
                _upgrade(connection, versions)
    finally:
        engine.dispose()
    return Migrated(found, versions.newest, copy)


def check_version(path: Path, scripts: Path = MIGRATIONS) -> None:
    """
    Find that a database is of this program's version, and change nothing.

    Raises:
        StorageError: it is of an older or a newer program, or not one of ours.
    """
    versions = Versions(scripts)
    engine = migrating_engine(path)
    try:
        with engine.connect() as connection, connection.begin():
            found = versions.found_in(connection, str(path))
    finally:
        engine.dispose()
    if found != versions.newest:
        raise StorageError(
            f"The database {path} is of an older Showdown (version {found}, this one needs "
            f"{versions.newest}); run: python -m server migrate"
        )


def copy_beside(path: Path, version: str) -> Path:
    """Copy a database, what is still in its journal included; returns where the copy is."""
    names = (f"{path.name}.{version}{'' if n == 1 else f'-{n}'}.copy" for n in count(1))
    copy = next(each for name in names if not (each := path.with_name(name)).exists())
    with closing(sqlite3.connect(path)) as source, closing(sqlite3.connect(copy)) as target:
        source.backup(target)
    shutil.copymode(path, copy)
    return copy


def _upgrade(connection: Connection, versions: Versions) -> None:
    with connection.begin():
        versions.upgrade(connection)
        broken = connection.exec_driver_sql("PRAGMA foreign_key_check").all()
        if broken:
            raise RuntimeError(f"the migration would leave {len(broken)} rows without their parent")
