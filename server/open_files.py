"""
How many connections the system lets a process have: each is an open file.

A server that ran out of them could not open its database either, and all tables would pause.
"""

import structlog

from server.limits import Limits

try:
    import resource
except ImportError:  # Windows: there is no such limit
    resource = None  # type: ignore[assignment]

log = structlog.get_logger()

OURS = 200
"""Files for the database, the log, and whoever has a seat while the server is full."""


def fitting(limits: Limits) -> Limits:
    """Limits that fit into what the system allows, which is raised as far as it can be."""
    if resource is None:
        return limits
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
    if most == resource.RLIM_INFINITY:
        return limits
    return _within(limits, max(most - OURS, 2))


def _within(limits: Limits, room: int) -> Limits:
    wanted = limits.connections + limits.strangers
    if wanted <= room:
        return limits
    strangers = min(limits.strangers, max(room // 4, 1))
    connections = min(limits.connections, room - strangers)
    log.warning(
        "the system allows fewer open files than the limits need",
        connections=connections,
        strangers=strangers,
        wanted=wanted,
    )
    return limits.model_copy(update={"connections": connections, "strangers": strangers})
