"""
Who may find which table, and who is its host: what the server knows, kept as it changes.

Each change is durable before it counts. Two at once follow one another.
"""

import asyncio
from collections.abc import Callable, Iterable
from typing import NamedTuple

from msgspec.structs import replace

from server.hosting import Change, Codes, HostedTable, HostedTables, code_key, new_codes
from server.ports import Posting
from showdown.rules.ruleset import AccountId, TableId


class Invited(NamedTuple):
    """Where a code leads."""

    table: TableId
    as_host: bool


class Hosts:
    """The tables that have a host or are private; any other belongs to everybody."""

    def __init__(
        self,
        kept: HostedTables,
        hosted: Iterable[HostedTable] = (),
        make_codes: Callable[[], Codes] = new_codes,
    ) -> None:
        """``hosted`` is what ``kept`` has."""
        self._kept = kept
        self._make_codes = make_codes
        self._hosted: dict[TableId, HostedTable] = {}
        self._invited: dict[str, Invited] = {}
        self._changing = asyncio.Lock()
        self.on_changed: Callable[[HostedTable], None] = lambda _: None
        """Is told of each table that was changed here."""
        for each in hosted:
            self._put(each)

    def of(self, table: TableId) -> HostedTable:
        """What is known of a table."""
        return self._hosted.get(table) or HostedTable(table=table)

    def is_host(self, table: TableId, account: AccountId | None) -> bool:
        """Whether a table is this account's."""
        return account is not None and self.of(table).host == account

    def hosted_by(self, account: AccountId) -> tuple[TableId, ...]:
        """The tables of a host."""
        return tuple(each.table for each in self._hosted.values() if each.host == account)

    @property
    def private(self) -> frozenset[TableId]:
        """Tables that only who is invited can find, those of earlier days included."""
        return frozenset(each.table for each in self._hosted.values() if each.private)

    def invited(self, code: str) -> Invited | None:
        """Where a code leads; None if it is none of ours."""
        return self._invited.get(code_key(code))

    async def be_private(self, table: TableId, host: AccountId | None = None) -> Codes:
        """
        Let only those find a table who are invited; its codes are those that it had, if it had any.

        Args:
            host: whose table it is if it has no host.

        Raises:
            StorageError: the database cannot do it now.
        """

        def make_private(now: HostedTable) -> HostedTable:
            codes = now.codes or self._make_codes()
            return replace(now, private=True, codes=codes, host=now.host or host)

        codes = (await self.change(table, make_private)).codes
        assert codes is not None
        return codes

    async def be_hosted(self, table: TableId, host: AccountId) -> None:
        """
        Let a table have a host, if it has none.

        Raises:
            StorageError: the database cannot do it now.
        """
        await self.change(table, lambda now: replace(now, host=now.host or host))

    async def be_public(self, table: TableId) -> None:
        """
        Let everybody find a table.

        Raises:
            StorageError: the database cannot do it now.
        """
        if self.of(table).private:
            await self.change(table, lambda now: replace(now, private=False, codes=None))

    async def renew(self, table: TableId) -> Codes:
        """
        Give a private table another invitation; the old one opens nothing any more.

        Raises:
            StorageError: the database cannot do it now.
        """

        def renewed(now: HostedTable) -> HostedTable:
            fresh = self._make_codes()
            return replace(now, codes=replace(now.codes or fresh, invite=fresh.invite))

        codes = (await self.change(table, renewed)).codes
        assert codes is not None
        return codes

    async def change(self, table: TableId, change: Change) -> HostedTable:
        """
        Make a table as ``change`` makes it of how it is, whoever has changed it before.

        Raises:
            StorageError: the database cannot do it now; nothing has changed.
        """
        async with self._changing:
            before = self.of(table)
            if change(before) == before:
                return before
            after = await self._kept.change(table, change)
            self._put(after)
        self.on_changed(after)
        return after

    async def grant(self, table: TableId, change: Change, posting: Posting, who: str) -> None:
        """
        Grant chips, with what that makes of the table.

        Raises:
            StorageError: the database cannot do it now; nothing has changed.
        """
        async with self._changing:
            after = await self._kept.grant(table, change, posting, who)
            self._put(after)
        self.on_changed(after)

    async def forget(self, table: TableId) -> None:
        """
        A table is there no more, and another one of its name belongs to everybody.

        Raises:
            StorageError: the database cannot do it now.
        """
        async with self._changing:
            await self._kept.forget(table)
            self._take_out(table)
        self.on_changed(HostedTable(table=table))

    # What others have changed.

    def hear(self, hosted: HostedTable) -> None:
        """A table was changed elsewhere; its codes are not known until it is loaded again."""
        self._put(hosted)
        if hosted == HostedTable(table=hosted.table):
            self._take_out(hosted.table)

    async def reload(self, table: TableId | None = None) -> None:
        """
        Load what is stored of a table, or of all.

        Raises:
            StorageError: the database cannot do it now.
        """
        async with self._changing:
            found = await self._kept.load(table)
            for gone in [table] if table is not None else tuple(self._hosted):
                self._take_out(gone)
            for each in found:
                self._put(each)

    def _put(self, hosted: HostedTable) -> None:
        self._take_out(hosted.table)
        self._hosted[hosted.table] = hosted
        if hosted.codes is not None:
            self._invited[code_key(hosted.codes.invite)] = Invited(hosted.table, as_host=False)
            self._invited[code_key(hosted.codes.host)] = Invited(hosted.table, as_host=True)

    def _take_out(self, table: TableId) -> None:
        self._hosted.pop(table, None)
        self._invited = {
            code: invited for code, invited in self._invited.items() if invited.table != table
        }
