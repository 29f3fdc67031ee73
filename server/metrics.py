"""
What a server counts, for Prometheus: what happened, by what name, and how long it took.

Whoever sees a thing happen counts it: ``REFUSALS.labels(code).inc()``. Labels come from closed
lists, so that no client can make a series of his own. What *is* at a moment (connections, tables,
queues) is not kept here but looked at when somebody asks: :mod:`server.gateway.figures`.

A name ends in its unit, and ``docs/operations.md`` says what each of them means.
"""

from bisect import bisect_left
from collections.abc import Iterable
from itertools import accumulate

from prometheus_client import (
    CollectorRegistry,
    Counter,
    ProcessCollector,
    disable_created_metrics,
    generate_latest,
)
from prometheus_client.exposition import CONTENT_TYPE_PLAIN_0_0_4
from prometheus_client.metrics_core import HistogramMetricFamily, Metric

CONTENT_TYPE = CONTENT_TYPE_PLAIN_0_0_4

REGISTRY = CollectorRegistry()
"""What this process has counted since it began."""

SECONDS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0)
"""The bounds between which durations are told apart."""

OTHER = "other"
"""The label of what is on no list of ours."""

# When a series began is of no use, and doubles their number.
disable_created_metrics()  # type: ignore[no-untyped-call]
ProcessCollector(registry=REGISTRY)


class Durations:
    """
    How long something took, as a histogram; for one thread, and two of them for each action.

    The library's own takes a lock for each of the numbers that an observation changes.
    """

    def __init__(self, name: str, documentation: str) -> None:
        self._name, self._documentation = name, documentation
        self._counts = [0] * (len(SECONDS) + 1)
        """Of each bound how often it took so long and longer than the bound before."""
        self._sum = 0.0

    def observe(self, seconds: float) -> None:
        """It took so long once more."""
        self._counts[bisect_left(SECONDS, seconds)] += 1
        self._sum += seconds

    def collect(self) -> Iterable[Metric]:
        """All of it, each bound with what took shorter."""
        bounds = [*map(str, SECONDS), "+Inf"]
        buckets = list(zip(bounds, map(float, accumulate(self._counts)), strict=True))
        yield HistogramMetricFamily(self._name, self._documentation, buckets, self._sum)


ACTION_SECONDS = Durations(
    "showdown_action_seconds",
    "From the arrival of a player's action until the update that answers it was sent to him.",
)
COMMIT_SECONDS = Durations(
    "showdown_commit_seconds",
    "From an entry of a table's journal until it was durable, waiting for its turn included.",
)
for durations in (ACTION_SECONDS, COMMIT_SECONDS):
    REGISTRY.register(durations)

HANDS_DEALT = Counter("showdown_hands_dealt", "Hands that began.", registry=REGISTRY)
HANDS_ABORTED = Counter("showdown_hands_aborted", "Hands that were given up.", registry=REGISTRY)
LETTERS_SENT = Counter(
    "showdown_letters_sent", "Letters to other nodes that said something.", registry=REGISTRY
)
LETTER_BYTES = Counter(
    "showdown_letter_bytes",
    "Their bytes, and those of letters that said nothing.",
    registry=REGISTRY,
)
LETTERS_LOST = Counter(
    "showdown_letters_lost", "Letters of other nodes that did not arrive.", registry=REGISTRY
)
TABLES_CLAIMED = Counter(
    "showdown_tables_claimed",
    "Tables that this node began to run, whoever ran them before.",
    registry=REGISTRY,
)
TABLES_HANDED_OVER = Counter(
    "showdown_tables_handed_over",
    "Tables that this node let go for another one.",
    registry=REGISTRY,
)
LANES_BROKEN = Counter(
    "showdown_lanes_broken",
    "Times that something may have been missed of another node, its first letter included.",
    registry=REGISTRY,
)
REMOTE_SECONDS = Durations(
    "showdown_remote_seconds",
    "From a request's being put to the node that runs its table until that had answered it.",
)
REGISTRY.register(REMOTE_SECONDS)
REMOTE_REPEATED = Counter(
    "showdown_remote_repeated",
    "Requests that were put to a node again, since their table moved or a letter was lost.",
    registry=REGISTRY,
)
CONNECTIONS_OPENED = Counter(
    "showdown_connections_opened", "Websockets whose handshake was done.", registry=REGISTRY
)
TURNED_AWAY = Counter(
    "showdown_turned_away",
    "Connections that were refused before their handshake, by reason.",
    ["reason"],
    registry=REGISTRY,
)
HANDSHAKES_REFUSED = Counter(
    "showdown_handshakes_refused",
    "Requests for a websocket that were answered with another HTTP status, by status.",
    ["status"],
    registry=REGISTRY,
)
REFUSALS = Counter(
    "showdown_refusals", "Requests that were refused, by code.", ["code"], registry=REGISTRY
)
CLOSES = Counter(
    "showdown_closes",
    "Connections that ended, by close code and by whom: server, client, or nobody (lost).",
    ["code", "by"],
    registry=REGISTRY,
)


class Seen:
    """What is at this moment, for a page of metrics."""

    def __init__(self, metrics: Iterable[Metric]) -> None:
        self._metrics = tuple(metrics)

    def collect(self) -> Iterable[Metric]:
        """All of it."""
        return self._metrics


def page(now: Iterable[Metric]) -> str:
    """All that was counted and what is now, as Prometheus reads it."""
    return (generate_latest(REGISTRY) + generate_latest(Seen(now))).decode()
