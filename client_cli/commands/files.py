"""
Files that are named on the command line.
"""

from pathlib import Path

from client_cli.errors import UsageError
from showdown.errors import FormatError


def read_file(path: Path) -> bytes:
    """
    What is in a file.

    Raises:
        UsageError: it is not there or cannot be read.
    """
    try:
        return path.read_bytes()
    except FileNotFoundError:
        raise UsageError(f"There is no file {path}.") from None
    except IsADirectoryError:
        raise UsageError(f"{path} is a folder; name the files in it.") from None
    except OSError as error:
        raise UsageError(
            f"{path} cannot be read: {(error.strerror or str(error)).lower()}."
        ) from None


def located(path: Path, error: FormatError) -> str:
    """
    What is wrong with a text, and where, as editors understand it.

    >>> located(Path("a.txt"), FormatError("There is no seat 9.", line=3, column=7))
    'a.txt:3:7: There is no seat 9.'
    """
    return f"{path}:{error.line}:{error.column}: {error.sentence}"
