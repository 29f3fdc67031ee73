"""An operator sees who is there, and how near a node is to being fenced."""

from server.cluster.figures import node_figures
from server.cluster.membership import NodeCard
from server.cluster.ports import NodeId


def test_nodes_are_counted_by_how_they_are():
    cards = [NodeCard(boot=str(number), draining=number == 0) for number in range(3)]
    samples = {
        (sample.name, *sample.labels.values()): sample.value
        for family in node_figures(NodeId("here"), cards, 0.5)
        for sample in family.samples
    }
    assert samples == {
        ("showdown_node_info", "here"): 1,
        ("showdown_nodes", "running"): 2,
        ("showdown_nodes", "draining"): 1,
        ("showdown_lease_age_seconds",): 0.5,
    }
