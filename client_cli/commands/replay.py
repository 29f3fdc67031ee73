"""
``showdown replay``: a hand again, step by step, or real hands through the engine.
"""

import sys
import time
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import IO, Annotated

import typer

from client_cli.commands.checking import check_files
from client_cli.commands.files import located, read_chunks, size_of
from client_cli.commands.hands import find_hand, number_meant
from client_cli.commands.kept import kept_hand
from client_cli.commands.options import Aloud, Ascii, Json, Token, Url, place_of, run
from client_cli.commands.pages import pick, write_page
from client_cli.console import fills_a_screen, note, printable, wants_letters
from client_cli.errors import UsageError
from client_cli.exporting import as_json
from client_cli.memory import Memory
from client_cli.presenter import Figures, words
from client_cli.settings import Settings, SettingsFile
from client_cli.stepper import step_through
from client_cli.story import Hand, Story, story_of
from showdown.errors import FormatError
from showdown.history.readers import stream_hands
from showdown.rules.ruleset import HandId


def replay(
    context: typer.Context,
    sources: Annotated[
        list[str],
        typer.Argument(
            metavar="FILE|ID...", help="Files of hands, or the number of a hand on the server."
        ),
    ],
    plain: Annotated[bool, typer.Option("--plain", help="Print it line by line.")] = False,
    speed: Annotated[
        float | None,
        typer.Option(
            "--speed",
            metavar="LINES",
            min=0.01,
            help="With --plain: so many lines a second; without it all at once.",
            show_default=False,
        ),
    ] = None,
    html: Annotated[
        Path | None,
        typer.Option(
            "--html",
            metavar="OUT",
            help="Write a page that plays the hand in a browser.",
            show_default=False,
        ),
    ] = None,
    number: Annotated[
        str | None,
        typer.Option(
            "--hand", metavar="NUMBER", help="Only this hand of FILE.", show_default=False
        ),
    ] = None,
    check: Annotated[
        bool,
        typer.Option(
            "--check", help="Play the hands of FILE... through the engine and compare the amounts."
        ),
    ] = False,
    ascii: Ascii = False,
    aloud: Aloud = False,
    json: Json = False,
    url: Url = None,
    token: Token = None,
) -> int:
    """
    Show a hand again, step by step.

    A FILE holds hands in any format that can be read (docs/formats.md); an ID is a hand on the
    server. With --html it becomes a page that needs no network. With --check every hand is played
    here as it was played there, and the exit code is 1 if an action, a pot, the rake or what
    somebody collected is not the same.
    """
    if check:
        return check_files([Path(source) for source in sources], json=json)
    found = _Found(context, sources, url, token)
    hands = found.hands() if number is None else pick(found.hands(), number)
    settings = SettingsFile().read().settings
    letters = wants_letters(ascii, settings.suits)
    if html is not None:
        write_page(hands, lambda hand: story_of(hand, ascii=False), html)
    elif json:
        for hand in hands:
            print(as_json(hand))
    elif not plain and fills_a_screen():
        show_on_a_screen(list(hands), Figures(ascii=letters), settings)
    elif not plain and sys.stdin.isatty() and sys.stdout.isatty():
        step_through(
            [story_of(hand, ascii=letters, aloud=aloud) for hand in hands], sys.stdin, sys.stdout
        )
    else:
        stories = (story_of(hand, ascii=letters, aloud=aloud) for hand in hands)
        tell(stories, sys.stdout, pause=1 / speed if speed else 0)
    return found.code


def show_on_a_screen(hands: Sequence[Hand], figures: Figures, settings: Settings) -> None:
    """Let somebody go through hands on the whole terminal."""
    from client_cli.viewer import ViewerApp  # Textual takes its time to load

    if not hands:
        raise UsageError(str(words.REPLAY_NO_HAND))
    ViewerApp(hands, figures, settings).run()


def tell(stories: Iterable[Story], out: IO[str], *, pause: float) -> None:
    """Print hands line by line, with a pause of so many seconds after each."""
    for number, story in enumerate(stories):
        if number:
            out.write("\n")
        for line in story.lines:
            out.write(printable(line) + "\n")
            if pause:
                out.flush()
                time.sleep(pause)


class _Found:
    """Hands from wherever they are, and whether all could be read."""

    def __init__(
        self, context: typer.Context, sources: Sequence[str], url: str | None, token: str | None
    ) -> None:
        self._context, self._sources, self._url, self._token = context, sources, url, token
        self.code = 0
        for source in sources:
            # All files are there before anything is told.
            if number_meant(source) is None:
                size_of(Path(source))

    def hands(self) -> Iterator[Hand]:
        """The hands of the files, and those that the server has, one after the other."""
        for source in self._sources:
            number = number_meant(source)
            yield from self._read(Path(source)) if number is None else self._stored(number)

    def _read(self, path: Path) -> Iterator[Hand]:
        kept = kept_hand(path)
        if kept is not None:
            yield kept
            return
        for hand in stream_hands(read_chunks(path, lambda _: None)):
            if isinstance(hand, FormatError):
                self.code = 1
                note(located(path, hand))
            else:
                yield hand

    def _stored(self, number: HandId) -> Iterator[Hand]:
        memory = Memory()
        place = place_of(self._context, memory, self._url, self._token)
        hand = run(find_hand(place, memory, number))
        if hand is not None:
            yield hand


def add_to(app: typer.Typer) -> None:
    """Add the command."""
    app.command()(replay)
