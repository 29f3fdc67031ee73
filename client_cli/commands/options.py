"""
What several commands share: which server, as whom, and how to begin and end.
"""

import asyncio
import contextlib
import signal
from collections.abc import AsyncIterator, Coroutine
from typing import Annotated, Any, NamedTuple, TypeVar

import typer

from client_cli.console import note
from client_cli.errors import UsageError
from client_cli.languages import LANGUAGES
from client_cli.memory import Memory
from client_cli.presenter import words
from client_cli.presenter.refusing import told
from client_cli.seals import keep_evidence
from client_cli.sign_in import Doorway, Place, Role
from showdown.protocol import DEFAULT_URL
from showdown.protocol.contributing import DealRefused
from showdown.protocol.links import split_link
from showdown.rules.wild import Wild
from showdown.sdk import Connection

_URL_HELP = "The server. Default: SHOWDOWN_URL, else the last one used, else {url}."
_TOKEN_HELP = "Whose account it is. Default: SHOWDOWN_TOKEN, else the one kept for you."


def _global(name: str, text: str, envvar: str | None = None) -> Any:
    return typer.Option(
        f"--{name}",
        envvar=envvar,
        metavar=name.upper(),
        help=text,
        show_default=False,
        show_envvar=False,
    )


Url = Annotated[str | None, _global("url", _URL_HELP)]
Token = Annotated[str | None, _global("token", _TOKEN_HELP)]
# The same before the command; only there the environment counts, so that what is typed wins.
UrlFirst = Annotated[str | None, _global("url", _URL_HELP, "SHOWDOWN_URL")]
TokenFirst = Annotated[str | None, _global("token", _TOKEN_HELP, "SHOWDOWN_TOKEN")]
# Read before all else, since help is written in it, too: only its help comes from here.
LangFirst = Annotated[
    str | None,
    typer.Option(
        "--lang",
        metavar="|".join(LANGUAGES),
        help="The language. Default: SHOWDOWN_LANG, else your settings, else your system's.",
        show_default=False,
    ),
]
Ascii = Annotated[bool, typer.Option("--ascii", help="Cards as As, not as A♠.")]
Aloud = Annotated[
    bool, typer.Option("--words", help="Cards as words, ace of spades, for who hears them.")
]
Json = Annotated[bool, typer.Option("--json", help="Print JSON.")]


def _wild(text: str) -> Wild:
    """Which cards are wild, by the game's name."""
    if text not in list(Wild):
        raise typer.BadParameter(words.NO_WILD_GAME.format(found=text, known=", ".join(Wild)))
    return Wild(text)


WildCards = Annotated[
    Wild,
    typer.Option(
        "--wild",
        parser=_wild,
        metavar="|".join(Wild),
        help="Which cards are wild: no cards, a joker as a bug, jokers, or all twos.",
    ),
]
Table = Annotated[
    str | None, typer.Option("--table", metavar="NAME", help="Which table.", show_default=False)
]

LONGEST_NAME = 32

T = TypeVar("T")


class Choices(NamedTuple):
    """What was given before the command."""

    url: str | None = None
    token: str | None = None


def place_of(
    context: typer.Context,
    memory: Memory,
    url: str | None,
    token: str | None,
    name: str | None = None,
) -> Place:
    """
    Where to connect, and as whom.

    Raises:
        UsageError: the name is too long.
    """
    before = context.obj if isinstance(context.obj, Choices) else Choices()
    if name is not None and len(name) > LONGEST_NAME:
        raise UsageError(words.NAME_TOO_LONG.format(found=len(name), most=LONGEST_NAME))
    known = memory.read()
    address, invite = split_link(url or before.url or known.last or DEFAULT_URL)
    if "://" not in address:
        address = f"ws://{address}"
    invite = invite or known.at(address).invite
    return Place(address, name, token or before.token or None, invite)


@contextlib.asynccontextmanager
async def asking(place: Place, memory: Memory) -> AsyncIterator[Connection]:
    """A connection for a question."""
    async with Doorway(place, Role.LOOK, memory, note).enter() as entry:
        yield entry.connection


def run(main: Coroutine[Any, Any, T]) -> T | None:
    """Run until it ends by itself or is stopped by Ctrl-C or a signal, which is no error."""
    try:
        return asyncio.run(_until_stopped(main))
    except DealRefused as refused:
        path = keep_evidence(Memory().folder, refused)
        raise UsageError(
            told(refused)
            if path is None
            else words.EVIDENCE.format(sentence=told(refused), path=path)
        ) from None
    except (KeyboardInterrupt, asyncio.CancelledError):
        return None


async def _until_stopped(main: Coroutine[Any, Any, T]) -> T:
    task = asyncio.current_task()
    assert task is not None
    for name in ("SIGTERM", "SIGHUP"):
        number = getattr(signal, name, None)
        if number is not None:
            with contextlib.suppress(NotImplementedError):  # Windows: they end the process
                asyncio.get_running_loop().add_signal_handler(number, task.cancel)
    return await main
