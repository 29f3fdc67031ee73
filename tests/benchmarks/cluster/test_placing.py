"""A large cluster is placed by the code that places a small one, and what is said of it is so."""

from collections import Counter

from benchmarks.cluster.placing import cluster, lines, tables_of_each, with_another, without
from server.cluster.placement import owners_of

NODES, TABLES = cluster(20, 4_000)
PLACED = owners_of(TABLES, NODES)


def test_nodes_have_about_the_same_number_of_tables():
    spread = tables_of_each(PLACED, NODES)
    assert spread.mean == 200
    assert (spread.least, spread.most) == (
        min(Counter(PLACED.values()).values()),
        max(Counter(PLACED.values()).values()),
    )
    # Those of a throw of dice: a standard deviation of about 13.8.
    assert spread.deviation < 25


def test_only_the_tables_of_the_dead_move_and_all_survivors_share_them():
    dead = NODES[:3]
    move = without(PLACED, NODES, dead)
    assert move.moved == sum(node in dead for node in PLACED.values())
    assert move.needless == 0
    assert move.to_each.least > 0


def test_one_that_comes_takes_its_share_from_all():
    move = with_another(PLACED, NODES)
    assert 0 < move.moved < 2 * len(TABLES) / (len(NODES) + 1)
    assert move.needless == 0


def test_it_is_told_in_lines():
    told = list(lines(PLACED, NODES))
    assert [line.partition(":")[0] for line in told] == [
        "tables of a node",
        "a node dies",
        "2 nodes die at once",
        "a node comes",
    ]
