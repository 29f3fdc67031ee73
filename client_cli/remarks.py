"""
What you have noted about players: a file in your data folder, which no server hears of.
"""

from collections.abc import Mapping
from pathlib import Path

import msgspec

from client_cli.errors import UsageError
from client_cli.languages import Phrase
from client_cli.locks import locked
from client_cli.presenter import words
from client_cli.presenter.refusing import system_reason
from client_cli.replacing import replace_json

LONGEST = 200


class Remarks:
    """Remarks by server and name, however that is written; the file is read anew each time."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._file = folder / "remarks.json"

    def at(self, url: str) -> Mapping[str, str]:
        """
        What is noted about players of a server, by name in small letters.

        Raises:
            UsageError: the file cannot be read.
        """
        return self._read().get(url, {})

    def write(self, url: str, name: str, text: str) -> None:
        """
        Note something about a player in place of what is noted; nothing takes it away.

        Raises:
            UsageError: the file cannot be read or written.
        """
        try:
            self._folder.mkdir(mode=0o700, parents=True, exist_ok=True)
            with locked(self._folder / "remarks.lock"):
                everything = self._read()
                there = dict(everything.get(url, {}))
                there.pop(name.casefold(), None)
                if text:
                    there[name.casefold()] = text[:LONGEST]
                replace_json(self._file, {**everything, url: there})
        except OSError as error:
            raise UsageError(self._complaint(words.REMARKS_UNWRITTEN, error)) from None

    def _read(self) -> dict[str, dict[str, str]]:
        try:
            return msgspec.json.decode(self._file.read_bytes(), type=dict[str, dict[str, str]])
        except (FileNotFoundError, NotADirectoryError):
            return {}
        except (OSError, msgspec.DecodeError) as error:
            raise UsageError(self._complaint(words.REMARKS_UNREAD, error)) from None

    def _complaint(self, phrase: Phrase, error: Exception) -> str:
        return phrase.format(path=self._file, reason=system_reason(error))
