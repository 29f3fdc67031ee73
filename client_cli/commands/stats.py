"""
``showdown stats``: what hands say about those who played them.
"""

import shutil
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Annotated, Any, TypeGuard

import msgspec
import typer
from msgspec import structs

from client_cli.commands.files import located, read_chunks, size_of
from client_cli.commands.grids import cell, grid, show
from client_cli.commands.options import Ascii, Json, Table, Token, Url, asking, place_of, run
from client_cli.commands.progress import progress
from client_cli.commands.selecting import (
    ByCategory,
    ByResult,
    Filters,
    MinPot,
    Player,
    Since,
    Until,
)
from client_cli.console import note, printable, shows_signs
from client_cli.errors import UsageError
from client_cli.memory import Memory
from client_cli.presenter import words
from client_cli.presenter.refusing import told as sentence_of
from client_cli.presenter.sums import LABEL, course, nets, percent, rate, told
from client_cli.sign_in import Place
from showdown.errors import CorruptHistory, FormatError
from showdown.history import HandRecord
from showdown.history.readers import stream_hands
from showdown.history.statistics import Frequency, Statistics, tally, tally_all
from showdown.protocol import messages as msg
from showdown.rules.ruleset import TableId

WIDEST, HEIGHT = 72, 10
"""Of the chart."""


def stats(
    context: typer.Context,
    files: Annotated[
        list[Path] | None,
        typer.Argument(
            metavar="[FILE...]",
            help="Files of hands; without any those that the server has.",
            show_default=False,
        ),
    ] = None,
    player: Player = None,
    table: Table = None,
    since: Since = None,
    until: Until = None,
    min_pot: MinPot = None,
    category: ByCategory = None,
    result: ByResult = None,
    ascii: Ascii = False,
    json: Json = False,
    url: Url = None,
    token: Token = None,
) -> int:
    """
    Sum up what hands were for those who played them.

    Hands won and lost, big blinds in a hundred hands with the range that holds with 95 %
    confidence, and how somebody plays; docs/statistics.md says exactly what each figure is. With
    files everybody is a line, or with --player one player has a chart of his result over the hands,
    and the exit code is 1 if a hand could not be read. Without files it is you at the server, or
    --player, in all hands that pass the filters.
    """
    filters = Filters(
        player=player,
        table=TableId(table) if table is not None else None,
        since=since,
        until=until,
        min_pot=min_pot,
        category=category,
        result=result,
    )
    if not files:
        memory = Memory()
        stored = run(_stored(place_of(context, memory, url, token), memory, filters))
        if stored is not None:
            _tell_one(stored, json=json, ascii=ascii)
        return 0
    if filters.of_a_server:
        raise UsageError(str(words.STATS_FILES))
    return _of_files(files, player, json=json, ascii=ascii)


def _of_files(files: Sequence[Path], player: str | None, *, json: bool, ascii: bool) -> int:
    source = _Source(files)
    if player is not None:
        one = tally(source.records(), player)
        if not one.hands:
            raise UsageError(words.STATS_NOBODY.format(player=player))
        _tell_one(one, json=json, ascii=ascii)
        return source.code
    found = tally_all(source.records())
    if json:
        for each in found:
            _print_json(each)
    else:
        _print_all(found)
    return source.code


async def _stored(place: Place, memory: Memory, filters: Filters) -> Statistics:
    """The figures that a server has."""
    async with asking(place, memory) as connection:
        asked = structs.asdict(filters)
        reply = await connection.request(lambda id: msg.Stats(id=id, **asked))
        assert isinstance(reply.result, msg.StatsView)
        return reply.result.figures


def _tell_one(found: Statistics, *, json: bool, ascii: bool) -> None:
    if json:
        _print_json(found)
    elif not found.hands:
        note(words.STATS_NO_HANDS.format(player=found.player))
    else:
        _print_one(found, ascii=ascii)


def _print_json(found: Statistics) -> None:
    print(msgspec.json.encode(_as_json(found)).decode())


class _Source:
    """Records of files, and whether all could be read."""

    def __init__(self, files: Sequence[Path]) -> None:
        self._files = files
        # All are there before anything is counted.
        self._size = sum(size_of(path) for path in files)
        self.code = 0

    def records(self) -> Iterator[HandRecord]:
        """Hands that have an end."""
        with progress(self._size, str(words.COUNTING)) as advance:
            for path in self._files:
                for hand in stream_hands(read_chunks(path, advance)):
                    if self._is_whole(hand, path):
                        yield hand

    def _is_whole(self, hand: HandRecord | FormatError, path: Path) -> TypeGuard[HandRecord]:
        if isinstance(hand, FormatError):
            self._complain(located(path, hand))
            return False
        try:
            _ = hand.ended
        except CorruptHistory as error:
            self._complain(f"{path}: {sentence_of(error)}")
            return False
        return True

    def _complain(self, sentence: str) -> None:
        self.code = 1
        note(sentence)


def _as_json(found: Statistics) -> dict[str, Any]:
    """The figures, and beside each share its fraction."""
    data: dict[str, Any] = msgspec.to_builtins(found)
    for name, value in data.items():
        if isinstance(getattr(found, name), Frequency):
            value["part"] = getattr(found, name).part
    return data


def _print_all(found: Sequence[Statistics]) -> None:
    if not found:
        note(str(words.NO_HANDS))
        return
    numbers = words.STATS_COLUMNS[1:]
    lines = grid(*words.STATS_COLUMNS, right=numbers)
    for each in found:
        lines.add_row(
            cell(each.player),
            str(each.hands),
            nets(each.nets),
            rate(each),
            percent(each.voluntary),
            percent(each.first_in),
            percent(each.pat),
            percent(each.showdowns),
            percent(each.won_at_showdown),
        )
    show(lines)


def _print_one(found: Statistics, *, ascii: bool) -> None:
    for line in told(found):
        print(printable(line))
    letters = ascii or not shows_signs(sys.stdout, "⠿┤")
    print()
    width = min(WIDEST, shutil.get_terminal_size().columns - LABEL)
    for line in course(found, width=width, height=HEIGHT, ascii=letters):
        print(printable(line))


def add_to(app: typer.Typer) -> None:
    """Add the command."""
    app.command()(stats)
