"""
Trees of digests in the shape of RFC 6962: no padding, no leaf twice.

A tree over leaves ``lo`` to ``hi`` splits after the largest power of two below their number. What
proves opened leaves are the digests of the largest subtrees in which nothing is opened, from left
to right. A subtree is named by its range of leaves, so that a frame can leave out what its reader
was sent before. Joining neighbours row by row, and lifting one that has none, gives the same tree.
"""

from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from typing import NamedTuple

from showdown.rules.fairness.hashing import node, row_above


class Range(NamedTuple):
    """The leaves from ``first`` up to ``end``, which is left out."""

    first: int
    end: int


class PathError(Exception):
    """Digests are missing or left over, so these leaves prove nothing."""


class Tree:
    """A tree with all its digests, as whoever committed to it has it."""

    def __init__(self, leaves: Sequence[bytes]) -> None:
        """``leaves`` are digests, at least one."""
        self._size = len(leaves)
        self._rows = [leaves]
        """The leaves, and what stands above each two, up to the root."""
        while len(self._rows[-1]) > 1:
            self._rows.append(row_above(self._rows[-1]))
        self.root = self._rows[-1][0]

    def digest(self, over: Range) -> bytes:
        """What stands over a subtree."""
        height = (over.end - over.first - 1).bit_length()
        return self._rows[height][over.first >> height]

    def path(self, opened: Iterable[int]) -> dict[Range, bytes]:
        """The digests that lead from opened leaves to the root, by range, from left to right."""
        return {over: self.digest(over) for over in closed_ranges(self._size, opened)}


def root_of(leaves: Sequence[bytes]) -> bytes:
    """The root over leaves; for who needs nothing else of the tree."""
    while len(leaves) > 1:
        leaves = row_above(leaves)
    return leaves[0]


def root_by_path(size: int, opened: Mapping[int, bytes], known: Mapping[Range, bytes]) -> bytes:
    """
    The root to which opened leaves and a path lead.

    Args:
        size: how many leaves the tree has.
        opened: the digests of opened leaves by number.
        known: digests of closed ranges.

    Raises:
        PathError: a range is missing or none that is closed, or there are no opened leaves.
    """
    if not opened:
        raise PathError("nothing is opened")
    # Of a leaf that is opened no digest above it may be taken on trust.
    if known.keys() != set(closed_ranges(size, opened)):
        raise PathError("digests are missing or left over")
    return _by_path(Range(0, size), opened, known)


def _by_path(over: Range, opened: Mapping[int, bytes], known: Mapping[Range, bytes]) -> bytes:
    if over in known:
        return known[over]
    if over.end - over.first == 1:
        return opened[over.first]
    left, right = halves(over)
    return node(_by_path(left, opened, known), _by_path(right, opened, known))


def named_path(size: int, opened: Iterable[int], digests: Iterable[bytes]) -> dict[Range, bytes]:
    """
    Digests that came in order, each with its range.

    Raises:
        PathError: there are too few or too many.
    """
    ranges, values = closed_ranges(size, opened), tuple(digests)
    if len(values) != len(ranges):
        raise PathError(f"{len(values)} digests came where {len(ranges)} were wanted")
    return dict(zip(ranges, values, strict=True))


def closed_ranges(size: int, opened: Iterable[int]) -> tuple[Range, ...]:
    """The largest subtrees in which nothing is opened, from left to right."""
    bits = 0
    for number in opened:
        bits |= 1 << number
    return _ranges_closed_since(size, 0, bits)


def leaves_of(bits: int) -> tuple[int, ...]:
    """
    The leaves of a set that is written as bits.

    >>> leaves_of(0b10110)
    (1, 2, 4)
    """
    return _leaves_of(bits)


def ranges_closed_since(size: int, before: int, now: int) -> tuple[Range, ...]:
    """
    Which digests prove opened leaves to who has those of the leaves that were opened before.

    >>> ranges_closed_since(4, 0b0001, 0b0011)
    ()
    >>> ranges_closed_since(4, 0b0001, 0b0101)
    (Range(first=3, end=4),)

    Args:
        before: as bits; 0 for nothing.
        now: these and more.
    """
    return _ranges_closed_since(size, before, now)


@lru_cache(maxsize=4_096)
def _leaves_of(bits: int) -> tuple[int, ...]:
    found = []
    while bits:
        lowest = bits & -bits
        found.append(lowest.bit_length() - 1)
        bits ^= lowest
    return tuple(found)


@lru_cache(maxsize=8_192)
def _ranges_closed_since(size: int, before: int, now: int) -> tuple[Range, ...]:
    """
    Find them row by row, for all subtrees of a row at once.

    In each number the bit at a subtree's first leaf says whether anything in it is opened. What is
    closed, beside a neighbour in which something is, is as large as can be; and who was sent
    something of both before has its digest.
    """
    if not now:
        return (Range(0, size),) if size else ()
    found, width = [], 1
    firsts = (1 << size) - 1
    """The first leaves of all subtrees of the row."""
    while width < size:
        above = _every(2 * width, size)
        before, both = (before | before >> width) & above, (now | now >> width) & above
        opens = both & ~before
        closed = (opens | opens << width) & firsts & ~now
        while closed:
            lowest = closed & -closed
            first = lowest.bit_length() - 1
            found.append(Range(first, min(first + width, size)))
            closed ^= lowest
        now, firsts, width = both, above, 2 * width
    return tuple(sorted(found))


@lru_cache(maxsize=256)
def _every(width: int, size: int) -> int:
    """Each so manieth of so many bits, from the lowest on."""
    return sum(1 << first for first in range(0, size, width))


def halves(over: Range) -> tuple[Range, Range]:
    """The two subtrees of a range of at least two leaves."""
    middle = over.first + _split(over.end - over.first)
    return Range(over.first, middle), Range(middle, over.end)


@lru_cache(maxsize=256)  # a deck has few sizes of subtrees
def _split(size: int) -> int:
    """The largest power of two below a number of at least two."""
    return 1 << (size - 1).bit_length() - 1
