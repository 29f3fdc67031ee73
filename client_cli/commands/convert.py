"""
``showdown convert``: hands from any format into another, however large the files are.
"""

import sys
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import Annotated, TextIO

import typer

from client_cli.commands.files import located, read_chunks, size_of
from client_cli.commands.hands import find_hand, number_meant
from client_cli.commands.kept import kept_hand
from client_cli.commands.options import Token, Url, place_of, run
from client_cli.commands.progress import Advance, progress
from client_cli.console import note
from client_cli.errors import UsageError
from client_cli.exporting import written
from client_cli.memory import Memory
from client_cli.presenter import words
from client_cli.presenter.refusing import system_reason, told
from showdown.errors import FormatError, ShowdownError
from showdown.history import HandRecord, check
from showdown.history.readers import stream_hands
from showdown.history.writers import FORMATS
from showdown.protocol.messages import HandView
from showdown.rules.ruleset import HandId
from showdown.rules.view import SPECTATOR, Viewer


def convert(
    context: typer.Context,
    sources: Annotated[
        list[str],
        typer.Argument(
            metavar="FILE|ID...",
            help="Files of hands, in any format that can be read, or the number of a hand on the "
            "server.",
        ),
    ],
    to: Annotated[
        str, typer.Option("--to", metavar="|".join(FORMATS), help="The format that is wanted.")
    ],
    out: Annotated[
        Path | None,
        typer.Option(
            "--out", "-o", metavar="OUT", help="Where it goes. Default: stdout.", show_default=False
        ),
    ] = None,
    player: Annotated[
        str | None,
        typer.Option(
            "--for",
            metavar="NAME",
            help="Only what this player may see; of hands without him what everybody saw.",
            show_default=False,
        ),
    ] = None,
    url: Url = None,
    token: Token = None,
) -> int:
    """
    Write hands of any format in another one.

    What the new format has no words for is named on stderr, and so is a hand that cannot be read,
    does not hold or cannot be said; then the exit code is 1, and the others are written all the
    same.

    A hand of the server is written with the cards that you may see, and PHH and OHH have the
    proof of its deal, which `showdown verify` checks.
    """
    if to not in FORMATS:
        raise UsageError(words.NO_SUCH_FORMAT.format(found=to, known=", ".join(FORMATS)))
    if player is not None and to == "json":
        raise UsageError(str(words.JSON_IS_WHOLE))
    numbers = {source: number_meant(source) for source in sources}
    if to == "json" and any(numbers.values()):
        raise UsageError(str(words.SERVERS_JSON))
    files = [Path(source) for source, number in numbers.items() if number is None]
    size = sum(map(size_of, files))
    given = [
        _in_file(Path(source), to) if number is None else _asked_for(number, context, url, token)
        for source, number in numbers.items()
    ]
    work = _Conversion(to, player)
    with _opened(out, files) as stream, progress(size, str(words.CONVERTING)) as advance:
        for piece in work.format.join(work.texts(given, advance)):
            stream.write(piece)
    work.report()
    return 1 if work.failed else 0


def _in_file(path: Path, to: str) -> Path | HandView:
    """A file, or the hand in it if a server has told it so."""
    kept = kept_hand(path)
    if kept is not None and to == "json":
        raise UsageError(str(words.SERVERS_JSON))
    return path if kept is None else kept


def _asked_for(
    number: HandId, context: typer.Context, url: str | None, token: str | None
) -> HandView:
    memory = Memory()
    found = run(find_hand(place_of(context, memory, url, token), memory, number))
    if found is None:
        raise KeyboardInterrupt
    return found


class _Conversion:
    """Converts hand after hand, and counts."""

    def __init__(self, name: str, player: str | None) -> None:
        self.name, self.format = name, FORMATS[name]
        self.player = player
        self.written = self.failed = 0
        self.left_out: Counter[str] = Counter()

    def texts(self, given: Iterable[Path | HandView], advance: Advance) -> Iterator[str]:
        """The text of every hand that can be read and said."""
        for each in given:
            if isinstance(each, Path):
                yield from self._of_file(each, advance)
            else:
                title = words.HAND_NUMBER.format(hand=each.hand)
                yield from self._said(title, partial(written, each, self.name))

    def _of_file(self, path: Path, advance: Advance) -> Iterator[str]:
        for hand in stream_hands(read_chunks(path, advance)):
            if isinstance(hand, FormatError):
                self._fail(located(path, hand))
                continue
            found = check(hand)
            if not found.ok:
                self._fail(f"{path}: {found.title}: {found.sentence}")
                continue
            write = partial(self.format.write, hand, self._viewer(hand))
            yield from self._said(f"{path}: {found.title}", write)

    def _said(self, title: str, write: Callable[[], str]) -> Iterator[str]:
        """One hand, unless the format has no words for it."""
        try:
            text = write()
        except ShowdownError as error:
            self._fail(f"{title}: {told(error)}")
            return
        self.written += 1
        self.left_out.update(getattr(text, "left_out", ()))
        yield text

    def _viewer(self, record: HandRecord) -> Viewer | None:
        if self.player is None:
            return None
        seats = [person.seat for person in record.players if person.name == self.player]
        if not seats:
            return SPECTATOR
        return Viewer(hand_seat=seats[0], sees_mucked=record.ruleset.history_shows_mucked)

    def _fail(self, line: str) -> None:
        self.failed += 1
        note(line)

    def report(self) -> None:
        """Say what was left out, and how many hands there were."""
        for sentence, times in self.left_out.items():
            note(words.LEFT_OUT.format(hands=words.HANDS.format(times), sentence=sentence))
        told = words.CONVERTED.format(
            hands=words.HANDS.format(self.written), format=self.format.title
        )
        failed = words.NOT_CONVERTED.format(count=self.failed) if self.failed else ""
        note(f"{told}{failed}.")


@contextmanager
def _opened(out: Path | None, sources: Iterable[Path]) -> Iterator[TextIO]:
    """Where the text goes; a file takes its name only when it is whole."""
    if out is None:
        sys.stdout.reconfigure(encoding="utf-8")  # type: ignore[union-attr]
        yield sys.stdout
        return
    if any(out.exists() and source.samefile(out) for source in sources):
        raise UsageError(words.SAME_FILE.format(path=out))
    part = out.with_name(f"{out.name}.part")
    try:
        with part.open("w", encoding="utf-8", newline="\n") as stream:
            yield stream
        part.replace(out)
    except OSError as error:
        raise UsageError(words.CANNOT_WRITE.format(path=out, reason=system_reason(error))) from None
    finally:
        part.unlink(missing_ok=True)


def add_to(app: typer.Typer) -> None:
    """Add the command."""
    app.command()(convert)
