"""
Whether a server can be several processes, as its settings are.
"""

import sys

from server.broker.access import node_of
from server.config import ConfigError, Settings

HIGHEST_PORT = 65_535
LONGEST_NAME = 64


def base_of(settings: Settings) -> str:
    """
    What is in front of the numbers of all processes in their names.

    Raises:
        ConfigError: there cannot be several.
    """
    if sys.platform == "win32":
        raise ConfigError("On Windows a server is one process: leave out processes.")
    if not settings.nats:
        raise ConfigError(
            f"A server of {settings.processes} processes shares its tables by NATS and PostgreSQL: "
            "set nats and database, or leave out processes."
        )
    if settings.websockets != "own":
        raise ConfigError("Several processes speak by websockets of our own: leave out websockets.")
    _check_metrics_ports(settings)
    base = node_of(settings)
    if len(f"{base}-{settings.processes}") > LONGEST_NAME:
        raise ConfigError(
            f"Setting node is {base!r}, to which each process adds its number; "
            f"together they have {LONGEST_NAME} signs at most."
        )
    return base


def _check_metrics_ports(settings: Settings) -> None:
    first = settings.metrics_port
    if not first:
        return
    last = first + settings.processes - 1
    if last > HIGHEST_PORT:
        raise ConfigError(
            f"Setting metrics_port is {first}, and each process has the next one: {last} is above "
            f"{HIGHEST_PORT}."
        )
    if first <= settings.port <= last:
        raise ConfigError(
            f"The processes have the ports {first} to {last} for metrics, and {settings.port} is "
            "where players connect: set another metrics_port."
        )
