"""
Where cases stand in a Markdown text, and where their sentences end.
"""

import re
from collections.abc import Iterator

from msgspec import Struct

_TITLE = re.compile(r"\*\*([A-Z]+\d+)\. (.+?)\*\*\s*")
_HEADING = re.compile(r"#{1,6} ")

_SENTENCE = re.compile(
    r"""
    \s*Acts:\s*`[^`]*`\.?           # needs no full stop
    | (?: `[^`]*` | [^`.] | \.(?!\s|$) )+ \.?
    | `                             # a span that is never closed
    """,
    re.VERBOSE,
)


class Sentence(Struct, frozen=True):
    """Words up to a full stop that a space or a line end follows; without it."""

    text: str
    line: int


class Block(Struct, frozen=True, kw_only=True):
    """A case before it is read: its title and the text up to the next one or the next heading."""

    name: str
    title: str
    line: int
    body: str

    def sentences(self) -> Iterator[Sentence]:
        """The sentences of the body, each with its line in the file."""
        for found in _SENTENCE.finditer(self.body):
            text = " ".join(found[0].removesuffix(".").split())
            if text:
                start = found.start() + len(found[0]) - len(found[0].lstrip())
                yield Sentence(text, self.line + 1 + self.body.count("\n", 0, start))


def case_blocks(text: str) -> Iterator[Block]:
    r"""
    The cases of a text; what stands outside of them is not looked at.

    >>> [block.name for block in case_blocks("# Cases\n**P1. Pots**\nNL 5/10.\n**P2. Rake**")]
    ['P1', 'P2']
    """
    title: re.Match[str] | None = None
    first = 0
    body: list[str] = []
    for number, line in enumerate([*text.splitlines(), "# the end"], 1):
        begins = _TITLE.fullmatch(line)
        if begins or _HEADING.match(line):
            if title:
                yield Block(name=title[1], title=title[2], line=first, body="\n".join(body))
            title, first, body = begins, number, []
        else:
            body.append(line)
