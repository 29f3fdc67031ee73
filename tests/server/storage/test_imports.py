"""Hands of other places come back as they were, in every engine, and to nobody else."""

import pytest
from msgspec.structs import replace

from server.ports import HandQuery, Selection
from server.storage.imports import Owner, add_imports, number_of, own_seat
from showdown.history import HandRecord, read_hands
from showdown.history.statistics import Outcome, tally
from showdown.rules.ruleset import AccountId, HandId, TableId
from tests.client_cli.texts import MUCKED, POKERSTARS
from tests.server.storage.material import guests
from tests.showdown.history.golden import golden_records

NOW = "2026-11-30T12:00:00Z"


def read(*texts):
    found = [hand for text in texts for hand in read_hands(text)]
    return [hand for hand in found if isinstance(hand, HandRecord)]


@pytest.fixture
async def owners(sql):
    return [
        Owner(account=each.account, called="Hero") for each in await guests(sql.accounts, count=2)
    ]


async def imported(sql, owner, records):
    return await add_imports(sql.store, sql.vault, owner, records, NOW)


async def test_every_real_hand_comes_back_with_all_that_its_text_says(sql, owners):
    anna, boris = owners
    records = golden_records()
    assert len(await imported(sql, anna, records)) == len(records)
    found = await sql.hands.find(HandQuery(asker=anna.account, limit=100))
    assert len(found) == len(records)
    back = {}
    for each in found:
        hand = await sql.hands.get_imported(each.hand, anna.account)
        assert (hand.hand, hand.source) == (each.hand, each.source)
        back[(hand.source.site, hand.source.number)] = hand.record
        assert await sql.hands.get_imported(each.hand, boris.account) is None
        assert await sql.hands.get(each.hand) is None
    for record in records:
        again = back[(record.site, number_of(record))]
        assert replace(again, events=record.events) == record
        assert again.events[1:] == record.events[1:]
        mine = [dealt.seat for dealt in again.started.lineup if dealt.account]
        assert mine == [seat for seat in [own_seat(record, anna)] if seat is not None]


async def test_the_same_hand_may_be_brought_by_two_who_sat_there(sql, owners):
    anna, boris = owners
    records = read(POKERSTARS, MUCKED)
    assert len(await imported(sql, anna, records)) == 2
    assert len(await imported(sql, anna, records)) == 0
    assert len(await imported(sql, replace(boris, called="P2"), records)) == 2
    for owner, hands in ((anna, 1), (boris, 2)):
        figures = await sql.hands.figures(Selection(asker=owner.account))
        assert figures.hands == hands


async def test_figures_of_imported_hands_are_those_of_their_files(sql, owners):
    anna, _ = owners
    records = golden_records()
    await imported(sql, anna, records)
    figures = await sql.hands.figures(Selection(asker=anna.account))
    wanted = tally(records, "Hero")
    assert wanted.hands
    assert (figures.hands, figures.drew, figures.pat) == (wanted.hands, wanted.drew, wanted.pat)
    assert (figures.voluntary, figures.first_in) == (wanted.voluntary, wanted.first_in)
    assert sorted(figures.nets, key=str) == sorted(wanted.nets, key=str)


async def test_imported_hands_stand_among_those_of_everybody_by_their_time(sql, owners):
    anna, boris = owners
    await imported(sql, anna, read(POKERSTARS, MUCKED))
    first, second = await sql.hands.find(HandQuery(asker=anna.account))
    assert first.ended_at > second.ended_at
    after = await sql.hands.find(HandQuery(asker=anna.account, before=first.hand))
    assert after == (second,)
    # Another one's hand is no place to go on from.
    assert await sql.hands.find(HandQuery(asker=boris.account, before=first.hand)) == ()
    lost = HandQuery(asker=anna.account, outcome=Outcome.LOST, table=TableId("Blue II"))
    assert await sql.hands.find(lost) == (second,)
    assert await sql.hands.find(HandQuery(table=TableId("Blue II"))) == ()


async def test_a_hand_without_a_time_is_of_the_moment_of_its_import(sql, owners):
    anna, _ = owners
    (record,) = read(POKERSTARS)
    await imported(sql, anna, [replace(record, played=None, table=TableId("x" * 300))])
    (found,) = await sql.hands.find(HandQuery(asker=anna.account))
    assert found.ended_at == NOW
    assert found.table == "x" * 60
    hand = await sql.hands.get_imported(HandId(found.hand), anna.account)
    assert hand.record.table == "x" * 300


@pytest.mark.parametrize(
    ("called", "seat"), [("Hero", 4), ("hero", 4), ("P2", 3), ("Nemo", 4)], ids=str
)
def test_somebody_is_found_by_his_name_else_by_the_cards_that_were_dealt_face_up(called, seat):
    (record,) = read(POKERSTARS)
    assert own_seat(record, Owner(account=AccountId(2), called=called)) == seat


def test_nobody_is_found_where_neither_says_who_he_is():
    (record,) = read(MUCKED)
    assert own_seat(record, Owner(account=AccountId(2), called="Nemo")) is None
