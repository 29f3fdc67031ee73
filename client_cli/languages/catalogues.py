"""
The translations of a language, as gettext reads them.

In a wheel they are compiled; in a checkout they are compiled when one is used for the first time
after it has changed, so that nothing compiled has to be kept under version control.
"""

import contextlib
import os
from gettext import GNUTranslations
from io import BytesIO
from pathlib import Path

FOLDER = Path(__file__).parent


def source_of(code: str, folder: Path = FOLDER) -> Path:
    """Where the translations of a language are written."""
    return folder / code / "LC_MESSAGES" / "showdown.po"


def catalogue(code: str, folder: Path = FOLDER) -> GNUTranslations:
    """The translations of a language, compiled anew if they have changed."""
    source = source_of(code, folder)
    ready = source.with_suffix(".mo")
    if not _is_older(ready, source):
        with ready.open("rb") as file:
            return GNUTranslations(file)
    binary = compiled(source)
    with contextlib.suppress(OSError):  # where nothing can be written it is compiled each time
        fresh = ready.with_suffix(f".{os.getpid()}")
        fresh.write_bytes(binary)
        fresh.replace(ready)
    return GNUTranslations(BytesIO(binary))


def compiled(source: Path) -> bytes:
    """What gettext reads, made of what people write."""
    from babel.messages.mofile import write_mo
    from babel.messages.pofile import read_po

    binary = BytesIO()
    with source.open("rb") as file:
        write_mo(binary, read_po(file, locale=source.parent.parent.name))
    return binary.getvalue()


def _is_older(ready: Path, source: Path) -> bool:
    if not source.exists():
        return False
    return not ready.exists() or ready.stat().st_mtime_ns < source.stat().st_mtime_ns
