"""
What an operator is told of his private tables when the server is up: links to pass on.
"""

import sys

from server.bootstrap import Running
from server.config import Settings
from server.links import is_loopback, link

FRIENDS = "Table {table} is private. Friends sit down with this link:"
COMMAND = "  showdown play --url {link}"
YOURS = "Who comes with this one is its host; keep it to yourself:"
ALONE = "Only this machine can reach it so far; --host 0.0.0.0 opens it (docs/hosting.md)."


def tell_links(server: Running, settings: Settings) -> None:
    """Print the links of each private table."""
    for each in server.private:
        print(FRIENDS.format(table=each.table))
        print(COMMAND.format(link=link(server.address, each.codes.invite)))
        print(YOURS)
        print(COMMAND.format(link=link(server.address, each.codes.host)))
    if server.private and settings.public_url is None and is_loopback(settings.host):
        print(ALONE)
    sys.stdout.flush()
