"""What a store promises, whichever engine is behind it."""

import asyncio
import traceback

import pytest
from sqlalchemy import insert, select, text, update
from sqlalchemy.exc import IntegrityError

from server.ports import HOUSE, StorageError, Token
from server.storage.models import CounterRow, TokenRow


def add(name, value=0):
    """A unit that stores a counter of this name."""

    def unit(connection):
        connection.execute(insert(CounterRow), {"name": name, "value": value})
        return name

    return unit


def count(connection):
    """A unit that reads a counter, and writes what it read and one more."""
    value = connection.scalar(select(CounterRow.value).where(CounterRow.name == "n"))
    connection.execute(update(CounterRow).where(CounterRow.name == "n").values(value=value + 1))
    return value + 1


SEEDED = {"hand", "table", "entrance"}
"""Counters that migrations make."""


async def counters(store):
    async with store.reading() as connection:
        rows = await connection.execute(select(CounterRow.name, CounterRow.value))
        return {
            name: value
            for name, value in rows.all()
            if name not in SEEDED and "key" not in name and "form" not in name
        }


async def test_a_unit_returns_its_result_and_can_be_read(sql):
    assert await sql.store.write(add("anna", 7)) == "anna"
    assert await counters(sql.store) == {"anna": 7}


async def test_a_unit_that_fails_leaves_nothing_and_its_error_is_its_own(sql):
    def failing(connection):
        add("boris")(connection)
        raise KeyError("no such seat")

    with pytest.raises(KeyError, match="no such seat"):
        await sql.store.write(failing)
    assert await counters(sql.store) == {}


async def test_a_unit_that_breaks_a_rule_of_the_database_leaves_nothing(sql):
    await sql.store.write(add("anna", 7))
    with pytest.raises(IntegrityError):
        await sql.store.write(add("anna", 8))
    assert await counters(sql.store) == {"anna": 7}


async def test_units_that_read_and_write_the_same_lose_no_update(sql):
    await sql.store.write(add("n"))
    results = await asyncio.gather(*(sql.store.write(count) for _ in range(50)))
    assert sorted(results) == list(range(1, 51))
    assert await counters(sql.store) == {"n": 50}


async def test_two_who_store_the_same_name_at_once_store_it_once(sql):
    def once(connection):
        known = connection.scalar(select(CounterRow.value).where(CounterRow.name == "x"))
        if known is None:
            add("x", 1)(connection)
        return known is None

    made = await asyncio.gather(*(sql.store.write(once) for _ in range(8)))
    assert sorted(made) == [False] * 7 + [True]


async def test_a_reader_sees_one_moment_until_its_block_ends(sql):
    await sql.store.write(add("n"))
    value = select(CounterRow.value).where(CounterRow.name == "n")
    async with sql.store.reading() as connection:
        assert await connection.scalar(value) == 0
        await sql.store.write(count)
        assert await connection.scalar(value) == 0
    assert await counters(sql.store) == {"n": 1}


async def test_whoever_is_cancelled_does_not_take_his_unit_back(home):
    began = asyncio.Event()
    loop = asyncio.get_running_loop()

    def unit(connection):
        loop.call_soon_threadsafe(began.set)
        add("anna")(connection)

    async with home.open() as storage:
        impatient = asyncio.create_task(storage.store.write(unit))
        await began.wait()
        impatient.cancel()
        with pytest.raises(asyncio.CancelledError):
            await impatient
    async with home.open() as storage:
        assert set(await counters(storage.store)) == {"anna"}


async def test_a_store_that_is_closed_refuses_in_a_sentence(home):
    async with home.open() as storage:
        await storage.store.close()
        with pytest.raises(StorageError) as refused:
            await storage.store.write(add("anna"))
    assert str(refused.value) == f"The database {home.address} is closed."


async def test_closing_finishes_what_was_asked_for(home):
    async with home.open() as storage:
        waiting = [asyncio.create_task(storage.store.write(add(name))) for name in ("a", "b", "c")]
        await asyncio.sleep(0)
        await storage.store.close()
        assert await asyncio.gather(*waiting) == ["a", "b", "c"]
    async with home.open() as storage:
        assert set(await counters(storage.store)) == {"a", "b", "c"}


async def test_nothing_of_a_unit_is_seen_before_all_of_it_is(sql):
    def two(connection):
        add("anna", 1)(connection)
        connection.execute(text("SELECT 1"))
        add("boris", 1)(connection)

    async def watch():
        seen = set()
        while len(await counters(sql.store)) < 2:
            seen.add(len(await counters(sql.store)))
        return seen

    watching = asyncio.create_task(watch())
    await sql.store.write(two)
    assert 1 not in await watching


async def test_what_the_database_refuses_is_not_repeated_in_what_it_says(sql):
    """It ends in a log, and may be a password or a token."""
    token = Token("open sesame"[::-1])

    def refused(connection):
        row = {"hash": token.encode(), "account": HOUSE, "created_at": "", "label": token}
        connection.execute(insert(TokenRow), [row])
        connection.execute(insert(TokenRow), [row])

    with pytest.raises(IntegrityError) as refusal:
        await sql.store.write(refused)
    said = "".join(traceback.format_exception(refusal.value))
    assert "IntegrityError" in said
    assert token not in said
