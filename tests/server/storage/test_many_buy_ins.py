"""Many buy-ins and cash-outs of few accounts at once, from several servers where there may be."""

import asyncio
from collections import Counter
from contextlib import AsyncExitStack
from functools import partial
from itertools import count

from sqlalchemy import func, select

from server.addresses import PostgresAddress
from server.ledger import account_party
from server.lobby import Lobby
from server.storage import operators
from server.storage.auditing import audit
from server.storage.database import existing_store
from server.storage.models import AccountRow, LedgerRow
from server.storage.store import Store
from server.tables.world import World
from showdown.protocol import messages as msg
from showdown.rules.ruleset import TableId
from tests.server.storage.material import BLINDS
from tests.server.tables.kit import NOON, ManualClock

TABLES, ROUNDS, CHIPS, BUY_IN = 10, 5, 3_200, 400
NAMES = ("Anna", "Boris", "Clara", "Dora")


class Visitor:
    """One connection of an account to one table; many are the same account's."""

    def __init__(self, account, desk):
        self.account, self.desk = account.account, desk
        self.gone, self.heir = False, None
        self.name = account.name
        self.answers: Counter[str] = Counter()
        self._ids = count(1)

    def has_unread(self, moment):
        return False

    def tell(self, message, handed=None):
        answer = message if isinstance(message, msg.Reply) else getattr(message, "reply", None)
        if answer is not None:
            self.answers["ok" if answer.ok else answer.error.code] += 1

    async def comes_and_goes(self):
        for _ in range(ROUNDS):
            table = self.desk.actor.table
            for build in (partial(msg.Sit, buy_in=BUY_IN), msg.Leave):
                request = build(id=f"q{next(self._ids)}", table=table)
                await self.desk.ask(self, self.name, request, 0)


async def lobby_of(storage, tables):
    """A server's tables, on which no hand begins since no time passes."""
    lobby = Lobby(
        World(
            journal=storage.journal,
            accounts=storage.accounts,
            clock=ManualClock(),
            now_s=lambda: NOON,
            new_key=lambda: bytes(32),
            next_hand=partial(storage.journal.reserve_hands, 1),
        )
    )
    for table in tables:
        await lobby.open(table, BLINDS)
    lobby.run()
    return lobby


async def grants(store: Store, times: int) -> None:
    """What an operator does at the same time, in the same accounts."""
    for number in range(times):
        await store.write(partial(operators.grant, NAMES[number % len(NAMES)], 7))


async def test_of_two_hundred_at_once_not_one_update_is_lost(home):
    tables = [TableId(f"t{number}") for number in range(TABLES)]
    several = isinstance(home.address, PostgresAddress)
    async with AsyncExitStack() as stack:
        first = await stack.enter_async_context(home.open())
        servers = [first]
        if several:
            servers += [await stack.enter_async_context(home.open()) for _ in range(2)]
        beside = await stack.enter_async_context(existing_store(home.address))
        accounts = [(await first.accounts.add_guest(name, CHIPS))[0] for name in NAMES]
        lobbies = [
            await lobby_of(server, tables[number :: len(servers)])
            for number, server in enumerate(servers)
        ]
        desks = [lobby.find(table) for lobby in lobbies for table in tables if lobby.find(table)]
        assert len(desks) == TABLES
        visitors = [Visitor(account, desk) for desk in desks for account in accounts]
        assert len(visitors) * ROUNDS == 200
        await asyncio.gather(grants(beside, 40), *(each.comes_and_goes() for each in visitors))
        for lobby in lobbies:
            await lobby.stop()

        answers = sum((each.answers for each in visitors), Counter())
        assert answers["ok"] >= 200
        assert answers["insufficient_funds"] > 0
        assert set(answers) == {"ok", "insufficient_funds", "not_seated"}
        async with first.store.reading() as connection:
            kinds = dict(
                (
                    await connection.execute(
                        select(LedgerRow.kind, func.count()).group_by(LedgerRow.kind)
                    )
                ).all()
            )
            chips = (
                await connection.execute(
                    select(AccountRow.chips).where(AccountRow.id > 1).order_by(AccountRow.id)
                )
            ).scalars()
            assert list(chips) == [CHIPS + 70] * len(NAMES)
            found = await connection.run_sync(partial(audit, first.vault, lambda done, total: None))
        assert kinds["buy_in"] == kinds["cash_out"] == answers["ok"] // 2
        assert found.wrong == ()
        assert found.issued == len(NAMES) * (CHIPS + 70)


async def ask_at_once(storage, account, tables, buy_in):
    """One account wants a seat at each of these tables in the same moment; what it hears."""
    lobby = await lobby_of(storage, sorted(set(tables)))
    visitors = [Visitor(account, lobby.find(table)) for table in tables]
    sits = [
        each.desk.ask(each, each.name, msg.Sit(id=f"s{n}", table=table, buy_in=buy_in), 0)
        for n, (each, table) in enumerate(zip(visitors, tables, strict=True))
    ]
    await asyncio.gather(*sits)
    await lobby.stop()
    return sum((each.answers for each in visitors), Counter())


async def test_of_fifty_buy_ins_with_the_same_last_chips_one_succeeds(home):
    async with home.open() as storage, existing_store(home.address) as beside:
        anna, _ = await storage.accounts.add_guest("Anna", BUY_IN)
        tables = [TableId(f"t{number}") for number in range(50)]
        assert await ask_at_once(storage, anna, tables, BUY_IN) == {
            "ok": 1,
            "insufficient_funds": 49,
        }
        assert (await storage.accounts.get(anna.account)).chips == 0
        paid = select(func.sum(LedgerRow.amount)).where(
            LedgerRow.debit == account_party(anna.account)
        )
        async with beside.reading() as connection:
            assert (await connection.execute(paid)).scalar() == BUY_IN


async def test_who_wants_many_seats_of_one_table_in_the_same_moment_has_one(home):
    async with home.open() as storage:
        anna, _ = await storage.accounts.add_guest("Anna", CHIPS)
        answers = await ask_at_once(storage, anna, [TableId("main")] * 20, BUY_IN)
        assert answers == {"ok": 1, "already_seated": 19}
        assert (await storage.accounts.get(anna.account)).chips == CHIPS - BUY_IN
