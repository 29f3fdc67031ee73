"""
XML as a client writes it into a history: elements with attributes, of which each knows its place.

A parser of the library stops at the first thing that is wrong in a file; here one hand is read at a
time, and what is wrong in it has its line and column. There are no declarations of types, and no
entities but the five that XML has itself and those of single characters.
"""

import re
from collections.abc import Iterator, Mapping, Sequence

from msgspec import Struct

from showdown.history.text import Piece

_TAG = re.compile(
    r"<(?P<close>/)?(?P<name>[A-Za-z_]+)(?P<attributes>(?:\s+[A-Za-z_]+=\"[^\"<]*\")*)\s*(?P<empty>/)?>"
)
_ATTRIBUTE = re.compile(r"\s+(?P<name>[A-Za-z_]+)=\"(?P<value>[^\"<]*)\"")
_ENTITY = re.compile(r"&(?:#(?P<number>[0-9]{1,7})|#x(?P<hex>[0-9a-fA-F]{1,6})|(?P<name>\w+));")
_ENTITIES = {"amp": "&", "lt": "<", "gt": ">", "quot": '"', "apos": "'"}


class Element(Struct, frozen=True):
    """A tag with its attributes and what stands in it."""

    where: Piece
    name: str
    attributes: Mapping[str, Piece]
    children: list["Element"]

    def get(self, name: str) -> Piece:
        """
        The value of an attribute.

        Raises:
            FormatError: there is none of this name.
        """
        if name not in self.attributes:
            raise self.where.wrong(f"{self.name} needs {name} here.", wanted=name)
        return self.attributes[name]

    def of(self, name: str) -> Iterator["Element"]:
        """The children of this name."""
        return (child for child in self.children if child.name == name)


def read_element(lines: Sequence[Piece]) -> Element:
    """
    The one element that these lines are.

    Raises:
        FormatError: they are not one, or it is not closed.
    """
    root: Element | None = None
    stack: list[Element] = []
    for line in lines:
        for where, found in _tags(line):
            if not stack and root is not None:
                raise where.wrong("The hand is over before this.")
            if found["close"]:
                if not stack or stack[-1].name != found["name"]:
                    open_ = f"; {stack[-1].name} is open" if stack else ""
                    raise where.wrong(f"{found['name']} is closed here{open_}.")
                stack.pop()
                continue
            element = Element(where, found["name"], _attributes(where, found), [])
            if stack:
                stack[-1].children.append(element)
            else:
                root = element
            if not found["empty"]:
                stack.append(element)
    if stack or root is None:
        name = stack[-1].name if stack else "the hand"
        raise lines[-1].wrong(f"The text breaks off after this line; {name} is not closed.")
    return root


def _tags(line: Piece) -> Iterator[tuple[Piece, re.Match[str]]]:
    at = 0
    while line.text[at:].strip():
        at += len(line.text[at:]) - len(line.text[at:].lstrip())
        found = _TAG.match(line.text, at)
        if found is None:
            here = line.part(at)
            raise here.wrong(f"{here.text!r} is no tag.")
        yield line.part(at, found.end()), found
        at = found.end()


def _attributes(where: Piece, found: re.Match[str]) -> dict[str, Piece]:
    attributes: dict[str, Piece] = {}
    begins = found.start("attributes") - found.start()
    for each in _ATTRIBUTE.finditer(where.text, begins):
        if each["name"] in attributes:
            raise where.part(each.start("name")).wrong(f"{each['name']} is there twice.")
        value = where.part(each.start("value"), each.end("value"))
        attributes[each["name"]] = value._replace(text=_plain(value))
    return attributes


def _plain(piece: Piece) -> str:
    """
    The text with its entities as what they stand for.

    >>> _plain(Piece("A &amp; B &#8364;", 1))
    'A & B €'
    """

    def one(found: re.Match[str]) -> str:
        if found["name"] in _ENTITIES:
            return _ENTITIES[found["name"]]
        number = int(found["number"] or "0") or int(found["hex"] or "0", 16)
        # No control characters, no halves of a pair.
        if not 32 <= number <= 0x10FFFF or 0xD800 <= number <= 0xDFFF:
            raise piece.part(found.start()).wrong(f"{found[0]!r} stands for nothing.")
        return chr(number)

    return _ENTITY.sub(one, piece.text)
