"""
How somebody likes his terminal: language, colours, what asks and what rings.

One file in the platform's config folder, which may be edited by hand. It is replaced in one step. A
value that is not understood is passed over for its default with one sentence about it, and the file
as it was is kept beside the new one as soon as something else is stored.
"""

from collections.abc import Mapping
from enum import StrEnum
from pathlib import Path
from typing import Any, NamedTuple

import msgspec
from msgspec import Struct, structs
from platformdirs import user_config_path

from client_cli.errors import UsageError
from client_cli.locks import locked
from client_cli.presenter import words
from client_cli.presenter.refusing import system_reason
from client_cli.replacing import replace_json

FOLDER_OF = "showdown"


class Language(StrEnum):
    """In which words; ``auto`` is what the terminal speaks."""

    AUTO = "auto"
    ENGLISH = "en"
    FRENCH = "fr"
    RUSSIAN = "ru"


class Ground(StrEnum):
    """What the screen's colours are made for; ``auto`` is what the terminal says of itself."""

    AUTO = "auto"
    DARK = "dark"
    LIGHT = "light"


class Suits(StrEnum):
    """How suits are written; ``auto`` is with signs where the terminal has them."""

    AUTO = "auto"
    SIGNS = "signs"
    LETTERS = "letters"


class Settings(Struct, frozen=True, kw_only=True):
    """The whole file; what is left out is as here."""

    language: Language = Language.AUTO
    ground: Ground = Ground.AUTO
    suits: Suits = Suits.AUTO
    four_colours: bool = False
    """Each suit in a colour of its own."""
    colour_blind: bool = False
    """Colours that are told apart without red and green."""
    to_front: bool = False
    """The table that needs you comes to the front."""
    advice: bool = False
    """The exact odds of each discard, on demand."""
    bell: bool = False
    """The terminal rings when it is your turn."""
    chat: bool = True
    confirm: bool = True
    """Ask before what is surprising and cannot be taken back."""


DEFAULTS = Settings()


class Found(NamedTuple):
    """What the file says, and what is wrong with it."""

    settings: Settings
    complaint: str | None = None
    """One sentence, if something in it was passed over."""


class SettingsFile:
    """The file, read anew each time: it may be edited while we run."""

    def __init__(self, folder: Path | None = None) -> None:
        self.folder = folder or user_config_path(FOLDER_OF, appauthor=False)
        self.path = self.folder / "settings.json"

    def read(self) -> Found:
        """What is set, with defaults for what cannot be understood; it never fails."""
        raw, complaint = self._raw()
        return Found(_settings(raw), complaint or self._complaint(_wrong(raw)))

    def write(self, settings: Settings) -> None:
        """
        Store settings; values of other versions of this program stay.

        Raises:
            UsageError: the file cannot be written.
        """
        try:
            self.folder.mkdir(parents=True, exist_ok=True)
            with locked(self.folder / "settings.lock"):
                raw, complaint = self._raw()
                if complaint or _wrong(raw):
                    self.path.replace(self.path.with_suffix(".broken.json"))
                replace_json(self.path, {**raw, **msgspec.to_builtins(settings)})
        except OSError as error:
            raise UsageError(
                words.SETTINGS_UNWRITABLE.format(path=self.path, reason=system_reason(error))
            ) from None

    def change(self, **changes: Any) -> Settings:
        """
        Store some settings and leave the others as they are in the file.

        Raises:
            UsageError: the file cannot be written.
        """
        changed = structs.replace(self.read().settings, **changes)
        self.write(changed)
        return changed

    def _raw(self) -> tuple[Mapping[str, Any], str | None]:
        try:
            raw = msgspec.json.decode(self.path.read_bytes())
        except (FileNotFoundError, NotADirectoryError):
            return {}, None
        except (OSError, msgspec.DecodeError, UnicodeDecodeError) as error:
            return {}, (
                words.SETTINGS_UNREADABLE.format(path=self.path, reason=system_reason(error))
            )
        if not isinstance(raw, dict):
            return {}, self._complaint((str(words.WHOLE_FILE),))
        return raw, None

    def _complaint(self, names: tuple[str, ...]) -> str | None:
        if not names:
            return None
        return words.SETTINGS_NOT_UNDERSTOOD.format(path=self.path, names=", ".join(names))


def _settings(raw: Mapping[str, Any]) -> Settings:
    wrong = _wrong(raw)
    known = {name: raw[name] for name in _TYPES if name in raw and name not in wrong}
    return msgspec.convert(known, Settings)


def _wrong(raw: Mapping[str, Any]) -> tuple[str, ...]:
    """Names of settings whose values mean nothing."""
    return tuple(name for name, kind in _TYPES.items() if name in raw and not _is(raw[name], kind))


def _is(value: Any, kind: Any) -> bool:
    try:
        msgspec.convert(value, kind)
    except msgspec.ValidationError:
        return False
    return True


_TYPES = {field.name: field.type for field in structs.fields(Settings)}
