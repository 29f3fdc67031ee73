"""
How a table is addressed among pages, and how its keys are called.
"""

from textual.events import Key

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


CYRILLIC = str.maketrans("фисвуапршолдьтщзйкыегмцчня", "abcdefghijklmnopqrstuvwxyz")
"""The same keys where the keyboard writes Russian."""


def key_of(event: Key) -> str:
    """A key as the controls call it, whatever Shift and the keyboard's language are."""
    if event.character is None or not event.character.isalnum():
        return event.key
    return event.character.lower().translate(CYRILLIC)
