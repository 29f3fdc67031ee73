"""``python -m server export``: stored hands in the formats that other programs read."""

import asyncio
import sys
from collections import Counter
from collections.abc import Awaitable, Iterable, Iterator
from contextlib import ExitStack, contextmanager
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from typing import Annotated, Any, TextIO, TypeVar

import typer
from msgspec import Struct
from msgspec.structs import asdict, replace

from server.bootstrap import key_source
from server.commands.shell import Config, Database, KeyFile, guard, read_settings, refused
from server.config import Settings
from server.ports import Account, HandQuery, Selection, StorageError, StoredHand
from server.storage.database import existing_store
from server.storage.hands import SqlHands
from server.storage.keyring import keys_of
from server.storage.operators import known_account, note_whole_export
from server.storage.secrets import Vault
from server.storage.store import Store
from showdown.errors import ShowdownError
from showdown.history.moments import moment_of
from showdown.history.record import HandRecord
from showdown.history.statistics import Outcome
from showdown.history.writers import FORMATS, Format
from showdown.rules.hand_rank import Category, category_named
from showdown.rules.ruleset import TableId
from showdown.rules.view import Viewer, history_viewer

PAGE = 200
T = TypeVar("T")


def _since(text: str) -> str:
    return _moment(text, at_end=False)


def _until(text: str) -> str:
    return _moment(text, at_end=True)


def _moment(text: str, *, at_end: bool) -> str:
    try:
        found = moment_of(text, at_end=at_end)
    except ValueError:
        raise typer.BadParameter(
            f"{text!r} is no day or time; one is 2026-11-30, another 2026-11-30T12:00."
        ) from None
    return f"{datetime.fromtimestamp(found.timestamp(), UTC):%Y-%m-%dT%H:%M:%SZ}"


def _category(text: str) -> Category:
    found = category_named(text)
    if found is None:
        known = ", ".join(each.title.replace(" ", "-") for each in Category)
        raise typer.BadParameter(f"There is no hand called {text!r}; there are {known}.")
    return found


def _format(text: str) -> str:
    if text not in FORMATS:
        raise typer.BadParameter(f"There is no format {text!r}; there are {', '.join(FORMATS)}.")
    return text


def export(
    to: Annotated[
        str,
        typer.Option("--to", metavar="|".join(FORMATS), parser=_format, help="Which format."),
    ],
    out: Annotated[
        Path | None,
        typer.Option(
            "--out", "-o", metavar="OUT", help="Where to. Default: stdout.", show_default=False
        ),
    ] = None,
    viewer: Annotated[
        str | None,
        typer.Option(
            "--for",
            metavar="NAME",
            help="Only what this account may see, hands that it imported included.",
            show_default=False,
        ),
    ] = None,
    player: Annotated[str | None, typer.Option(metavar="NAME", help="Who was in.")] = None,
    table: Annotated[str | None, typer.Option(metavar="NAME", help="Which table.")] = None,
    since: Annotated[
        str | None, typer.Option(metavar="TIME", parser=_since, help="Not before, in UTC.")
    ] = None,
    until: Annotated[
        str | None, typer.Option(metavar="TIME", parser=_until, help="Not after; a day whole.")
    ] = None,
    min_pot: Annotated[
        int | None, typer.Option(metavar="N", min=0, help="The pots together at least.")
    ] = None,
    category: Annotated[
        Category | None,
        typer.Option(metavar="NAME", parser=_category, help="What won and was shown."),
    ] = None,
    result: Annotated[
        Outcome | None,
        typer.Option(metavar="|".join(Outcome), help="What it was for --player, or for --for."),
    ] = None,
    database: Database = None,
    key_file: KeyFile = None,
    config: Config = None,
) -> None:
    """
    Write stored hands, newest first; it may run beside a server.

    Without --for they are whole, with everybody's cards and the keys from which an auditor can
    recompute each deal: such a file is for nobody who plays, and that it was made is noted in the
    database. What the format has no words for is named on stderr, and so is a hand that cannot be
    written; then the exit code is 1.
    """
    if viewer is not None and to == "json":
        raise refused("json holds whole hands; --for goes with phh, ohh and pokerstars.")
    settings = read_settings(config, database=database, key_file=key_file)
    selection = Selection(
        table=None if table is None else TableId(table),
        player=player,
        since=since,
        until=until,
        min_pot=min_pot,
        category=category,
        outcome=result,
    )
    done = guard(lambda: _export(settings, selection, FORMATS[to], viewer, out))
    for sentence, times in done.left_out.items():
        typer.echo(f"{_hands(times)}: {sentence}", err=True)
    failed = f", {done.failed:,} not" if done.failed else ""
    typer.echo(f"{_hands(done.written)} written as {FORMATS[to].title}{failed}.", err=True)
    raise typer.Exit(1 if done.failed else 0)


class _Done(Struct):
    """What came of an export."""

    left_out: Counter[str]
    written: int = 0
    failed: int = 0


def _export(
    settings: Settings, selection: Selection, format: Format, viewer: str | None, out: Path | None
) -> _Done:
    done = _Done(Counter())
    with ExitStack() as stack:
        shelf = stack.enter_context(_opened(settings, viewer))
        if viewer is None:
            shelf.note_that_all_is_read({"to": format.title, **_plain(selection)})
        stream = stack.enter_context(_writing(out))
        hands = shelf.hands(selection)
        for piece in format.join(_texts(hands, format, shelf.viewer, done)):
            stream.write(piece)
    return done


class _Shelf:
    """Stored hands, one after the other; the loop that reads them stands still in between."""

    def __init__(
        self, loop: asyncio.Runner, store: Store, vault: Vault, viewer: Account | None
    ) -> None:
        self._loop, self._store, self.viewer = loop, store, viewer
        self._hands = SqlHands(store, vault)

    def note_that_all_is_read(self, details: dict[str, Any]) -> None:
        """Leave a trace of who has looked at everybody's cards, before he does."""
        _wait(self._loop, self._store.write(partial(note_whole_export, details)))

    def hands(self, selection: Selection) -> Iterator[tuple[str, HandRecord | Exception]]:
        """What to call each hand, and its record, or why it cannot be read."""
        asker = None if self.viewer is None else self.viewer.account
        query = HandQuery(**asdict(replace(selection, asker=asker)), limit=PAGE)
        while page := _wait(self._loop, self._hands.find(query)):
            for listed in page:
                try:
                    yield f"hand {listed.hand}", _wait(self._loop, self._record(listed))
                except (StorageError, ShowdownError) as error:
                    yield f"hand {listed.hand}", error
            query = replace(query, before=page[-1].hand)

    async def _record(self, listed: StoredHand) -> HandRecord:
        if listed.source is not None:
            assert self.viewer is not None
            imported = await self._hands.get_imported(listed.hand, self.viewer.account)
            assert imported is not None
            return imported.record
        finished = await self._hands.get(listed.hand)
        assert finished is not None
        return HandRecord(
            table=listed.table,
            played=datetime.fromisoformat(listed.ended_at),
            events=finished.events,
        )


def _plain(selection: Selection) -> dict[str, Any]:
    asked = asdict(selection).items()
    return {name: value for name, value in asked if value not in (None, frozenset())}


def _texts(
    hands: Iterable[tuple[str, HandRecord | Exception]],
    format: Format,
    viewer: Account | None,
    done: _Done,
) -> Iterator[str]:
    """The text of every hand that can be read and said."""
    for name, record in hands:
        try:
            if isinstance(record, Exception):
                raise record
            text = format.write(record, None if viewer is None else _view(record, viewer))
        except (StorageError, ShowdownError) as error:
            done.failed += 1
            typer.echo(f"{name}: {getattr(error, 'sentence', error)}", err=True)
            continue
        done.written += 1
        done.left_out.update(text.left_out)
        yield text


def _view(record: HandRecord, viewer: Account) -> Viewer:
    return history_viewer(record.started, viewer.account)


@contextmanager
def _opened(settings: Settings, viewer: str | None) -> Iterator[_Shelf]:
    """The hands of a database, and the account for which they are read."""
    with asyncio.Runner() as loop:
        context = existing_store(settings.database)
        store = _wait(loop, context.__aenter__())
        try:
            vault, who = _vault(settings), None
            if viewer is not None:
                who = _wait(loop, store.write(lambda connection: known_account(viewer, connection)))
            yield _Shelf(loop, store, vault, who)
        finally:
            _wait(loop, context.__aexit__(None, None, None))


def _vault(settings: Settings) -> Vault:
    source = keys_of(settings.database, key_source(settings))
    keys = source.read()
    if keys is None:
        raise StorageError(f"There is no key file {source.file}, and no card opens without it.")
    return Vault(keys)


def _wait(loop: asyncio.Runner, work: Awaitable[T]) -> T:
    async def waiting() -> T:
        return await work

    return loop.run(waiting())


@contextmanager
def _writing(out: Path | None) -> Iterator[TextIO]:
    """Where the text goes; a file is its owner's alone, and has its name only when it is whole."""
    if out is None:
        sys.stdout.reconfigure(encoding="utf-8")  # type: ignore[union-attr]
        yield sys.stdout
        return
    part = out.with_name(f"{out.name}.part")
    try:
        part.touch(mode=0o600)
        with part.open("w", encoding="utf-8", newline="\n") as stream:
            yield stream
        part.replace(out)
    except OSError as error:
        reason = (error.strerror or str(error)).lower()
        raise refused(f"{out} cannot be written: {reason}.") from None
    finally:
        part.unlink(missing_ok=True)


def _hands(count: int) -> str:
    return "1 hand" if count == 1 else f"{count:,} hands"
