"""
A table as a row of the lobby, and what is said of the one that is pointed at.
"""

from collections.abc import Iterator

from rich.cells import cell_len

from client_cli.desk.tables import Column, TableList, Yours, people_at
from client_cli.presenter import Figures, words
from client_cli.presenter.words import around
from client_cli.widgets.listing import Head, Listed
from client_cli.widgets.rows import Piece, Row, cut
from showdown.protocol import messages as msg

_MATTERS = {
    Column.TABLE: 0,
    Column.SEATS: 0,
    Column.GAME: 1,
    Column.BUY_IN: 4,
    Column.POT: 3,
    Column.WAITING: 5,
    Column.WATCHING: 7,
    Column.PACE: 6,
}
_RIGHT = frozenset({Column.POT, Column.WAITING, Column.WATCHING, Column.BUY_IN, Column.PACE})
_LEAST = {Column.TABLE: 12, Column.GAME: 15}


def heads() -> list[Head]:
    """The headings; the last one says what you are there."""
    columns = [
        Head(
            str(around.LOBBY_HEADS[column.value]),
            right=column in _RIGHT,
            least=_LEAST.get(column, 99),
            matters=_MATTERS[column],
        )
        for column in Column
    ]
    return [*columns, Head(str(around.LOBBY_YOU), least=99, matters=2)]


def listed(tables: TableList, table: msg.TableSummary, *, offered: bool) -> Listed:
    """A table as a row."""
    rules, figures = table.ruleset, tables.figures
    note = note_of(tables.yours, table, offered=offered)
    pot = table.average_pot
    cells = (
        table.table,
        _game(tables, table),
        words.OF.format(part=table.players, whole=rules.max_seats),
        "-" if pot is None else figures.chips(pot),
        str(table.waiting or "-"),
        str(table.spectators or "-"),
        figures.chips(rules.usual_buy),
        words.PACE.format(base=f"{rules.act_time:g}", bank=f"{rules.time_bank:g}"),
        note,
    )
    return Listed(cells, "you" if note else "")


def note_of(yours: Yours, table: msg.TableSummary, *, offered: bool) -> str:
    """What you are at a table, if you are anything there."""
    if offered:
        return str(around.SEAT_IS_FREE)
    if table.table in yours.seats:
        return str(around.YOU_SIT)
    if table.table in yours.waits:
        return around.YOU_WAIT.format(place=yours.waits[table.table])
    return str(around.YOU_ARE_HOST) if table.table in yours.hosts else ""


def _game(tables: TableList, table: msg.TableSummary) -> str:
    stakes = tables.stakes(table)
    return words.PRIVATE.format(stakes=stakes) if table.private else stakes


def about(tables: TableList, table: msg.TableSummary, width: int) -> Iterator[Row]:
    """What there is to know of a table before you sit down there."""
    rules, figures = table.ruleset, tables.figures
    sentence = around.DETAIL_TITLE if rules.time_bank else around.DETAIL_NO_BANK
    yield (
        Piece(
            cut(
                sentence.format(
                    table=table.table,
                    stakes=tables.stakes(table),
                    least=figures.chips(rules.min_buy),
                    most=figures.chips(rules.max_buy),
                    base=f"{rules.act_time:g}",
                    bank=f"{rules.time_bank:g}",
                ),
                width,
            ),
            "bold",
        ),
    )
    yield from _seats(table, figures, width)
    if table.spectator_delay_s:
        seconds = f"{table.spectator_delay_s:g}"
        yield (Piece(around.DETAIL_LATE.format(seconds=seconds), "quiet"),)


def _seats(table: msg.TableSummary, figures: Figures, width: int) -> Iterator[Row]:
    """Who sits where, in as many rows as it takes."""
    row = ""
    for text in _people(table, figures):
        text = cut(text, max(1, width - 2))
        if row and cell_len(row) + 3 + cell_len(text) > width:
            yield (Piece(row),)
            row = ""
        row = f"{row}   {text}" if row else text
    if row:
        yield (Piece(row),)


def _people(table: msg.TableSummary, figures: Figures) -> Iterator[str]:
    for seat in people_at(table):
        who = around.DETAIL_BOT.format(name=seat.name) if seat.bot else seat.name
        if seat.stack is not None:
            who = around.DETAIL_STACK.format(who=who, stack=figures.chips(seat.stack))
        notes = [
            str(note)
            for note, holds in ((words.OUT, seat.sitting_out), (words.IS_AWAY, seat.away))
            if holds
        ]
        yield around.DETAIL_SEAT.format(seat=seat.seat, who=", ".join([who, *notes]))
    for free in table.free:
        yield around.DETAIL_SEAT.format(seat=free, who=around.DETAIL_FREE)
