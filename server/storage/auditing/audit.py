"""
The whole audit, on one moment of a database that may be in use.

In double entry no single number can change unseen: an account's chips, a seat's stack and a hand's
results each stand in the ledger too, and the ledger's rows always add up to nothing.
"""

from sqlalchemy import Connection

from server.storage.auditing.accounts import check_accounts
from server.storage.auditing.books import add_up
from server.storage.auditing.findings import Audit, Wrong
from server.storage.auditing.hands import Progress, check_hands
from server.storage.auditing.imports import check_imports
from server.storage.auditing.tables import check_tables
from server.storage.secrets import Vault


def audit(vault: Vault, progress: Progress, connection: Connection) -> Audit:
    """
    Count everything again, in one transaction that only reads.

    Args:
        progress: is told how many hands are counted, of how many.
    """
    wrong: list[Wrong] = []
    books = add_up(connection)
    accounts = check_accounts(books, wrong.append, connection)
    tables = check_tables(books, vault, wrong.append, connection)
    hands = check_hands(books, vault, wrong.append, progress, connection)
    imports = check_imports(vault, wrong.append, connection)
    return Audit(
        postings=books.postings,
        issued=books.issued,
        accounts=accounts,
        tables=tables,
        hands=hands,
        imports=imports,
        wrong=tuple(wrong),
    )
