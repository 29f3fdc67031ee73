"""A table is let go by one node for another, and the turn that runs there goes on as it was."""

from functools import partial, partialmethod

import msgspec
import pytest

from server.cluster.messages import Held, LetGo
from server.cluster.owners import Owners
from server.tables.handed_over import LEAST_LEFT, HandedOver, SeatSoFar, TurnSoFar
from showdown.rules.ruleset import HandId
from tests.server.cluster.kin import kindred
from tests.server.cluster.test_steward import MAIN, two_at


@pytest.fixture
def kin_of(migrated, tmp_path):
    return partial(kindred, migrated, tmp_path)


def to_act(node, table=MAIN):
    """The seat that is asked, and what is left of its base time and bank."""
    hand = node.table(table).state.running
    (place,) = hand.asked
    return hand.seats[place], node.table(table).turn_clock.left_ms(hand.seats[place])


async def moved(kin, first):
    """Let a node end in order; who runs its table then."""
    await first.steward.drain()
    await kin.until(lambda: kin.runner(MAIN) not in (first, None))
    second = kin.runner(MAIN)
    await kin.until(lambda: second.table(MAIN).turn_clock.is_armed)
    return second


async def thinking(kin, seconds):
    """Two play at a node, and one has thought for so long; the node, his seat and his time."""
    await kin.start("anna", "bert")
    await kin.settled()
    first = kin.runner(MAIN)
    await two_at(kin, first)
    await kin.pass_time(seconds)
    return first, to_act(first)


@pytest.mark.parametrize("seconds", [7, 33])
async def test_who_is_to_act_neither_gains_nor_loses_time_when_his_table_is_handed_over(
    kin_of, seconds
):
    async with kin_of() as kin:
        first, (seat, left) = await thinking(kin, seconds)
        assert sum(left) <= 80_000 - seconds * 1000
        second = await moved(kin, first)
        assert to_act(second) == (seat, left)
        await kin.pass_time(sum(left) / 1000 - 1)
        assert sum(to_act(second)[1]) == 1000
        await kin.pass_time(2)
        # Nobody is connected to the second node: when it is over he is given more.
        await kin.until(partial(graced, kin, MAIN))


async def test_who_has_hardly_any_time_left_when_his_table_is_handed_over_can_come_back(kin_of):
    async with kin_of() as kin:
        first, (seat, left) = await thinking(kin, 78)
        assert sum(left) <= 2000
        second = await moved(kin, first)
        assert to_act(second) == (seat, (0, LEAST_LEFT * 1000))


async def test_who_is_cut_off_and_has_been_given_more_time_has_what_is_left_of_it(kin_of):
    async with kin_of() as kin:
        first, _ = await thinking(kin, 0)
        for each in tuple(first.table(MAIN).audience.listeners):
            first.table(MAIN).lost(each)
        await kin.pass_time_until(partial(graced, kin, MAIN))
        await kin.pass_time(10)
        before = first.table(MAIN).turn_clock.all_left()
        second = await moved(kin, first)
        after = second.table(MAIN).turn_clock.all_left()
        assert after == before
        assert 0 < after[0].grace_ms <= 20_000


def graced(kin, table):
    """Whether somebody has used all of his time, and was given more."""
    return any(each.grace_ms for each in kin.runner(table).table(table).turn_clock.all_left())


async def test_a_node_of_a_release_before_says_nothing_of_the_time_and_it_begins_anew(
    kin_of, monkeypatch
):
    monkeypatch.setattr(
        "server.cluster.owners.Owners.let_go", partialmethod(said_without_turns, Owners.let_go)
    )
    async with kin_of() as kin:
        first, (seat, left) = await thinking(kin, 33)
        assert sum(left) < 80_000
        second = await moved(kin, first)
        assert to_act(second) == (seat, (20_000, 60_000))


def said_without_turns(owners, let_go, tables, to=None, turns=None):
    let_go(owners, tables, to)


async def test_how_far_a_turn_had_come_counts_in_the_very_next_epoch_alone():
    turn = TurnSoFar(HandId(1), 2, 20_000, (SeatSoFar(1, 3_000, 80_000, False),))
    said = HandedOver(7, turn)
    assert said.as_of(8) is said
    assert said.as_of(9) == said.as_of(7) == HandedOver()
    letter = LetGo(tables=(Held(MAIN, 7),), turns={MAIN: turn})
    read = msgspec.msgpack.decode(msgspec.msgpack.encode(letter), type=LetGo)
    assert read.handed_over(read.tables[0]) == said
