"""
The versions that a database can have, as Alembic knows them, whatever the engine.
"""

from pathlib import Path

from alembic import command
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, inspect

from server.ports import StorageError

MIGRATIONS = Path(__file__).resolve().parents[2] / "migrations"


class Versions:
    """The versions that this program knows; ``scripts`` is where Alembic finds them."""

    def __init__(self, scripts: Path = MIGRATIONS) -> None:
        self._config = Config()
        self._config.set_main_option("script_location", str(scripts).replace("%", "%%"))
        self._config.set_main_option("path_separator", "os")
        directory = ScriptDirectory.from_config(self._config)
        self._known = {script.revision for script in directory.walk_revisions()}
        self.newest = str(directory.get_current_head())

    def found_in(self, connection: Connection, shown: str) -> str | None:
        """
        The version that a database has; None for one that is empty.

        Args:
            shown: what an operator calls the database.

        Raises:
            StorageError: it is of a newer program, or not one of ours.
        """
        version = MigrationContext.configure(connection).get_current_revision()
        if version is None and inspect(connection).get_table_names():
            raise StorageError(
                f"The database {shown} belongs to another program; give another --database."
            )
        if version is not None and version not in self._known:
            raise StorageError(
                f"The database {shown} is of a newer Showdown (version {version}, this one knows "
                f"{self.newest}); start that one, or give another --database."
            )
        return version

    def upgrade(self, connection: Connection) -> None:
        """Bring a database to the newest version, in the transaction that has begun."""
        self._config.attributes["connection"] = connection
        command.upgrade(self._config, "head")
