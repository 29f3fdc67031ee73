"""Tables are shared out among nodes: each is run by one of them, and goes on when that one goes."""

import asyncio
from functools import partial

import pytest
from structlog.testing import capture_logs

from server.cluster.ports import NodeId
from server.tables.world import Moved
from showdown.protocol import messages as msg
from showdown.rules.ruleset import OnAbort, Ruleset, TableId
from tests.server.cluster.kin import BLINDS, kindred

MAIN = TableId("main")
MANY = tuple(f"table{number}" for number in range(12))


@pytest.fixture
def kin_of(migrated, tmp_path):
    return partial(kindred, migrated, tmp_path)


async def two_at(kin, node, table=MAIN):
    """Anna and Boris sit at a table of a node, and a hand runs."""
    anna, boris = [node.guest(table, await kin.player(name), name) for name in ("Anna", "Boris")]
    for player in (anna, boris):
        reply = await player.ask(msg.Sit)
        assert reply.ok, reply.error
    await kin.pass_time_until(lambda: is_asked(node.table(table).state.running))
    return anna, boris


def is_asked(hand):
    """Whether somebody in a hand is to decide."""
    return hand is not None and bool(hand.asked)


def hand_of(node, table=MAIN):
    """The hand that runs, with all its cards."""
    return node.table(table).state.hand


async def test_each_table_is_run_by_one_node_and_all_know_by_which(kin_of):
    async with kin_of(MANY) as kin:
        await kin.start("anna", "bert", "carl")
        await kin.settled()
        counts = [len(tuple(node.lobby.actors)) for node in kin.nodes.values()]
        assert sum(counts) == len(MANY)
        assert all(counts)


async def test_a_hand_goes_on_with_its_cards_when_its_table_is_handed_to_a_node_that_comes(kin_of):
    async with kin_of() as kin:
        (first,) = await kin.start("anna")
        await two_at(kin, first)
        before = hand_of(first)
        names = iter(f"node{number}" for number in range(100))
        while kin.runner(MAIN) is first:
            await kin.start(next(names))
            await kin.settled()
        assert hand_of(kin.runner(MAIN)) == before


async def test_who_saw_a_table_that_is_handed_over_is_told_nothing_and_named_to_who_brings_him_on(
    kin_of,
):
    async with kin_of() as kin:
        here, there = await kin.start("anna", "bert")
        await kin.settled()
        first = kin.runner(MAIN)
        players = await two_at(kin, first)
        told = [len(each.told) for each in players]
        seq = first.table(MAIN).seq
        await first.steward.drain()
        await kin.until(lambda: kin.runner(MAIN) not in (first, None))
        assert [len(each.told) for each in players] == told
        (left,) = first.left
        assert (left.table, left.seq, left.listeners) == (MAIN, seq, players)
        assert kin.runner(MAIN) is ({here, there} - {first}).pop()


async def test_a_node_that_ends_hands_all_its_tables_over_and_takes_no_more(kin_of):
    async with kin_of(MANY) as kin:
        anna, bert, carl = await kin.start("anna", "bert", "carl")
        await kin.settled()
        await bert.steward.drain()
        assert not tuple(bert.lobby.actors)
        await bert.stop()
        await kin.settled()
        assert {kin.runner(table) for table in kin.tables} == {anna, carl}


def running(node):
    return {actor.table for actor in node.lobby.actors}


async def test_nodes_that_end_together_hand_nothing_to_each_other(kin_of):
    async with kin_of(MANY) as kin:
        anna, bert, carl = await kin.start("anna", "bert", "carl")
        await kin.settled()
        together = [each.members.node for each in (anna, bert)]
        with capture_logs() as logged:
            await asyncio.gather(anna.steward.drain(together), bert.steward.drain(together))
        assert running(anna) == running(bert) == set()
        await kin.until(lambda: running(carl) == set(kin.tables))
        assert not [line for line in logged if line["log_level"] == "warning"]


async def test_nodes_that_all_end_together_keep_their_tables_to_the_end(kin_of):
    async with kin_of(MANY) as kin:
        nodes = await kin.start("anna", "bert")
        await kin.settled()
        before = [running(each) for each in nodes]
        for each in nodes:
            await each.steward.drain(kin.nodes)
        assert [running(each) for each in nodes] == before


async def test_the_last_node_keeps_its_tables_to_the_end(kin_of):
    async with kin_of(MANY) as kin:
        (anna,) = await kin.start("anna")
        await anna.steward.drain()
        assert len(tuple(anna.lobby.actors)) == len(MANY)


async def test_the_tables_of_a_node_that_died_go_on_at_others_with_their_cards(kin_of):
    async with kin_of() as kin:
        await kin.start("anna", "bert")
        await kin.settled()
        first = kin.runner(MAIN)
        await two_at(kin, first)
        before = hand_of(first)
        await first.die()
        await kin.settled()
        second = kin.runner(MAIN)
        assert hand_of(second) == before
        assert second.owners.find(MAIN).epoch == first.owners.epoch(MAIN) + 1


async def test_a_node_that_slept_past_its_lease_does_and_says_nothing_more(kin_of):
    async with kin_of() as kin:
        await kin.start("anna", "bert")
        await kin.settled()
        sleeper = kin.runner(MAIN)
        anna, boris = await two_at(kin, sleeper)
        actor, told = sleeper.table(MAIN), [len(anna.told), len(boris.told)]
        sleeper.sleep()
        # An hour: when it wakes, each of its clocks is over, and none has gone off yet.
        sleeper.clock.jump(3_600)
        sleeper.is_thought_dead()
        (other,) = kin.awake
        await kin.until(lambda: other.owners.is_here(MAIN))
        stored = await kin.journal(MAIN)
        with pytest.raises(Moved):
            await anna.ask(msg.Watch)
        sleeper.wake(0)
        await sleeper.pass_time(0)
        assert actor.has_moved
        assert [len(anna.told), len(boris.told)] == told
        assert await kin.journal(MAIN) == stored
        await kin.pass_time_until(kin.is_settled)


async def test_a_node_that_slept_gets_its_tables_back_from_who_ran_them_meanwhile(kin_of):
    async with kin_of(MANY) as kin:
        anna, bert = await kin.start("anna", "bert")
        await kin.settled()
        anna.sleep()
        anna.is_thought_dead()
        await kin.until(lambda: len(tuple(bert.lobby.actors)) == len(MANY))
        anna.wake(10)
        await kin.pass_time_until(kin.is_settled)
        assert all(len(tuple(node.lobby.actors)) for node in (anna, bert))


async def test_what_was_stored_before_a_node_was_fenced_is_not_told_by_it(kin_of, monkeypatch):
    async with kin_of() as kin:
        await kin.start("anna", "bert")
        await kin.settled()
        first = kin.runner(MAIN)
        anna, _ = await two_at(kin, first)
        told = len(anna.told)
        append = first.journal.append

        async def append_and_sleep(entry):
            await append(entry)
            first.clock.jump(10)

        monkeypatch.setattr(first.journal, "append", append_and_sleep)
        with pytest.raises(Moved):
            await anna.ask(msg.SitOut)
        assert len(anna.told) == told


async def test_a_request_that_waits_when_its_table_is_handed_over_is_told_to_ask_again(
    kin_of, monkeypatch
):
    async with kin_of() as kin:
        await kin.start("anna", "bert")
        await kin.settled()
        first = kin.runner(MAIN)
        anna, boris = await two_at(kin, first)
        append, asked = first.journal.append, []

        async def hand_over_meanwhile(entry):
            first.table(MAIN).let_go()
            await append(entry)

        monkeypatch.setattr(first.journal, "append", hand_over_meanwhile)

        async def ask(player):
            try:
                asked.append(await player.ask(msg.SitOut))
            except Moved as moved:
                asked.append(moved)

        await asyncio.gather(ask(anna), ask(boris))
        done, waiting = asked
        assert done.ok, "the job that ran was finished and answered"
        assert isinstance(waiting, Moved)


async def test_of_nodes_that_all_claim_at_once_each_table_has_one(kin_of):
    async with kin_of(MANY) as kin:
        nodes = await kin.start("anna", "bert", "carl", "dora")
        await kin.settled()
        for node in nodes:
            # Each believes that it is alone in the world.
            node.bus.loses = True
            for other in nodes:
                if other is not node:
                    node.members._told(other.name, None)
        await kin.until(lambda: all(len(tuple(n.lobby.actors)) == len(MANY) for n in nodes))
        for node in nodes:
            await node.steward.stop()  # or each would claim again what it finds it has lost
        sat_down = await asyncio.gather(*(all_sit_down(kin, node) for node in nodes))
        for table in kin.tables:
            (row,) = await nodes[0].claims.look([table])
            assert [row.owner.startswith(node.name) for node in nodes] == [
                table in tables for tables in sat_down
            ], "who has the table in the database, and nobody else, could store something"
            assert [entry.seq for entry in (await kin.journal(table)).entries] == []
            (runner,) = [n for n, tables in zip(nodes, sat_down, strict=True) if table in tables]
            occupants = runner.table(table).state.seating.occupants
            assert [each.name for each in occupants] == [f"{runner.name}-{table}"]


async def all_sit_down(kin, node):
    """Let somebody sit down at each table as a node has it; those where that could be stored."""
    done = []
    for table in kin.tables:
        name = f"{node.name}-{table}"
        guest = node.guest(table, await kin.player(name), name)
        try:
            reply = await guest.ask(msg.Sit)
        except Moved:
            assert not guest.told
        else:
            assert reply.ok
            done.append(table)
    return done


async def test_a_table_is_repaired_of_whose_handing_over_nobody_has_heard(kin_of):
    async with kin_of(MANY) as kin:
        anna, _ = await kin.start("anna", "bert")
        await kin.settled()
        anna.bus.loses = True
        for table in anna.owners.here:
            await anna.steward._handing.give(table, NodeId("bert"))
        await anna.turns()
        anna.bus.loses = False
        await kin.pass_time_until(kin.is_settled)


async def test_a_writer_that_was_overtaken_ends_and_its_table_goes_on_where_it_was_claimed(kin_of):
    async with kin_of() as kin:
        await kin.start("anna", "bert")
        await kin.settled()
        first = kin.runner(MAIN)
        other = next(node for node in kin.nodes.values() if node is not first)
        anna, _ = await two_at(kin, first)
        told = len(anna.told)
        await other.claims.claim({MAIN: first.owners.epoch(MAIN)})
        with pytest.raises(Moved):
            await anna.ask(msg.SitOut)
        assert len(anna.told) == told
        # Who has claimed it lives and does not run it: it says so when it is asked.
        other.owners.say_all()
        await kin.pass_time_until(kin.is_settled)


@pytest.mark.parametrize("on_abort", OnAbort)
async def test_a_hand_is_given_up_for_a_fault_and_not_for_a_node_that_ends(kin_of, on_abort):
    ruleset = Ruleset(sb=5, bb=10, hand_pause=0, on_abort=on_abort)
    async with kin_of(ruleset=ruleset) as kin:
        await kin.start("anna", "bert")
        await kin.settled()
        first = kin.runner(MAIN)
        await two_at(kin, first)
        hand = hand_of(first).hand
        await first.steward.drain()
        await kin.until(lambda: kin.runner(MAIN) not in (first, None))
        second = kin.runner(MAIN)
        await second.turns()
        assert hand_of(second).hand == hand


# Tables that players open.


async def test_a_table_that_a_player_opens_is_run_where_it_should_be_and_is_known_everywhere(
    kin_of,
):
    async with kin_of() as kin:
        nodes = await kin.start("anna", "bert", "carl")
        await kin.settled()
        account = await kin.player("Anna")
        for _ in range(2):
            kin.tables.append(await nodes[0].opening.open(account, "classic", None))
        await kin.settled()
        for node in nodes:
            assert [each.open for each in node.opening.templates] == [2]
            assert node.opening.opener(kin.tables[-1]) == account


async def test_a_table_that_closes_is_gone_everywhere(kin_of):
    async with kin_of() as kin:
        nodes = await kin.start("anna", "bert")
        table = await nodes[0].opening.open(await kin.player("Anna"), "classic", None)
        await kin.until(lambda: kin.runner(table) is not None)
        await kin.pass_time_until(lambda: kin.runner(table) is None)
        await kin.until(lambda: not any(node.opening.tables for node in nodes))
        assert [node.owner(table) for node in nodes] == [None, None]
        assert [row.table for row in await nodes[0].claims.look()] == [MAIN]


async def test_a_node_finds_tables_that_were_opened_while_it_heard_nothing(kin_of):
    async with kin_of() as kin:
        nodes = await kin.start("anna", "bert")
        await kin.settled()
        nodes[0].bus.loses = True
        opening = nodes[0].opening
        opened = await opening._stored.add(
            "late", "classic", await kin.player("Anna"), kin_seating(), most()
        )
        opening.add(opened)
        kin.tables.append(opened.table)
        nodes[0].steward._doubt([opened.table])
        await nodes[0].turns()
        nodes[0].bus.loses = False
        await kin.pass_time_until(kin.is_settled)


def kin_seating():
    from showdown.rules.seating import Seating

    return Seating(ruleset=BLINDS)


def most():
    from server.ports import MostOpen

    return MostOpen(each=9, of_template=9, together=9)
