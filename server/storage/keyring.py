"""
The keys of a database: where they come from, and that they are the right ones.

The database knows the number and a fingerprint of each key that may have encrypted something in it.
A server that has another key, or lacks one, does not start: with a wrong key it would take every
hand in progress for damaged.
"""

from functools import partial
from pathlib import Path

from sqlalchemy import Connection, delete, insert, select

from server.addresses import Address
from server.ports import StorageError
from server.storage.keyfile import key_file, make_keys, read_keys
from server.storage.keys import Keys, parse_keys
from server.storage.models import CounterRow
from server.storage.sealed import numbers_in_use, opens_something
from server.storage.secrets import Vault
from server.storage.store import Store

VARIABLE = "SHOWDOWN_SECRET_KEY"
_NAME = "key "
"""What the names of those counters begin with that are fingerprints."""


class KeySource:
    """Where the keys are: in the environment, or in a file; otherwise beside the database."""

    def __init__(self, text: str | None = None, file: Path | None = None) -> None:
        if text is not None and file is not None:
            raise StorageError(f"{VARIABLE} and a key file are given; one of them is enough.")
        self._text, self.file = text, file

    @property
    def is_said(self) -> bool:
        """Whether anything was said at all."""
        return self._text is not None or self.file is not None

    @property
    def place(self) -> str:
        """What to call it in a sentence."""
        return VARIABLE if self._text is not None else f"the key file {self.file}"

    def beside(self, path: Path) -> "KeySource":
        """The same, or this file if nothing was said."""
        return KeySource(file=path) if not self.is_said else self

    def read(self) -> dict[int, bytes] | None:
        """
        The keys; None if there is no such file.

        Raises:
            StorageError: what is there is not keys, or cannot be read.
        """
        if self._text is not None:
            return parse_keys(self._text, VARIABLE)
        if self.file is None or not self.file.exists():
            return None
        return read_keys(self.file)


NOT_SAID = KeySource()


def keys_of(database: Address, said: KeySource) -> KeySource:
    """
    Where the keys of a database are: where it was said, or in a file beside that of SQLite.

    Raises:
        StorageError: nothing was said, and nothing is beside a PostgreSQL.
    """
    if isinstance(database, Path):
        return said.beside(key_file(database))
    if not said.is_said:
        raise StorageError(
            f"The database {database} needs a key for its cards: set {VARIABLE}, "
            "or give a --key-file."
        )
    return said


async def open_vault(store: Store, source: KeySource, database: str, *, alone: bool) -> Vault:
    """
    The keys of a database, made if it is new, and found to be the right ones.

    Args:
        database: what to call it in a sentence.
        alone: whether no other server can be using it.

    Raises:
        StorageError: there are none, one is missing, or one is another than it was.
    """
    there = source.read()
    vault = Vault(await _first_keys(store, source, database) if there is None else there)
    await store.write(partial(recognise, vault, source.place, alone))
    return vault


async def _first_keys(store: Store, source: KeySource, database: str) -> Keys:
    assert source.file is not None  # what is in the environment is there
    if await store.write(numbers_in_use):
        raise StorageError(
            f"The key file {source.file} is missing, and the cards in {database} need it; "
            "put it back or give another --database."
        )
    return make_keys(source.file)


def known_keys(connection: Connection) -> dict[int, int]:
    """Fingerprints by the numbers of their keys."""
    query = select(CounterRow.name, CounterRow.value).where(CounterRow.name.startswith(_NAME))
    return {int(name.removeprefix(_NAME)): value for name, value in connection.execute(query).all()}


def recognise(vault: Vault, place: str, alone: bool, connection: Connection) -> None:
    """
    Find that these are the keys of this database, and remember new ones; a unit of work.

    Args:
        place: where they come from, for a sentence.
        alone: whether no other server can be using it; then a key that encrypted nothing may go.

    Raises:
        StorageError: one is missing, or is another than it was.
    """
    known = _known_for_sure(vault, alone, connection)
    if missing := known.keys() - set(vault.numbers):
        raise StorageError(
            f"The cards in the database need key {min(missing)}, which is not in {place}; "
            "put it there again, or give it up with `python -m server key retire "
            f"{min(missing)} --lost`."
        )
    remembered = known_keys(connection)
    for number in vault.numbers:
        mark = vault.fingerprint(number)
        if known.get(number, mark) != mark:
            raise StorageError(
                f"Key {number} in {place} is not the key {number} of this database; "
                "give the one that encrypted its cards."
            )
        if number not in remembered:
            _remember(number, vault, connection)


def forget(number: int, connection: Connection) -> None:
    """No longer ask for a key; a unit of work, when nothing needs it any more."""
    connection.execute(delete(CounterRow).where(CounterRow.name == f"{_NAME}{number}"))


def give_up(number: int, vault: Vault, place: str, connection: Connection) -> None:
    """
    Do without a key that is lost: what it encrypted stays closed for ever; a unit of work.

    Raises:
        StorageError: another one is missing too, or is another than it was.
    """
    newest = vault.numbers[-1]
    if newest not in known_keys(connection) and newest not in numbers_in_use(connection):
        _remember(newest, vault, connection)
    forget(number, connection)
    recognise(vault, place, True, connection)


def _remember(number: int, vault: Vault, connection: Connection) -> None:
    row = {"name": f"{_NAME}{number}", "value": vault.fingerprint(number)}
    connection.execute(insert(CounterRow), row)


_UNKNOWN = -1
"""The fingerprint of a key of which the database knows the number alone; no key has it."""


def _known_for_sure(vault: Vault, alone: bool, connection: Connection) -> dict[int, int]:
    """Fingerprints of the keys that the database needs; those that 0.1.0 used are tried out."""
    known = known_keys(connection)
    ours = {number: vault.fingerprint(number) for number in vault.numbers}
    if known and known.items() <= ours.items():
        return known
    used = numbers_in_use(connection)
    if not known:
        tried = {n for n in used & ours.keys() if opens_something(vault, n, connection)}
        return {number: ours[number] if number in tried else _UNKNOWN for number in used}
    for number in known.keys() - used if alone else ():
        forget(number, connection)
        del known[number]
    return known
