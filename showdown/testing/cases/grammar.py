"""
The words of the notation: how amounts, cards, acts, expectations and positions are written.

Each function reads one piece of text and either understands all of it or raises
:class:`Unreadable`; nothing is skipped.
"""

import re
from collections.abc import Callable, Iterator
from typing import NoReturn, TypeVar

from showdown.testing.cases import notation as note

T = TypeVar("T")

CARD = r"(?:[2-9TJQKA][cdhs]|X[12])"
CARDS = rf"{CARD}+"
PAIR = r"\d+:\d+"
PAIRS = rf"{PAIR}(?: {PAIR})*"
HANDS = rf"\d+:{CARDS}(?: \d+:{CARDS})*"

DECKS = (
    "No wild cards",
    "Bug joker",
    "Fully wild joker",
    "Deuces wild",
    "2-7 low",
    "A-5 low",
    "Badugi",
)
"""The headings of statements about hands alone."""


class Unreadable(ValueError):
    """Words that are not in the notation."""

    def __init__(self, words: str, wanted: str) -> None:
        super().__init__(f"cannot read {words!r}: {wanted}.")


def unreadable(words: str, wanted: str) -> NoReturn:
    """Complain about words that are not in the notation."""
    raise Unreadable(words, wanted)


def in_time(text: str) -> note.Pairs:
    """Read ``1:300 2:50 1:20``, where a seat may come more than once."""
    return tuple((int(seat), int(amount)) for seat, amount in re.findall(r"(\d+):(\d+)", text))


def pairs(text: str) -> note.Pairs:
    """Read ``1:300 2:50``."""
    return _each_seat_once(text, in_time(text))


def cards(text: str) -> tuple[str, ...]:
    """Read ``AhKdX1``."""
    return tuple(re.findall(CARD, text))


def hands(text: str) -> note.Hands:
    """Read ``1:AhKd 2:QcQd``."""
    found = re.findall(rf"(\d+):({CARDS})", text)
    return _each_seat_once(text, tuple((int(seat), cards(held)) for seat, held in found))


def _each_seat_once(text: str, found: tuple[tuple[int, T], ...]) -> tuple[tuple[int, T], ...]:
    if len({seat for seat, _ in found}) < len(found):
        unreadable(text, "a seat is there twice")
    return found


def numbers(text: str) -> tuple[int, ...]:
    """All numbers of a text."""
    return tuple(int(digits) for digits in re.findall(r"\d+", text))


def posts(text: str) -> tuple[note.Post, ...]:
    """Read ``4 sb+bb 6 bb``."""
    found = re.findall(r"(\d+) (sb\+bb|sb|bb)", text)
    return tuple(note.Post(int(seat), tuple(blinds.split("+"))) for seat, blinds in found)


# The header.

_HEADER = re.compile(r"([A-Z]{2})(?: (\d+)/(\d+))?(?: ante (\d+))?((?:,? \w+=[^\s,]+)*)")


def settings(text: str) -> tuple[note.Setting, ...] | None:
    """Read ``NL 5/10 ante 2 rake=0.05, rake_cap=3``; None if it is no header."""
    found = _HEADER.fullmatch(text)
    if found is None:
        return None
    game, small, big, ante, others = found.groups()
    named = [("game", game), ("sb", small), ("bb", big), ("ante", ante)]
    named += re.findall(r"(\w+)=([^\s,]+)", others)
    return tuple(note.Setting(name, value) for name, value in named if value is not None)


# Acts.

_ACT = re.compile(rf"(\d+):(?:([fkc])|([br])(\d+)|(d)(\*|{CARDS})?)")
_ASKED = re.compile(r"\?(\d+)\{([^}]*)\}")
_ASKED_ITEM = re.compile(r"call=(\d+)|to=(\d+)\.\.(\d+)|(noraise)")


def steps(text: str) -> tuple[note.Step, ...]:
    """Read all that stands after ``Acts:``."""
    return tuple(_step(word) for word in text.split())


def _step(word: str) -> note.Step:
    if word == "|":
        return note.NewPhase()
    if word.startswith("?"):
        return _asked(word)
    if word.startswith("!"):
        text, sign, code = word.removeprefix("!").partition("=")
        if not sign or not re.fullmatch(r"[A-Z_]+", code):
            unreadable(word, "a refusal is written !1:r15=CODE")
        return note.Refused(word, _act(text), code)
    return _act(word)


def _act(word: str) -> note.Act:
    found = _ACT.fullmatch(word)
    if found is None:
        unreadable(word, "an act is a seat with f, k, c, b30, r60, d, d* or dAhKd, as in 3:r30")
    seat, plain, big, amount, draw, thrown = found.groups()
    return note.Act(
        word,
        int(seat),
        plain or big or draw,
        amount=int(amount or 0),
        cards=cards(thrown or ""),
        all_cards=thrown == "*",
    )


def _asked(word: str) -> note.Asked:
    found = _ASKED.fullmatch(word)
    items = [_ASKED_ITEM.fullmatch(item) for item in found[2].split(",")] if found else []
    if found is None or not all(items):
        unreadable(word, "a question is written ?1{call=20,to=40..200} or ?1{call=20,noraise}")
    call = raise_to = None
    no_raise = False
    for item in filter(None, items):
        if item[1]:
            call = int(item[1])
        elif item[4]:
            no_raise = True
        else:
            raise_to = (int(item[2]), int(item[3]))
    return note.Asked(word, int(found[1]), call, raise_to, no_raise)


# What is expected.

_POT = r"\d+ \{\d+(?:,\d+)*\}"
_SHOWS = r"\d+ (?:shows|mucks)"
_EXPECTATIONS: tuple[tuple[str, Callable[[re.Match[str]], note.Expectation]], ...] = (
    (rf"returned ({PAIRS})", lambda found: note.Returned(in_time(found[1]))),
    (rf"pots ({_POT}(?:, {_POT})*)", lambda found: note.PotsAre(_pots(found[1]))),
    (r"rake (\d+)", lambda found: note.RakeIs(int(found[1]))),
    (rf"paid ({PAIRS})", lambda found: note.Paid(pairs(found[1]))),
    (rf"final ({PAIRS})", lambda found: note.Final(pairs(found[1]))),
    (
        rf"showdown: ({_SHOWS}(?:, {_SHOWS})*)",
        lambda found: note.Showdown(_showdown(found[1])),
    ),
    (r"no showdown", lambda _: note.NoShowdown()),
    (r"(\d+) = ([a-z][a-z ,-]+)", lambda found: note.HandIs(int(found[1]), found[2])),
    (rf"hands after the draw ({HANDS})", lambda found: note.AfterDraw(hands(found[1]))),
    (
        r"reshuffles (\d+)(?: \(eligible cards (\d+(?:, \d+)*)\))?",
        lambda found: note.ReshuffledTimes(
            int(found[1]), numbers(found[2]) if found[2] else None
        ),
    ),
    (
        r"next to act: seat (\d+) \((pre|draw|post)\)",
        lambda found: note.NextToAct(int(found[1]), found[2]),
    ),
    (rf"openers_shown ({HANDS})", lambda found: note.OpenersShown(hands(found[1]))),
    (rf"passed out, carried ({PAIRS})", lambda found: note.PassedOut(pairs(found[1]))),
)  # fmt: skip


def _pots(text: str) -> tuple[tuple[int, tuple[int, ...]], ...]:
    found = re.findall(r"(\d+) \{([\d,]+)\}", text)
    return tuple((int(amount), numbers(seats)) for amount, seats in found)


def _showdown(text: str) -> tuple[tuple[int, bool], ...]:
    found = re.findall(r"(\d+) (shows|mucks)", text)
    return tuple((int(seat), what == "shows") for seat, what in found)


def expectations(text: str) -> tuple[note.Expected, ...]:
    """Read all that stands after ``Expect:``."""
    return tuple(_expected(item.strip()) for item in text.split(";"))


def _expected(item: str) -> note.Expected:
    for pattern, build in _EXPECTATIONS:
        if found := re.fullmatch(pattern, item):
            return note.Expected(item, build(found))
    unreadable(item, "no such thing can be expected")


# Statements without a hand that is played.

_ITEM = re.compile(r"`([^`]+)`(?: is \*([^*]+)\*| (opens)| (does not open))?")
_RANKING = re.compile(rf"({CARDS})(?: ([>=]) ({CARDS}))?")


def statements(deck: str | None, text: str) -> Iterator[note.Ranking | note.Position | note.Places]:
    """
    Read items that are separated by semicolons.

    Args:
        deck: the heading, which says what hands alone are ranked by.
    """
    for item in (each.strip() for each in text.split(";")):
        found = _ITEM.fullmatch(item)
        if found is None:
            unreadable(item, "an item is written in backquotes")
        inside, plain = found[1], not any(found.groups()[1:])
        if plain and (position := _position(inside)):
            yield position
        elif plain and (places := _places(inside)):
            yield places
        else:
            yield _ranking(deck, item, found)


def _ranking(deck: str | None, item: str, found: re.Match[str]) -> note.Ranking:
    inside, name, opens, closed = found.groups()
    ranked = _RANKING.fullmatch(inside)
    sign = "is" if name else opens or (closed and "closed")
    if ranked is None or bool(ranked[2]) == bool(sign):
        unreadable(item, "hands alone are written `A > B`, `A = B`, `A` is *name* or `A` opens")
    if deck not in DECKS:
        unreadable(item, f"hands alone stand after one of {', '.join(DECKS)} and a colon")
    return note.Ranking(
        item, deck, cards(ranked[1]), sign or ranked[2], cards(ranked[3] or ""), name or ""
    )


_BLINDS = r"(\d+)/(\(?\d+\)?)/(\d+)"
_POSITION = re.compile(
    rf"(moving|dead) (\d+[bspx]*(?: \d+[bspx]*)*), last {_BLINDS} -> {_BLINDS}((?:, [^,]+)*)"
)
_POST = r"\d+ (?:sb\+bb|sb|bb)"


def _position(text: str) -> note.Position | None:
    found = _POSITION.fullmatch(text)
    if found is None:
        return None
    rule, seats, *blinds, more = found.groups()
    described: dict[str, list[str]] = {"posts": [], "waits": [], "owes": []}
    for clause in re.findall(r", ([^,]+)", more):
        word, _, rest = clause.partition(" ")
        pattern = r"\d+(?: \d+)*" if word == "waits" else rf"{_POST}(?: {_POST})*"
        if word not in described or not re.fullmatch(pattern, rest):
            unreadable(clause, "after the blinds come posts 4 bb, waits 2 4 or owes 5 sb")
        described[word].append(rest)
    return note.Position(
        text=text,
        rule=rule,
        seats=tuple(
            note.SeatNow(int(seat), letters)
            for seat, letters in re.findall(r"(\d+)([bspx]*)", seats)
        ),
        last=_blinds(*blinds[:3]),
        then=_blinds(*blinds[3:]),
        posts=posts(" ".join(described["posts"])),
        waits=numbers(" ".join(described["waits"])),
        owes=posts(" ".join(described["owes"])),
    )


def _blinds(button: str, small: str, big: str) -> note.Blinds:
    return note.Blinds(int(button), int(small.strip("()")), int(big), small.startswith("("))


_PRIZES = r"(?:, prizes (\d+(?:/\d+)*), button (\d+))?"
_PLACES = re.compile(
    rf"(\d+) left, out ({PAIRS}){_PRIZES} -> ({PAIRS}){_PRIZES}(?:, paid ({PAIRS}))?"
)


def _places(text: str) -> note.Places | None:
    found = _PLACES.fullmatch(text)
    if found is None:
        return None
    left, out, *before, places, prizes, button, paid = found.groups()
    if before[0] and prizes:
        unreadable(text, "the prizes are there twice")
    prizes, button = (prizes, button) if prizes else before
    if bool(prizes) != bool(paid):
        unreadable(text, "prizes and what is paid of them go together")
    return note.Places(
        text=text,
        left=int(left),
        out=pairs(out),
        places=pairs(places),
        prizes=numbers(prizes or ""),
        button=int(button) if button else None,
        paid=pairs(paid or ""),
    )
