"""
Who has chips, and how they go from one to another: double entry by form.

Each chip that somebody gets is one that somebody else gives, in one row, so the chips of all
parties together are none, at any time. What a party has is what it got less what it gave.

:data:`ISSUE`, where granted chips come from, is the only party that owes; what it owes is what all
others have together.
"""

from collections import Counter
from collections.abc import Iterable
from typing import Final

from server.ports import HOUSE, Posting, PostingKind
from showdown.rules.ruleset import AccountId, Chips, TableId

ISSUE: Final = "issue"
"""Where granted chips come from."""

_ACCOUNT = "account:"
_SEAT = "seat:"


def account_party(account: AccountId) -> str:
    """What an account has beside the tables."""
    return f"{_ACCOUNT}{account}"


HOUSE_PARTY: Final = account_party(HOUSE)


def seat_party(table: TableId, account: AccountId) -> str:
    """What an account has at a table; what it has bet in a hand that runs is part of it."""
    return f"{_SEAT}{table}:{account}"


def pot_party(table: TableId) -> str:
    """What lies in the middle of a table between two hands, and what a hand's end goes through."""
    return f"pot:{table}"


def account_of(party: str) -> AccountId | None:
    """
    Whose account a party is.

    >>> account_of("account:7"), account_of("seat:main:7")
    (7, None)
    """
    return AccountId(int(party[len(_ACCOUNT) :])) if party.startswith(_ACCOUNT) else None


def seat_of(party: str) -> tuple[TableId, AccountId] | None:
    """
    Whose seat a party is, and at which table.

    >>> seat_of("seat:main:7"), seat_of("pot:main")
    (('main', 7), None)
    """
    if not party.startswith(_SEAT):
        return None
    table, account = party[len(_SEAT) :].rsplit(":", 1)
    return TableId(table), AccountId(int(account))


def balances(postings: Iterable[Posting]) -> dict[str, Chips]:
    """What each party has after these postings; those that have nothing are left out."""
    found: Counter[str] = Counter()
    for each in postings:
        found[each.debit] -= each.amount
        found[each.credit] += each.amount
    return {party: chips for party, chips in found.items() if chips}


def account_changes(postings: Iterable[Posting]) -> dict[AccountId, Chips]:
    """What these postings make of the chips of accounts, lowest id first."""
    found = (
        (account_of(party), chips)
        for party, chips in balances(postings).items()
        if party.startswith(_ACCOUNT)
    )
    return dict(sorted((account, chips) for account, chips in found if account is not None))


def granted(key: str, account: AccountId, chips: Chips) -> Posting:
    """Chips that an account gets from nowhere else."""
    return Posting(
        key=f"grant:{key}",
        kind=PostingKind.GRANT,
        debit=ISSUE,
        credit=account_party(account),
        amount=chips,
    )
