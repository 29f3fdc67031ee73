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

from alembic import command
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, inspect

from server.ports import StorageError
from server.storage.sqlite.engines import migrating_engine

MIGRATIONS = Path(__file__).resolve().parents[3] / "migrations"


def bring_up_to_date(path: Path, scripts: Path = MIGRATIONS) -> None:
    """
    Make a database that does not exist, and migrate one that is old.

    Raises:
        StorageError: it is of a newer program, or not one of ours.
    """
    config = _config(scripts)
    engine = migrating_engine(path)
    try:
        with engine.connect() as connection:
            found = _version_of(connection, path)
            wanted = _wanted(config, found, path)
            if found is not None and found != wanted:
                copy_beside(path, found)
            if found != wanted:
                _upgrade(connection, config)
    finally:
        engine.dispose()


def check_version(path: Path, scripts: Path = MIGRATIONS) -> None:
    """
    Find that a database is of this program's version, and change nothing.

    Raises:
        StorageError: it is of an older or a newer program, or not one of ours.
    """
    engine = migrating_engine(path)
    try:
        with engine.connect() as connection:
            found = _version_of(connection, path)
            wanted = _wanted(_config(scripts), found, path)
    finally:
        engine.dispose()
    if found != wanted:
        raise StorageError(
            f"The database {path} is of an older Showdown (version {found}, this one needs "
            f"{wanted}); start the server once, which brings it up to date."
        )


def copy_beside(path: Path, version: str) -> Path:
    """Copy a database, what is still in its journal included; returns where the copy is."""
    names = (f"{path.name}.{version}{'' if n == 1 else f'-{n}'}.copy" for n in count(1))
    copy = next(each for name in names if not (each := path.with_name(name)).exists())
    with closing(sqlite3.connect(path)) as source, closing(sqlite3.connect(copy)) as target:
        source.backup(target)
    shutil.copymode(path, copy)
    return copy


def _config(scripts: Path) -> Config:
    config = Config()
    config.set_main_option("script_location", str(scripts).replace("%", "%%"))
    config.set_main_option("path_separator", "os")
    return config


def _version_of(connection: Connection, path: Path) -> str | None:
    """The version that a database has; None for one that is empty."""
    with connection.begin():
        version = MigrationContext.configure(connection).get_current_revision()
        if version is None and inspect(connection).get_table_names():
            raise StorageError(
                f"The database {path} belongs to another program; give another --database."
            )
    return version


def _wanted(config: Config, found: str | None, path: Path) -> str | None:
    scripts = ScriptDirectory.from_config(config)
    known = {script.revision for script in scripts.walk_revisions()}
    head = scripts.get_current_head()
    if found is not None and found not in known:
        raise StorageError(
            f"The database {path} is of a newer Showdown (version {found}, this one knows {head}); "
            "start that one, or give another --database."
        )
    return head


def _upgrade(connection: Connection, config: Config) -> None:
    with connection.begin():
        config.attributes["connection"] = connection
        command.upgrade(config, "head")
        broken = connection.exec_driver_sql("PRAGMA foreign_key_check").all()
        if broken:
            raise RuntimeError(f"the migration would leave {len(broken)} rows without their parent")
