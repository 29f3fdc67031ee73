"""What accounts have, against their balances in the ledger."""

from collections.abc import Callable

from sqlalchemy import Connection, select

from server.ledger import account_of, account_party
from server.storage.auditing.books import AT_ONCE, Books
from server.storage.auditing.findings import AccountsFound, Wrong, differs
from server.storage.models import AccountRow
from showdown.rules.ruleset import AccountId

Tell = Callable[[Wrong], None]


def check_accounts(books: Books, tell: Tell, connection: Connection) -> AccountsFound:
    """Compare every account; tell what does not hold."""
    left = {party for party in books.balances if account_of(party) is not None}
    query = select(AccountRow.id, AccountRow.name, AccountRow.chips).order_by(AccountRow.id)
    accounts = chips = 0
    for number, name, has in connection.execute(query.execution_options(yield_per=AT_ONCE)):
        party = account_party(AccountId(number))
        left.discard(party)
        accounts, chips = accounts + 1, chips + has
        says = books.balances.get(party, 0)
        if has != says:
            tell(differs(f"account {number} ({name})", "has", has, "the ledger says", says))
    for party in sorted(left):
        where = party.replace(":", " ")
        tell(differs(where, "is not there and has", 0, "the ledger says", books.balances[party]))
    return AccountsFound(accounts=accounts, chips=chips)
