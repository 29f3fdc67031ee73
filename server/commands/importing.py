"""``python -m server import``: old hands of a player, to be found beside his new ones."""

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from functools import partial
from itertools import chain, islice
from pathlib import Path
from typing import Annotated

import typer
from msgspec import Struct

from server.bootstrap import key_source
from server.commands.shell import Config, Database, KeyFile, read_settings, refused, run
from server.config import Settings
from server.storage.database import existing_store
from server.storage.imports import Owner, add_imports, own_seat
from server.storage.keyring import keys_of, open_vault
from server.storage.operators import known_account, note_import
from server.storage.secrets import Vault
from server.storage.store import Store
from showdown.errors import FormatError
from showdown.history import check
from showdown.history.facts import Facts
from showdown.history.readers import stream_facts
from showdown.history.reconcile import Reconciliation
from showdown.history.record import HandRecord

CHUNK = 1 << 18
LONG = 1 << 20
"""From so many bytes on it is worth saying how far it has come."""
AT_ONCE = 50
"""Hands in a unit of work: nobody who plays waits longer for it than for some hands that end."""


def import_hands(
    files: Annotated[
        list[Path], typer.Argument(metavar="FILE...", help="Hands in any format that can be read.")
    ],
    account: Annotated[
        str, typer.Option("--account", metavar="NAME", help="Whose hands they become.")
    ],
    called: Annotated[
        str | None,
        typer.Option(
            "--as",
            metavar="NAME",
            help="His name in the files. [default: the account's, else who was dealt face up]",
            show_default=False,
        ),
    ] = None,
    database: Database = None,
    key_file: KeyFile = None,
    config: Config = None,
) -> None:
    """
    Store hands of other sites for an account, which alone finds and replays them.

    Each hand is played through the engine first; one that cannot be read or does not hold is named
    with its place in the file, the others are imported, and the exit code is 1. A hand that is
    there already is passed over, so a file may be imported again. No chips move. It may run beside
    a server.
    """
    settings = read_settings(config, database=database, key_file=key_file)
    size = sum(_size_of(path) for path in files)
    done = run(_import(settings, files, size, account, called))
    typer.echo(done.sentence, err=True)
    raise typer.Exit(1 if done.refused else 0)


class _Done(Struct):
    """What came of an import."""

    new: int = 0
    known: int = 0
    refused: int = 0
    apart: int = 0
    """In which the player was not found."""

    @property
    def sentence(self) -> str:
        """How many there were of each kind."""
        apart = f" ({self.apart:,} of them without him)" if self.apart else ""
        parts = [f"{self.new:,} imported{apart}"]
        if self.known:
            parts.append(f"{self.known:,} were there already")
        if self.refused:
            parts.append(f"{self.refused:,} refused")
        return f"Hands: {', '.join(parts)}."


class _Reading:
    """Reads files hand by hand; what does not hold is told and counted."""

    def __init__(self, files: list[Path], size: int, done: _Done) -> None:
        self._files, self._size, self._done = files, size, done

    def records(self) -> Iterator[HandRecord]:
        """Hands that hold."""
        with _bar(self._size) as advance:
            for path in self._files:
                for hand in stream_facts(_chunks(path, advance)):
                    if (record := self._checked(path, hand)) is not None:
                        yield record

    def _checked(self, path: Path, hand: Facts | HandRecord | FormatError) -> HandRecord | None:
        if isinstance(hand, FormatError):
            self._refuse(f"{path}:{hand.line}:{hand.column}: {hand.sentence}")
            return None
        found = check(hand)
        if found.ok and found.record is not None:
            return found.record
        line = _line_of(found, hand)
        place = f"{path}:{line}:1" if line else str(path)
        self._refuse(f"{place}: {found.title}: {found.sentence}")
        return None

    def _refuse(self, sentence: str) -> None:
        """Tell why a hand is not imported; there is nothing to import."""
        self._done.refused += 1
        typer.echo(sentence, err=True)


@contextmanager
def _bar(size: int) -> Iterator[Callable[[int], None]]:
    """How far it has come, on a terminal, if there is much to read."""
    if size < LONG or not sys.stderr.isatty():
        yield lambda _: None
        return
    with typer.progressbar(length=size, label="importing", file=sys.stderr) as bar:
        yield bar.update


def _line_of(found: Reconciliation, hand: Facts | HandRecord) -> int | None:
    """Where the first thing stands that does not hold, or the hand begins."""
    lines = (each.line for each in found.differences if each.line is not None)
    return next(lines, hand.line if isinstance(hand, Facts) else None)


async def _import(
    settings: Settings, files: list[Path], size: int, account: str, called: str | None
) -> _Done:
    done = _Done()
    async with existing_store(settings.database) as store:
        vault = await _vault(settings, store)
        person = await store.write(lambda connection: known_account(account, connection))
        owner = Owner(account=person.account, called=called or person.name)
        records = _Reading(files, size, done).records()
        for first in records:
            some = tuple(chain((first,), islice(records, AT_ONCE - 1)))
            now = datetime.now(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
            new = await add_imports(store, vault, owner, some, now)
            done.new += len(new)
            done.known += len(some) - len(new)
            done.apart += sum(own_seat(each, owner) is None for each in new)
        names = [path.name for path in files]
        await store.write(partial(note_import, person, names, done.new))
    return done


async def _vault(settings: Settings, store: Store) -> Vault:
    """The keys that a server here has, found to be the right ones."""
    source = keys_of(settings.database, key_source(settings))
    return await open_vault(store, source, str(settings.database), alone=False)


def _size_of(path: Path) -> int:
    """How many bytes a file has; it is there before anything is imported."""
    try:
        size = path.stat().st_size
        with path.open("rb"):
            return size
    except OSError as error:
        raise refused(f"{path} cannot be read: {(error.strerror or str(error)).lower()}.") from None


def _chunks(path: Path, advance: Callable[[int], None]) -> Iterator[bytes]:
    with path.open("rb") as file:
        while chunk := file.read(CHUNK):
            advance(len(chunk))
            yield chunk
