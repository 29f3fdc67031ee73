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
from rich.cells import cell_len, set_cell_size

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
from client_cli.languages import Phrase, spoken
from client_cli.memory import Memory
from client_cli.presenter import SIGNS, Figures, words
from client_cli.presenter.chart import chart
from client_cli.sign_in import Place
from showdown.errors import CorruptHistory, FormatError
from showdown.history import HandRecord
from showdown.history.readers import stream_hands
from showdown.history.statistics import Amount, Frequency, Statistics, tally, tally_all
from showdown.protocol import messages as msg
from showdown.rules.ruleset import TableId

WIDEST, HEIGHT = 72, 10
"""Of the chart."""

_EDGE = 14
"""What its labels may take."""


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
            self._complain(f"{path}: {error.sentence}")
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
            _nets(each.nets),
            _rate(each),
            _percent(each.voluntary),
            _percent(each.first_in),
            _percent(each.pat),
            _percent(each.showdowns),
            _percent(each.won_at_showdown),
        )
    show(lines)


def _print_one(found: Statistics, *, ascii: bool) -> None:
    for line in _told(found):
        print(printable(line))
    letters = ascii or not shows_signs(sys.stdout, "⠿┤")
    print()
    for line in _chart(found, ascii=letters):
        print(printable(line))


def _told(found: Statistics) -> Iterator[str]:
    hands = words.HANDS.format(found.hands)
    yield words.STATS_TITLE.format(player=found.player, hands=hands)
    rows: tuple[tuple[Phrase | str, str], ...] = (
        (words.STATS_NET, _nets(found.nets)),
        (words.STATS_RATE, _rate(found) + _range(found)),
        (words.STATS_VOLUNTARY, _share(found.voluntary)),
        (words.STATS_FIRST_IN, _share(found.first_in)),
        (words.STATS_PAT, _share(found.pat)),
        *(
            (words.STATS_DREW.format(count=count), _share(Frequency(times, found.pat.of)))
            for count, times in enumerate(found.drew)
            if count and times
        ),
        (words.STATS_SHOWDOWNS, _share(found.showdowns)),
        (words.STATS_WON, _share(found.won_at_showdown)),
    )
    names = [str(name) for name, _ in rows]
    width = max(map(cell_len, names))
    for name, (_, value) in zip(names, rows, strict=True):
        yield f"  {set_cell_size(name, width)}  {value}"


def _chart(found: Statistics, *, ascii: bool) -> Iterator[str]:
    """The result over the hands, in chips of the one currency that there is, else in big blinds."""
    one = found.nets[0] if len(found.nets) == 1 else None
    total, course = 0.0, [0.0]
    for each in found.course:
        total += each.net if one is not None else each.big_blinds
        course.append(total)
    labels = [_label(max(course), one), _label(min(course), one)]
    width = max(10, min(WIDEST, shutil.get_terminal_size().columns - _EDGE))
    yield str(words.STATS_CHART) if one is not None else str(words.STATS_CHART_BLINDS)
    yield from chart(course, labels, width=width, height=HEIGHT, ascii=ascii)


def _label(value: float, money: Amount | None) -> str:
    if money is None:
        return spoken().number(f"{value:+.0f}")
    return _net(Amount(money.currency, money.scale, round(value)))


def _net(amount: Amount) -> str:
    figures = Figures(scale=amount.scale, sign=SIGNS.get(amount.currency, ""))
    return figures.net(amount.amount)


def _nets(nets: Sequence[Amount]) -> str:
    return ", ".join(_net(each) for each in nets)


def _rate(found: Statistics) -> str:
    return _signed(found.per_hundred.mean) if found.per_hundred is not None else ""


def _range(found: Statistics) -> str:
    rate = found.per_hundred
    if rate is None or rate.low is None or rate.high is None:
        return ""
    return words.STATS_RANGE.format(low=_signed(rate.low), high=_signed(rate.high))


def _signed(number: float) -> str:
    return spoken().number(f"{number:+.1f}")


def _percent(share: Frequency) -> str:
    return "" if share.part is None else spoken().number(f"{share.part:.0%}")


def _share(share: Frequency) -> str:
    if share.part is None:
        return str(words.STATS_NEVER)
    return words.STATS_SHARE.format(
        part=spoken().number(f"{share.part:.1%}"), count=share.count, of=share.of
    )


def add_to(app: typer.Typer) -> None:
    """Add the command."""
    app.command()(stats)
