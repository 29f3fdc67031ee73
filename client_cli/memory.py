"""
What the command keeps between two runs: the last server, and the tokens that servers gave.

One file in the user's data folder, readable by him alone. A name that a running command plays
under is *held* by a lock file beside it, so that a second command does not push the first one off
its seat: a server has one connection per account.
"""

import hashlib
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import msgspec
from msgspec import Struct
from msgspec.structs import replace
from platformdirs import user_data_path

from client_cli.errors import UsageError
from client_cli.locks import held, locked
from client_cli.presenter import words
from client_cli.presenter.refusing import system_reason
from client_cli.replacing import replace_json


class Known(Struct, frozen=True, kw_only=True):
    """What is known of one server."""

    last: str | None = None
    """The name that was last played under."""
    tokens: dict[str, str] = {}
    """By name: who shows it is that guest."""
    aside: tuple[str, ...] = ()
    """Names that are not the player's: his bots', and those made to look on."""
    invite: str | None = None
    """The code of the private table that was last played at."""
    nonces: dict[str, str] = {}
    """By name: what a server knows a guest by who has not heard of his token yet."""


class Servers(Struct, frozen=True, kw_only=True):
    """The whole file."""

    version: int = 1
    last: str | None = None
    """The address that was last used."""
    servers: dict[str, Known] = {}

    def at(self, url: str) -> Known:
        """What is known of a server."""
        return self.servers.get(url, Known())


class Memory:
    """The file, read anew each time: other commands write it too."""

    def __init__(self, folder: Path | None = None) -> None:
        self.folder = folder or user_data_path("showdown", appauthor=False)
        self._file = self.folder / "servers.json"

    def read(self) -> Servers:
        """
        What is kept.

        Raises:
            UsageError: the file cannot be read; it is left alone, for it may hold tokens.
        """
        try:
            return msgspec.json.decode(self._file.read_bytes(), type=Servers)
        except (FileNotFoundError, NotADirectoryError):
            return Servers()
        except (OSError, msgspec.DecodeError) as error:
            raise UsageError(
                words.MEMORY_UNREADABLE.format(path=self._file, reason=system_reason(error))
            ) from None

    def used(self, url: str) -> None:
        """Remember which server was used last."""
        self._change(lambda servers: replace(servers, last=url))

    def keep(self, url: str, name: str, token: str | None, *, aside: bool = False) -> None:
        """Remember under which name we are known at a server, and the token if it gave one."""

        def change(known: Known) -> Known:
            tokens = known.tokens if token is None else {**known.tokens, name: token}
            known = replace(known, nonces=_without(known.nonces, name))
            if aside:
                names = tuple(dict.fromkeys((*known.aside, name)))
                return replace(known, tokens=tokens, aside=names)
            return replace(known, tokens=tokens, last=name)

        self._change_server(url, change)

    def nonce_for(self, url: str, name: str, fresh: str) -> str:
        """
        What a server is told of a new guest of this name: the same until there is a token.

        Raises:
            UsageError: it cannot be kept.
        """

        def change(known: Known) -> Known:
            return replace(known, nonces={name: fresh, **known.nonces})

        self._change_server(url, change)
        return self.read().at(url).nonces[name]

    def forget_nonce(self, url: str, name: str) -> None:
        """Forget what a server was told of a new guest, since he became none."""
        self._change_server(url, lambda known: replace(known, nonces=_without(known.nonces, name)))

    def forget(self, url: str, name: str) -> None:
        """Forget a token that a server does not know any more."""

        def change(known: Known) -> Known:
            return replace(
                known,
                last=None if known.last == name else known.last,
                tokens=_without(known.tokens, name),
                nonces=_without(known.nonces, name),
                aside=tuple(each for each in known.aside if each != name),
            )

        self._change_server(url, change)

    def invited(self, url: str, invite: str | None) -> None:
        """Remember the code that opens a private table of a server; None forgets it."""
        self._change_server(url, lambda known: replace(known, invite=invite))

    @contextmanager
    def hold(self, url: str, name: str) -> Iterator[bool]:
        """Hold a name while the block runs; false if another command holds it."""
        digest = hashlib.sha256(f"{url}\n{name}".encode()).hexdigest()[:16]
        with held(self.folder / f"{digest}.lock") as mine:
            yield mine

    def _change_server(self, url: str, change: Callable[[Known], Known]) -> None:
        self._change(
            lambda all_: replace(all_, servers={**all_.servers, url: change(all_.at(url))})
        )

    def _change(self, change: Callable[[Servers], Servers]) -> None:
        try:
            self.folder.mkdir(mode=0o700, parents=True, exist_ok=True)
            with locked(self.folder / "servers.lock"):
                before = self.read()
                after = change(before)
                if after != before:
                    replace_json(self._file, after)
        except OSError as error:
            raise UsageError(
                words.MEMORY_UNWRITABLE.format(path=self._file, reason=system_reason(error))
            ) from None


def _without(known: dict[str, str], name: str) -> dict[str, str]:
    return {each: secret for each, secret in known.items() if each != name}
