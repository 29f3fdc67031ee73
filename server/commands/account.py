"""
``python -m server account``: who plays here, beside a running server or without one.

A server that runs obeys within a second: who was disabled, or given another password, is signed
out. What is done is noted in the database, with the name of who did it.
"""

import getpass
import json
import shlex
import sys
from collections.abc import Iterable
from functools import partial
from typing import Annotated

import typer

from server.accounts import checked_name
from server.commands.groups import commands
from server.commands.shell import Config, Database, guard, read_settings, run
from server.config import Settings
from server.passwords import BadPassword, Passwords
from server.ports import Account
from server.storage import operators
from server.storage.database import existing_store
from server.storage.store import T, Unit
from showdown.rules.ruleset import LARGEST

app = commands("Accounts, their chips, passwords and tokens.", no_args_is_help=True)

Name = Annotated[
    str, typer.Argument(metavar="NAME", help="The account's name, however it is spelled.")
]


@app.command()
def add(
    name: Name,
    chips: Annotated[
        int | None,
        typer.Option(
            metavar="N", min=0, max=10**12, help="Chips to begin with. [default: as a guest has]"
        ),
    ] = None,
    password: Annotated[
        bool, typer.Option("--password", help="Ask for a password, or read it from stdin.")
    ] = False,
    database: Database = None,
    config: Config = None,
) -> None:
    """Make an account; give it a password at once or later, or a token for a program."""
    settings = read_settings(config, database=database)
    checked = guard(lambda: checked_name(name))
    said = guard(lambda: _read_password(checked)) if password else None
    first = settings.guest_chips if chips is None else chips
    account = run(_add(settings, checked, said, first))
    named = shlex.quote(checked)
    way = "" if password else f"; `account passwd {named}` or `account token {named}` opens it"
    typer.echo(f"Account {account.account} ({account.name}) has {account.chips:,} chips{way}.")


async def _add(settings: Settings, name: str, password: str | None, chips: int) -> Account:
    encoded = None if password is None else await Passwords().encode(password)
    return await _write(settings, partial(operators.add, name, encoded, chips))


@app.command()
def token(
    name: Name,
    label: Annotated[
        str | None, typer.Option(metavar="TEXT", help="What it is for.", show_default=False)
    ] = None,
    revoke: Annotated[
        str | None,
        typer.Option(
            metavar="ID",
            help="Take one back instead; `account list` shows its id.",
            show_default=False,
        ),
    ] = None,
    database: Database = None,
    config: Config = None,
) -> None:
    """Print a new token for a program, this once, or take one back."""
    settings = read_settings(config, database=database)
    if revoke is not None:
        called = run(_write(settings, partial(operators.revoke, name, revoke)))
        typer.echo(f"Token {called} of {name} opens nothing any more.")
        return
    typer.echo(run(_write(settings, partial(operators.add_token, name, label))))
    typer.echo(f"It is {name}'s; keep it, it is not shown again.", err=True)


@app.command("list")
def list_accounts(
    name: Annotated[
        str | None, typer.Argument(metavar="NAME", help="Only this account.", show_default=False)
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False,
    database: Database = None,
    config: Config = None,
) -> None:
    """Say who has an account, and with which tokens."""
    settings = read_settings(config, database=database)
    accounts = run(_list(settings, name))
    if as_json:
        typer.echo(json.dumps([_as_json(each) for each in accounts], ensure_ascii=False))
        return
    for line in _table(accounts, with_tokens=name is not None):
        typer.echo(line)


async def _list(settings: Settings, name: str | None) -> tuple[operators.ListedAccount, ...]:
    async with existing_store(settings.database) as store, store.reading() as connection:
        return await connection.run_sync(partial(operators.listed, name))


@app.command()
def grant(
    name: Name,
    chips: Annotated[int, typer.Argument(metavar="CHIPS", min=1, max=LARGEST, help="How many.")],
    database: Database = None,
    config: Config = None,
) -> None:
    """Give an account chips."""
    settings = read_settings(config, database=database)
    account = run(_write(settings, partial(operators.grant, name, chips)))
    typer.echo(f"{account.name} has {account.chips:,} chips beside the tables now.")


@app.command()
def passwd(name: Name, database: Database = None, config: Config = None) -> None:
    """Give an account another password, asked for twice or read from stdin; it is signed out."""
    settings = read_settings(config, database=database)
    said = guard(lambda: _read_password(name))
    account = run(_change_password(settings, name, said))
    typer.echo(f"{account.name} has another password, and signs in anew with it.")


async def _change_password(settings: Settings, name: str, password: str) -> Account:
    encoded = await Passwords().encode(password)
    return await _write(settings, partial(operators.change_password, name, encoded))


@app.command()
def disable(
    name: Name,
    undo: Annotated[bool, typer.Option("--undo", help="Let the account in again.")] = False,
    database: Database = None,
    config: Config = None,
) -> None:
    """Let nobody sign in to an account; whoever is, is signed out. Its chips stay its own."""
    settings = read_settings(config, database=database)
    account = run(_write(settings, partial(operators.disable, name, undo)))
    typer.echo(f"{account.name} {'may sign in again' if undo else 'may not sign in any more'}.")


async def _write(settings: Settings, unit: Unit[T]) -> T:
    async with existing_store(settings.database) as store:
        return await store.write(unit)


def _read_password(name: str) -> str:
    """Ask twice on a terminal, so that it is no slip; else read one line."""
    if not _is_terminal():
        return sys.stdin.readline().rstrip("\r\n")
    said = getpass.getpass(f"New password of {name}: ")
    if getpass.getpass("The same again: ") != said:
        raise BadPassword("The two passwords differ; nothing was changed.")
    return said


def _is_terminal() -> bool:
    return sys.stdin.isatty()


# Lists.


def _as_json(account: operators.ListedAccount) -> dict[str, object]:
    tokens = [each._asdict() for each in account.tokens]
    return {**account._asdict(), "tokens": tokens}


def _table(accounts: Iterable[operators.ListedAccount], *, with_tokens: bool) -> Iterable[str]:
    rows = [("account", "name", "kind", "chips", "since", "opened by")]
    for each in accounts:
        rows.append(
            (
                str(each.account),
                each.name,
                each.kind,
                f"{each.chips:,}",
                each.created_at[:10],
                _opened_by(each),
            )
        )
        if with_tokens:
            rows += [
                ("", f"token {one.id}", one.kind, "", one.created_at[:10], one.label or "")
                for one in each.tokens
            ]
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    for number, name, kind, chips, since, way in rows:
        yield (
            f"{number:>{widths[0]}}  {name:<{widths[1]}}  {kind:<{widths[2]}}  "
            f"{chips:>{widths[3]}}  {since:<{widths[4]}}  {way}"
        ).rstrip()


def _opened_by(account: operators.ListedAccount) -> str:
    if account.disabled_at is not None:
        return f"nobody (disabled {account.disabled_at[:10]})"
    ways = ["a password"] if account.has_password else []
    number = len(account.tokens)
    if number:
        ways.append("a token" if number == 1 else f"{number} tokens")
    return " and ".join(ways) or "nobody"
