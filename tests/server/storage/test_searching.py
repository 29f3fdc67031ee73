"""Hands are found by every filter, in every engine, along an index, and as by looking at each."""

from functools import partial
from random import Random

import pytest
from msgspec.structs import asdict
from sqlalchemy import text

from benchmarks.storage.many_hands import BUSIEST, FIRST_ACCOUNT, SELDOM, add_hands
from server.hosting import HostedTable, new_codes
from server.ports import HandQuery, Selection
from server.storage import found, searching
from server.storage.figures import STRETCHES
from server.storage.searching import Search
from server.storage.sqlite.store import SqliteStore
from showdown.history.statistics import Outcome, tally
from showdown.rules.hand_rank import Category
from showdown.rules.ruleset import AccountId, HandId, TableId
from tests.server.fakes import MemoryStorage
from tests.server.storage.material import EMPTY, MAIN, ChanceTable, append_all, guests

OTHER = TableId("other")
STRANGER = AccountId(99)
"""Who was dealt in nowhere."""


@pytest.fixture
async def both(sql):
    """The same hands at two tables, one of them private, in the database and in memory."""
    memory = MemoryStorage()
    for storage in (sql, memory):
        people = await guests(storage.accounts)
        for number, name in enumerate((MAIN, OTHER)):
            await storage.journal.open_table(name, EMPTY)
            table = ChanceTable(Random(7), people, table=name, first_hand=100 * number + 1)
            people = [
                type(each)(account=each.account, name=each.name, chips=table.chips[each.account])
                for each in people
            ]
            await append_all(storage.journal, table.play(30))
        private = HostedTable(table=OTHER, private=True, codes=new_codes())
        await storage.hosted.change(OTHER, partial(_becomes, private))
    return sql.hands, memory.hands


def _becomes(table, _):
    return table


def any_selection(rng, asker):
    """Filters by chance; mostly there are hands that pass them."""
    first, last = sorted(f"2026-11-30T12:00:{rng.randrange(60):02}Z" for _ in range(2))
    chosen = {
        "table": rng.choice([MAIN, OTHER, TableId("none")]),
        "player": rng.choice(["P1", "p2", "P3", "nobody"]),
        "since": first,
        "until": last,
        "min_pot": rng.choice([0, 50, 100, 400, 10_000]),
        "category": rng.choice([Category.HIGH_CARD, Category.ONE_PAIR, Category.TWO_PAIR]),
        "outcome": rng.choice(list(Outcome)),
        "private": frozenset(rng.choice([[], [OTHER]])),
    }
    return Selection(asker=asker, **{k: v for k, v in chosen.items() if rng.random() < 0.35})


async def test_what_is_found_is_what_passes_every_filter(both, monkeypatch):
    stored, memory = both
    rng, lengths = Random(1), set()
    for number in range(90):
        few = (1, 10, 1_000)[number % 3]
        monkeypatch.setattr(searching, "FEW", few)
        monkeypatch.setattr(found, "FEW", few)
        selection = asdict(any_selection(rng, rng.choice([None, 2, 3, STRANGER])))
        before = HandId(rng.randrange(140)) if rng.random() < 0.3 else None
        query = HandQuery(**selection, before=before, limit=rng.choice([1, 5, 100]))
        page = await stored.find(query)
        assert page == await memory.find(query), (few, query)
        lengths.add(len(page))
    assert 0 in lengths
    assert max(lengths) > 5


async def test_pages_hold_every_hand_once_though_two_ended_in_the_same_second(both):
    stored, _ = both
    whole = await stored.find(HandQuery(limit=100))
    assert len({each.ended_at for each in whole}) < len(whole) == 60
    paged, before = [], None
    while page := await stored.find(HandQuery(before=before, limit=7)):
        paged += page
        before = page[-1].hand
    assert tuple(paged) == whole
    assert list(whole) == sorted(whole, key=lambda e: (e.ended_at, e.hand), reverse=True)


async def test_the_figures_are_those_of_the_records(both):
    stored, memory = both
    rng, hands = Random(3), 0
    for _ in range(40):
        selection = any_selection(rng, rng.choice([2, 2, STRANGER]))
        figures, wanted = await stored.figures(selection), await memory.figures(selection)
        assert (figures.player, figures.hands, figures.nets) == (
            wanted.player,
            wanted.hands,
            wanted.nets,
        )
        for name in ("voluntary", "first_in", "pat", "drew", "showdowns", "won_at_showdown"):
            assert getattr(figures, name) == getattr(wanted, name), (name, selection)
        assert [(e.hand, e.net) for e in figures.course] == [(e.hand, e.net) for e in wanted.course]
        if wanted.per_hundred is not None:
            assert figures.per_hundred.mean == pytest.approx(wanted.per_hundred.mean)
            if wanted.per_hundred.low is not None:
                assert figures.per_hundred.low == pytest.approx(wanted.per_hundred.low)
        hands += figures.hands
    assert hands > 100


async def test_a_long_course_comes_in_stretches_that_add_up(sql):
    await add_hands(sql.store, 1_000)
    figures = await sql.hands.figures(Selection(player=BUSIEST))
    assert figures.hands > 800
    assert len(figures.course) == STRETCHES
    assert sum(each.hands for each in figures.course) == figures.hands
    assert sum(each.net for each in figures.course) == figures.nets[0].amount
    assert [each.hand for each in figures.course] == sorted(e.hand for e in figures.course)


async def test_a_stranger_has_no_figures(both):
    stored, _ = both
    assert await stored.figures(Selection(player="nobody")) == tally([], "nobody")
    assert await stored.figures(Selection()) == tally([], "")


# How the database goes about it.

BUSY = AccountId(FIRST_ACCOUNT)
IN_ORDER: dict[str, tuple[HandQuery, AccountId | None]] = {
    "ix_hands_ended_at_id_pot": (HandQuery(min_pot=50), None),
    "ix_hands_table_id_ended_at_id_pot": (HandQuery(table=TableId("table-7")), None),
    "ix_hands_category_ended_at_id_pot": (HandQuery(category=Category.FLUSH), None),
    "ix_hand_players_account_ended_hand": (HandQuery(outcome=Outcome.WON), BUSY),
}
EVERYTHING = HandQuery(
    table=TableId("table-7"),
    since="2026-05-29T00:00:00Z",
    min_pot=50,
    category=Category.ONE_PAIR,
    outcome=Outcome.LOST,
)
AMONG_FEW = {
    "player": "ix_hand_players_account_ended_hand",
    "table": "ix_hands_table_id_ended_at_id_pot",
    "category": "ix_hands_category_ended_at_id_pot",
    "pot": "ix_hands_pot",
    "time": "ix_hands_ended_at_id_pot",
}


@pytest.fixture
async def filled(sql):
    await add_hands(sql.store, 1_000)
    return sql.store


async def plan_of(store, statement):
    async with store.reading() as connection:
        dialect = connection.dialect
        compiled = str(statement.compile(dialect=dialect, compile_kwargs={"literal_binds": True}))
        if dialect.name == "sqlite":
            rows = await connection.execute(text(f"EXPLAIN QUERY PLAN {compiled}"))
            return "\n".join(row[3] for row in rows)
        # So few rows would be looked at one by one, whatever indexes there are.
        await connection.execute(text("SET LOCAL enable_seqscan = off"))
        await connection.execute(text("SET LOCAL enable_bitmapscan = off"))
        return "\n".join(row[0] for row in await connection.execute(text(f"EXPLAIN {compiled}")))


def looks_at_every_row(plan):
    lines = [line.strip() for line in plan.splitlines()]
    return [
        line
        for line in lines
        if "Seq Scan" in line or (line.startswith("SCAN hand") and "USING" not in line)
    ]


async def test_a_filter_walks_down_its_index_without_sorting(filled):
    for index, (query, subject) in IN_ORDER.items():
        plan = await plan_of(filled, Search(query, subject, None).in_order())
        assert index in plan
        assert not looks_at_every_row(plan), index
        assert "TEMP B-TREE" not in plan
        assert "Sort" not in plan


async def test_few_hands_are_found_by_the_index_of_their_filter(filled):
    search = Search(EVERYTHING, BUSY, None)
    for way, index in AMONG_FEW.items():
        plan = await plan_of(filled, search.among_few(way))
        assert not looks_at_every_row(plan), way
        if isinstance(filled, SqliteStore):
            # PostgreSQL knows how many rows there are, and with so few any index is as good.
            assert index in plan
        if way != "player":
            assert AMONG_FEW["player"] not in plan


async def test_every_filter_is_counted_along_an_index_alone(filled):
    plan = await plan_of(filled, Search(EVERYTHING, BUSY, None).counts())
    assert not looks_at_every_row(plan)
    if isinstance(filled, SqliteStore):
        for index in AMONG_FEW.values():
            assert index in plan


@pytest.mark.soak(slice=1)
async def test_many_hands_are_found_in_either_way(sql, monkeypatch, rounds):
    await add_hands(sql.store, 1_500)
    for rng in rounds:
        for _ in range(20):
            query = HandQuery(
                player=rng.choice([BUSIEST, SELDOM, "Player 20", None]),
                table=rng.choice([None, TableId("table-3")]),
                min_pot=rng.choice([None, 20, 100, 10_000]),
                category=rng.choice([None, *Category]),
                limit=rng.choice([5, 100]),
            )
            pages = []
            for few in (1, 100, 10_000):
                monkeypatch.setattr(searching, "FEW", few)
                monkeypatch.setattr(found, "FEW", few)
                pages.append(await sql.hands.find(query))
            assert pages[0] == pages[1] == pages[2], query


async def test_of_a_private_table_only_who_can_find_it_or_was_dealt_in_finds_hands(both):
    for hands in both:

        async def of(asker, private, hands=hands):
            query = HandQuery(asker=asker, table=OTHER, private=private, limit=100)
            return len(await hands.find(query))

        everything = await of(STRANGER, None)
        assert everything == 30
        assert await of(STRANGER, frozenset()) == 0
        assert await of(STRANGER, frozenset({OTHER})) == everything
        assert 0 < await of(AccountId(2), frozenset()) <= everything
        figures = await hands.figures(
            Selection(asker=STRANGER, player="P1", table=OTHER, private=frozenset())
        )
        assert figures.hands == 0
