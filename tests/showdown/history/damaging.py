"""
Ways in which a file goes wrong: on the way through a mailbox, an editor, or a broken disk.
"""

from collections.abc import Callable
from random import Random

Damage = Callable[[Random, str], str]


def _place(rng: Random, text: str) -> int:
    return rng.randrange(len(text) + 1)


def cut_off(rng: Random, text: str) -> str:
    """The rest is missing."""
    return text[: _place(rng, text)]


def cut_out(rng: Random, text: str) -> str:
    """A few characters are missing."""
    at = _place(rng, text)
    return text[:at] + text[at + rng.randint(1, 12) :]


def typed_over(rng: Random, text: str) -> str:
    """A character is another one."""
    at = _place(rng, text)
    return (
        text[:at]
        + rng.choice("0123456789$€.,:[]()#*- \tAaKTcdhsé\x00\x1b\u202e\ufeff<>&\"{}'")
        + text[at + 1 :]
    )


def typed_in(rng: Random, text: str) -> str:
    """Something is there that does not belong there."""
    at = _place(rng, text)
    noise = rng.choice(
        ("9" * 5000, "[" * 3000, "<" * 50, "{}", "\r", "\u2028", "½", "٣", "🂡", " " * 9)
    )
    return text[:at] + noise + text[at:]


def another_digit(rng: Random, text: str) -> str:
    """An amount, a card or a seat is another one."""
    digits = [at for at, sign in enumerate(text) if sign.isdigit()]
    if not digits:
        return text
    at = rng.choice(digits)
    return text[:at] + rng.choice("0123456789") + text[at + 1 :]


def _by_lines(change: Callable[[Random, list[str]], None]) -> Damage:
    def damage(rng: Random, text: str) -> str:
        lines = text.split("\n")
        change(rng, lines)
        return "\n".join(lines)

    damage.__doc__ = change.__doc__
    return damage


@_by_lines
def line_lost(rng: Random, lines: list[str]) -> None:
    """A line is missing."""
    del lines[rng.randrange(len(lines))]


@_by_lines
def line_twice(rng: Random, lines: list[str]) -> None:
    """A line is there twice."""
    at = rng.randrange(len(lines))
    lines.insert(at, lines[at])


@_by_lines
def lines_swapped(rng: Random, lines: list[str]) -> None:
    """Two lines have changed places."""
    one, other = rng.randrange(len(lines)), rng.randrange(len(lines))
    lines[one], lines[other] = lines[other], lines[one]


@_by_lines
def line_split(rng: Random, lines: list[str]) -> None:
    """A line was broken in two."""
    at = rng.randrange(len(lines))
    place = rng.randrange(len(lines[at]) + 1)
    lines[at : at + 1] = [lines[at][:place], lines[at][place:]]


DAMAGES: tuple[Damage, ...] = (
    cut_off,
    cut_out,
    typed_over,
    typed_in,
    another_digit,
    another_digit,
    line_lost,
    line_twice,
    lines_swapped,
    line_split,
)


def mixed_up(rng: Random, text: str) -> bytes:
    """A file in one encoding with a part in another, or with bytes that are none."""
    raw = bytearray(text.encode(rng.choice(("utf-8", "utf-8-sig", "utf-16", "cp1252")), "replace"))
    at = rng.randrange(len(raw) + 1)
    part = text[: rng.randint(1, 40)].encode(
        rng.choice(("utf-16-le", "cp1252", "utf-8")), "replace"
    )
    match rng.randrange(4):
        case 0:
            raw[at:at] = part
        case 1:
            raw[at:at] = rng.randbytes(rng.randint(1, 9))
        case 2:
            del raw[at:]
        case _:
            del raw[at : at + 1]
    return bytes(raw)
