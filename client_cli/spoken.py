"""
What was typed for others to hear, and what only the host of a table may type.
"""

from collections.abc import Callable

from msgspec import Struct

from client_cli.errors import Unclear
from client_cli.numbers import whole
from client_cli.presenter import words
from client_cli.spellings import meaning
from showdown.protocol import messages as msg

LONGEST_NAME = 32
QUOTE = "'"
"""A line that begins with it is said."""


class Say(Struct, frozen=True):
    """Say something to everybody at the table."""

    text: str


class Ignore(Struct, frozen=True):
    """Hear no more of what somebody says."""

    name: str


class Hear(Struct, frozen=True):
    """Hear somebody again."""

    name: str


class Order(Struct, frozen=True):
    """Do what only the host may do."""

    do: msg.Deed


Spoken = Say | Ignore | Hear | Order


def understand_spoken(line: str) -> Spoken | None:
    """
    What a line says to others; None if it is about the game.

    >>> understand_spoken("'nice hand"), understand_spoken("kick Boris")
    (Say(text='nice hand'), Order(do=Kick(player='Boris')))

    Raises:
        Unclear: something is missing behind the word, or too much.
    """
    line = line.strip()
    if line.startswith(QUOTE):
        return _say("say", line[len(QUOTE) :].strip())
    word, _, rest = line.partition(" ")
    read = _WORDS.get(meaning(word))
    return None if read is None else read(word.lower(), rest.strip())


def _say(_: str, text: str) -> Spoken:
    if not text:
        raise Unclear(str(words.NOTHING_SAID))
    return Say(text)


def _name(word: str, rest: str) -> str:
    name = " ".join(rest.split())
    if not name:
        raise Unclear(words.NAME_NEEDED.format(word=word))
    if len(name) > LONGEST_NAME:
        raise Unclear(words.NAME_TOO_LONG.format(found=len(name), most=LONGEST_NAME))
    return name


def _with_name(build: Callable[[str], Spoken]) -> Callable[[str, str], Spoken]:
    return lambda word, rest: build(_name(word, rest))


def _bare(deed: msg.Deed) -> Callable[[str, str], Spoken]:
    def read(word: str, rest: str) -> Spoken:
        if rest:
            raise Unclear(words.EXTRA.format(found=rest, word=word))
        return Order(deed)

    return read


def _grant(word: str, rest: str) -> Spoken:
    name, _, amount = rest.rpartition(" ")
    if not name.strip():
        raise Unclear(str(words.GRANT_NEEDS))
    chips = whole(amount)
    if not chips:
        raise Unclear(words.NOT_AN_AMOUNT.format(found=amount, example=500))
    return Order(msg.Grant(_name(word, name), chips))


_WORDS: dict[str, Callable[[str, str], Spoken]] = {
    "say": _say,
    "ignore": _with_name(Ignore),
    "hear": _with_name(Hear),
    "kick": _with_name(lambda name: Order(msg.Kick(name))),
    "admit": _with_name(lambda name: Order(msg.Admit(name))),
    "mute": _with_name(lambda name: Order(msg.Mute(name))),
    "unmute": _with_name(lambda name: Order(msg.Unmute(name))),
    "grant": _grant,
    "pause": _bare(msg.Pause()),
    "unpause": _bare(msg.Unpause()),
    "invite": _bare(msg.Invite()),
    "renew": _bare(msg.Renew()),
}
