"""
``python -m server``: run a server, or play at one of your own.
"""

# ruff: noqa: E402 - what is imported stays: to look through it for garbage again and again took a
# fifth of each start.
import gc

gc.disable()

import asyncio
import os
import signal
import sys
from pathlib import Path
from typing import Annotated

import typer

from server import logs
from server.bootstrap import running_server
from server.commands import account, key
from server.commands.audit import audit
from server.commands.backup import backup
from server.commands.exporting import export
from server.commands.groups import commands, say_version
from server.commands.importing import import_hands
from server.commands.shell import (
    Config,
    Database,
    KeyFile,
    guard,
    read_settings,
    refused,
    run,
)
from server.config import CHECKOUT, Settings, make_usual_folder
from server.garbage import spare_what_is_there
from server.invitations import tell_links
from server.large_pages import lay_on_large_pages_soon
from server.links import EVERYWHERE, address_url, link
from server.processes.place import Berth, Place, read_place
from server.processes.serving import serve_by_several
from server.signals import on_signal_if_any, on_signals
from server.storage import migrate_database

gc.freeze()
gc.enable()

app = commands("A five-card draw server; without a command it serves.")
Host = Annotated[
    str | None,
    typer.Option(metavar="ADDRESS", help="Address to listen on. [default: 127.0.0.1]"),
]
Port = Annotated[
    int | None,
    typer.Option(metavar="N", help="Port to listen on; 0 is any free one. [default: 8765]"),
]
MetricsPort = Annotated[
    int | None,
    typer.Option(
        metavar="N", help="Port for metrics at /metrics; 0 is any free one. [default: none]"
    ),
]
Private = Annotated[
    bool | None, typer.Option("--private", help="Open a private table and print its link.")
]
PublicUrl = Annotated[
    str | None,
    typer.Option(metavar="URL", help="How guests reach this server, for links: wss://HOST[:PORT]."),
]
TlsCert = Annotated[
    Path | None, typer.Option(metavar="FILE", help="Speak TLS, with this certificate and chain.")
]
TlsKey = Annotated[
    Path | None, typer.Option(metavar="FILE", help="The key that belongs to the certificate.")
]
Processes = Annotated[
    int | None,
    typer.Option(
        metavar="N", help="Serve by N processes behind the one port, each a node. [default: 1]"
    ),
]
LogLevel = Annotated[
    str | None,
    typer.Option(metavar="LEVEL", help="debug, info, warning or error. [default: info]"),
]

PLAY_LOG = CHECKOUT / "var" / "play.log"


@app.callback(invoke_without_command=True)
def main(
    context: typer.Context,
    version: Annotated[
        bool,
        typer.Option("--version", callback=say_version, is_eager=True, help="Say which version."),
    ] = False,
) -> None:
    """Serve if no command is given."""
    if context.invoked_subcommand is None:
        serve()


@app.command()
def serve(
    host: Host = None,
    port: Port = None,
    database: Database = None,
    key_file: KeyFile = None,
    config: Config = None,
    metrics_port: MetricsPort = None,
    log_level: LogLevel = None,
    private: Private = None,
    public_url: PublicUrl = None,
    tls_cert: TlsCert = None,
    tls_key: TlsKey = None,
    processes: Processes = None,
) -> None:
    """Run a server until SIGTERM or Ctrl-C; hands in progress go on after the next start."""
    settings = read_settings(
        config,
        host=host,
        port=port,
        database=database,
        key_file=key_file,
        metrics_port=metrics_port,
        log_level=log_level,
        private=private,
        public_url=public_url,
        tls_cert=tls_cert,
        tls_key=tls_key,
        processes=processes,
    )
    place = read_place()
    logs.configure(settings.log_level, process=None if place is None else place.node)
    if place is not None:
        raise typer.Exit(run(_serve_at(place, settings)))
    raise typer.Exit(
        run(serve_by_several(settings) if settings.processes > 1 else _serve(settings))
    )


@app.command()
def play(
    name: Annotated[
        str | None, typer.Option(metavar="NAME", help="Your name at the table.")
    ] = None,
    host: Host = None,
    port: Port = None,
    database: Database = None,
    key_file: KeyFile = None,
    config: Config = None,
    private: Private = None,
    public_url: PublicUrl = None,
    tls_cert: TlsCert = None,
    tls_key: TlsKey = None,
) -> None:
    """Start a server and sit down at it in this terminal: with house bots, or with friends."""
    settings = read_settings(
        config,
        host=host,
        port=port,
        database=database,
        key_file=key_file,
        private=private,
        public_url=public_url,
        tls_cert=tls_cert,
        tls_key=tls_key,
    )
    if not settings.tables:
        raise refused(
            "There is no table at which you could sit down: put [[tables]] into --config."
        )
    try:
        PLAY_LOG.parent.mkdir(exist_ok=True)
        log = PLAY_LOG.open("a", encoding="utf-8")
    except OSError as error:
        raise refused(
            f"Cannot write the log {PLAY_LOG}: {(error.strerror or '').lower()}."
        ) from None
    typer.echo(f"A server starts here, and you sit down at it; its log is {PLAY_LOG}.", err=True)
    with log as narration:
        logs.configure(settings.log_level, narration)
        code = run(_play(settings, name))
    raise typer.Exit(code)


@app.command()
def migrate(database: Database = None, config: Config = None) -> None:
    """Bring a database to the version of this program; a file after a copy of it was made."""
    settings = read_settings(config, database=database)
    guard(lambda: make_usual_folder(settings.database))
    done = run(migrate_database(settings.database))
    typer.echo(f"The database {settings.database} {done}")


app.add_typer(account.app, name="account")
app.add_typer(key.app, name="key")
for each in (audit, backup, export):
    app.command()(each)
app.command("import")(import_hands)


async def _serve(settings: Settings, berth: Berth | None = None) -> int:
    stopped = asyncio.Event()

    def stop() -> None:
        stopped.set()
        if berth is not None:
            berth.wait_no_more()

    on_signals(stop, signal.SIGTERM, signal.SIGINT)
    if berth is not None:
        berth.attend(stop)
    async with running_server(settings, spare_what_is_there, berth) as server:
        if berth is None or berth.place.tells_links:
            tell_links(server, settings)
        if server.certificate is not None:
            on_signal_if_any(server.certificate.read_again, "SIGHUP")
        spare_what_is_there()
        lay_on_large_pages_soon()
        if berth is not None:
            berth.is_up()
        await stopped.wait()
    return 0


async def _serve_at(place: Place, settings: Settings) -> int:
    """Be one of several processes."""
    return await _serve(place.own(settings), Berth(place))


async def _play(settings: Settings, name: str | None) -> int:
    # The client shares this terminal, and Ctrl-C is its affair.
    on_signals(lambda: None, signal.SIGINT)
    async with running_server(await _with_free_port(settings)) as server:
        tell_links(server, settings)
        client = [sys.executable, "-m", "client_cli", "play"]
        if name is not None:
            client += ["--name", name]
        here = "127.0.0.1" if settings.host in EVERYWHERE else settings.host
        first, address = settings.tables[0].name, address_url(here, server.port)
        if server.certificate is not None:
            address = server.address  # by a name that the certificate proves
        if server.private:
            first, address = server.private[0].table, link(address, server.private[0].codes.host)
        # Not on its command line, where others on this machine could read the host's code.
        process = await asyncio.create_subprocess_exec(
            *client, "--table", first, env=os.environ | {"SHOWDOWN_URL": address}
        )
        return await process.wait()


async def _with_free_port(settings: Settings) -> Settings:
    """The usual port, or any other if somebody listens there."""
    try:
        _, writer = await asyncio.open_connection("127.0.0.1", settings.port)
    except OSError:
        return settings
    writer.close()
    await writer.wait_closed()
    return settings.model_copy(update={"port": 0})


if __name__ == "__main__":
    app(prog_name="python -m server")
