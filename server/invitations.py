"""
What an operator is told of his private tables when the server is up: links to pass on.
"""

from collections.abc import Iterator

import structlog

from server.bootstrap import PrivateTable, Running
from server.config import Settings
from server.links import EVERYWHERE, is_loopback, link

log = structlog.get_logger()

FRIENDS = "Table {table} is private. Friends sit down with this link:"
COMMAND = "  showdown play --url {link}"
YOURS = "Who comes with this one is its host; keep it to yourself:"
NEAR = "That is this machine's address in its network; for friends elsewhere see docs/hosting.md."
ALONE = "Only this machine can reach it so far; --host 0.0.0.0 opens it (docs/hosting.md)."


def tell_links(server: Running, settings: Settings) -> None:
    """Print the links of each private table; a server for whom nobody reads serves all the same."""
    lines = [line for each in server.private for line in _lines(server.address, each)]
    if lines and settings.public_url is None:
        if is_loopback(settings.host):
            lines.append(ALONE)
        elif settings.host in EVERYWHERE and server.certificate is None:
            lines.append(NEAR)
    try:
        for line in lines:
            print(line, flush=True)
    except OSError as error:
        log.warning("links could not be printed", reason=str(error))


def _lines(address: str, private: PrivateTable) -> Iterator[str]:
    yield FRIENDS.format(table=private.table)
    yield COMMAND.format(link=link(address, private.codes.invite))
    yield YOURS
    yield COMMAND.format(link=link(address, private.codes.host))
