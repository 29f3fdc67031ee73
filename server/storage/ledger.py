"""
Postings in the database: rows that are added and never changed, and the accounts beside them.
"""

import time
from collections.abc import Iterable
from typing import Any

from sqlalchemy import Connection, bindparam, insert, select, update

from server.ledger import account_changes
from server.ports import InsufficientFunds, Posting
from server.storage.models import AccountRow, LedgerRow
from showdown.rules.ruleset import AccountId, Chips

CHANGE = (
    update(AccountRow)
    .where(AccountRow.id == bindparam("payee"), AccountRow.chips + bindparam("change") >= 0)
    .values(chips=AccountRow.chips + bindparam("change"))
)
"""Give an account chips, or take some as far as it has them."""


def post(postings: Iterable[Posting], connection: Connection) -> tuple[Posting, ...]:
    """
    Make postings part of a unit of work; returns those that had not happened before.

    Accounts are locked in the order of their ids until the unit ends, so that two units neither
    lose an update nor wait for each other for ever.

    Raises:
        InsufficientFunds: an account would have less than nothing.
        KeyError: there is no such account.
    """
    wanted = tuple(postings)
    accounts = list(account_changes(wanted))
    locked = select(AccountRow.id).where(AccountRow.id.in_(accounts)).order_by(AccountRow.id)
    connection.execute(locked.with_for_update()).all()
    keys = select(LedgerRow.key).where(LedgerRow.key.in_([each.key for each in wanted]))
    known = set(connection.execute(keys).scalars())
    new = tuple(each for each in wanted if each.key not in known)
    for account, change in account_changes(new).items():
        changed = connection.execute(CHANGE, {"payee": account, "change": change})
        if not changed.rowcount:
            raise too_poor(account, change, connection)
    if new:
        connection.execute(insert(LedgerRow), ledger_rows(new))
    return new


def ledger_rows(postings: Iterable[Posting]) -> list[dict[str, Any]]:
    """Postings as rows of the ledger, made now."""
    now = int(time.time())
    return [
        {
            "key": each.key,
            "debit": each.debit,
            "credit": each.credit,
            "amount": each.amount,
            "kind": each.kind.value,
            "hand": each.hand,
            "at": now,
        }
        for each in postings
    ]


def too_poor(account: AccountId, change: Chips, connection: Connection) -> Exception:
    """Why the chips of an account could not change by so many."""
    query = select(AccountRow.name, AccountRow.chips).where(AccountRow.id == account)
    payer = connection.execute(query).one_or_none()
    if payer is None:
        return KeyError(account)
    name, chips = payer
    return InsufficientFunds(
        f"{name} has {chips} chips; {-change} are needed.", found=chips, wanted=-change
    )
