"""Where tables are run: every node says the same, and few tables move."""

from collections import Counter

from server.cluster.placement import owner_of, owners_of
from server.cluster.ports import NodeId
from showdown.rules.ruleset import TableId

TABLES = [TableId(f"table-{number}") for number in range(3000)]
NODES = [NodeId(name) for name in ("anna", "bert", "carl", "dora")]


def test_a_table_has_no_owner_where_there_is_no_node():
    assert owner_of(TableId("main"), []) is None
    assert owners_of(TABLES, []) == {}


def test_the_order_in_which_nodes_are_known_changes_nothing():
    assert owners_of(TABLES, NODES) == owners_of(TABLES, frozenset(NODES[::-1]))


def test_one_table_and_many_have_the_same_owner():
    owners = owners_of(TABLES, NODES)
    assert all(owner_of(table, NODES) == owners[table] for table in TABLES[:100])


def test_each_node_has_its_share():
    shares = Counter(owners_of(TABLES, NODES).values())
    assert set(shares) == set(NODES)
    assert max(shares.values()) < 1.15 * len(TABLES) / len(NODES)


def test_only_the_tables_of_a_node_that_goes_move_and_to_all_others():
    before, after = owners_of(TABLES, NODES), owners_of(TABLES, NODES[1:])
    moved = [table for table in TABLES if before[table] != after[table]]
    assert moved == [table for table in TABLES if before[table] == NODES[0]]
    assert {after[table] for table in moved} == set(NODES[1:])


def test_owners_are_the_same_in_each_release():
    """Old and new nodes run together while they are upgraded, and have to agree."""
    owners = owners_of(TABLES[:8], NODES)
    assert [owner[0] for owner in owners.values()] == list("dacdadab")
