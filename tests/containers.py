"""
Reading a Dockerfile and a docker-compose.yml, as far as ours go.

Where there is no Docker, what they say is run natively. The YAML is the part of it that we write:
maps, lists of texts, and lists in brackets; anything else is an error here.
"""

import json
import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

_VARIABLE = re.compile(r"\$\{(\w+)(?::\?([^}]*))?\}")
_ENTRY = re.compile(r"([\w-]+):(?: (.*))?")


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
        name, message = found.groups()
        if message and name not in environment:
            raise Unset(message)
        return environment.get(name, "")

    lines = [
        _VARIABLE.sub(value, line.rstrip())
        for line in file.read_text().splitlines()
        if line.strip() and not line.lstrip().startswith("#")
    ]
    said, left = _block([(len(line) - len(line.lstrip()), line.strip()) for line in lines], 0)
    assert not left
    assert isinstance(said, dict)
    return said


Lines = list[tuple[int, str]]


def _block(lines: Lines, depth: int) -> tuple[Any, Lines]:
    """A map or a list whose lines stand at this depth, and the lines after it."""
    if lines and lines[0][1].startswith("- "):
        items = list(_while(lines, depth))
        return [_scalar(text.removeprefix("- ")) for text in items], lines[len(items) :]
    said: dict[str, Any] = {}
    while lines and lines[0][0] == depth:
        found = _ENTRY.fullmatch(lines[0][1])
        assert found, lines[0]
        key, rest = found.groups()
        lines = lines[1:]
        if rest:
            said[key] = _scalar(rest)
        elif lines and lines[0][0] > depth:
            said[key], lines = _block(lines, lines[0][0])
        else:
            said[key] = None
    return said, lines


def _while(lines: Lines, depth: int) -> Iterator[str]:
    for at, text in lines:
        if at != depth or not text.startswith("- "):
            return
        yield text


def _scalar(text: str) -> Any:
    if text[0] in '["{':
        return json.loads(text)
    return {"true": True, "false": False}.get(text, int(text) if text.isdigit() else text)
