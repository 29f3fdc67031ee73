"""
How a node is among the others at this moment, for a page of metrics.
"""

from collections import Counter
from collections.abc import Collection, Iterator

from prometheus_client.core import GaugeMetricFamily, InfoMetricFamily
from prometheus_client.metrics_core import Metric

from server.cluster.membership import NodeCard
from server.cluster.ports import NodeId


def node_figures(node: NodeId, live: Collection[NodeCard], lease_age: float) -> Iterator[Metric]:
    """
    All of it.

    Args:
        live: what the nodes say of themselves that are there, this one among them.
        lease_age: seconds since this node's lease was renewed; 0 for one that needs none.
    """
    yield InfoMetricFamily("showdown_node", "This node.", {"node": node})
    nodes = GaugeMetricFamily("showdown_nodes", "Nodes that live, by how.", labels=["state"])
    counted = Counter("draining" if card.draining else "running" for card in live)
    for state in ("running", "draining"):
        nodes.add_metric([state], counted[state])
    yield nodes
    yield GaugeMetricFamily(
        "showdown_lease_age_seconds", "Since this node's lease was renewed.", lease_age
    )
