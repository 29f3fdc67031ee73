"""Accounts and tokens in the database: what is stored of them, and what is not."""

from functools import partial
from random import Random

import pytest
from msgspec.structs import replace
from sqlalchemy import insert, select, update

from server.ledger import ISSUE, account_party, balances
from server.ports import AccountDisabled, NameTaken
from server.storage import operators, people
from server.storage.entries import as_json
from server.storage.models import AccountRow, AuditRow, LedgerRow, TableRow, TokenRow
from showdown.rules.seating import Occupant
from showdown.rules.start import Carry
from tests.server.storage.material import EMPTY, MAIN, ChanceTable, append_all, guests


async def rows(sql, *columns):
    async with sql.store.reading() as connection:
        return (await connection.execute(select(*columns))).all()


async def test_of_a_token_only_its_hash_is_stored(sql):
    _, token = await sql.accounts.add_guest("Anna", 1_000)
    ((stored,),) = await rows(sql, TokenRow.hash)
    assert stored == people.token_hash(token)
    assert token.encode() not in stored
    assert len(token) == 43


async def test_of_many_tokens_of_clients_the_oldest_make_way_and_those_of_programs_stay(sql):
    anna, first = await sql.accounts.add_person("Anna", "encoded", 1_000)
    program = await sql.store.write(partial(operators.add_token, "Anna", "bot"))
    tokens = [
        await sql.accounts.sign_in(anna.account, "encoded") for _ in range(people.MOST_TOKENS + 2)
    ]
    assert len(await rows(sql, TokenRow.hash)) == people.MOST_TOKENS + 1
    assert await sql.accounts.by_token(program) == replace(anna, is_program=True)
    assert await sql.accounts.by_token(tokens[-1]) == anna
    assert [await sql.accounts.by_token(each) for each in (first, *tokens)].count(anna) == (
        people.MOST_TOKENS
    )


async def test_chips_come_from_nowhere_but_the_issue(sql):
    await sql.accounts.add_guest("Anna", 1_000)
    await sql.accounts.house_player("caller-1", 700)
    await sql.accounts.house_player("caller-1", 900)
    await sql.store.write(partial(operators.grant, "anna", 50))
    found = await rows(sql, LedgerRow.kind, LedgerRow.debit, LedgerRow.credit, LedgerRow.amount)
    assert sorted((credit, amount) for _, _, credit, amount in found) == [
        ("account:2", 50),
        ("account:2", 1_000),
        ("account:3", 200),
        ("account:3", 700),
    ]
    assert {(kind, debit) for kind, debit, _, _ in found} == {("grant", ISSUE)}
    chips = sorted(await rows(sql, AccountRow.id, AccountRow.chips))
    assert chips == [(1, 0), (2, 1_050), (3, 900)]


async def test_after_many_hands_each_account_has_what_the_ledger_says(sql):
    players = await guests(sql.accounts)
    await sql.journal.open_table(MAIN, EMPTY)
    table = ChanceTable(Random(5), players)
    await append_all(sql.journal, table.play(12))
    found = balances(await postings(sql))
    for each in players:
        assert found.get(account_party(each.account), 0) == table.chips[each.account]


async def postings(sql):
    async with sql.store.reading() as connection:
        found = await connection.execute(select(LedgerRow.__table__))
        return found.all()


async def test_a_name_that_looks_like_anothers_is_taken_and_two_of_before_stay(sql):
    await sql.accounts.add_guest("Ada", 1_000)
    look_alike = update(AccountRow).where(AccountRow.name == "Ada").values(name_key="somebody else")
    with pytest.raises(NameTaken, match=r"^The name \u0410d\u0430 looks like Ada, which is taken;"):
        await sql.accounts.add_guest("\u0410d\u0430", 1_000)
    with pytest.raises(NameTaken, match="looks like House"):
        await sql.accounts.house_player("H0use", 1_000)
    await sql.store.write(lambda connection: connection.execute(look_alike).rowcount)
    with pytest.raises(NameTaken, match="looks like Ada"):
        await sql.accounts.add_person("ADA", "encoded", 1_000)


async def test_a_disabled_account_has_no_token_and_no_password_that_opens_it(sql):
    anna, token = await sql.accounts.add_person("Anna", "encoded", 1_000)
    await sql.store.write(partial(operators.disable, "anna", False))
    sentence = r"^The account Anna is disabled; ask the operator\.$"
    with pytest.raises(AccountDisabled, match=sentence):
        await sql.accounts.by_token(token)
    with pytest.raises(AccountDisabled, match=sentence):
        await sql.accounts.sign_in(anna.account, "encoded")
    await sql.store.write(partial(operators.disable, "anna", True))
    assert await sql.accounts.by_token(token) == anna


async def test_what_operators_shut_is_seen_from_then_on(sql):
    anna, token = await sql.accounts.add_person("Anna", "encoded", 1_000)
    boris, _ = await sql.accounts.add_guest("Boris", 1_000)
    await sql.store.write(partial(operators.disable, "Boris", False))
    begun = await sql.accounts.signed_out_since(None)
    assert begun.accounts == frozenset()
    await sql.store.write(partial(operators.grant, "Boris", 5))
    await sql.store.write(partial(operators.change_password, "Anna", "another"))
    seen = await sql.accounts.signed_out_since(begun.mark)
    assert seen.accounts - {boris.account} == {anna.account}
    assert await sql.accounts.by_token(token) is None
    again = await sql.accounts.signed_out_since(seen.mark)
    assert (again.mark, again.accounts - {boris.account}) == (seen.mark, frozenset())


async def test_what_was_begun_before_the_last_look_and_is_done_after_it_is_seen(sql):
    """Of two operators at once, the one with the lower number may be the later one."""
    anna, _ = await sql.accounts.add_person("Anna", "encoded", 1_000)
    boris, _ = await sql.accounts.add_guest("Boris", 1_000)
    begun = await sql.accounts.signed_out_since(None)
    row = {"at": "", "who": "", "action": operators.PASSWORD, "details": "{}"}

    def note(number, account):
        note = insert(AuditRow).values(**row, id=number, account=account)
        return sql.store.write(lambda connection: connection.execute(note) and None)

    await note(8 + 150, boris.account)  # hosts have granted chips meanwhile
    seen = await sql.accounts.signed_out_since(begun.mark)
    await note(7, anna.account)
    late = await sql.accounts.signed_out_since(seen.mark)
    assert late.accounts == {anna.account}
    assert (await sql.accounts.signed_out_since(late.mark)).accounts == frozenset()


async def test_who_is_still_disabled_is_seen_again_for_he_may_have_been_signing_in(sql):
    anna, _ = await sql.accounts.add_guest("Anna", 1_000)
    begun = await sql.accounts.signed_out_since(None)
    await sql.store.write(partial(operators.disable, "Anna", False))
    seen = await sql.accounts.signed_out_since(begun.mark)
    again = await sql.accounts.signed_out_since(seen.mark)
    assert seen.accounts == again.accounts == {anna.account}
    await sql.store.write(partial(operators.disable, "Anna", True))
    assert (await sql.accounts.signed_out_since(again.mark)).accounts == frozenset()


async def test_somebody_with_chips_in_a_seat_or_in_the_carry_is_not_broke(sql):
    anna, _ = await sql.accounts.add_guest("Anna", 0)
    await sql.journal.open_table(MAIN, EMPTY)
    occupant = Occupant(seat=1, account=anna.account, name="Anna", stack=0)
    grant = partial(sql.accounts.grant_daily, anna.account, 500)

    async def sits(**changes):
        checkpoint = as_json(replace(EMPTY, **changes))
        set_it = update(TableRow).values(checkpoint=checkpoint)
        await sql.store.write(lambda connection: connection.execute(set_it).rowcount)

    await sits(occupants=(replace(occupant, stack=1),))
    assert await grant("2026-11-30") == 0
    await sits(occupants=(occupant,), carry=Carry(shares={1: 5}))
    assert await grant("2026-11-30") == 0
    await sits(occupants=(occupant,))
    assert await grant("2026-11-30") == 500
