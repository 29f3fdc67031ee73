"""
Nodes that claim the same tables at the same moment: exactly one has each, whoever is asked.
"""

import asyncio
from contextlib import AsyncExitStack

from server.addresses import PostgresAddress
from server.storage import open_storage
from server.storage.keyring import KeySource
from showdown.rules.ruleset import TableId, make_ruleset
from showdown.rules.seating import Seating
from tests.end_to_end.kills.kept import KEY

CLAIMANTS, TABLES, TIMES = 5, 40, 10


async def test_of_nodes_that_claim_at_once_exactly_one_has_each_table_each_time(postgres_url):
    tables = [TableId(f"table-{number}") for number in range(TABLES)]
    seating = Seating(ruleset=make_ruleset({"game": "NL", "sb": 5, "bb": 10}))
    async with AsyncExitStack() as stack:
        storages = [
            await stack.enter_async_context(
                open_storage(PostgresAddress(postgres_url), keys=KeySource(KEY))
            )
            for _ in range(CLAIMANTS)
        ]
        await storages[0].claims.make(dict.fromkeys(tables, seating))
        for _ in range(TIMES):
            known = {each.table: each.epoch for each in await storages[0].claims.look()}
            made = await asyncio.gather(*(each.claims.claim(known) for each in storages))
            taken = [table for claims in made for table in claims.taken]
            assert sorted(taken) == sorted(tables)
            there = {each.table: each for each in await storages[0].claims.look()}
            for storage, claims in zip(storages, made, strict=True):
                for table, epoch in claims.taken.items():
                    assert epoch == known[table] + 1 == there[table].epoch
                    assert there[table].owner == storage.claims.claimant
                # Who lost knows who won.
                assert set(claims.refused) == {
                    there[table] for table in tables if table not in claims.taken
                }
