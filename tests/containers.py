"""
Reading a Dockerfile and a docker-compose.yml, as far as ours go.

Where there is no Docker, what they say is run natively.
"""

import json
import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from tests.plain_yaml import read_yaml

_VARIABLE = re.compile(r"\$\{(\w+)(?::([?-])([^}]*))?\}")
"""As in ${NAME}, ${NAME:?what to do if it is not set} and ${NAME:-what is taken then}."""


class Unset(Exception):
    """A variable that has to be set is not."""


def instructions(dockerfile: Path) -> list[tuple[str, str]]:
    """The instructions of a Dockerfile with their arguments, lines joined."""
    lines = [
        line for line in dockerfile.read_text().splitlines() if not line.lstrip().startswith("#")
    ]
    text = re.sub(r"\\\n\s*", "", "\n".join(lines))
    return [
        (word, rest) for word, _, rest in (line.partition(" ") for line in text.split("\n")) if word
    ]


def variables(dockerfile: Path) -> dict[str, str]:
    """What ENV sets."""
    set_ = (rest for word, rest in instructions(dockerfile) if word == "ENV")
    return dict(pair.split("=", 1) for line in set_ for pair in line.split())


def command(dockerfile: Path, word: str) -> list[str]:
    """The words of an ENTRYPOINT, a CMD, or the CMD of a HEALTHCHECK."""
    (rest,) = [rest for each, rest in instructions(dockerfile) if each == word]
    words: list[str] = json.loads(rest[rest.index("[") :])
    return words


def compose(file: Path, environment: Mapping[str, str]) -> dict[str, Any]:
    """
    What a docker-compose.yml says, its variables replaced.

    Raises:
        Unset: one of them has to be set.
    """

    def value(found: re.Match[str]) -> str:
        name, how, words = found.groups()
        if environment.get(name):
            return environment[name]
        if how == "?":
            raise Unset(words)
        return words or ""

    said: dict[str, Any] = read_yaml(_VARIABLE.sub(value, _without_comments(file.read_text())))
    return said


def _without_comments(text: str) -> str:
    """A comment may name a variable and needs none."""
    return "\n".join(line for line in text.splitlines() if not line.lstrip().startswith("#"))


def together(first: dict[str, Any], second: dict[str, Any]) -> dict[str, Any]:
    """What `docker compose -f FIRST -f SECOND` makes of two files."""
    said = dict(first)
    for key, value in second.items():
        if isinstance(value, dict):
            said[key] = together(said.get(key) or {}, value)
        elif key == "volumes":
            said[key] = [*said.get(key, ()), *value]
        else:
            said[key] = value
    return said
