"""Sessions and their resume tokens: what all storages promise, and what the database keeps."""

import asyncio
from datetime import UTC, datetime, timedelta
from functools import partial

import pytest
from sqlalchemy import select

from server.ports import AccountDisabled, NameTaken, Reused, SessionOver, StorageError
from server.storage import operators
from server.storage.models import SessionRow
from server.storage.people import token_hash
from server.storage.sessions import MOST_SESSIONS, SqlSessions, prune_sessions

DAY = 86_400
NONCE = "a nonce that a client made up"


async def begun(storage, name="Anna"):
    account, _ = await storage.accounts.add_guest(name, 1_000)
    return await storage.sessions.begin(account, DAY)


async def test_a_session_goes_on_from_token_to_token(storage):
    first = session = await begun(storage)
    seen = {first.token}
    for _ in range(5):
        session = await storage.sessions.resume(session.token, DAY)
        assert (session.session, session.account) == (first.session, first.account)
        seen.add(session.token)
    assert len(seen) == 6


async def test_until_a_new_token_is_shown_the_last_one_is_good_however_often_it_was_lost(storage):
    session = await begun(storage)
    lost = [await storage.sessions.resume(session.token, DAY) for _ in range(4)]
    assert len({each.token for each in lost}) == 4
    assert await storage.sessions.account_of(session.token) == session.who
    again = await storage.sessions.resume(lost[1].token, DAY)
    assert again.session == session.session


@pytest.mark.parametrize("copied", ["used before", "lost and overtaken"])
async def test_who_shows_an_old_token_ends_the_session_for_whoever_has_the_others(storage, copied):
    session = await begun(storage)
    lost = await storage.sessions.resume(session.token, DAY)
    came = await storage.sessions.resume(session.token, DAY)
    latest = await storage.sessions.resume(came.token, DAY)
    old = session.token if copied == "used before" else lost.token
    assert await storage.sessions.resume(old, DAY) == Reused(
        session=session.session, account=session.account
    )
    for each in (session, lost, came, latest):
        with pytest.raises(SessionOver, match=r"^This session is over; sign in with your token,"):
            await storage.sessions.resume(each.token, DAY)


async def test_to_look_with_an_old_token_opens_nothing_and_ends_nothing(storage):
    session = await begun(storage)
    came = await storage.sessions.resume(session.token, DAY)
    await storage.sessions.resume(came.token, DAY)
    with pytest.raises(SessionOver):
        await storage.sessions.account_of(session.token)
    assert (await storage.sessions.resume(came.token, DAY)).session == session.session


@pytest.mark.parametrize("token", ["", ".", "nobodys", "nobodys.secret"])
async def test_a_token_of_nobody_resumes_nothing(storage, token):
    await begun(storage)
    with pytest.raises(SessionOver):
        await storage.sessions.resume(token, DAY)
    with pytest.raises(SessionOver):
        await storage.sessions.account_of(token)


async def test_a_session_that_was_ended_is_over_and_the_others_go_on(storage):
    session = await begun(storage)
    other = await storage.sessions.begin(session.who, DAY)
    await storage.sessions.end(session.session)
    with pytest.raises(SessionOver):
        await storage.sessions.resume(session.token, DAY)
    assert (await storage.sessions.resume(other.token, DAY)).session == other.session


async def test_of_many_sessions_of_an_account_one_makes_way(storage):
    first = await begun(storage)
    others = [await storage.sessions.begin(first.who, 2 * DAY) for _ in range(MOST_SESSIONS)]
    with pytest.raises(SessionOver):
        await storage.sessions.resume(first.token, DAY)
    for each in others:
        assert (await storage.sessions.resume(each.token, DAY)).session == each.session


# A guest who never heard that he is one.


async def test_who_never_heard_of_his_account_finds_it_by_his_nonce(storage):
    anna, token = await storage.accounts.add_guest("Anna", 1_000, NONCE)
    again, other = await storage.accounts.add_guest("anna", 1_000, NONCE)
    assert again == anna
    for each in (token, other):
        assert await storage.accounts.by_token(each) == anna
    for nonce in (None, "another nonce of another guest"):
        with pytest.raises(NameTaken):
            await storage.accounts.add_guest("Anna", 1_000, nonce)
    assert await storage.accounts.by_token(NONCE) is None


@pytest.mark.parametrize("way", ["his token", "a resume token"])
async def test_who_has_come_back_once_is_found_by_his_nonce_no_more(storage, way):
    anna, _ = await storage.accounts.add_guest("Anna", 1_000, NONCE)
    session = await storage.sessions.begin(anna, DAY, first=True)
    await storage.accounts.add_guest("Anna", 1_000, NONCE)
    if way == "his token":
        await storage.sessions.begin(anna, DAY)
    else:
        await storage.sessions.resume(session.token, DAY)
    with pytest.raises(NameTaken):
        await storage.accounts.add_guest("Anna", 1_000, NONCE)


# The database.


async def stored(sql):
    async with sql.store.reading() as connection:
        return (await connection.execute(select(SessionRow.__table__))).all()


async def test_of_a_resume_token_only_its_hash_is_stored(sql):
    session = await begun(sql)
    later = await sql.sessions.resume(session.token, DAY)
    (row,) = await stored(sql)
    assert (row.used, row.given) == (token_hash(session.token), token_hash(later.token))
    for secret in (session.token.partition(".")[2], later.token.partition(".")[2]):
        assert secret not in repr(row)


async def test_sessions_outlive_the_server(home):
    async with home.open() as storage:
        session = await begun(storage)
    async with home.open() as storage:
        assert (await storage.sessions.resume(session.token, DAY)).account == session.account


async def test_after_its_window_a_session_is_over_and_then_forgotten(sql):
    session = await begun(sql)
    later = datetime.now(UTC) + timedelta(seconds=DAY + 1)
    tomorrow = SqlSessions(sql.store, lambda: later)
    for asked in (tomorrow.resume(session.token, DAY), tomorrow.account_of(session.token)):
        with pytest.raises(SessionOver):
            await asked
    assert await sql.store.write(partial(prune_sessions, later)) == 1
    assert await stored(sql) == []


async def test_each_return_makes_the_window_longer(sql):
    session = await begun(sql)
    later = datetime.now(UTC) + timedelta(seconds=DAY - 60)
    await SqlSessions(sql.store, lambda: later).resume(session.token, DAY)
    later += timedelta(seconds=DAY - 60)
    assert await SqlSessions(sql.store, lambda: later).account_of(session.token) == session.who


@pytest.mark.parametrize("done", ["disable", "change_password", "revoke"])
async def test_whom_an_operator_signs_out_comes_back_by_no_session(sql, done):
    await sql.accounts.add_person("Anna", "encoded", 1_000)
    anna = await sql.accounts.credentials("Anna")
    session = await sql.sessions.begin(anna.account, DAY)
    if done == "disable":
        await sql.store.write(partial(operators.disable, "Anna", False))
        await sql.store.write(partial(operators.disable, "Anna", True))
    elif done == "change_password":
        await sql.store.write(partial(operators.change_password, "Anna", "another"))
    else:
        token = await sql.store.write(partial(operators.add_token, "Anna", None))
        called = operators.token_id(token_hash(token))
        await sql.store.write(partial(operators.revoke, "Anna", called))
    with pytest.raises(SessionOver):
        await sql.sessions.resume(session.token, DAY)


async def test_a_disabled_account_resumes_nothing_and_one_bad_token_stops_nobody_beside_it(sql):
    anna, boris = await begun(sql), await begun(sql, "Boris")
    row = "UPDATE accounts SET disabled_at = 'then' WHERE name = 'Anna'"
    await sql.store.write(lambda connection: connection.exec_driver_sql(row) and None)
    asked = [sql.sessions.resume(each, DAY) for each in (anna.token, "nobodys", boris.token)]
    disabled, nobody, resumed = await asyncio.gather(*asked, return_exceptions=True)
    assert isinstance(disabled, AccountDisabled)
    assert isinstance(nobody, SessionOver)
    assert resumed.session == boris.session
    with pytest.raises(AccountDisabled):
        await sql.sessions.account_of(anna.token)


async def test_a_guest_who_is_looked_at_by_an_operator_has_no_token_but_his_own(sql):
    await sql.accounts.add_guest("Anna", 1_000, NONCE)
    async with sql.store.reading() as connection:
        (anna,) = await connection.run_sync(partial(operators.listed, "Anna"))
    assert [each.kind for each in anna.tokens] == ["guest"]


async def test_many_who_come_back_at_once_share_transactions(home, monkeypatch):
    """Two for the first asker, who finds nobody waiting, and for all the others."""
    monkeypatch.setattr("server.storage.sessions.AT_ONCE", 1_000)
    async with home.open() as storage:
        sessions = [await begun(storage, f"Player {n}") for n in range(200)]
        store, units = storage.store, []
        write = store.write

        async def counted(unit):
            units.append(unit)
            return await write(unit)

        monkeypatch.setattr(store, "write", counted)
        resumed = await asyncio.gather(*(storage.sessions.resume(s.token, DAY) for s in sessions))
        assert [each.account for each in resumed] == [each.account for each in sessions]
        assert len(units) <= 2


async def test_a_token_shown_twice_at_once_has_two_that_follow_it(sql):
    session = await begun(sql)
    both = await asyncio.gather(*(sql.sessions.resume(session.token, DAY) for _ in range(2)))
    assert len({each.token for each in both}) == 2
    last = await sql.sessions.resume(both[0].token, DAY)
    assert last.session == session.session
    assert isinstance(await sql.sessions.resume(both[1].token, DAY), Reused)


async def test_while_nothing_can_be_stored_who_shows_a_good_token_is_let_in_and_keeps_it(
    sql, monkeypatch
):
    session = await begun(sql)

    async def full(_):
        raise StorageError("The disk is full.")

    with monkeypatch.context() as patched:
        patched.setattr(sql.store, "write", full)
        came = await sql.sessions.resume(session.token, DAY)
        assert (came.session, came.token) == (session.session, None)
        with pytest.raises(SessionOver):
            await sql.sessions.resume(f"{session.session}.guessed", DAY)
        with pytest.raises(StorageError, match="full"):
            await sql.sessions.begin(session.who, DAY)
    assert (await sql.sessions.resume(session.token, DAY)).token is not None
