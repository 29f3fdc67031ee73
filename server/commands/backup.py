"""``python -m server backup FILE``: a copy of a database while it is in use."""

from pathlib import Path
from typing import Annotated

import typer

from server.addresses import PostgresAddress
from server.bootstrap import key_source
from server.commands.shell import Config, Database, KeyFile, guard, read_settings, refused
from server.storage.keyring import keys_of
from server.storage.sqlite.backup import back_up


def backup(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="Where to; nothing may be there.")],
    database: Database = None,
    key_file: KeyFile = None,
    config: Config = None,
) -> None:
    """Copy the database as it is at one moment, also while a server uses it."""
    settings = read_settings(config, database=database, key_file=key_file)
    path = settings.database
    if isinstance(path, PostgresAddress):
        raise refused(
            f"The database {path} is a PostgreSQL: copy it with pg_dump, which makes a consistent "
            "copy too."
        )
    source = guard(lambda: keys_of(path, key_source(settings)))
    size = guard(lambda: back_up(path, file))
    typer.echo(f"{file} is a copy of {path}, {size:,} bytes.")
    typer.echo(
        f"The key of its cards is not in it: it is in {source.place}. Keep that apart; "
        "without it no hand of the copy can be replayed or gone on with.",
        err=True,
    )
