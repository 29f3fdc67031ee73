"""
Reconciling hands with the rules: every hand is played again, and every amount compared.

A hand from a text is played as if it had been played here (:mod:`showdown.history.reconstruct`), a
record of our own goes through the engine once more (:mod:`showdown.history.replaying`); both are
then compared with what the text says. The site's rake is a given amount, since its schedule is not
in the text.
"""

from collections.abc import Iterator

from msgspec import Struct

from showdown.errors import CorruptHistory, FormatError
from showdown.history.comparing import compare, lacking, notes
from showdown.history.differences import Difference, Kind
from showdown.history.facts import Facts
from showdown.history.readers import read_facts
from showdown.history.reconstruct import reconstruct
from showdown.history.record import HandRecord
from showdown.history.replaying import play_again
from showdown.rules import events as ev


class Reconciliation(Struct, frozen=True, kw_only=True):
    """Whether a hand holds."""

    title: str
    """Which hand, in a few words."""
    differences: tuple[Difference, ...] = ()
    """What does not hold."""
    notes: tuple[str, ...] = ()
    """What is otherwise without being wrong."""
    lacks: tuple[str, ...] = ()
    """What the text does not say, so that something was made up for it."""
    record: HandRecord | None = None
    """The hand, if it could be played to its end."""

    @property
    def ok(self) -> bool:
        """Whether everything holds."""
        return not self.differences

    @property
    def sentence(self) -> str:
        """One line: all differences, or what was found to agree."""
        if self.differences:
            return " ".join(_placed(difference) for difference in self.differences)
        if self.record is None:
            return "It holds."
        return _agreement(self.record) + _not_said(self.lacks)


def check(hand: Facts | HandRecord) -> Reconciliation:
    """Play a hand again and compare it; never raises for what is wrong with the hand."""
    return _check_facts(hand) if isinstance(hand, Facts) else _check_record(hand)


def check_file(text: str | bytes) -> Iterator[Reconciliation]:
    """
    Check a file of PokerStars text or of our own JSON Lines, hand by hand.

    A hand that cannot be read is reported with its line and column, and the rest goes on.
    """
    for hand in read_facts(text):
        yield _unreadable(hand) if isinstance(hand, FormatError) else check(hand)


def _check_facts(facts: Facts) -> Reconciliation:
    record, differences = reconstruct(facts)
    title = f"{facts.site} hand {facts.number or facts.hand}"
    if record is None or record.claims is None:
        return Reconciliation(title=title, differences=differences)
    return Reconciliation(
        title=title,
        differences=(*differences, *compare(record, record.claims)),
        notes=notes(record, record.claims),
        lacks=lacking(record, record.claims),
        record=record,
    )


def _check_record(record: HandRecord) -> Reconciliation:
    title = f"{record.site} record"
    claims = record.claims
    try:
        title = f"{record.site} hand {(claims and claims.number) or record.hand}"
        differences = play_again(record)
        said: tuple[str, ...] = ()
        lacks: tuple[str, ...] = ()
        if not differences and claims is not None:
            differences += compare(record, claims)
            said, lacks = notes(record, claims), lacking(record, claims)
    except CorruptHistory as error:
        difference = Difference(Kind.EVENTS, error.sentence)
        return Reconciliation(title=title, differences=(difference,))
    return Reconciliation(
        title=title, differences=tuple(differences), notes=said, lacks=lacks, record=record
    )


def _unreadable(error: FormatError) -> Reconciliation:
    return Reconciliation(
        title=f"line {error.line}, column {error.column}",
        differences=(Difference(Kind.FORMAT, error.sentence),),
    )


def _placed(difference: Difference) -> str:
    if difference.line is None:
        return difference.sentence
    return f"Line {difference.line}: {difference.sentence}"


def _not_said(lacks: tuple[str, ...]) -> str:
    return f" Not in the text: {'; '.join(lacks)}." if lacks else ""


def _agreement(record: HandRecord) -> str:
    ended = record.ended
    if isinstance(ended, ev.HandAborted):
        return "Given up; every stack is as before."
    pot = sum(each.amount for each in ended.pots)
    side = f" in {len(ended.pots)} pots" if len(ended.pots) > 1 else ""
    return (
        f"{len(record.players)} players, {record.display(pot)}{side}, "
        f"rake {record.display(ended.rake)}."
    )
