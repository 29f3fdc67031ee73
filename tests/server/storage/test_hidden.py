"""Whoever steals the database, key file apart, learns no card that was not shown."""

import re
import sqlite3
import zlib
from base64 import b64encode
from random import Random

import pytest

from showdown import DECK
from showdown.rules import events as ev
from tests.server.storage.material import EMPTY, MAIN, ChanceTable, append_all, guests, hidden_cards

ANY_CARD = re.compile(r"\b[2-9TJQKA][cdhs]\b")


@pytest.fixture
async def table(sql):
    """A table in the middle of its 9th hand; the database is open, its newest rows in the WAL."""
    players = await guests(sql.accounts)
    await sql.journal.open_table(MAIN, EMPTY)
    table, entries = ChanceTable(Random(11), players), []
    for entry in table.play(9):
        entries.append(entry)
        if len(table.finished) == 8 and any(isinstance(e, ev.Discarded) for e in entry.events):
            break
    await append_all(sql.journal, entries)
    assert table.state.running is not None
    return table


def threes(runs):
    """All threes of neighbours in runs of cards: short enough to be found, too long for chance."""
    return {run[first : first + 3] for run in runs for first in range(len(run) - 2)}


def shown_hands(table):
    events = [event for record in table.finished for event in record.events]
    return [event.cards for event in events if isinstance(event, ev.HandShown)]


def spellings(cards):
    """How cards could stand in a file."""
    texts = [str(card) for card in cards]
    yield from (joined.encode() for joined in ("".join(texts), " ".join(texts), ",".join(texts)))
    yield ",".join(f'"{text}"' for text in texts).encode()
    yield ", ".join(f'"{text}"' for text in texts).encode()


def everything_in(database):
    """All bytes of the database, its write-ahead log, and what is compressed in it."""
    files = [path for path in database.parent.iterdir() if path.suffix != ".key"]
    assert {path.name for path in files} >= {"showdown.db", "showdown.db-wal"}
    raw = b"\0".join(path.read_bytes() for path in files)
    with sqlite3.connect(database) as connection:
        records = connection.execute("SELECT record FROM hands").fetchall()
    connection.close()
    return raw + b"\0".join(zlib.decompress(record) for (record,) in records)


def test_no_run_of_hidden_cards_is_in_the_files(table, database):
    content = everything_in(database)
    hidden = threes(run for record in table.finished for run in hidden_cards(record))
    hidden -= threes(shown_hands(table))
    assert len(hidden) > 300
    found = [three for three in hidden for each in spellings(three) if each in content]
    assert found == []


def test_shown_cards_are_found_by_the_same_search(table, database):
    content = everything_in(database)
    shown = threes(shown_hands(table))
    assert shown
    assert all(any(each in content for each in spellings(three)) for three in shown)


def test_no_key_of_a_hand_is_in_the_files(table, database):
    content = everything_in(database)
    started = [record.events[0] for record in table.finished] + [table.state.running.started]
    keys = [each.hand_key for each in started]
    assert all(len(key) == 32 for key in keys)
    for key in keys:
        for spelling in (key, key.hex().encode(), b64encode(key).rstrip(b"=")):
            assert spelling not in content


def test_a_column_in_clear_holds_no_card_but_those_of_shown_hands(table, database):
    assert len(set(ANY_CARD.findall(" ".join(map(str, DECK))))) == 52
    with sqlite3.connect(database) as connection:
        rows = [
            *connection.execute("SELECT hand, payload FROM journal WHERE hand IS NOT NULL"),
            *(
                (hand, zlib.decompress(record).decode())
                for hand, record in connection.execute("SELECT id, record FROM hands")
            ),
        ]
    connection.close()
    shown = {
        record.hand: {str(c) for e in record.events if isinstance(e, ev.HandShown) for c in e.cards}
        for record in table.finished
    }
    assert len(rows) > 100
    for hand, text in rows:
        assert set(ANY_CARD.findall(text)) <= shown.get(hand, set())


def test_each_row_with_cards_has_a_secret_part(table, database):
    with sqlite3.connect(database) as connection:
        unsealed = connection.execute(
            "SELECT count(*) FROM journal WHERE secret IS NULL AND ("
            " payload LIKE '%hand_started%' OR payload LIKE '%cards_dealt%'"
            " OR payload LIKE '%discarded%' OR payload LIKE '%cards_drawn%')"
        ).fetchone()
    connection.close()
    assert unsealed == (0,)
