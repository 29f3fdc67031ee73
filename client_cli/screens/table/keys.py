"""
How a table is addressed among pages, and how its keys are called.
"""

from textual.events import Key

from client_cli.spellings import as_latin
from showdown.rules.ruleset import TableId


def address_of(table: TableId) -> str:
    """
    The id of a table's page; names have signs that an id may not have.

    >>> address_of(TableId("blue~2"))
    'table-blue-7e2'
    """
    safe = "".join(
        sign if sign.isascii() and sign.isalnum() else f"-{ord(sign):x}" for sign in table
    )
    return f"table-{safe}"


def key_of(event: Key) -> str:
    """A key as the controls call it, whatever Shift and the keyboard's language are."""
    if event.character is None or not event.character.isalnum():
        return event.key
    return as_latin(event.character.lower())
