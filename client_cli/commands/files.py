"""
Files that are named on the command line.
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from client_cli.errors import UsageError
from client_cli.presenter import words
from client_cli.presenter.refusing import system_reason, told
from showdown.errors import FormatError

CHUNK = 1 << 18


def is_there(path: Path) -> bool:
    """Whether there is such a file; a name that no file can have is none."""
    try:
        return path.exists()
    except OSError:
        return False


def size_of(path: Path) -> int:
    """
    How many bytes a file has; 0 for what is no ordinary file, as a pipe.

    Raises:
        UsageError: it is not there or cannot be read.
    """
    with _complaining(path):
        if path.is_dir():
            raise IsADirectoryError
        size = path.stat().st_size
        if path.is_file():
            path.open("rb").close()
        return size


def read_chunks(path: Path, advance: Callable[[int], None]) -> Iterator[bytes]:
    """
    What is in a file, piece by piece.

    Args:
        advance: is told how many bytes each piece has.

    Raises:
        UsageError: it is not there or cannot be read.
    """
    with _complaining(path), path.open("rb") as file:
        while chunk := file.read(CHUNK):
            advance(len(chunk))
            yield chunk


def write_file(path: Path, text: str) -> None:
    """
    Write a file.

    Raises:
        UsageError: that cannot be done.
    """
    try:
        path.write_text(text, encoding="utf-8", newline="\n")
    except OSError as error:
        raise UsageError(
            words.CANNOT_WRITE.format(path=path, reason=system_reason(error))
        ) from None


@contextmanager
def _complaining(path: Path) -> Iterator[None]:
    try:
        yield
    except FileNotFoundError:
        raise UsageError(words.NO_FILE.format(path=path)) from None
    except IsADirectoryError:
        raise UsageError(words.IS_FOLDER.format(path=path)) from None
    except OSError as error:
        raise UsageError(words.CANNOT_READ.format(path=path, reason=system_reason(error))) from None


def located(path: Path, error: FormatError) -> str:
    """
    What is wrong with a text, and where, as editors understand it.

    >>> located(Path("a.txt"), FormatError("There is no seat 9.", line=3, column=7))
    'a.txt:3:7: There is no seat 9.'
    """
    return f"{path}:{error.line}:{error.column}: {told(error)}"
