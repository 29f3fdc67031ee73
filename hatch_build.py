"""
Compiles the translations before the wheel is packed, so that nobody who installs it has to.
"""

from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

HOME = Path(__file__).parent


class CompiledTranslations(BuildHookInterface[Any]):
    """Puts a catalogue that gettext reads beside each one that people write."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Compile, and have what came of it packed though version control does not hold it."""
        from babel.messages.mofile import write_mo
        from babel.messages.pofile import read_po

        for source in sorted(HOME.glob("client_cli/languages/*/LC_MESSAGES/*.po")):
            with source.open("rb") as text, source.with_suffix(".mo").open("wb") as binary:
                write_mo(binary, read_po(text))
            build_data["artifacts"].append(f"/{source.with_suffix('.mo').relative_to(HOME)}")
