"""Who goes into the next transaction: what is played, and a few of the others."""

from server.storage.sqlite.lines import ALONE, BESIDE_TABLES, Lines


def lines(*, entries=0, units=0):
    """Lines where these wait, named for their places; the units came first."""
    made = Lines[str]()
    for number in range(units):
        made.put(f"unit {number}", first=False)
    for number in range(entries):
        made.put(f"entry {number}", first=True)
    return made


def test_all_entries_go_before_units_that_came_earlier():
    batch = lines(entries=100, units=50).next_batch()
    assert batch == [
        *(f"entry {number}" for number in range(100)),
        *(f"unit {number}" for number in range(BESIDE_TABLES)),
    ]


def test_no_transaction_has_more_units_than_an_entry_can_wait_for():
    waiting = lines(units=50)
    sizes = []
    while waiting:
        sizes.append(len(waiting.next_batch()))
    assert max(sizes) == ALONE
    assert sum(sizes) == 50


def test_units_go_on_however_many_entries_come():
    waiting = lines(units=3 * BESIDE_TABLES)
    told = []
    for number in range(3):
        waiting.put(f"fold {number}", first=True)
        told += waiting.next_batch()
    assert told == [
        each
        for number in range(3)
        for each in (
            f"fold {number}",
            *(f"unit {number * BESIDE_TABLES + place}" for place in range(BESIDE_TABLES)),
        )
    ]
    assert not waiting
