"""An onlooker who reads slowly is shown the table as it is; a player is told everything."""

import pytest

from server.gateway.skipping import Skipping
from showdown import Ruleset
from showdown.protocol import messages as msg
from showdown.rules.ruleset import TableId
from showdown.rules.seating import Seating
from showdown.rules.table import TableState
from showdown.rules.table_view import view_table
from showdown.rules.view import SPECTATOR

MAIN, SIDE = TableId("main"), TableId("side")
EMPTY = view_table(TableState(seating=Seating(ruleset=Ruleset(sb=5, bb=10))), SPECTATOR)


def update(table=MAIN, **fields):
    return msg.Update(table=table, seq=1, events=(), **fields)


@pytest.fixture
def skipping():
    return Skipping()


def watch(skipping, table=MAIN):
    assert not skipping.passes_over(update(table), seated=False, late=False)


def test_who_reads_in_time_is_told_everything(skipping):
    for _ in range(3):
        watch(skipping)
    assert skipping.caught_up() == frozenset()


def test_an_onlooker_who_is_late_is_told_nothing_until_he_has_caught_up(skipping):
    watch(skipping)
    assert skipping.passes_over(update(), seated=False, late=True)
    # Between two that are left out nothing may come, though there is room again.
    assert skipping.passes_over(update(), seated=False, late=False)
    assert skipping.passes_over(msg.Presence(table=MAIN, away=()), seated=False, late=False)
    assert skipping.caught_up() == {MAIN}
    watch(skipping)


def test_who_looks_on_sees_a_table_until_something_is_left_out_or_he_plays(skipping):
    assert not skipping.sees(MAIN)
    watch(skipping)
    assert skipping.sees(MAIN)
    assert not skipping.sees(SIDE)
    assert skipping.passes_over(update(), seated=False, late=True)
    assert not skipping.sees(MAIN)
    assert skipping.caught_up() == {MAIN}
    assert skipping.sees(MAIN)
    assert not skipping.passes_over(update(), seated=True, late=False)
    assert not skipping.sees(MAIN), "he plays there"


def test_each_table_is_skipped_by_itself(skipping):
    watch(skipping)
    watch(skipping, SIDE)
    assert skipping.passes_over(update(), seated=False, late=True)
    assert not skipping.passes_over(update(SIDE), seated=False, late=False)
    assert skipping.caught_up() == {MAIN}


def test_a_player_is_told_everything_however_late_he_is(skipping):
    for _ in range(3):
        assert not skipping.passes_over(update(), seated=True, late=True)


def test_who_gets_up_learns_of_it(skipping):
    assert not skipping.passes_over(update(), seated=True, late=True)
    assert not skipping.passes_over(update(), seated=False, late=True)
    assert skipping.passes_over(update(), seated=False, late=True)


def test_answers_and_what_is_of_no_table_are_never_left_out(skipping):
    watch(skipping)
    answer = msg.Answer(id="a", ok=True)
    assert not skipping.passes_over(update(reply=answer), seated=False, late=True)
    for message in (msg.Reply(id="a"), msg.Notice(code="paused", message="It waits.", table=MAIN)):
        assert not skipping.passes_over(message, seated=False, late=True)


def test_a_snapshot_that_was_asked_for_ends_the_skipping(skipping):
    watch(skipping)
    assert skipping.passes_over(update(), seated=False, late=True)
    snapshot = msg.Snapshot(table=MAIN, seq=7, view=EMPTY)
    assert not skipping.passes_over(snapshot, seated=False, late=True)
    assert skipping.caught_up() == frozenset()
    watch(skipping)
