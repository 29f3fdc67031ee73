"""Where tables should run, while nodes come and go."""

from random import Random

from server.cluster.placement import owners_of
from server.cluster.places import Places
from server.cluster.ports import NodeId
from showdown.rules.ruleset import TableId

NODES = [NodeId(name) for name in ("anna", "bert", "carl", "dora")]
TABLES = [TableId(f"table{number}") for number in range(200)]


def test_no_place_is_where_no_node_is():
    places = Places()
    assert places.of(TABLES[0]) is None
    places.change([NODES[0]])
    assert places.of(TABLES[0]) == NODES[0]
    places.change([])
    assert places.of(TABLES[0]) is None


def test_places_that_were_kept_are_those_that_would_be_found_anew():
    rng, places = Random(1), Places()
    for _ in range(40):
        nodes = rng.sample(NODES, rng.randint(1, len(NODES)))
        places.change(nodes)
        some = rng.sample(TABLES, 60)
        assert {table: places.of(table) for table in some} == owners_of(some, nodes)


def test_a_table_that_is_gone_leaves_nothing():
    places = Places()
    places.change(NODES)
    for table in TABLES:
        places.of(table)
        places.forget(table)
    assert not places._known
