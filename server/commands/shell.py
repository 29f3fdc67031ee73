"""
What all commands have in common: options that every one takes, and how they end.
"""

import asyncio
from collections.abc import Callable, Coroutine
from pathlib import Path
from typing import Annotated, Any, TypeVar

import typer

from server.accounts import BadName
from server.cluster.ports import BusError
from server.config import ConfigError, Settings, load_settings
from server.gateway.gateway import CannotListen
from server.passwords import BadPassword
from server.ports import StorageError, UnknownOutcome
from server.storage.operators import CannotBeDone
from showdown.errors import CorruptHistory

Database = Annotated[
    str | None,
    typer.Option(
        metavar="PATH|URL",
        help="SQLite file, or postgresql://USER:PASSWORD@HOST:PORT/NAME. "
        "[default: var/showdown.db in the checkout]",
    ),
]
KeyFile = Annotated[
    Path | None,
    typer.Option(
        metavar="FILE",
        help="Keys for the cards. [default: beside the SQLite file; not with SHOWDOWN_SECRET_KEY]",
    ),
]
Config = Annotated[
    Path | None, typer.Option(metavar="FILE", help="TOML file with settings and tables.")
]

T = TypeVar("T")

MENDABLE = (
    ConfigError,
    StorageError,
    CannotListen,
    BusError,
    CorruptHistory,
    CannotBeDone,
    BadName,
    BadPassword,
)
"""What an operator can mend; the text is a sentence for him."""


def read_settings(config: Path | None, **overrides: Any) -> Settings:
    """Settings, or the sentence about what is wrong with them and exit code 2."""
    return guard(lambda: load_settings(config, **overrides))


def guard(action: Callable[[], T]) -> T:
    """Do something; what an operator can mend is one sentence and exit code 2."""
    try:
        return action()
    except UnknownOutcome as error:
        raise refused(
            f"{error} It may have been done all the same: look before you repeat it."
        ) from None
    except MENDABLE as error:
        raise refused(str(error)) from None


def refused(sentence: str) -> typer.Exit:
    """Say why it cannot be done; raise what this returns."""
    typer.echo(f"showdown: {sentence}", err=True)
    return typer.Exit(2)


def run(main: Coroutine[Any, Any, T]) -> T:
    """Run a command to its end, guarded; on uvloop where there is one, else on the stock loop."""
    return guard(lambda: _loop_run(main))


def _loop_run(main: Coroutine[Any, Any, T]) -> T:
    try:
        import uvloop
    except ImportError:
        return asyncio.run(main)
    return uvloop.run(main)
