"""
Who was signed out by an operator, at a command line beside the server.

The command writes into the database; this looks there again and again, and closes connections of
accounts that may not go on.
"""

import asyncio
from collections.abc import Callable

import structlog

from server.ports import Accounts, StorageError
from showdown.rules.ruleset import AccountId

log = structlog.get_logger()

LOOK_EVERY = 1.0
"""Seconds until operators are obeyed, at the latest."""


class SigningOut:
    """Run :meth:`run` as a task; cancel it at the end."""

    def __init__(self, accounts: Accounts, sign_out: Callable[[AccountId], None]) -> None:
        """``sign_out`` is called for each account that an operator has signed out."""
        self._accounts = accounts
        self._sign_out = sign_out
        self._mark: int | None = None

    async def run(self) -> None:
        """Look until cancelled; while the database or we fail, nobody is signed out."""
        failing = False
        while True:
            try:
                await self.look()
                failing = False
            except Exception as error:
                if not failing:
                    fault = None if isinstance(error, StorageError) else error
                    log.warning("cannot see who was signed out", reason=str(error), exc_info=fault)
                failing = True
            await asyncio.sleep(LOOK_EVERY)

    async def look(self) -> None:
        """Look once."""
        found = await self._accounts.signed_out_since(self._mark)
        self._mark = found.mark
        for account in found.accounts:
            self._sign_out(account)
