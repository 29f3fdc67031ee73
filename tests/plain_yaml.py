"""
YAML as far as our own files go: maps, lists, texts, numbers, lists in brackets, and anchors.

Anything else is an error here, and so is a text that YAML would not read as it stands.
"""

import json
import re
from typing import Any

_ENTRY = re.compile(r"([\w<./-]+):(?: (.*))?")
_ANCHOR = re.compile(r"&(\w+)")
_ALIAS = re.compile(r"\*(\w+)")
_PLAIN = re.compile(r"[^\s\[\]{}>|*&!%#`@,?:'\"-](?:(?!: | #).)*|-[^\s].*")
MERGE = "<<"

Lines = list[tuple[int, str]]


class NotPlain(AssertionError):
    """YAML that is beyond what we write."""


def read_yaml(text: str) -> Any:
    """What a text says."""
    reader = _Reader(
        [
            (len(line) - len(line.lstrip()), line.strip())
            for line in text.splitlines()
            if line.strip() and not line.lstrip().startswith("#")
        ]
    )
    said = reader.block(0)
    if reader.lines:
        raise NotPlain(reader.lines[0][1])
    return said


class _Reader:
    """Takes lines from the front, as a block after the other."""

    def __init__(self, lines: Lines) -> None:
        self.lines = lines
        self._anchored: dict[str, Any] = {}

    def block(self, depth: int) -> Any:
        """A map or a list whose lines stand at this depth."""
        return self._list(depth) if self.lines[0][1].startswith("- ") else self._map(depth)

    def _list(self, depth: int) -> list[Any]:
        items = []
        while self.lines and self.lines[0][0] == depth and self.lines[0][1].startswith("- "):
            text = self.lines[0][1].removeprefix("- ")
            if _ENTRY.fullmatch(text):
                self.lines[0] = (depth + 2, text)
                items.append(self._map(depth + 2))
            else:
                self.lines.pop(0)
                items.append(_scalar(text))
        return items

    def _map(self, depth: int) -> dict[str, Any]:
        said: dict[str, Any] = {}
        while self.lines and self.lines[0][0] == depth and not self.lines[0][1].startswith("- "):
            _, line = self.lines.pop(0)
            found = _ENTRY.fullmatch(line)
            if not found:
                raise NotPlain(line)
            key, rest = found.groups()
            value = self._value(rest, depth)
            if key == MERGE:
                said = {**value, **said}
            elif key in said:
                raise NotPlain(f"{key} is there twice")
            else:
                said[key] = value
        return said

    def _value(self, rest: str | None, depth: int) -> Any:
        if rest is not None and (alias := _ALIAS.fullmatch(rest)):
            return self._anchored[alias[1]]
        anchor = _ANCHOR.fullmatch(rest or "")
        if rest is not None and not anchor:
            return _scalar(rest)
        value = self.block(self.lines[0][0]) if self.lines and self.lines[0][0] > depth else None
        if anchor:
            self._anchored[anchor[1]] = value
        return value


def _scalar(text: str) -> Any:
    if text[0] in '["{':
        return json.loads(text)
    if text[0] == text[-1] == "'" and len(text) > 1:
        return text[1:-1].replace("''", "'")
    if not _PLAIN.fullmatch(text):
        raise NotPlain(text)
    return {"true": True, "false": False}.get(text, int(text) if text.isdigit() else text)
