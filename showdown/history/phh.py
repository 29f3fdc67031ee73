"""
Reading PHH files: hands of ours exactly, those of other programs as far as their text goes.
"""

from collections.abc import Iterable, Iterator
from decimal import Decimal

from showdown.errors import FormatError, ShowdownError
from showdown.history.beside import Beside, Impossible, Standard, play
from showdown.history.phh_facts import read_foreign
from showdown.history.phh_fields import Reading, moves, read_fields
from showdown.history.phh_text import cut_sections, read_section
from showdown.history.phh_writer import VARIANTS, said_of
from showdown.history.record import HandRecord
from showdown.history.text import Piece, decode, split_lines
from showdown.history.toml_text import Figure
from showdown.rules import events as ev
from showdown.rules.ruleset import TableId


def from_phh(text: str | bytes) -> Iterator[HandRecord | FormatError]:
    """
    Read PHH, one hand or several: for each a record, or why there is none; then the next one.

    A hand that :func:`to_phh` wrote whole comes back as it was. Of any other the cards that the
    text does not show are filled with unseen ones, and ``claims`` names those that are real.
    """
    return read_sections(split_lines(decode(text)))


def read_sections(lines: Iterable[Piece]) -> Iterator[HandRecord | FormatError]:
    """As :func:`from_phh`, hand by hand from the lines of a file."""
    for section in cut_sections(lines):
        try:
            yield _read(read_fields(read_section(section)))
        except FormatError as error:
            yield error


def _read(reading: Reading) -> HandRecord:
    known = sorted(set(VARIANTS.values()))
    if reading.fields.variant not in known:
        raise reading.section.where("variant").wrong(
            f"Only five-card draw ({', '.join(known)}) can be read, not "
            f"{reading.fields.variant!r}.",
            wanted="N5CD",
        )
    told = reading.told
    return read_foreign(reading) if told is None or not told.whole else _read_whole(reading, told)


def _read_whole(reading: Reading, told: Beside) -> HandRecord:
    done = list(moves(reading))
    try:
        record = play(_standard(reading), told, [move for _, move in done])
        if not reading.section.is_untouched:
            _compare(reading, said_of(record))
    except Impossible as error:
        if error.number is not None:
            raise done[error.number][0].place.wrong(str(error)) from None
        raise reading.wrong("actions", str(error)) from None
    except FormatError:
        raise
    except ShowdownError as error:
        raise reading.wrong("variant", error.sentence) from None
    return record


def _standard(reading: Reading) -> Standard:
    fields = reading.fields
    names = fields.players or ("",) * len(fields.starting_stacks)
    return Standard(
        hand=reading.hand,
        table=TableId(str(fields.table)),
        played=reading.played,
        lineup=tuple(
            ev.Dealt(seat=seat, stack=reading.chips(stack, "starting_stacks"), name=name)
            for seat, stack, name in zip(reading.order, fields.starting_stacks, names, strict=True)
        ),
    )


def _compare(reading: Reading, said: dict[str, object]) -> None:
    """What stands in the text has to be what follows from the hand, so that no change is lost."""
    there = reading.section.fields
    for name, value in said.items():
        if value is not None and name in there and there[name] != (wanted := _plain(value)):
            raise reading.wrong(
                name, f"{name} is {_shown(there[name])}; by the rules it is {_shown(wanted)}."
            )


def _plain(value: object) -> object:
    """A value as a reader of TOML gives it."""
    if isinstance(value, Figure):
        return Decimal(value)
    if isinstance(value, list | tuple):
        return [_plain(each) for each in value]
    return value


def _shown(value: object) -> str:
    if isinstance(value, list):
        return f"[{', '.join(map(_shown, value))}]"
    return str(value)
