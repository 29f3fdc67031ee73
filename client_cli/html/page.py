"""
The page: a template, a style, a script, and a hand as data in it.

Nothing of a hand is ever markup: names come from strangers. Texts are escaped, the data is JSON in
which no tag can end or begin, and the page allows no script or style but its own two, by their
hashes, and no connection at all.
"""

import base64
import hashlib
import html
import unicodedata
from collections.abc import Iterator
from importlib.resources import files
from string import Template

import msgspec

from client_cli.console import printable
from client_cli.html.frames import Film, film
from client_cli.languages import spoken
from client_cli.presenter import words
from client_cli.presenter.grammar import GRAMMARS
from client_cli.story import Story
from showdown.rules.cards import RANKS, SUITS

_FOLDER = files("client_cli.html")


def to_html(story: Story) -> str:
    """One page that plays a hand; it needs nothing beside it."""
    hand = film(story.with_names(lambda name: isolated(harmless(name))))
    style, script = part("page.css"), part("page.js")
    return Template(part("page.html")).substitute(
        title=escaped(hand.title),
        about=escaped(hand.about),
        style=style,
        style_hash=hash_of(style),
        script=script,
        script_hash=hash_of(script),
        words="\n".join(_words(hand)),
        data=_data(hand),
        lang=spoken().code,
        **{name: _text(str(label)) for name, label in words.PAGE_LABELS.items()},
    )


def part(name: str) -> str:
    """A file of this folder, as text."""
    return _FOLDER.joinpath(name).read_text(encoding="utf-8")


def hash_of(text: str) -> str:
    """What allows this one style or script in a page, and no other."""
    digest = hashlib.sha256(text.encode()).digest()
    return f"sha256-{base64.b64encode(digest).decode()}"


def _words(hand: Film) -> Iterator[str]:
    for number, frame in enumerate(hand.frames):
        for line in frame.lines:
            yield f'<li data-frame="{number}">{_text(line)}</li>'


_RIGHT_TO_LEFT = frozenset({"R", "AL", "AN"})
_ISOLATE, _END = "\u2068", "\u2069"


def harmless(text: str) -> str:
    r"""
    A text in which nothing turns the writing round, moves a cursor or is unseen.

    >>> harmless("Eve\u202egnp.\x1b[2J")
    'Eve?gnp.?[2J'
    """
    return printable(text)


def escaped(text: str) -> str:
    """For an attribute or between tags, whoever chose it."""
    return _text(harmless(text))


def isolated(name: str) -> str:
    """A name, so that what is written from right to left in it pulls nothing else along."""
    if any(unicodedata.bidirectional(sign) in _RIGHT_TO_LEFT for sign in name):
        return f"{_ISOLATE}{name}{_END}"
    return name


def _text(text: str) -> str:
    return html.escape(text, quote=True)


_IN_A_SCRIPT = str.maketrans({sign: f"\\u{ord(sign):04x}" for sign in "<>&\u2028\u2029"})


def _data(hand: Film) -> str:
    """What the script needs, as JSON in which no tag can end or begin."""
    frames = [
        {
            "seats": frame.seats,
            "pots": frame.pots,
            "moment": frame.moment,
            "subject": frame.subject,
            "decision": frame.decision,
        }
        for frame in hand.frames
    ]
    data = {
        "seats": hand.players,
        "chapters": hand.chapters,
        "frames": frames,
        "words": _said(),
    }
    return msgspec.json.encode(data).decode().translate(_IN_A_SCRIPT)


def _said() -> dict[str, object]:
    """What the script says, in the language that is spoken."""
    grammar = GRAMMARS[spoken().code]
    return {
        **{name: str(phrase) for name, phrase in words.PAGE_SAID.items()},
        "card": grammar.card,
        "ranks": dict(zip(RANKS, grammar.ranks, strict=True)),
        "suits": dict(zip(SUITS, grammar.suits, strict=True)),
        "joker": grammar.joker,
    }
