"""A node whose clock is far from the database's does not start, and the sentence says how far."""

import time

import pytest

from server.ports import StorageError
from server.storage.clocks import check_clock


async def test_a_clock_that_goes_with_the_databases_is_fine(store):
    await check_clock(store, time.time, 5)


@pytest.mark.parametrize(
    ("off", "sentence"),
    [
        (3600, "This machine's clock is 3600 s ahead of the database's: set both by a time server"),
        (-3600, "This machine's clock is 3600 s behind the database's: set both by a time server"),
    ],
)
async def test_a_clock_that_is_far_off_is_refused(store, off, sentence):
    await check_clock(store, lambda: time.time() + off, 7200)
    with pytest.raises(StorageError) as refused:
        await check_clock(store, lambda: time.time() + off, 5)
    assert str(refused.value).startswith(sentence)


async def test_a_database_that_answers_late_is_no_reason_to_refuse_a_clock(store):
    asked = iter((time.time() - 60, time.time() + 60))
    await check_clock(store, lambda: next(asked), 0)
