"""
How a server is at this moment, for a page of metrics: looked at when somebody asks, never kept.
"""

from collections import Counter
from collections.abc import Collection, Iterator
from importlib.metadata import version

from prometheus_client.core import GaugeMetricFamily, InfoMetricFamily
from prometheus_client.metrics_core import Metric

from server.gateway.connection import Connection
from server.lobby import Lobby
from server.tables.actor import TableActor
from showdown.rules.ruleset import AccountId


def figures(
    lobby: Lobby,
    connections: Collection[Connection],
    writes_waiting: int,
    guests: int = 0,
) -> Iterator[Metric]:
    """
    All that is not a count of what has happened.

    Args:
        connections: everybody who is connected.
        writes_waiting: how many the storage has not begun.
        guests: how many connections of other nodes have to do with tables here.
    """
    tables = tuple(lobby.actors)
    yield InfoMetricFamily("showdown", "The program.", {"version": version("showdown-poker")})
    yield _by(
        "showdown_connections",
        "Websockets that are open.",
        "who",
        _who(connections, lobby.seated()),
    )
    yield _by("showdown_tables", "Tables, by how they are.", "state", _states(tables))
    yield _by("showdown_seats_taken", "Seats that somebody has.", "by", _seats(tables))
    running = sum(actor.state.running is not None for actor in tables)
    yield GaugeMetricFamily("showdown_hands_running", "Hands that are played now.", running)
    yield from _queue(
        "showdown_table_inbox_jobs", "jobs that wait at a table", [a.queued for a in tables]
    )
    yield from _queue(
        "showdown_outbox_frames",
        "frames that wait for a client",
        [each.unsent for each in connections],
    )
    yield GaugeMetricFamily(
        "showdown_remote_connections",
        "Connections of other nodes that have to do with tables of this one.",
        guests,
    )
    yield GaugeMetricFamily(
        "showdown_storage_writes_waiting", "Writes that the storage has not begun.", writes_waiting
    )


def _by(name: str, words: str, label: str, counted: Counter[str]) -> Metric:
    family = GaugeMetricFamily(name, words, labels=[label])
    for each, number in counted.items():
        family.add_metric([each], number)
    return family


def _queue(name: str, words: str, depths: list[int]) -> Iterator[Metric]:
    """All of them together, and the longest."""
    yield GaugeMetricFamily(name, f"All {words}.", sum(depths))
    yield GaugeMetricFamily(f"{name}_most", f"The most {words}.", max(depths, default=0))


def _who(connections: Collection[Connection], seated: Collection[AccountId]) -> Counter[str]:
    counted = Counter(unknown=0, seated=0, unseated=0, looking=0)
    for each in connections:
        if each.account is None:
            counted["looking" if each.looks else "unknown"] += 1
        else:
            counted["seated" if each.account in seated else "unseated"] += 1
    return counted


def _states(tables: Collection[TableActor]) -> Counter[str]:
    counted = Counter(open=0, unavailable=0, parked=0)
    for actor in tables:
        available = "open" if actor.unavailable is None else "unavailable"
        counted["parked" if actor.parked is not None else available] += 1
    return counted


def _seats(tables: Collection[TableActor]) -> Counter[str]:
    counted = Counter(person=0, house=0)
    for actor in tables:
        for occupant in actor.state.seating.occupants:
            counted["house" if occupant.account in actor.house else "person"] += 1
    return counted
