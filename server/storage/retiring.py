"""
Doing without a key: everything that needs it is encrypted anew, and only then may it go.

At any moment the keys that are there open everything: what is new is written, opened again and
durable before the old key goes, whatever breaks off between.
"""

from collections.abc import Callable
from functools import partial
from pathlib import Path

from msgspec import Struct

from server import crash
from server.ports import StorageError
from server.storage.keyfile import changing, read_keys, replace_keys
from server.storage.keyring import KeySource, forget, give_up, recognise
from server.storage.keys import Keys, new_key
from server.storage.sealed import SEALED, Key, count_needing, reseal_some
from server.storage.secrets import Vault
from server.storage.store import Store

ROWS_AT_ONCE = 200
"""In a unit of work: short enough to hold nobody up."""

Progress = Callable[[int, int], None]
"""Is told how many rows are done, and how many there were."""


class Retired(Struct, frozen=True, kw_only=True):
    """How far it went."""

    resealed: int = 0
    closed: tuple[str, ...] = ()
    """A sentence for each row that does not open with the key that it names."""
    left: int = 0
    """How many rows need the key still."""
    gone: bool
    """Whether the database does without it now; then it is not in the key file either."""


async def retire(
    store: Store, source: KeySource, number: int, progress: Progress, *, lost: bool = False
) -> Retired:
    """
    Do without a key; no server may be running.

    Args:
        lost: whether cards that do not open with it may stay closed for ever.

    Raises:
        StorageError: there is no such key, or it is the one that encrypts.
    """
    keys = source.read()
    if lost and number not in (keys or {}):
        await _give_up(store, source, keys, number)
        return Retired(left=await _needing(store, number), gone=True)
    vault = Vault(_keys_without(number, keys, source))
    await store.write(partial(recognise, vault, source.place, True))
    done = await _reseal_all(store, vault, number, progress)
    if done.left and not lost:
        return done
    # First the database lets go of it: with the key still there, that is as good as before.
    await store.write(partial(forget, number))
    if source.file is not None:
        _take_out(source.file, number)
    return Retired(resealed=done.resealed, closed=done.closed, left=done.left, gone=True)


def rotate(file: Path) -> int:
    """
    Add a key to a key file, which encrypts from the next start of a server on; gives its number.

    Raises:
        StorageError: there is no such file, or it cannot be read or written.
    """
    with changing(file):
        keys = read_keys(file)
        number = max(keys) + 1
        replace_keys(file, {**keys, number: new_key()})
    return number


def _keys_without(number: int, keys: Keys | None, source: KeySource) -> Keys:
    """The keys, if those that stay can take over."""
    if not keys or number not in keys:
        there = ", ".join(map(str, sorted(keys or ()))) or "none"
        raise StorageError(f"There is no key {number} in {source.place}; there is {there}.")
    if number == max(keys):
        raise StorageError(
            f"Key {number} is the one that encrypts; add another one first, "
            "with `python -m server key rotate`."
        )
    return keys


async def _reseal_all(store: Store, vault: Vault, number: int, progress: Progress) -> Retired:
    total = await _needing(store, number)
    resealed = 0
    closed: list[str] = []
    for sealed in SEALED:
        after: Key | None = None
        while True:
            unit = partial(reseal_some, sealed, vault, number, after, ROWS_AT_ONCE)
            step = await store.write(unit)
            resealed += step.resealed
            closed += step.closed
            progress(resealed, total)
            after = step.last
            if after is None:
                break
    left = await _needing(store, number)
    return Retired(resealed=resealed, closed=tuple(closed), left=left, gone=False)


async def _needing(store: Store, number: int) -> int:
    async with store.reading() as connection:
        return sum((await connection.run_sync(partial(count_needing, number))).values())


async def _give_up(store: Store, source: KeySource, keys: Keys | None, number: int) -> None:
    if keys is None:
        assert source.file is not None
        keys = {number + 1: new_key()}
        replace_keys(source.file, keys)
    await store.write(partial(give_up, number, Vault(keys), source.place))


def _take_out(file: Path, number: int) -> None:
    with changing(file):
        kept = {each: key for each, key in read_keys(file).items() if each != number}
        crash.here(crash.Place.KEY_FILE)
        replace_keys(file, kept)
