"""
Secrets that stand in a file, as those of containers do, or in the environment.
"""

from pathlib import Path

from pydantic import SecretStr


class BadSecret(ValueError):
    """A secret cannot be read; the text is one sentence for the operator."""


def secret_of(name: str, given: SecretStr | None, file: Path | None) -> str | None:
    """
    A secret, from the environment or from the one line of a file; None if there is neither.

    Raises:
        BadSecret: there are both, or the file cannot be used.
    """
    if given is not None and file is not None:
        raise BadSecret(f"Settings {name} and {name}_file are both there: leave one of them out.")
    if file is None:
        return None if given is None else given.get_secret_value()
    try:
        text = file.read_text("utf-8").removesuffix("\n").removesuffix("\r")
    except OSError as error:
        raise BadSecret(f"Cannot read {name}_file {file}: {error.strerror}.") from None
    except UnicodeDecodeError:
        raise BadSecret(f"What stands in {name}_file {file} is not a text.") from None
    if not text or "\n" in text:
        raise BadSecret(f"In {name}_file {file} stands not one line with the secret.")
    return text
