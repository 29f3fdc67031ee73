"""The audit counts every chip again, and no number can change unseen."""

import json
import shutil
from functools import partial
from pathlib import Path
from random import Random
from typing import Any

import pytest
from msgspec.structs import replace
from sqlalchemy import delete, func, insert, select, update

from server.storage import open_storage, operators, rows
from server.storage.auditing import audit
from server.storage.entries import record_place
from server.storage.models import (
    AccountRow,
    HandPlayerRow,
    HandRow,
    JournalRow,
    LedgerRow,
    TableRow,
)
from server.storage.packing import pack
from server.storage.secrets import Vault
from showdown.rules import events as ev
from showdown.rules.ruleset import CarryEntry, Openers, Passout, Ruleset
from tests.server.storage.material import EMPTY, MAIN, RAKED, ChanceTable, append_all, guests

CHECKOUT = Path(__file__).resolve().parents[3]
HANDS = 6
PLAIN: dict[str, Any] = {"ante": 10, "min_bet": 10}
JACKPOTS = [
    Ruleset(jacks=Openers.ACES, carry_entry=CarryEntry.MATCH, passout_limit=2, **PLAIN),
    Ruleset(jacks=Openers.ACES, passout=Passout.REDEAL, progressive=True, **PLAIN),
    Ruleset(jacks=Openers.QUEENS, passout=Passout.RETURN, **PLAIN),
]


async def audited(sql, vault=None, progress=lambda done, total: None):
    async with sql.store.reading() as connection:
        return await connection.run_sync(partial(audit, vault or sql.vault, progress))


async def played(sql, ruleset=RAKED, hands=HANDS):
    """A storage in which hands were played, the last of them not to its end."""
    players = await guests(sql.accounts)
    await sql.journal.open_table(MAIN, replace(EMPTY, ruleset=ruleset))
    table = ChanceTable(Random(8), players, ruleset=ruleset)
    await append_all(sql.journal, table.play(hands))
    for entry in table.play(1):
        if table.state.running is not None and table.state.running.turn > 1:
            break
        await sql.journal.append(entry)
    assert table.state.running is not None
    return table


async def change(sql, statement):
    await sql.store.write(lambda connection: connection.execute(statement).rowcount)


async def one(sql, *columns, where):
    async with sql.store.reading() as connection:
        return (await connection.execute(select(*columns).where(where).limit(1))).one()


async def sentences(sql):
    found = await audited(sql)
    assert not found.holds
    return [each.sentence for each in found.wrong]


# What holds.


async def test_what_was_only_played_holds_and_is_said_in_numbers(sql):
    table = await played(sql)
    found = await audited(sql)
    assert found.wrong == ()
    assert found.issued == found.counted == 20_000
    assert found.accounts.accounts == 5
    assert (found.tables.tables, found.tables.running) == (1, 1)
    assert found.tables.seats == len(table.state.seating.occupants)
    assert found.tables.stacks == sum(each.stack for each in table.state.seating.occupants)
    assert (found.hands.hands, found.hands.closed, found.hands.older) == (HANDS, 0, 0)
    assert found.hands.rake == table.chips[1] > 0
    assert found.postings > HANDS


@pytest.mark.parametrize("ruleset", JACKPOTS, ids=["match", "redeal", "return"])
async def test_it_holds_after_any_entry_of_jackpots_with_their_carries(sql, ruleset):
    players = await guests(sql.accounts)
    await sql.journal.open_table(MAIN, replace(EMPTY, ruleset=ruleset))
    table = ChanceTable(Random(3), players, ruleset=ruleset)
    carried = 0
    for number, entry in enumerate(table.play(20)):
        await sql.journal.append(entry)
        if number % 23 == 0:
            found = await audited(sql)
            assert found.wrong == ()
            assert found.issued == found.counted == 20_000
            carried = max(carried, found.tables.carried)
    assert carried or ruleset.passout is Passout.RETURN


async def test_an_empty_database_holds(sql):
    found = await audited(sql)
    assert (found.holds, found.issued, found.counted, found.hands.hands) == (True, 0, 0, 0)


async def test_it_says_how_far_it_is(sql):
    await played(sql)
    said = []
    await audited(sql, progress=lambda done, total: said.append((done, total)))
    assert said[-1] == (HANDS, HANDS)


async def test_a_database_of_0_1_0_in_mid_hand_holds_after_the_upgrade(tmp_path):
    for name in ("showdown.db", "showdown.db.key"):
        shutil.copy(CHECKOUT / "tests/golden/releases/0.1.0" / name, tmp_path / name)
    (tmp_path / "showdown.db.key").chmod(0o600)
    async with open_storage(tmp_path / "showdown.db") as sql:
        found = await audited(sql)
    assert found.wrong == ()
    assert found.issued == found.counted == 40_000
    assert (found.hands.hands, found.hands.older, found.tables.running) == (19, 19, 1)


async def test_it_sees_one_moment_of_a_database_that_is_written_meanwhile(sql):
    await played(sql)
    async with sql.store.reading() as connection:
        await connection.execute(select(AccountRow.id))
        await sql.store.write(partial(operators.grant, "P1", 1_000))
        found = await connection.run_sync(partial(audit, sql.vault, lambda done, total: None))
    assert (found.holds, found.issued) == (True, 20_000)
    assert (await audited(sql)).issued == 21_000


async def test_hands_whose_key_is_gone_are_compared_by_their_results(sql):
    table = await played(sql)
    await change(sql, update(TableRow).values(checkpoint=TableRow.checkpoint, seq=10**6))
    found = await audited(sql, Vault({99: bytes(32)}))
    assert found.hands.closed == HANDS
    assert found.hands.rake == table.chips[1]
    assert not [each for each in found.wrong if each.where.startswith("hand")]


# What does not.


async def test_chips_that_an_account_has_by_no_posting_are_found(sql):
    await played(sql)
    (has,) = await one(sql, AccountRow.chips, where=AccountRow.id == 2)
    await change(sql, update(AccountRow).where(AccountRow.id == 2).values(chips=has + 7))
    assert await sentences(sql) == [f"account 2 (P1): has {has + 7:,}, the ledger says {has:,}."]


async def test_a_posting_that_was_deleted_is_found_at_both_its_ends(sql):
    await played(sql)
    key, party, amount = await one(
        sql, LedgerRow.key, LedgerRow.debit, LedgerRow.amount, where=LedgerRow.kind == "buy_in"
    )
    await change(sql, delete(LedgerRow).where(LedgerRow.key == key))
    account = party.removeprefix("account:")
    wrong = (await audited(sql)).wrong
    assert [each.where for each in wrong] == [
        f"account {account} (P{int(account) - 1})",
        f"table main, seat of account {account}",
    ]
    assert [each.found - each.wanted for each in wrong] == [-amount, amount]


async def test_a_posting_of_another_amount_is_found(sql):
    await played(sql)
    (key,) = await one(sql, LedgerRow.key, where=LedgerRow.kind == "hand")
    await change(
        sql, update(LedgerRow).where(LedgerRow.key == key).values(amount=LedgerRow.amount + 1)
    )
    wheres = {each.where.split(",")[0] for each in (await audited(sql)).wrong}
    assert "table main" in wheres
    assert any(each.startswith("hand ") for each in wheres)


async def test_a_stack_that_was_changed_is_found(sql):
    table = await played(sql)
    occupant = table.state.seating.occupants[0]
    (checkpoint,) = await one(sql, TableRow.checkpoint, where=TableRow.id == MAIN)
    seating = json.loads(checkpoint)
    seating["occupants"][0]["stack"] += 100
    await change(sql, update(TableRow).values(checkpoint=json.dumps(seating)))
    has, wanted = f"{occupant.stack + 100:,}", f"{occupant.stack:,}"
    hand = table.state.running.hand
    assert await sentences(sql) == [
        f"table main, seat of account {occupant.account}: has {has}, the ledger says {wanted}.",
        f"table main, hand {hand}, seat 1: began with {wanted}, the seat had {has}.",
    ]


async def test_chips_that_vanish_from_a_hand_in_progress_are_found(sql):
    table = await played(sql)
    hand = table.state.running.hand
    query = select(JournalRow.seq, JournalRow.payload).where(JournalRow.payload.contains("blind_"))
    async with sql.store.reading() as connection:
        seq, payload = (await connection.execute(query.order_by(JournalRow.seq.desc()))).first()
    events = json.loads(payload)
    began = next(event for event in events if event["type"] == "hand_started")
    began["lineup"][0]["stack"] += 5
    seat = began["lineup"][0]["seat"]
    changed = update(JournalRow).where(JournalRow.seq == seq).values(payload=json.dumps(events))
    await change(sql, changed)
    (sentence,) = await sentences(sql)
    assert sentence.startswith(f"table main, hand {hand}, seat {seat}: began with ")


async def test_a_journal_with_a_gap_is_found(sql):
    await played(sql)
    (last,) = await one(sql, TableRow.seq, where=TableRow.id == MAIN)
    await change(sql, delete(JournalRow).where(JournalRow.seq == last + 1))
    (sentence,) = await sentences(sql)
    assert sentence.startswith(
        "table main: its journal cannot be replayed (The journal of table main has a gap"
    )


async def rewritten(sql, hand, edit):
    """Store a record anew, its public part changed and everything well encrypted."""
    record = await sql.hands.get(hand)
    events = tuple(edit(event) for event in record.events)
    place = record_place(MAIN, hand)
    stored = rows.store(events, place, sql.vault, pack)
    await change(
        sql,
        update(HandRow)
        .where(HandRow.id == hand)
        .values(record=stored.public, secret=stored.secret),
    )


def with_more_at_the_end(event):
    if not isinstance(event, ev.HandEnded):
        return event
    first, *others = event.stacks
    more = replace(first, stack=first.stack + 5)
    return replace(event, stacks=(more, *others))


def with_more_put_in(event):
    if not isinstance(event, ev.AntePosted):
        return event
    return replace(event, amount=event.amount + 1)


def with_more_rake(event):
    if not isinstance(event, ev.HandEnded):
        return event
    return replace(event, rake=event.rake + 1)


@pytest.mark.parametrize("edit", [with_more_at_the_end, with_more_put_in, with_more_rake])
async def test_a_record_that_was_changed_is_found_though_its_encryption_is_right(sql, edit):
    await played(sql)
    await rewritten(sql, 5, edit)
    found = await sentences(sql)
    assert all(each.startswith("hand 5") for each in found)


async def test_a_record_that_is_no_record_is_found(sql):
    await played(sql)
    await change(sql, update(HandRow).where(HandRow.id == 5).values(record=b"nothing"))
    (sentence,) = await sentences(sql)
    assert sentence.startswith("hand 5: its record cannot be replayed (")


async def test_a_record_that_was_deleted_is_found(sql):
    await played(sql)
    await change(sql, delete(HandPlayerRow).where(HandPlayerRow.hand == 5))
    await change(sql, delete(HandRow).where(HandRow.id == 5))
    (sentence,) = await sentences(sql)
    assert sentence.startswith("hand 5: there is no record of it, the ledger says that it moved")


@pytest.mark.parametrize(
    ("column", "words"),
    [
        (HandPlayerRow.net, "is listed with"),
        (HandPlayerRow.won, "is listed as winning"),
        (HandPlayerRow.account, "is listed as account"),
    ],
)
async def test_a_result_that_was_changed_is_found(sql, column, words):
    await played(sql)
    (seat,) = await one(sql, HandPlayerRow.seat, where=HandPlayerRow.hand == 5)
    row = (HandPlayerRow.hand == 5, HandPlayerRow.seat == seat)
    await change(sql, update(HandPlayerRow).where(*row).values({column: column + 1}))
    assert any(f"hand 5, seat {seat}: {words}" in each for each in await sentences(sql))


async def test_another_pot_in_the_list_is_found(sql):
    await played(sql)
    await change(sql, update(HandRow).where(HandRow.id == 5).values(pot=HandRow.pot + 1))
    (sentence,) = await sentences(sql)
    assert sentence.startswith("hand 5: is listed with a pot of")


async def test_another_winning_hand_in_the_list_is_found(sql):
    await played(sql)
    won = select(func.max(HandRow.id)).where(HandRow.category.is_not(None)).scalar_subquery()
    await change(sql, update(HandRow).where(HandRow.id == won).values(category=9))
    (sentence,) = await sentences(sql)
    assert "is listed as won with five_of_a_kind, its record says " in sentence


async def test_a_seat_of_a_table_or_an_account_that_nobody_knows_is_found(sql):
    await played(sql)
    granted = {"debit": "issue", "kind": "grant", "at": 0, "amount": 9}
    for credit in ("seat:gone:2", "account:77"):
        row = {"key": f"x:{credit}", "credit": credit, **granted}
        await change(sql, insert(LedgerRow).values(row))
    assert await sentences(sql) == [
        "account 77: is not there and has 0, the ledger says 9.",
        "table gone, seat of account 2: has 0, the ledger says 9.",
    ]
