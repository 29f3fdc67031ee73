"""What a migration did."""

from pathlib import Path
from typing import NamedTuple


class Migrated(NamedTuple):
    """A database is up to date now."""

    found: str | None
    """The version that it had; None if it was empty."""
    now: str
    copy: Path | None = None
    """Where a copy of it as it was stands, if one was made."""

    def __str__(self) -> str:
        """What follows the database's name in a sentence."""
        if self.found == self.now:
            return f"has version {self.now} already."
        if self.found is None:
            return f"was empty and has version {self.now} now."
        kept = f"; as it was it is kept in {self.copy}" if self.copy else ""
        return f"went from version {self.found} to {self.now}{kept}."
