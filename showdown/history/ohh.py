"""
Reading Open Hand History: hands of ours exactly, others as far as their text goes.
"""

import re
from collections.abc import Iterable, Iterator

from showdown.errors import FormatError, ShowdownError
from showdown.history import ohh_format as ohh
from showdown.history.beside import Beside, Impossible, Move, Standard, play
from showdown.history.ohh_facts import read_foreign
from showdown.history.ohh_reading import Reading, read_document
from showdown.history.ohh_writer import hand_of
from showdown.history.record import HandRecord
from showdown.history.text import Piece, decode, split_lines
from showdown.rules import events as ev
from showdown.rules.ruleset import Chips, Seat, TableId

_HAND = re.compile(r"\s*\{\s*\"ohh\"\s*:")
_FILE = re.compile(r"[\ufeff\s]*\{\s*\"ohh\"\s*:")


def is_ohh(text: str) -> bool:
    """
    Whether a file is Open Hand History, by how it begins.

    >>> is_ohh('{"ohh": {}}'), is_ohh('{"version": 1}')
    (True, False)
    """
    return _FILE.match(text) is not None


def from_ohh(text: str | bytes) -> Iterator[HandRecord | FormatError]:
    """
    Read Open Hand History, one hand or several: for each a record, or why there is none.

    A hand that :func:`to_ohh` wrote whole comes back as it was. Of any other the cards that the
    text does not show are filled with unseen ones, and ``claims`` names those that are real.
    """
    return read_documents(split_lines(decode(text)))


def read_documents(lines: Iterable[Piece]) -> Iterator[HandRecord | FormatError]:
    """As :func:`from_ohh`, hand by hand from the lines of a file."""
    for document in cut_documents(lines):
        try:
            yield _read(read_document("\n".join(line.text for line in document), document[0]))
        except FormatError as error:
            yield error


def cut_documents(lines: Iterable[Piece]) -> Iterator[list[Piece]]:
    """
    A file is cut where a line begins a document, which may have lines of its own.

    After a brace that closes one, the next begins whatever it is, so that rubbish spoils no hand.
    """
    document: list[Piece] = []
    over = False
    for line in lines:
        if document and line.text and (over or _HAND.match(line.text) or line.text == "{"):
            yield document
            document = []
        if line.text or document:
            document.append(line)
        if line.text:
            over = _is_over(document)
    if document:
        yield document


def _is_over(document: list[Piece]) -> bool:
    """Whether a document ends here by its looks: a line of its own, or a brace at the left edge."""
    last = document[-1].text
    return last == "}" or (len(document) == 1 and last[:1] == "{" and last[-1:] == "}")


def _read(reading: Reading) -> HandRecord:
    told = reading.told
    return read_foreign(reading) if told is None or not told.whole else _read_whole(reading, told)


def _read_whole(reading: Reading, told: Beside) -> HandRecord:
    try:
        record = play(_standard(reading), told, list(_moves(reading)))
        made = hand_of(record)
    except Impossible as error:
        where = f"Action {error.number + 1}: " if error.number is not None else ""
        raise reading.wrong(f"{where}{error}") from None
    except FormatError:
        raise
    except ShowdownError as error:
        raise reading.wrong(error.sentence) from None
    for name in ohh.Hand.__struct_fields__:
        if name != "own" and getattr(made, name) != getattr(reading.hand, name):
            raise reading.wrong(f"{name} is not what follows from the hand by the rules.")
    return record


def _standard(reading: Reading) -> Standard:
    return Standard(
        hand=reading.number,
        table=TableId(reading.hand.table_name),
        played=reading.played,
        lineup=tuple(
            ev.Dealt(seat=player.seat, stack=reading.chips(player.starting_stack), name=player.name)
            for player in reading.hand.players
        ),
    )


def _moves(reading: Reading) -> Iterator[Move]:
    """What the players of a hand of ours did."""
    bets: dict[Seat, Chips] = dict.fromkeys(reading.seats.values(), 0)
    for street, action, seat in reading.steps():
        amount = reading.chips(action.amount)
        match action.action:
            case ohh.SMALL | ohh.BIG | ohh.EXTRA:
                bets[seat] += amount
            case ohh.DISCARDS:
                bets = dict.fromkeys(bets, 0)
                cards = reading.cards(action.cards) if action.cards is not None else None
                yield Move(seat, "draw", 0, cards)
            case ohh.FOLD:
                yield Move(seat, "fold")
            case ohh.CHECK | ohh.CALL:
                bets[seat] += amount
                yield Move(seat, "call")
            case ohh.BET | ohh.RAISE:
                bets[seat] += amount
                yield Move(seat, "raise", bets[seat])
            case ohh.ANTE | ohh.DEAD | ohh.DEALT | ohh.SHOWS | ohh.MUCKS:
                continue
            case other:
                raise reading.wrong(f"{other!r} is no action of five-card draw on the {street}.")
