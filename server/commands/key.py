"""
``python -m server key``: the keys that encrypt the cards at rest, and how one follows another.
"""

import json
import sys
from functools import partial
from pathlib import Path
from typing import Annotated

import typer
from msgspec import Struct

from server import crash
from server.addresses import Address
from server.bootstrap import key_source
from server.commands.groups import commands
from server.commands.shell import Config, Database, KeyFile, guard, read_settings, run
from server.ports import StorageError
from server.storage.database import existing_store
from server.storage.keyring import VARIABLE, KeySource, keys_of
from server.storage.keys import FIRST_KEY, LAST_KEY, new_key, write_keys
from server.storage.retiring import Progress, Retired
from server.storage.retiring import retire as retire_key
from server.storage.retiring import rotate as add_key
from server.storage.sealed import count_needing

app = commands(
    "Keys that encrypt the cards at rest: the highest number encrypts, all of them open.",
    no_args_is_help=True,
)

Number = Annotated[
    int, typer.Argument(metavar="NUMBER", min=FIRST_KEY, max=LAST_KEY, help="Number of the key.")
]
AsJson = Annotated[bool, typer.Option("--json", help="Print JSON.")]
Lost = Annotated[
    bool, typer.Option("--lost", help="Give up for ever the cards that do not open any more.")
]


class Ring(Struct, frozen=True, kw_only=True):
    """The keys of a database, and where they are."""

    source: KeySource
    database: Address

    def read(self) -> dict[int, bytes]:
        """
        The keys.

        Raises:
            StorageError: there are none.
        """
        keys = self.source.read()
        if keys is None:
            raise StorageError(
                f"There is no key file {self.source.file}; a server makes it with a new database."
            )
        return keys

    def file(self) -> Path:
        """
        The file that holds them, to be changed.

        Raises:
            StorageError: they are in the environment.
        """
        keys = self.read()
        if self.source.file is None:
            raise StorageError(
                f"The keys are in {VARIABLE}; add one there, as `python -m server key new "
                f"--number {max(keys) + 1}` prints it, and start the server again."
            )
        return self.source.file


def _ring(config: Path | None, database: str | None, file: Path | None) -> Ring:
    settings = read_settings(config, database=database, key_file=file)
    source = guard(lambda: keys_of(settings.database, key_source(settings)))
    return Ring(source=source, database=settings.database)


@app.command()
def new(number: Annotated[int, typer.Option(min=FIRST_KEY, max=LAST_KEY)] = FIRST_KEY) -> None:
    """Print a new key as SHOWDOWN_SECRET_KEY and key files take it."""
    typer.echo(write_keys({number: new_key()}))


@app.command("list")
def list_keys(
    database: Database = None,
    key_file: KeyFile = None,
    config: Config = None,
    as_json: AsJson = False,
) -> None:
    """Say which keys there are, and how much needs each of them."""
    ring = _ring(config, database, key_file)
    keys = guard(ring.read)
    needs = run(_needs(ring, sorted(keys)))
    if as_json:
        listed = [
            {"number": number, "encrypts": number == max(keys), "needed_by": needs[number]}
            for number in needs
        ]
        typer.echo(json.dumps(listed))
        return
    typer.echo(f"Keys in {ring.source.place}:")
    for number, counts in needs.items():
        what = ", ".join(f"{count:,} {table}" for table, count in counts.items() if count)
        encrypts = " (encrypts)" if number == max(keys) else ""
        typer.echo(f"  key {number}{encrypts}: {f'needed by {what}' if what else 'not needed'}")


async def _needs(ring: Ring, numbers: list[int]) -> dict[int, dict[str, int]]:
    async with existing_store(ring.database) as store, store.reading() as connection:
        return {
            number: await connection.run_sync(partial(count_needing, number)) for number in numbers
        }


@app.command()
def rotate(database: Database = None, key_file: KeyFile = None, config: Config = None) -> None:
    """Add a key to the key file; it encrypts from the next start of the server on."""
    ring = _ring(config, database, key_file)
    number = guard(lambda: add_key(ring.file()))
    typer.echo(
        f"Key {number} is in {ring.source.place} and encrypts from the next start of the server on."
    )


@app.command()
def retire(
    number: Number,
    lost: Lost = False,
    database: Database = None,
    key_file: KeyFile = None,
    config: Config = None,
) -> None:
    """Encrypt anew what needs a key, and remove it; no server may be running."""
    guard(crash.arm)
    ring = _ring(config, database, key_file)
    done = run(_retire(ring, number, lost))
    for sentence in done.closed:
        typer.echo(sentence, err=True)
    if not done.gone:
        typer.echo(
            f"Key {number} stays, since {done.left:,} of the rows still need it; "
            "--lost gives them up.",
            err=True,
        )
        raise typer.Exit(1)
    typer.echo(_farewell(ring, number, done))


async def _retire(ring: Ring, number: int, lost: bool) -> Retired:
    async with existing_store(ring.database, alone=True) as store:
        return await retire_key(store, ring.source, number, _progress(), lost=lost)


def _farewell(ring: Ring, number: int, done: Retired) -> str:
    if ring.source.file is None:
        gone = f"take key {number} out of {VARIABLE} now"
    else:
        gone = f"key {number} is gone from {ring.source.place}"
    closed = f"; {done.left:,} stay closed for ever" if done.left else ""
    return (
        f"{done.resealed:,} rows were encrypted anew{closed}, and {gone}. "
        "Copies of the database that were made before still need it."
    )


def _progress() -> Progress:
    """Says on a terminal how far it is."""
    if not sys.stderr.isatty():
        return lambda _done, _total: None

    def say(done: int, total: int) -> None:
        sys.stderr.write(f"\r{done:,} of {total:,} rows")
        sys.stderr.write("\n" if done == total else "")
        sys.stderr.flush()

    return say
