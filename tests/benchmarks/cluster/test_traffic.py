"""What a broker carries is counted in letters as nodes write them."""

from msgspec.structs import replace

from benchmarks.cluster.carrying import Carried, CountingBus, published, renewal
from benchmarks.cluster.traffic import Rates, actions, heads, leases, lines
from server.cluster.ports import NodeId

RATES = Rates(nodes=10, tables=400)


def test_each_node_says_its_last_number_to_each_other_and_to_all():
    said = heads(RATES)
    assert said.messages_in == 10 * (9 + 1)
    # Nobody hears himself.
    assert said.messages_out == 10 * (9 + 9)


def test_each_lease_is_renewed_answered_and_told_to_all():
    said = leases(RATES)
    assert (said.messages_in, said.messages_out) == (10, 10 * (1 + 10))


def test_an_action_costs_a_request_and_a_letter_for_each_node_that_is_told():
    said = actions(RATES)
    seconds_actions = RATES.actions * RATES.nodes
    assert seconds_actions == 100
    # A request, the token of whoever is asked next, and at most a letter for each of six seats.
    assert said.messages_in <= seconds_actions * (1 + 1 + 6)
    assert said.messages_in == said.messages_out
    assert said.bytes_in > seconds_actions * (RATES.act_bytes + RATES.frame_bytes)


def test_players_at_the_one_node_there_is_say_nothing_through_the_broker():
    alone = actions(replace(RATES, nodes=1, tables=40))
    assert alone == Carried()


def test_a_message_is_framed_as_the_broker_does():
    bus = CountingBus(others=2)
    bus.send(NodeId("b"), b"hi")
    assert bus.carried.bytes_in == len(b"PUB showdown.node.b 2\r\nhi\r\n")
    bus.send_to_all(b"hi")
    assert bus.carried.messages_out == 1 + 2
    assert bus.carried.bytes_in == len(b"PUB showdown.node.b 2\r\nhi\r\n") + len(
        b"PUB showdown.nodes 2\r\nhi\r\n"
    )


def test_figures_add_up():
    assert published("a", 1) * 2 == published("a", 1) + published("a", 1)
    assert renewal(NodeId("a"), b"{}", 2).messages_out == 3
    told = list(lines(RATES))
    assert [line.partition(":")[0] for line in told] == [
        "stated",
        "heads",
        "leases",
        "actions",
        "all",
    ]
