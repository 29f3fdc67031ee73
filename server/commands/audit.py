"""``python -m server audit``: whether every chip is where it should be."""

import json
import sys
from functools import partial
from typing import Annotated

import msgspec
import typer

from server.bootstrap import key_source
from server.commands.shell import Config, Database, KeyFile, read_settings, run
from server.config import Settings
from server.ports import StorageError
from server.storage.auditing import Audit, Progress
from server.storage.auditing import audit as count_again
from server.storage.database import existing_store
from server.storage.keyring import keys_of
from server.storage.secrets import Vault


def audit(
    database: Database = None,
    key_file: KeyFile = None,
    config: Config = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False,
) -> None:
    """
    Count every chip again, replay every hand, and say what does not hold.

    It may run beside a server: it sees one moment of the database. Exit code 1 if something does
    not hold.
    """
    settings = read_settings(config, database=database, key_file=key_file)
    found = run(_audit(settings, _progress()))
    if as_json:
        whole = {"holds": found.holds, "counted": found.counted, **msgspec.to_builtins(found)}
        typer.echo(json.dumps(whole, ensure_ascii=False))
    else:
        for line in lines(found):
            typer.echo(line)
    raise typer.Exit(0 if found.holds else 1)


def lines(found: Audit) -> list[str]:
    """What was counted, then each thing that does not hold, then the sum of it."""
    accounts, tables, hands = found.accounts, found.tables, found.hands
    closed = f", {hands.closed:,} of them by their results alone" if hands.closed else ""
    older = f", {hands.older:,} of them older than the ledger" if hands.older else ""
    imports = found.imports
    gone = f", {imports.closed:,} of them closed" if imports.closed else ""
    verdict = (
        "Everything holds."
        if found.holds
        else f"{len(found.wrong):,} {'thing does' if len(found.wrong) == 1 else 'things do'}"
        " not hold."
    )
    return [
        f"accounts  {accounts.accounts:,} with {accounts.chips:,} chips",
        f"tables    {tables.tables:,} with {tables.stacks:,} chips in {tables.seats:,} seats and "
        f"{tables.carried:,} in the middle, {tables.running:,} in a hand",
        f"hands     {hands.hands:,} replayed with {hands.rake:,} chips of rake{closed}{older}",
        *([f"imported  {imports.hands:,} replayed{gone}"] if imports.hands else ()),
        f"ledger    {found.postings:,} postings, {found.issued:,} chips issued, "
        f"{found.counted:,} found",
        *(each.sentence for each in found.wrong),
        verdict,
    ]


def _vault(settings: Settings) -> Vault:
    source = keys_of(settings.database, key_source(settings))
    keys = source.read()
    if keys is None:
        raise StorageError(
            f"There is no key file {source.file}, and hands cannot be replayed without it."
        )
    return Vault(keys)


async def _audit(settings: Settings, progress: Progress) -> Audit:
    async with existing_store(settings.database) as store, store.reading() as connection:
        return await connection.run_sync(partial(count_again, _vault(settings), progress))


def _progress() -> Progress:
    """Says on a terminal how far it is."""
    if not sys.stderr.isatty():
        return lambda _done, _total: None

    def say(done: int, total: int) -> None:
        sys.stderr.write(f"\r{done:,} of {total:,} hands")
        sys.stderr.write("\n" if done == total else "")
        sys.stderr.flush()

    return say
